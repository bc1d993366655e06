//! Best play: each player puts a pot that is won under the hand in whatever order is best.
//!
//! That order is all that a player of War decides, so a small deck is a game of perfect information
//! without chance, solved backwards from its ends. A position is an order of all cards, A's before B's,
//! and how many are A's. Round `k` decides the positions that end within `k` rounds: one is won by whoever
//! picks up if one order leads to a position won already, and lost if every order leads to a lost one.
//! Positions that stay open can be drawn for ever: either player has an order that leads to an open one.
//!
//! Only what comes before a position that was just decided is looked at again. Before a round without a
//! war there is one position, worked out from the two cards at the bottom; those before a war are listed
//! once, by what the war leads to, so that the many orders of its pot are one place in that list.

mod orders;
mod positions;

use std::collections::BTreeMap;
use std::ops::Range;

use self::orders::Orders;
use self::positions::{Known, Positions, Wars};
use super::super::result::Outcome;
use super::super::rules::{LimitUnit, Pickup, RuleFields, Rules, SeatB, Winnings};
use super::piles::Piles;
use super::shape::{Counts, Shape};
use crate::core::cards::Card;
use crate::core::cards::deals::{next_order, orders_of};
use crate::core::game::Exact;
use crate::core::processor::Processor;
use crate::core::table::Value;
use crate::core::wording::digits::{counted, grouped};
use crate::core::wording::said::Said;
use crate::core::wording::text::Align;

/// Most positions, which are numbered in 32 bits.
const MOST_POSITIONS: u64 = 1 << 31;
/// Most cards, of which all arrangements of half are listed.
const MOST_CARDS: usize = 16;
/// Positions beyond which nobody is kept waiting unasked.
const LARGE: u64 = 5_000_000;
/// Seconds for a position of a deck that is not large, and of one whose tables are far larger than a
/// processor's caches, as measured with twelve and sixteen cards.
const PER_POSITION: [f64; 2] = [0.25e-6, 2.8e-6];
/// Orders, or words of positions, from one question whether to stop to the next.
const ASKED: usize = 4_096;

/// The fixed orders that best play is measured against; `a-block` is one of these for either seat, a
/// shuffled pot is no choice, and `last-war-first` came after the tables of these eight.
const FIXED: [Pickup; 8] = [
    Pickup::HighFirst,
    Pickup::WinnerFirst,
    Pickup::WinnerBlock,
    Pickup::AsLaid,
    Pickup::LowFirst,
    Pickup::LoserFirst,
    Pickup::LoserBlock,
    Pickup::LastFirst,
];

/// How a seat picks up: always so, or as is best if `None`.
type Choice = Option<Pickup>;

/// What came out for the deals of a deck.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deals {
    /// Won by A, won by B.
    pub won: [u64; 2],
    /// Drawn, and ended: both hands are empty, or neither can pay.
    pub ended: u64,
    /// Drawn, and may go on for ever.
    pub for_ever: u64,
    /// Rounds within which every deal that is won is over.
    pub rounds: u64,
    /// The first deal that may go on for ever.
    pub example: Option<u32>,
}

/// A deck and the rules by which it is played.
pub struct BestPlay {
    fields: RuleFields,
    /// The rank of each different card, rising as they win.
    ranks: Vec<Card>,
    /// All cards, rising as they win.
    fresh: Vec<u8>,
    orders: Orders,
    to_a: usize,
}

