//! Left Center Right: chips go round a table and to its middle until one player is left with any.
//!
//! In turn from A each player rolls a die for each chip that he has, three at most. Of its six faces
//! one passes a chip left, to the next player in turn, one right, to the one before, one to the
//! middle, and three keep it; all dice of a turn count before the end is asked. Who has no chip is
//! passed over, which is no turn, and stays in. The only one with chips left has won.
//!
//! Source: the rules in the box (George & Company, 1992), as arXiv 2407.05069 has them.

use serde::{Deserialize, Serialize};

use crate::core::absorbed::Absorbed;
use crate::core::cards::Deals;
use crate::core::each_game::EachGame;
use crate::core::film::{Camera, Film, Said, Stage};
use crate::core::game::{
    About, Cell, Cells, CounterInfo, Exact, FeatureInfo, Game, GameInfo, Keep, Made, OutcomeInfo,
    Preset, RuleFacts, RulesError,
};
use crate::core::info::MOST_SEATS;
use crate::core::random::chance::{Chance, GameChance};
use crate::core::results::NOBODY;
use crate::core::table::Value;
use crate::core::wording::digits::grouped;

/// Positions of the end reasons.
const LAST: usize = 0;
const LIMIT: usize = 1;

/// Seconds beyond which the chain is only followed when asked for.
const LONG: f64 = 300.0;
/// Dice that a player rolls at most.
const DICE: usize = 3;

/// The rule fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "rule fields, such as players = 4")]
pub struct Table {
    /// Players, 2 to 8.
    players: i64,
    /// Chips that each begins with.
    chips: i64,
    /// Turns after which nobody has won.
    limit: i64,
}

impl Default for Table {
    fn default() -> Self {
        Self { players: 3, chips: 3, limit: 100_000 }
    }
}

/// A table that was checked.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    players: usize,
    chips: u16,
    limit: u64,
}

/// Chips by seat.
type Chips = [u16; MOST_SEATS];

/// What the dice of a turn send away: left, right, to the middle.
type Sent = [u16; 3];

impl Rules {
    fn start(&self) -> Chips {
        std::array::from_fn(|seat| if seat < self.players { self.chips } else { 0 })
    }

    /// Moves what the dice sent from a seat: left is the next in turn.
    fn pass(&self, chips: &mut Chips, seat: usize, [left, right, middle]: Sent) {
        chips[seat] -= left + right + middle;
        chips[(seat + 1) % self.players] += left;
        chips[(seat + self.players - 1) % self.players] += right;
    }

    /// The next seat with chips; this very one where nobody else has any.
    fn next(&self, chips: &Chips, seat: usize) -> usize {
        let others = (1..=self.players).map(|k| (seat + k) % self.players);
        others.into_iter().find(|&other| chips[other] > 0).unwrap_or(seat)
    }
}

/// How many dice a player with so many chips rolls.
fn dice_of(chips: u16) -> usize {
    usize::from(chips).min(DICE)
}

/// Left Center Right for two to eight.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeftCenterRight;

static INFO: GameInfo = GameInfo {
    name: "lcr",
    title: "Left Center Right",
    recipe: "lcr-v1",
    chance: "series of rolls",
    one_chance: "series of rolls",
    outcomes: OutcomeInfo::A_B_DRAW,
    end_reasons: &["last", "limit"],
    stopped: &["limit"],
    counters: &[
        CounterInfo::length("turns"),
        CounterInfo { name: "rolls", keep: Keep::Sum, file: "" },
    ],
    columns: &[
        ("turns", "turns of both players together; who has no chip is passed over, which is none"),
        ("rolls", "dice that both players together rolled"),
        ("last", "games that ended because one player alone had chips"),
        ("limit", "games that the limit ended"),
        ("error", "how far off each number may be, times itself where it is above 1"),
    ],
    features: &[FeatureInfo {
        name: "first_kept",
        summary: "chips that A has after the first turn",
    }],
    ..GameInfo::BARE
};

/// Rolls the dice of a turn.
fn roll(dice: usize, chance: &mut GameChance<'_>) -> Sent {
    let mut sent = [0; 3];
    for _ in 0..dice {
        if let Some(count) = sent.get_mut(chance.below(6) as usize) {
            *count += 1;
        }
    }
    sent
}

