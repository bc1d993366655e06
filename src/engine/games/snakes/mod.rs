//! Snakes and Ladders: the board as data, the game as written, the chain that it is, and its film.
//!
//! The counters begin off the board, on square 0. In turn, A first, each player rolls and moves on by
//! as many squares; a counter that stops where a link starts goes where it ends. Whoever comes to the
//! last square has won: exactly, so that a roll beyond it moves nothing, or with `exact = false` by any
//! roll that goes so far. `moves` counts the rolls of all players together, those that move nothing
//! too, as publications count the spins of a game; alone, it is the length of the chain.
//!
//! Sources: S. C. Althoen, L. King, K. Schilling, "How long is a game of snakes and ladders?", The
//! Mathematical Gazette 77 (1993) 71-76, for the chain; a page of Brigham Young University
//! on the game for the mean 39.5984 of the board with the slide from 48; K. Broman, "Chutes & Ladders:
//! how long is this going to take?" (2013), for two players.

use serde::{Deserialize, Serialize};

use crate::core::absorbed::Absorbed;
use crate::core::cards::Deals;
use crate::core::each_game::EachGame;
use crate::core::film::{Camera, Film, Said, Square, Stage};
use crate::core::game::{
    About, Cell, Cells, CounterInfo, Exact, FeatureInfo, Game, GameInfo, Keep, Made, OutcomeInfo,
    Preset, RuleFacts, RulesError,
};
use crate::core::info::MOST_SEATS;
use crate::core::random::chance::{Chance, GameChance};
use crate::core::results::NOBODY;
use crate::core::table::Value;

/// Positions of the end reasons.
const HOME: usize = 0;
const LIMIT: usize = 1;

/// Milton Bradley's Chutes and Ladders: nine ladders and ten slides.
#[rustfmt::skip]
const CHUTES: [[i64; 2]; 19] = [
    [1, 38], [4, 14], [9, 31], [16, 6], [21, 42], [28, 84], [36, 44], [48, 26], [49, 11], [51, 67],
    [56, 53], [62, 19], [64, 60], [71, 91], [80, 100], [87, 24], [93, 73], [95, 75], [98, 78],
];

/// What a roll may show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "a number of faces, such as faces = 6, or a list of them")]
enum Faces {
    /// 1 to this number.
    To(i64),
    /// These.
    List(Vec<i64>),
}

/// The rule fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "rule fields, such as squares = 100")]
pub struct Board {
    /// Squares; who comes to the last one wins.
    squares: i64,
    /// Faces of the die.
    faces: Faces,
    /// How often each face comes up against the others; all alike where nothing is said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    weights: Vec<i64>,
    /// Whether the last square must be reached exactly.
    exact: bool,
    /// Players, 1 to 8.
    players: i64,
    /// Moves of all players together after which nobody has won.
    limit: i64,
    /// From where to where: ladders go up, snakes down.
    links: Vec<[i64; 2]>,
}

impl Default for Board {
    fn default() -> Self {
        let links = CHUTES.to_vec();
        let faces = Faces::To(6);
        let weights = Vec::new();
        Self { squares: 100, faces, weights, exact: true, players: 2, limit: 10_000, links }
    }
}

/// A board that was checked.
#[derive(Clone, Debug)]
pub struct Rules {
    board: Board,
    /// Each face with its weight.
    faces: Vec<(usize, u32)>,
    /// The sum of the weights.
    weight: u32,
    players: usize,
    limit: u64,
    /// Where a counter that stops on each square comes to lie, from square 0 to the last one.
    leads: Vec<usize>,
}

impl Rules {
    /// The last square.
    fn home(&self) -> usize {
        self.leads.len() - 1
    }

    /// Where a roll stops, and where the counter lies after it.
    fn moved(&self, at: usize, roll: usize) -> [usize; 2] {
        let stop = match at + roll {
            stop if stop <= self.home() => stop,
            _ if self.board.exact => at,
            _ => self.home(),
        };
        [stop, self.leads[stop]]
    }