impl BestPlay {
    /// For these rules, whose own orders of picking up are not asked.
    ///
    /// Errors: a sentence, where they leave no room for best play or the deck is too large.
    pub fn new(rules: &Rules) -> Result<Self, String> {
        if rules.limit.unit != LimitUnit::None {
            return Err(format!(
                "limit.unit = \"{}\": best play takes what rounds it needs; use limit.unit = \"none\", \
                 as in --rules no-limit",
                rules.limit.unit.name()
            ));
        }
        if !matches!(rules.winnings, Winnings::Bottom | Winnings::Pile) {
            return Err(format!(
                "winnings = \"{}\": best play is solved where a pot goes under the hand; use winnings = \
                 \"bottom\"",
                rules.winnings.name()
            ));
        }
        if !rules.deck.hands.are_dealt() {
            return Err("deck.hands: every order of the deck is played; leave it out".into());
        }
        let fresh = rules.deck.fresh();
        let too_large = || {
            format!(
                "a deck of {} has more positions than fit: {MOST_CARDS} cards and {} positions at most; \
                 use fewer ranks or suits",
                counted(fresh.len() as u64, "card", "cards"),
                grouped(MOST_POSITIONS)
            )
        };
        let orders = Some(fresh.len()).filter(|&cards| cards <= MOST_CARDS);
        let copies = fresh.chunk_by(|one, other| one == other).map(|rank| rank.len() as u64);
        let orders = orders.and_then(|_| orders_of(copies));
        let positions = |orders: u64| orders * (fresh.len() as u64 + 1);
        let orders = orders.filter(|&orders| positions(orders) <= MOST_POSITIONS);
        orders.ok_or_else(too_large)?;
        let shape = Shape::new(rules, Processor::here());
        let mut cards: Vec<(u8, Card)> = Vec::new();
        for card in fresh {
            let byte = u8::try_from(card).map_err(|_| {
                format!("deck.lowest: a card of rank {card} is too high; use ranks up to 255")
            })?;
            cards.push((shape.code[usize::from(byte)], card));
        }
        cards.sort_unstable();
        let fresh: Vec<u8> = cards.iter().map(|&(code, _)| code).collect();
        cards.dedup();
        if cards.windows(2).any(|two| two[0].0 == two[1].0) {
            return Err("1 and 14 are both the ace here; use a deck with one of them".into());
        }
        let ranks = cards.into_iter().map(|(_, rank)| rank).collect();
        let mut fields = rules.clone().into_fields();
        (fields.pickup_war, fields.seat_b) = (None, SeatB::default());
        let to_a = shape.split.cards_of_a(rules.deck.cards());
        Ok(Self { fields, ranks, orders: Orders::new(&fresh), fresh, to_a })
    }

    /// How many positions there are.
    fn positions(&self) -> u64 {
        u64::from(self.orders.count) * (self.fresh.len() as u64 + 1)
    }

    /// The number of a position.
    #[inline]
    fn position(&self, order: &[u8], to_a: usize) -> u32 {
        self.orders.number(order) * (order.len() as u32 + 1) + to_a as u32
    }

    /// The shape of the rules with these choices; best play has its cards from the pot, whatever order.
    fn shape(&self, choices: [Choice; 2]) -> Shape {
        let mut fields = self.fields.clone();
        fields.pickup = choices[0].unwrap_or_default();
        fields.seat_b.pickup = Some(choices[1].unwrap_or_default());
        match fields.check() {
            Ok(rules) => Shape::new(&rules, Processor::here()),
            Err(error) => unreachable!("any order of picking up can be played: {error}"),
        }
    }

    /// Works backwards from the ends; `None` if `stopped` said so.
    pub fn solve(&self, choices: [Choice; 2], stopped: &dyn Fn() -> bool) -> Option<Deals> {
        let (each, shape) = (self.fresh.len() as u32 + 1, self.shape(choices));
        let mut solver = Solver {
            board: self,
            shape: &shape,
            choices,
            table: Box::default(),
            counts: Counts::default(),
            known: Positions::new(self.positions()),
            wars: Default::default(),
        };
        solver.begin(stopped)?;
        let mut deals = Deals::default();
        let mut order = self.fresh.clone();
        for round in 0.. {
            let (mut found, mut written) = (false, None);
            for word in 0..solver.known.words() {
                if word.is_multiple_of(ASKED) && stopped() {
                    return None;
                }
                for (position, known) in solver.known.now(word) {
                    let (number, to_a) = (position / each, (position % each) as usize);
                    if written != Some(number) {
                        self.orders.write(number, &mut order);
                        written = Some(number);
                    }
                    found = true;
                    if to_a == self.to_a {
                        match known {
                            Known::Won(seat) => {
                                deals.won[seat] += 1;
                                deals.rounds = round;
                            }
                            _ => deals.ended += 1,
                        }
                    }
                    solver.arrive(position, known, &order, to_a);
                }
            }
            if !found {
                break;
            }
            solver.known.advance();
        }
        let all = u64::from(self.orders.count);
        deals.for_ever = all - deals.won[0] - deals.won[1] - deals.ended;
        let is_open = |number: &u32| !solver.known.is_decided(number * each + self.to_a as u32);
        deals.example = (0..self.orders.count).find(is_open);
        Some(deals)
    }