/// Plays a game: the positions of outcome and end reason, turns and rolls. `told` hears whose turn it
/// was, what was sent, and the chips after it.
fn play(
    rules: &Rules,
    chance: &mut GameChance<'_>,
    mut told: impl FnMut(usize, Sent, &Chips),
) -> (usize, usize, [u64; 2]) {
    let (mut chips, mut seat, mut rolls) = (rules.start(), 0, 0);
    for turn in 1..=rules.limit {
        let dice = dice_of(chips[seat]);
        rolls += dice as u64;
        let sent = roll(dice, chance);
        rules.pass(&mut chips, seat, sent);
        told(seat, sent, &chips);
        let next = rules.next(&chips, seat);
        if rules.next(&chips, next) == next {
            return (next, LAST, [turn, rolls]);
        }
        seat = next;
    }
    (NOBODY, LIMIT, [rules.limit, rolls])
}

impl About for LeftCenterRight {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn replay(&self, rules: &str, _: &str, seed: u64, game: u64) -> Option<String> {
        Some(format!("war-sim play --rules {rules} --seed {seed} --game {game} --trace"))
    }

    fn exact(&self, cells: &[&Cell]) -> Option<Vec<Box<dyn Exact>>> {
        let rules: Vec<Rules> = cells.iter().map(|cell| *cell.rules.of()).collect();
        let seats = rules.iter().map(|rules| rules.players).max().unwrap_or(2);
        Some(
            rules
                .into_iter()
                .map(|rules| Box::new(Chain(rules, seats)) as Box<dyn Exact>)
                .collect(),
        )
    }
}

impl Game for LeftCenterRight {
    type Fields = Table;
    type Rules = Rules;

    fn presets(&self) -> Vec<Preset<Table>> {
        vec![Preset {
            name: "lcr",
            summary: "three players with three chips each",
            source: "George & Company, Left Center Right (1992); as in arXiv 2407.05069",
            fields: Table::default(),
        }]
    }

    fn check(&self, table: Table) -> Result<Rules, RulesError> {
        let Table { players, chips, limit } = table;
        for (field, value, least, most) in [
            ("players", players, 2, MOST_SEATS as i64),
            ("chips", chips, 1, 1_000),
            ("limit", limit, 1, 10_000_000),
        ] {
            if !(least..=most).contains(&value) {
                let range = format!("{least} to {most}");
                return Err(RulesError::out_of_range(field, value, &range));
            }
        }
        Ok(Rules { players: players as usize, chips: chips as u16, limit: limit as u64 })
    }

    fn fields(&self, rules: &Rules) -> Table {
        let Rules { players, chips, limit } = *rules;
        Table { players: players as i64, chips: chips.into(), limit: limit as i64 }
    }

    fn facts(&self, rules: &Rules) -> RuleFacts {
        let (seats, longest) = (rules.players, Some(rules.limit));
        RuleFacts { seats, longest, ..RuleFacts::default() }
    }

    fn player(&self, cells: Cells<'_, Rules>, deals: &Deals) -> Made {
        let rules = cells.iter().map(|(rules, _)| **rules).collect();
        let one = |rules: &Rules, chance: &mut GameChance<'_>| play(rules, chance, |_, _, _| ());
        let kept = |rules: &Rules, _, chance: &mut GameChance<'_>| {
            let sent = roll(dice_of(rules.chips), chance);
            i64::from(rules.chips - sent.iter().sum::<u16>())
        };
        Ok(Box::new(EachGame::new(rules, Chance::new(deals.seed, "lcr"), one, kept)))
    }

    fn film(&self, rules: &Rules, deals: &Deals, game: u64) -> Option<Film> {
        Some(film(rules, &mut Chance::new(deals.seed, "lcr").game(game)))
    }
}

/// The game as an absorbing chain, followed turn by turn. Beside it the seats of the table.
struct Chain(Rules, usize);

/// Every way to lay chips on a table, seen from whose turn it is, with what each turn makes of it.
struct Ways {
    /// By number of dice, what they send with which chance.
    sent: Vec<Vec<(Sent, f64)>>,
    /// Dice of each state, and where its targets begin.
    dice: Vec<u8>,
    starts: Vec<usize>,
    /// The state that each roll leads to, and by how many seats the turn moves on; [`WON`] with the
    /// winner in place of that.
    targets: Vec<(u32, u8)>,
    /// The state in which the game begins.
    begins: usize,
}

const WON: u32 = u32::MAX;

/// How many ways there are to choose `k` of `n`; `None` if that is beyond 128 bits.
fn choose(n: u128, k: u128) -> Option<u128> {
    (0..k.min(n)).try_fold(1_u128, |all, i| Some(all.checked_mul(n - i)? / (i + 1)))
}