    fn rolls(&self) -> impl Iterator<Item = usize> {
        self.faces.iter().map(|&(face, _)| face)
    }

    /// The face that a draw below the sum of the weights shows.
    fn face(&self, mut drawn: u32) -> usize {
        for &(face, weight) in &self.faces {
            match drawn.checked_sub(weight) {
                Some(rest) => drawn = rest,
                None => return face,
            }
        }
        unreachable!("a draw below the sum of the weights")
    }

    /// The squares on which rolls stop, and those from which there is a way home.
    fn ways(&self) -> [Vec<bool>; 2] {
        let [mut stops, mut homeward] = [(); 2].map(|()| vec![false; self.leads.len()]);
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            for [stop, to] in self.rolls().map(|roll| self.moved(at, roll)) {
                if !std::mem::replace(&mut stops[stop], true) && to != self.home() {
                    open.push(to);
                }
            }
        }
        homeward[self.home()] = true;
        while (0..self.home()).rev().fold(false, |changed, at| {
            let found = !homeward[at] && self.rolls().any(|roll| homeward[self.moved(at, roll)[1]]);
            homeward[at] |= found;
            changed | found
        }) {}
        [stops, homeward]
    }
}

/// Snakes and Ladders for one to eight.
#[derive(Clone, Copy, Debug, Default)]
pub struct Snakes;

static INFO: GameInfo = GameInfo {
    name: "snakes",
    title: "Snakes and Ladders",
    recipe: "snakes-v1",
    chance: "series of rolls",
    one_chance: "series of rolls",
    outcomes: OutcomeInfo::A_B_DRAW,
    end_reasons: &["home", "limit"],
    stopped: &["limit"],
    counters: &[
        CounterInfo::length("moves"),
        CounterInfo { name: "links", keep: Keep::Sum, file: "" },
    ],
    columns: &[
        ("moves", "rolls of both players together, those that move nothing too"),
        ("links", "links that both players together followed"),
        ("home", "games that ended because somebody came to the last square"),
        ("limit", "games that the limit ended"),
        ("error", "how far off each number may be, times itself where it is above 1"),
    ],
    features: &[FeatureInfo { name: "first_roll", summary: "what A rolls first" }],
    ..GameInfo::BARE
};

/// Plays a game: the positions of outcome and end reason, moves and links. `told` hears who moved,
/// where the roll stopped, and where everybody lies.
fn play(
    rules: &Rules,
    dice: &mut GameChance<'_>,
    mut told: impl FnMut(usize, usize, usize, [usize; MOST_SEATS]),
) -> (usize, usize, [u64; 2]) {
    let (mut at, mut links) = ([0; MOST_SEATS], 0);
    for turn in 0..rules.limit {
        let player = turn as usize % rules.players;
        let roll = rules.face(dice.below(rules.weight));
        let [stop, to] = rules.moved(at[player], roll);
        at[player] = to;
        links += u64::from(stop != to);
        told(player, roll, stop, at);
        if to == rules.home() {
            return (player, HOME, [turn + 1, links]);
        }
    }
    (NOBODY, LIMIT, [rules.limit, links])
}

impl About for Snakes {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn replay(&self, rules: &str, _: &str, seed: u64, game: u64) -> Option<String> {
        Some(format!("war-sim play --rules {rules} --seed {seed} --game {game} --trace"))
    }

    fn exact(&self, cells: &[&Cell]) -> Option<Vec<Box<dyn Exact>>> {
        let rules: Vec<&Rules> = cells.iter().map(|cell| cell.rules.of()).collect();
        let seats = rules.iter().map(|rules| rules.players.max(2)).max().unwrap_or(2);
        let chain = |rules: &Rules| Box::new(Chain(rules.clone(), seats)) as Box<dyn Exact>;
        Some(rules.into_iter().map(chain).collect())
    }
}

impl Game for Snakes {
    type Fields = Board;
    type Rules = Rules;