    /// Both hands of the deal of this number, as ranks.
    fn hands(&self, number: u32) -> [Vec<Card>; 2] {
        let mut order = self.fresh.clone();
        self.orders.write(number, &mut order);
        let rank = |&code: &u8| self.ranks[usize::from(self.orders.place[usize::from(code)])];
        let (a, b) = order.split_at(self.to_a);
        [a, b].map(|hand| hand.iter().map(rank).collect())
    }
}

/// What it takes to work backwards.
struct Solver<'b> {
    board: &'b BestPlay,
    shape: &'b Shape,
    choices: [Choice; 2],
    table: Box<Piles>,
    counts: Counts,
    known: Positions,
    /// The positions before wars, by who wins these and how many cards, at the bottom of the hand, are
    /// sorted in the position to which they lead: the pot where any order may be chosen, or none.
    wars: [BTreeMap<usize, Wars>; 2],
}

/// The position after a round that does not end the game.
struct After {
    order: [u8; MOST_CARDS],
    to_a: usize,
    winner: usize,
    /// Where the pot is.
    pot: Range<usize>,
}

impl Solver<'_> {
    /// Decides what ends with no round or with the first one, and lists the positions before wars.
    fn begin(&mut self, stopped: &dyn Fn() -> bool) -> Option<()> {
        let cards = self.board.fresh.len();
        for is_before in [true, false] {
            let mut order = self.board.fresh.clone();
            for number in 0..self.board.orders.count {
                if (number as usize).is_multiple_of(ASKED) && stopped() {
                    return None;
                }
                for to_a in 0..=cards {
                    let is_over = to_a == 0 || to_a == cards;
                    let is_wanted =
                        if is_before { is_over } else { !is_over && order[0] == order[to_a] };
                    if is_wanted {
                        self.list(number * (cards as u32 + 1) + to_a as u32, &order, to_a);
                    }
                }
                next_order(&mut order);
            }
            if is_before {
                self.known.advance();
            }
        }
        let positions = self.board.positions();
        self.wars.iter_mut().flat_map(BTreeMap::values_mut).for_each(|wars| wars.sort(positions));
        Some(())
    }

    /// Decides a position whose round ends the game, or lists it by what its war leads to.
    fn list(&mut self, position: u32, order: &[u8], to_a: usize) {
        match self.play(order, to_a) {
            Err(known) => self.known.decide(position, known),
            Ok(mut after) => {
                let sorted = match self.choices[after.winner] {
                    Some(_) => 0,
                    None => after.pot.len(),
                };
                if sorted > 0 {
                    after.order[after.pot.clone()].sort_unstable();
                }
                let leads_to = self.board.position(&after.order[..order.len()], after.to_a);
                let wars = self.wars[after.winner].entry(sorted).or_default();
                wars.add(position, leads_to);
            }
        }
    }

    /// Plays a round; or how the game ends before or with it.
    fn play(&mut self, order: &[u8], to_a: usize) -> Result<After, Known> {
        self.counts.clear();
        let hands = order.split_at(to_a);
        let end = self.table.play_round(self.shape, [hands.0, hands.1], &mut self.counts);
        match end {
            Some((Outcome::A, _)) => return Err(Known::Won(0)),
            Some((Outcome::B, _)) => return Err(Known::Won(1)),
            Some((Outcome::Draw, _)) => return Err(Known::Drawn),
            None => {}
        }
        let [a, b] = [0, 1].map(|seat| (self.table.hand(seat), self.table.pile(seat)));
        let (mut after, mut filled) = ([0; MOST_CARDS], 0);
        for part in [a.0, a.1, b.0, b.1] {
            after[filled..filled + part.len()].copy_from_slice(part);
            filled += part.len();
        }
        let to_a = a.0.len() + a.1.len();
        let winner = usize::from(a.1.is_empty());
        let pot = [a.0.len()..to_a, order.len() - b.1.len()..order.len()][winner].clone();
        Ok(After { order: after, to_a, winner, pot })
    }

    /// Looks again at what comes before a position that was just decided.
    fn arrive(&mut self, position: u32, known: Known, order: &[u8], to_a: usize) {
        for (winner, hand) in [0..to_a, to_a..order.len()].into_iter().enumerate() {
            if hand.len() >= 2 && order[hand.end - 2] != order[hand.end - 1] {
                self.look_at_pair(winner, known, order, to_a);
            }
            for (&sorted, wars) in &self.wars[winner] {
                if hand.len() < sorted {
                    break;
                }
                let mut after = [0; MOST_CARDS];
                let after = &mut after[..order.len()];
                after.copy_from_slice(order);
                let pot = hand.end - sorted..hand.end;
                let mut leads_to = position;
                if sorted > 0 {
                    after[pot.clone()].sort_unstable();
                    leads_to = self.board.position(after, to_a);
                }
                let before = wars.before(leads_to);
                // All positions before the orders of a pot are decided at once.
                if before.first().is_none_or(|&war| self.known.is_decided(war as u32)) {
                    continue;
                }
                let known = match sorted {
                    0 => known,
                    _ if known == Known::Won(winner) => known,
                    _ => best(self.board, &self.known, after, to_a, pot, winner),
                };
                before.iter().for_each(|&war| self.known.decide(war as u32, known));
            }
        }
    }

    /// Looks at the one position before a round without a war, whose pot is at the bottom of the hand.
    #[inline]
    fn look_at_pair(&mut self, winner: usize, known: Known, order: &[u8], to_a: usize) {
        let pot = if winner == 0 { to_a - 2..to_a } else { order.len() - 2..order.len() };
        let (x, y) = (order[pot.start], order[pot.start + 1]);
        let (a, b) = if self.shape.a_wins(x, y) == (winner == 0) { (x, y) } else { (y, x) };
        let (of_a, of_b) = match winner {
            0 => (&order[..to_a - 2], &order[to_a..]),
            _ => (&order[..to_a], &order[to_a..order.len() - 2]),
        };
        let mut before = [0; MOST_CARDS];
        let before = &mut before[..order.len()];
        before[0] = a;
        before[1..=of_a.len()].copy_from_slice(of_a);
        before[of_a.len() + 1] = b;
        before[of_a.len() + 2..].copy_from_slice(of_b);
        let position = self.board.position(before, of_a.len() + 1);
        if self.known.is_decided(position) {
            return;
        }
        let known = match self.choices[winner] {
            None if known == Known::Won(winner) => known,
            None => {
                let mut sorted = [0; MOST_CARDS];
                let sorted = &mut sorted[..order.len()];
                sorted.copy_from_slice(order);
                sorted[pot.clone()].sort_unstable();
                best(self.board, &self.known, sorted, to_a, pot, winner)
            }
            Some(_) => match self.play(before, of_a.len() + 1) {
                Ok(after) if after.order[..order.len()] == *order => known,
                _ => return,
            },
        };
        self.known.decide(position, known);
    }
}