impl Chain {
    /// States: chips of each player, all together no more than there were.
    fn states(&self) -> u128 {
        let Self(rules, _) = self;
        let players = rules.players as u128;
        choose(players * u128::from(rules.chips) + players, players).unwrap_or(u128::MAX)
    }

    fn ways(&self, stopped: &dyn Fn() -> bool) -> Option<Ways> {
        let Self(rules, _) = *self;
        let (players, all) = (rules.players, rules.players * usize::from(rules.chips));
        let sent = (0..=DICE).map(outcomes_of).collect::<Vec<_>>();
        // A state is a choice of positions: each player's is behind the chips of those up to him and
        // the players before. Sums of binomials number such choices.
        let below: Vec<Vec<usize>> = (1..=players as u128)
            .map(|k| {
                let below = |n| if n < k { 0 } else { choose(n, k).unwrap_or(0) as usize };
                (0..(all + players) as u128).map(below).collect()
            })
            .collect();
        let number = |chips: &Chips, first: usize| {
            let mut position = 0;
            (0..players).fold(0, |number, k| {
                position += usize::from(chips[(first + k) % players]);
                number + below[k][position + k]
            })
        };
        let count = self.states() as usize;
        let (mut dice, mut starts) = (vec![0; count], vec![0; count + 1]);
        let mut targets = Vec::new();
        let mut places: Vec<usize> = (0..players).collect();
        for state in 0..count {
            if state % 4_096 == 0 && stopped() {
                return None;
            }
            let mut chips: Chips = [0; MOST_SEATS];
            for k in 0..players {
                let before = if k == 0 { 0 } else { places[k - 1] + 1 };
                chips[k] = (places[k] - before) as u16;
            }
            starts[state] = targets.len();
            dice[state] = dice_of(chips[0]) as u8;
            // A state without chips in turn, or with those of one player alone, is never reached.
            if chips[0] > 0 && rules.next(&chips, 0) != 0 {
                for (sent, _) in &sent[dice_of(chips[0])] {
                    let mut after = chips;
                    rules.pass(&mut after, 0, *sent);
                    let next = rules.next(&after, 0);
                    targets.push(match rules.next(&after, next) == next {
                        true => (WON, next as u8),
                        false => (number(&after, next) as u32, next as u8),
                    });
                }
            }
            // The next choice: the first position that has room moves on, those before begin again.
            let free = |k: &usize| places.get(k + 1).is_none_or(|&next| places[*k] + 1 < next);
            let moves = (0..players).find(free).unwrap_or(players - 1);
            places[moves] += 1;
            (0..moves).for_each(|k| places[k] = k);
        }
        starts[count] = targets.len();
        Some(Ways { begins: number(&rules.start(), 0), sent, dice, starts, targets })
    }
}

/// What so many dice send away, each with its chance.
fn outcomes_of(dice: usize) -> Vec<(Sent, f64)> {
    let mut counted = std::collections::BTreeMap::new();
    for faces in 0..6_usize.pow(dice as u32) {
        let mut sent = [0; 3];
        for k in 0..dice {
            if let Some(count) = sent.get_mut(faces / 6_usize.pow(k as u32) % 6) {
                *count += 1;
            }
        }
        *counted.entry(sent).or_insert(0_u32) += 1;
    }
    let all = 6_u32.pow(dice as u32);
    counted.into_iter().map(|(sent, ways)| (sent, f64::from(ways) / f64::from(all))).collect()
}