    fn presets(&self) -> Vec<Preset<Board>> {
        let young = "Milton Bradley, Chutes and Ladders: the board as analysed at Brigham Young \
                     University";
        let paper = "S. C. Althoen, L. King, K. Schilling, How long is a game of snakes and \
                     ladders?, Math. Gazette 77 (1993) 71-76";
        let exactly = "Milton Bradley's board; the last square exactly";
        let beyond = "the same board; a roll beyond the last square wins, too";
        let moved = "the board of the first paper on the game: the slide from 48 starts on 47";
        let preset = |name, summary, source, fields| Preset { name, summary, source, fields };
        let mut althoen = Board::default();
        for link in althoen.links.iter_mut().filter(|link| link[0] == 48) {
            link[0] = 47;
        }
        vec![
            preset("chutes", exactly, young, Board::default()),
            preset("overshoot", beyond, young, Board { exact: false, ..Board::default() }),
            preset("althoen", moved, paper, althoen),
        ]
    }

    fn check(&self, board: Board) -> Result<Rules, RulesError> {
        checked(board).map_err(RulesError::Refused)
    }

    fn fields(&self, rules: &Rules) -> Board {
        rules.board.clone()
    }

    fn facts(&self, rules: &Rules) -> RuleFacts {
        let [stops, homeward] = rules.ways();
        let lost = (0..rules.home()).find(|&at| stops[at] && !homeward[rules.leads[at]]);
        let linked = rules.board.links.iter().find(|[from, _]| !stops[*from as usize]);
        let lost = lost.map(|at| {
            format!("links: from square {at} there is no way home; such games end at the limit")
        });
        let unused = linked
            .map(|link| format!("links: no roll stops on the start of {link:?}; leave it out"));
        let idle = !rules.board.exact && rules.rolls().all(|face| face == 1);
        let why =
            "exact = false: a die that shows nothing but 1 never rolls beyond the last square";
        RuleFacts {
            cautions: lost.into_iter().chain(unused).collect(),
            idle: idle.then(|| why.into()).into_iter().collect(),
            seats: rules.players,
            longest: Some(rules.limit),
            ..RuleFacts::default()
        }
    }

    fn player(&self, cells: Cells<'_, Rules>, deals: &Deals) -> Made {
        let rules = cells.iter().map(|(rules, _)| (*rules).clone()).collect();
        let one = |rules: &Rules, dice: &mut GameChance<'_>| play(rules, dice, |_, _, _, _| ());
        let first = |rules: &Rules, _, dice: &mut GameChance<'_>| {
            rules.face(dice.below(rules.weight)) as i64
        };
        Ok(Box::new(EachGame::new(rules, Chance::new(deals.seed, "snakes"), one, first)))
    }

    fn film(&self, rules: &Rules, deals: &Deals, game: u64) -> Option<Film> {
        Some(film(rules, &mut Chance::new(deals.seed, "snakes").game(game)))
    }
}

/// Checks the fields; a refusal names the field, what is allowed, and what to change.
fn checked(board: Board) -> Result<Rules, String> {
    for (field, value, most) in [
        ("squares", board.squares, 10_000),
        ("players", board.players, MOST_SEATS as i64),
        ("limit", board.limit, 10_000_000),
    ] {
        if !(1..=most).contains(&value) {
            return Err(format!("{field} = {value} is out of range: use 1 to {most}"));
        }
    }
    let home = board.squares;
    let mut leads: Vec<usize> = (0..=home as usize).collect();
    for link @ &[from, to] in &board.links {
        let refuse = |why: String| Err(format!("links: {link:?} {why}"));
        if from == home {
            return refuse("starts on the last square, which ends the game; leave it out".into());
        }
        for square in [from, to] {
            if !(1..=home).contains(&square) {
                return refuse(format!("names square {square}; the board has 1 to {home}"));
            }
        }
        if from == to {
            return refuse("leads nowhere; leave it out".into());
        }
        if leads[from as usize] != from as usize {
            return refuse(format!("is the second link from square {from}; leave one of them out"));
        }
        leads[from as usize] = to as usize;
    }
    let chain = board.links.iter().find(|[_, to]| leads[*to as usize] != *to as usize);
    if let Some(link @ [_, to]) = chain {
        return Err(format!(
            "links: {link:?} ends on square {to}, where another link starts; let it end elsewhere"
        ));
    }
    let faces = weighed(&board.faces, &board.weights)?;
    let weight = faces.iter().map(|&(_, weight)| weight).sum();
    let (players, limit) = (board.players as usize, board.limit as u64);
    let rules = Rules { board, faces, weight, players, limit, leads };
    match rules.ways() {
        [_, homeward] if homeward[0] => Ok(rules),
        _ => Err(format!("links: nobody can ever come to square {home}; leave some of them out")),
    }
}