/// The best of all orders of a pot, which is sorted, for who has won it.
///
/// Open as soon as one order is: one that leads to a position won is found when that position is.
fn best(
    board: &BestPlay,
    known: &Positions,
    after: &mut [u8],
    to_a: usize,
    pot: Range<usize>,
    winner: usize,
) -> Known {
    let mut best = Known::Won(1 - winner);
    loop {
        match known.get(board.position(after, to_a)) {
            Known::Open => return Known::Open,
            won if won == Known::Won(winner) => return won,
            Known::Drawn => best = Known::Drawn,
            Known::Won(_) => {}
        }
        if !next_order(&mut after[pot.clone()]) {
            return best;
        }
    }
}

/// Who plays how, in the order of the rows.
fn choices() -> impl Iterator<Item = [Choice; 2]> {
    let against = FIXED.into_iter().map(|order| [None, Some(order)]);
    let instead = FIXED.into_iter().map(|order| [Some(order), None]);
    std::iter::once([None; 2]).chain(against).chain(instead)
}

fn word(choice: Choice) -> &'static str {
    choice.map_or("best", Pickup::name)
}

/// What [`Exact::solve`] hands on: whole numbers that a float holds exactly.
impl Deals {
    fn numbers(&self) -> Vec<f64> {
        let counts = [self.won[0], self.won[1], self.ended, self.for_ever, self.rounds];
        let example = self.example.map(f64::from);
        counts.iter().map(|&n| n as f64).chain(example).collect()
    }
}