impl Exact for Chain {
    fn columns(&self) -> Vec<&'static str> {
        const TURNS: [&str; 10] = [
            "turns_mean",
            "turns_min",
            "turns_p05",
            "turns_p25",
            "turns_median",
            "turns_p75",
            "turns_p95",
            "turns_p99",
            "rolls_mean",
            "error",
        ];
        GameInfo::ratios_of_seats(self.1).chain(TURNS).collect()
    }

    /// A state has up to twenty targets, and a chance for each seat, now and after the turn.
    fn bytes(&self) -> u128 {
        let Self(rules, _) = self;
        match self.states() {
            // Targets have 32 bits.
            many if many >= u128::from(WON) => u128::MAX,
            states => states * (9 + 20 * 8 + 2 * 8 * rules.players as u128),
        }
    }

    /// As measured: a table of as many turns as its tail needs.
    fn seconds(&self) -> f64 {
        let players = self.0.players as f64;
        1.2e-9 * self.states() as f64 * 20.0 * players * 45.0 * players
    }

    fn less(&self) -> Option<&'static str> {
        (self.seconds() > LONG).then_some("fewer players or chips")
    }

    fn size(&self) -> String {
        format!(
            "the chips can lie in {} ways",
            grouped(u64::try_from(self.states()).unwrap_or(u64::MAX))
        )
    }

    /// Ratios, mean, fewest turns, quantiles, mean of the rolls, error.
    fn solve(&self, _: usize, stopped: &dyn Fn() -> bool) -> Option<Vec<f64>> {
        let Self(rules, _) = self;
        let ways = self.ways(stopped)?;
        let (players, states) = (rules.players, ways.dice.len());
        // By state, seen from whose turn it is, and whose turn that is.
        let mut lies = vec![0.0; states * players];
        let mut next = lies.clone();
        lies[ways.begins * players] = 1.0;
        let mut games = Absorbed::new(players, rules.limit);
        let mut rolls = 0.0;
        loop {
            if stopped() {
                return None;
            }
            let (mut won, mut playing) = (vec![0.0; players], 0.0);
            next.fill(0.0);
            for (state, chances) in lies.chunks_exact(players).enumerate() {
                let here: f64 = chances.iter().sum();
                if here == 0.0 {
                    continue;
                }
                let dice = usize::from(ways.dice[state]);
                rolls += here * dice as f64;
                let targets = &ways.targets[ways.starts[state]..ways.starts[state + 1]];
                for (&(target, on), &(_, share)) in targets.iter().zip(&ways.sent[dice]) {
                    let into = match target {
                        WON => &mut won[..],
                        target => &mut next[target as usize * players..][..players],
                    };
                    for (seat, chance) in chances.iter().enumerate() {
                        into[(seat + usize::from(on)) % players] += chance * share;
                    }
                }
            }
            playing += next.iter().sum::<f64>();
            std::mem::swap(&mut lies, &mut next);
            if !games.step(won.into_iter().enumerate(), playing) {
                break;
            }
        }
        // Every number is a sum of positive ones: of a turn as many as lead to a state, or states.
        let sums = (20 * players) as u64 + 2;
        let operations = games.steps() * sums + (states * players) as u64;
        Some(games.numbers(rolls, operations))
    }

    fn rows(&self, solved: &[Vec<f64>]) -> Vec<Vec<Value>> {
        solved.iter().map(|numbers| Absorbed::row(self.1, numbers)).collect()
    }
}

/// The game as a film: the chips after every turn.
fn film(rules: &Rules, chance: &mut GameChance<'_>) -> Film {
    let name = |seat: usize| INFO.of_seats(MOST_SEATS).outcomes[seat].name;
    let sides = (0..rules.players).map(name);
    let mut camera = Camera::new(Stage::Cards(Vec::new()), sides, "chips");
    (0..rules.players)
        .for_each(|seat| camera.place(format!("Player {}", name(seat)), Some(seat), false));
    camera.place("Middle".into(), None, true);
    let chip = camera.item("\u{25cf}".into(), false);
    let mut show = |words: String, winner: Option<usize>, chips: &Chips| {
        let chips = &chips[..rules.players];
        let on_table: u16 = chips.iter().sum();
        let middle = rules.chips * rules.players as u16 - on_table;
        let items = chips.iter().chain([&middle]).map(|&n| vec![chip; n.into()]).collect();
        camera.take(items, Said::new(words, winner));
    };
    show("The chips are dealt".into(), None, &rules.start());
    let mut turn = 0;
    play(rules, chance, |seat, [left, right, middle], chips| {
        turn += 1;
        let to = |count: u16, seat: usize| format!("{count} to {}", name(seat % rules.players));
        let parts = [
            (left, to(left, seat + 1)),
            (right, to(right, seat + rules.players - 1)),
            (middle, format!("{middle} to the middle")),
        ];
        let sent: Vec<String> =
            parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words).collect();
        let what = if sent.is_empty() { "keeps all".into() } else { sent.join(", ") };
        let held = (0..rules.players).filter(|&seat| chips[seat] > 0);
        let last: Vec<usize> = held.collect();
        let winner = (last.len() == 1).then(|| last[0]);
        let ends = winner.map_or(String::new(), |_| format!("; {} alone has chips", name(last[0])));
        show(format!("Turn {turn}: {}: {what}{ends}", name(seat)), winner, chips);
    });
    // What came out is the player's to say.
    camera.film(Vec::new())
}