/// The faces with their weights.
fn weighed(faces: &Faces, weights: &[i64]) -> Result<Vec<(usize, u32)>, String> {
    let list: Vec<i64> = match faces {
        Faces::To(most) if (1..=100).contains(most) => (1..=*most).collect(),
        Faces::To(most) => {
            return Err(format!("faces = {most} is out of range: use 1 to 100, or a list"));
        }
        Faces::List(list) if (1..=100).contains(&list.len()) => list.clone(),
        Faces::List(list) => {
            return Err(format!("faces: a list of {} faces; use 1 to 100", list.len()));
        }
    };
    let weights = match weights.len() {
        0 => &vec![1; list.len()][..],
        n if n == list.len() => weights,
        n => return Err(format!("weights: {n} of them for {} faces; give one each", list.len())),
    };
    for (field, values, least, most) in
        [("faces", &list[..], 0, 10_000), ("weights", weights, 1, 1_000_000)]
    {
        if let Some(value) = values.iter().find(|value| !(least..=most).contains(*value)) {
            return Err(format!("{field}: {value} is out of range: use {least} to {most}"));
        }
    }
    Ok(list.iter().zip(weights).map(|(&face, &weight)| (face as usize, weight as u32)).collect())
}

/// The game as an absorbing chain, followed move by move: a player's square depends on the own rolls
/// alone, so several players are the same chain, each for itself. Beside it the seats of the table.
struct Chain(Rules, usize);

impl Exact for Chain {
    fn columns(&self) -> Vec<&'static str> {
        const MOVES: [&str; 10] = [
            "moves_mean",
            "moves_min",
            "moves_p05",
            "moves_p25",
            "moves_median",
            "moves_p75",
            "moves_p95",
            "moves_p99",
            "links_mean",
            "error",
        ];
        GameInfo::ratios_of_seats(self.1).chain(MOVES).collect()
    }

    fn size(&self) -> String {
        format!("the board has {} squares", self.0.home())
    }

    /// Ratios, mean, fewest moves, quantiles, mean of the links, error.
    fn solve(&self, _: usize, stopped: &dyn Fn() -> bool) -> Option<Vec<f64>> {
        let Self(rules, _) = self;
        let mut lies = vec![0.0; rules.leads.len()];
        lies[0] = 1.0;
        let mut games = Absorbed::new(rules.players, rules.limit);
        // The chance that a player is still on the way, the mean of the links, and rounds.
        let (mut on, mut links, mut rounds) = (1.0, 0.0, 0_u64);
        'game: loop {
            if stopped() {
                return None;
            }
            let before = on;
            let (arrived, linked);
            (lies, arrived, linked) = self.step(&lies);
            (on, rounds) = (lies.iter().sum(), rounds + 1);
            for player in 0..rules.players {
                // Who has not moved yet is one move behind.
                let power = |chance: f64, times| (0..times).fold(1.0, |all, _| all * chance);
                let still = power(on, player) * power(before, rules.players - 1 - player);
                links += linked * still;
                if !games.step([(player, arrived * still)], on * still) {
                    break 'game;
                }
            }
        }
        // Every number is a sum of positive ones.
        let sums_of_a_step = rules.faces.len() as u64 * (rules.board.links.len() as u64 + 2);
        // A power of one takes no multiplications.
        let powers = if rules.players > 2 { 2 * rules.players as u64 } else { 1 };
        let operations =
            rounds * (sums_of_a_step + powers) + rules.leads.len() as u64 + games.steps();
        Some(games.numbers(links, operations))
    }

    fn rows(&self, solved: &[Vec<f64>]) -> Vec<Vec<Value>> {
        solved.iter().map(|numbers| Absorbed::row(self.1, numbers)).collect()
    }
}