impl Exact for BestPlay {
    fn columns(&self) -> Vec<&'static str> {
        vec![
            "cards",
            "orders",
            "pickup_a",
            "pickup_b",
            "a_wins",
            "b_wins",
            "draws",
            "for_ever",
            "rounds_max",
            "for_ever_deal",
        ]
    }

    fn pieces(&self) -> usize {
        choices().count()
    }

    fn row_count(&self) -> usize {
        self.pieces()
    }

    fn bytes(&self) -> u128 {
        // Four bits a position, and eight bytes, in a list that may have to grow, for each one whose top
        // cards tie.
        let cards = self.fresh.len() as u128;
        let alike = self.fresh.chunk_by(|a, b| a == b).map(|same| same.len() as u128);
        let ties: u128 = alike.map(|same| same * (same - 1)).sum();
        let wars = u128::from(self.positions()) * ties / (cards * cards.max(2) - cards).max(1);
        u128::from(self.positions()) / 2 + 16 * wars
    }

    fn seconds(&self) -> f64 {
        self.positions() as f64 * PER_POSITION[usize::from(self.positions() > LARGE)]
    }

    fn less(&self) -> Option<&'static str> {
        let fewer = "fewer suits, or fewer ranks (--lowest keeps the highest)";
        (self.positions() > LARGE).then_some(fewer)
    }

    fn size(&self) -> String {
        format!("its deck has {}", counted(self.positions(), "position", "positions"))
    }

    fn solve(&self, piece: usize, stopped: &dyn Fn() -> bool) -> Option<Vec<f64>> {
        let deals = BestPlay::solve(self, choices().nth(piece)?, stopped)?;
        Some(deals.numbers())
    }

    fn rows(&self, solved: &[Vec<f64>]) -> Vec<Vec<Value>> {
        let row = |([a, b], numbers): ([Choice; 2], &Vec<f64>)| {
            let count = |k: usize| numbers[k] as u64;
            let counts = [count(0), count(1), count(2) + count(3), count(3), count(4)];
            let counts = counts.map(Value::from);
            let about = [(self.fresh.len() as u64).into(), u64::from(self.orders.count).into()];
            let deal = numbers.get(5).map_or(Value::Empty, |&number| {
                let [a, b] = self.hands(number as u32).map(|hand| plain_cards(&hand));
                Value::deal(&format!("A: {a} | B: {b}"))
            });
            let words = [word(a).into(), word(b).into()];
            about.into_iter().chain(words).chain(counts).chain([deal]).collect()
        };
        choices().zip(solved).map(row).collect()
    }

    fn text(&self, rows: &[Vec<Value>]) -> Option<Said> {
        let words: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(shown).collect()).collect();
        let best = words.first()?;
        let head = ["A picks up", "B picks up", "A wins", "B wins", "drawn", "of them for ever"];
        let mut lines = vec![head.map(String::from).to_vec()];
        lines.extend(words.iter().map(|row| row[3..9].to_vec()));
        let mut aligns = vec![Align::Right; head.len()];
        (aligns[0], aligns[1]) = (Align::Left, Align::Left);
        let rounds = if best[9] == "1" { "round" } else { "rounds" };
        let deals = counted(self.orders.count.into(), "deal", "deals");
        let mut said = Said::words_of(format!("all {deals}; {}", self.size()));
        said.rows(aligns, lines);
        said.words("", format!("best play by both wins what it wins within {} {rounds}", best[9]));
        if !best[10].is_empty() {
            said.words("", format!("the first deal that can be drawn for ever: {}", best[10]));
        }
        // A fixed order never does better, so equal numbers are equal deals.
        let as_good = |k: &usize| {
            [1 + k, 1 + FIXED.len() + k].iter().all(|&row| words[row][5..7] == best[5..7])
        };
        let as_good: Vec<&str> =
            (0..FIXED.len()).filter(as_good).map(|k| FIXED[k].name()).collect();
        let found = match as_good.is_empty() {
            true => "no fixed order does as well as best play on every deal".to_owned(),
            false => format!("as good as best play on every deal: {}", as_good.join(", ")),
        };
        said.words("", found);
        Some(said)
    }
}

/// Ranks, as people write a hand.
fn plain_cards(hand: &[Card]) -> String {
    hand.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

/// A field for people.
fn shown(value: &Value) -> String {
    match value {
        Value::Int(n) => grouped(*n),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cards::{GameIndex, Seed};
    use crate::games::war::{EndReason, Reference};

    fn board(text: &str) -> BestPlay {
        let text = format!("limit.unit = 'none'\n{text}");
        let rules = RuleFields::from_toml(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        BestPlay::new(&rules).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    /// Wins of A and of B, draws, and draws for ever, as `scripts/best_pickup.py` has them: a second
    /// implementation, which also finds that an end can be reached from every position.
    #[test]
    fn best_play_of_the_smallest_decks_is_that_of_brute_force() {
        let solve = |board: &BestPlay, a, b| {
            let Deals { won, ended, for_ever, .. } = board.solve([a, b], &|| false).unwrap();
            [won[0], won[1], ended + for_ever, for_ever]
        };
        let of = |ranks, suits, face_down| {
            board(&format!(
                "deck.ranks = {ranks}\ndeck.suits = {suits}\nwar.face_down = {face_down}"
            ))
        };
        let (high, laid, last) = (Pickup::HighFirst, Pickup::AsLaid, Pickup::LastFirst);
        for (board, best, against_high, against_laid, high_first, last_first) in [
            (
                of(3, 2, 1),
                [29, 29, 32, 18],
                [57, 27, 6, 0],
                [51, 27, 12, 0],
                [27, 57, 6, 0],
                [27, 51, 12, 0],
            ),
            (
                of(3, 2, 0),
                [26, 26, 38, 30],
                [59, 23, 8, 0],
                [61, 23, 6, 0],
                [23, 59, 8, 0],
                [23, 61, 6, 0],
            ),
            (of(2, 3, 1), [6, 6, 8, 4], [8, 5, 7, 3], [8, 5, 7, 3], [5, 8, 7, 3], [5, 8, 7, 3]),
            (
                of(6, 1, 3),
                [312, 312, 96, 96],
                [360, 168, 192, 192],
                [360, 165, 195, 195],
                [168, 360, 192, 192],
                [165, 360, 195, 195],
            ),
        ] {
            assert_eq!(solve(&board, None, None), best);
            assert_eq!(solve(&board, None, Some(high)), against_high);
            assert_eq!(solve(&board, None, Some(laid)), against_laid);
            assert_eq!(solve(&board, Some(high), None), high_first);
            assert_eq!(solve(&board, Some(last), None), last_first);
        }
    }

    #[test]
    fn fixed_orders_on_both_sides_are_the_games_that_are_played() {
        let text = "limit.unit = 'none'\ndeck.ranks = 4\ndeck.suits = 2\nwar.face_down = 1\n\
                    pickup = 'high-first'\nseat_b.pickup = 'loser-block'";
        let rules = RuleFields::from_toml(text).unwrap();
        let board = BestPlay::new(&rules).unwrap();
        let choices = [Some(Pickup::HighFirst), Some(Pickup::LoserBlock)];
        let found = board.solve(choices, &|| false).unwrap();
        let mut played = Deals { rounds: found.rounds, example: found.example, ..Deals::default() };
        let mut engine = Reference::new(rules, Seed(0));
        for number in 0..board.orders.count {
            let [a, b] = board.hands(number);
            let result = engine.play_hands([&a, &b], GameIndex(0));
            match (result.outcome, result.end_reason) {
                (Outcome::A, _) => played.won[0] += 1,
                (Outcome::B, _) => played.won[1] += 1,
                (Outcome::Draw, EndReason::Cycle) => played.for_ever += 1,
                (Outcome::Draw, _) => played.ended += 1,
            }
        }
        assert_eq!(found, played);
        assert!(played.for_ever > 0 && played.ended > 0);
    }

    #[test]
    fn what_leaves_no_room_for_best_play_is_refused_by_field() {
        for (text, field) in [
            ("", "limit.unit"),
            ("limit.unit = 'none'\nwinnings = 'pile-reversed'", "winnings"),
            (
                "limit.unit = 'none'\ndeck.suits = 2\ndeck.ranks = 2\ndeck.hands.a = [2]",
                "deck.hands",
            ),
            ("limit.unit = 'none'", "52 cards"),
            ("limit.unit = 'none'\ndeck.suits = 1\ndeck.ranks = 16", "16 cards"),
        ] {
            let rules = RuleFields::from_toml(text).unwrap();
            let why = BestPlay::new(&rules).err().unwrap_or_else(|| panic!("{text}"));
            assert!(why.contains(field), "{why}");
        }
    }
}