impl Chain {
    /// Where a player on the way lies after one more move, and the chances to come home by it and to
    /// follow a link.
    fn step(&self, lies: &[f64]) -> (Vec<f64>, f64, f64) {
        let Self(rules, _) = self;
        let mut next = vec![0.0; lies.len()];
        let mut linked = 0.0;
        for (at, chance) in lies.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            for &(roll, weight) in &rules.faces {
                let share = chance * f64::from(weight) / f64::from(rules.weight);
                let [stop, to] = rules.moved(at, roll);
                next[to] += share;
                linked += if stop != to { share } else { 0.0 };
            }
        }
        let arrived = std::mem::take(&mut next[rules.home()]);
        (next, arrived, linked)
    }
}

/// The game as a film: the board after every move.
fn film(rules: &Rules, dice: &mut GameChance<'_>) -> Film {
    let mut last = [0; MOST_SEATS];
    let name = |player: usize| INFO.of_seats(MOST_SEATS).outcomes[player].name;
    let seats = rules.players.max(2);
    let mut camera = Camera::new(Stage::Board(drawn(rules)), (0..seats).map(name), "squares");
    (0..rules.players)
        .for_each(|side| camera.place(format!("Player {}", name(side)), Some(side), false));
    let mut show = |words: String, winner: Option<usize>, at: [usize; MOST_SEATS]| {
        // Square 0 is off the board.
        let item = |square: &usize| vec![*square as i32; usize::from(*square > 0)];
        let items = at[..rules.players].iter().map(item).collect();
        let standing = at[..seats].iter().map(|&square| square as u32).collect();
        camera.take_at(items, Said::new(words, winner), standing);
    };
    show("The counters are off the board".into(), None, last);
    let mut number = 0;
    play(rules, dice, |player, roll, stop, at| {
        number += 1;
        let (from, to) = (last[player], at[player]);
        let (what, good_for) = match stop.cmp(&to) {
            std::cmp::Ordering::Less => (format!("climbs from {stop} to {to}"), Some(player)),
            std::cmp::Ordering::Greater => {
                let other = (rules.players == 2).then_some(1 - player);
                (format!("slides from {stop} to {to}"), other)
            }
            _ if from == to => (format!("stays on {to}"), None),
            _ => (format!("moves to {to}"), (to == rules.home()).then_some(player)),
        };
        let words = format!("Move {number}: {} rolls {roll}, {what}", name(player));
        show(words, good_for, at);
        last = at;
    });
    // What came out is the player's to say.
    camera.film(Vec::new())
}

/// The squares as the board is printed: to and fro, from the bottom up.
fn drawn(rules: &Rules) -> Vec<Square> {
    let squares = rules.home();
    let wide = (1..).find(|wide| wide * wide >= squares).unwrap_or(squares);
    let high = squares.div_ceil(wide);
    let square = |k: usize| {
        let (row, column) = (k / wide, k % wide);
        let links = rules.board.links.iter().find(|[from, _]| *from as usize == k + 1);
        let leads_to = links.map(|[_, to]| *to as u16);
        let column = if row % 2 == 0 { column } else { wide - 1 - column };
        Square { column: column as u8, row: (high - 1 - row) as u8, side: None, leads_to }
    };
    (0..squares).map(square).collect()
}
