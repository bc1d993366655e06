//! Best play: each player puts a pot that is won under the hand in whatever order is best.
//!
//! That order is all that a player of War decides, so a small deck is a game of perfect information
//! without chance, solved backwards from its ends. A position is an order of all cards, A's before B's,
//! and how many are A's. Sweep `k` decides the positions that end within `k` rounds: one is won by whoever
//! picks up if one order leads to a position won already, and lost if every order leads to a lost one.
//! Positions that stay open can be drawn for ever: either player has an order that leads to an open one.

use super::super::result::Outcome;
use super::super::rules::{LimitUnit, Pickup, RuleFields, Rules, SeatB, Winnings};
use super::piles::Piles;
use super::shape::{Counts, Shape};
use crate::core::cards::{Card, Composition};
use crate::core::game::Exact;
use crate::core::processor::Processor;
use crate::core::table::Value;
use crate::core::wording::digits::{counted, grouped};
use crate::core::wording::text::{Align, columns};

/// Most positions that are numbered in 32 bits, and so that no product on the way is larger.
const MOST_POSITIONS: u64 = 1 << 31;
/// Most cards, whose number times any number of orders fits 32 bits then.
const MOST_CARDS: usize = 16;
/// Positions beyond which nobody is kept waiting unasked.
const LARGE: u64 = 5_000_000;
/// Seconds for a position in all sweeps, estimated.
const PER_POSITION: f64 = 12e-6;
/// Orders from one question whether to stop to the next.
const ASKED: u32 = 4_096;

/// The fixed orders that best play is measured against; `a-block` is one of these for either seat, and a
/// shuffled pot is no choice.
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

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Open,
    Won(usize),
    Drawn,
}

/// What is known of every position, two bits each.
struct Positions(Vec<u8>);

impl Positions {
    fn new(count: u64) -> Self {
        Self(vec![0; count.div_ceil(4) as usize])
    }

    #[inline]
    fn get(&self, number: u32) -> Known {
        match self.0[number as usize / 4] >> (2 * (number % 4)) & 3 {
            0 => Known::Open,
            3 => Known::Drawn,
            won => Known::Won(usize::from(won) - 1),
        }
    }

    /// Says what an open position is.
    fn decide(&mut self, number: u32, known: Known) {
        let bits = match known {
            Known::Open => 0,
            Known::Won(seat) => seat as u8 + 1,
            Known::Drawn => 3,
        };
        self.0[number as usize / 4] |= bits << (2 * (number % 4));
    }
}

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
    /// The rank of each different card, rising as they win, how many there are, and its code.
    cards: Vec<(Card, u32, u8)>,
    /// The place in `cards` of each code.
    place: [u8; 256],
    /// All cards, in the order of `cards`.
    fresh: Vec<u8>,
    orders: u32,
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
        let orders = orders.and_then(|_| orders_of(&rules.deck.composition));
        let positions = |orders: u64| orders * (fresh.len() as u64 + 1);
        let orders = orders.filter(|&orders| positions(orders) <= MOST_POSITIONS);
        let orders = orders.ok_or_else(too_large)?;
        let shape = Shape::new(rules, Processor::here());
        let mut cards: Vec<(Card, u32, u8)> = Vec::new();
        for &card in &fresh {
            let byte = u8::try_from(card).map_err(|_| {
                format!("deck.lowest: a card of rank {card} is too high; use ranks up to 255")
            })?;
            match cards.iter_mut().find(|(rank, ..)| *rank == card) {
                Some((_, count, _)) => *count += 1,
                None => cards.push((card, 1, shape.code[usize::from(byte)])),
            }
        }
        cards.sort_by_key(|&(.., code)| code);
        if cards.windows(2).any(|two| two[0].2 == two[1].2) {
            return Err("1 and 14 are both the ace here; use a deck with one of them".into());
        }
        let mut place = [0; 256];
        cards.iter().enumerate().for_each(|(k, &(.., code))| place[usize::from(code)] = k as u8);
        let fresh = cards.iter().flat_map(|&(_, n, code)| vec![code; n as usize]).collect();
        let mut fields = rules.clone().into_fields();
        (fields.pickup_war, fields.seat_b) = (None, SeatB::default());
        let to_a = shape.split.cards_of_a(rules.deck.cards());
        Ok(Self { fields, cards, place, fresh, orders: orders as u32, to_a })
    }

    /// How many positions there are.
    fn positions(&self) -> u64 {
        u64::from(self.orders) * (self.fresh.len() as u64 + 1)
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
        let (cards, shape) = (self.fresh.len(), self.shape(choices));
        let mut solver = Solver {
            board: self,
            shape: &shape,
            choices,
            table: Box::default(),
            counts: Counts::default(),
            known: Positions::new(self.positions()),
            next: [0; MOST_CARDS],
        };
        let deal = |number: u32| number as usize % (cards + 1) == self.to_a;
        let mut deals = Deals::default();
        for round in 0.. {
            // Only an empty hand needs no round.
            let is_near = |to_a: &usize| round > 0 || *to_a == 0 || *to_a == cards;
            let mut found: [Vec<u32>; 3] = Default::default();
            let mut order = self.fresh.clone();
            for number in 0..self.orders {
                if number % ASKED == 0 && stopped() {
                    return None;
                }
                for to_a in (0..=cards).filter(is_near) {
                    let position = number * (cards as u32 + 1) + to_a as u32;
                    if solver.known.get(position) == Known::Open {
                        match solver.look(&order, to_a) {
                            Known::Open => {}
                            Known::Won(seat) => found[seat].push(position),
                            Known::Drawn => found[2].push(position),
                        }
                    }
                }
                next_order(&mut order);
            }
            if round > 0 && found.iter().all(Vec::is_empty) {
                break;
            }
            for (k, found) in found.iter().enumerate() {
                let known = if k < 2 { Known::Won(k) } else { Known::Drawn };
                found.iter().for_each(|&position| solver.known.decide(position, known));
                let of_deals = found.iter().filter(|&&position| deal(position)).count() as u64;
                match known {
                    Known::Won(seat) => deals.won[seat] += of_deals,
                    _ => deals.ended += of_deals,
                }
                if k < 2 && of_deals > 0 {
                    deals.rounds = round;
                }
            }
        }
        let all = u64::from(self.orders);
        deals.for_ever = all - deals.won[0] - deals.won[1] - deals.ended;
        let open = |number: &u32| {
            let position = number * (cards as u32 + 1) + self.to_a as u32;
            solver.known.get(position) == Known::Open
        };
        deals.example = (0..self.orders).find(open);
        Some(deals)
    }

    /// The number of an order of all cards, counted from 0 in rising order.
    #[inline]
    fn number(&self, order: &[u8]) -> u32 {
        let mut left = [0_u32; MOST_CARDS];
        left.iter_mut().zip(&self.cards).for_each(|(left, &(_, count, _))| *left = count);
        let (mut ways, mut number) = (self.orders, 0);
        for (rest, &card) in (1..=order.len() as u32).rev().zip(order) {
            let place = usize::from(self.place[usize::from(card)]);
            let smaller: u32 = left[..place].iter().sum();
            number += ways * smaller / rest;
            ways = ways * left[place] / rest;
            left[place] -= 1;
        }
        number
    }

    /// Both hands of the deal of this number, as ranks.
    fn hands(&self, number: u32) -> [Vec<Card>; 2] {
        let mut order = self.fresh.clone();
        for _ in 0..number {
            next_order(&mut order);
        }
        let rank = |&code: &u8| self.cards[usize::from(self.place[usize::from(code)])].0;
        let (a, b) = order.split_at(self.to_a);
        [a, b].map(|hand| hand.iter().map(rank).collect())
    }
}

/// How many different orders a deck has; `None` if they are too many.
fn orders_of(deck: &Composition) -> Option<u64> {
    let counts = (0..deck.ranks).map(|_| deck.suits).chain([deck.jokers]);
    let (mut orders, mut cards) = (1_u64, 0);
    for count in counts {
        for k in 1..=u64::from(count) {
            cards += 1;
            orders = orders.checked_mul(cards)? / k;
        }
    }
    Some(orders)
}

/// The next order of these cards, rising; the first one after the last.
#[inline]
fn next_order(cards: &mut [u8]) -> bool {
    let Some(k) = (1..cards.len()).rev().find(|&k| cards[k - 1] < cards[k]) else {
        cards.reverse();
        return false;
    };
    let swapped = (k..cards.len()).rev().find(|&j| cards[j] > cards[k - 1]).unwrap_or(k);
    cards.swap(k - 1, swapped);
    cards[k..].reverse();
    true
}

/// A sweep's means.
struct Solver<'b> {
    board: &'b BestPlay,
    shape: &'b Shape,
    choices: [Choice; 2],
    table: Box<Piles>,
    counts: Counts,
    known: Positions,
    /// A position that may follow.
    next: [u8; MOST_CARDS],
}

impl Solver<'_> {
    /// What is known of a position from those that follow it.
    fn look(&mut self, order: &[u8], to_a: usize) -> Known {
        let hands = order.split_at(to_a);
        self.counts.clear();
        if let Some((outcome, _)) =
            self.table.play_round(self.shape, [hands.0, hands.1], &mut self.counts)
        {
            return match outcome {
                Outcome::A => Known::Won(0),
                Outcome::B => Known::Won(1),
                Outcome::Draw => Known::Drawn,
            };
        }
        let [a, b] = [0, 1].map(|seat| (self.table.hand(seat), self.table.pile(seat)));
        let (winner, mut filled) = (usize::from(a.1.is_empty()), 0);
        let next = &mut self.next[..order.len()];
        for part in [a.0, a.1, b.0, b.1] {
            next[filled..filled + part.len()].copy_from_slice(part);
            filled += part.len();
        }
        let to_a = (a.0.len() + a.1.len()) as u32;
        let pot = if winner == 0 {
            a.0.len()..to_a as usize
        } else {
            order.len() - b.1.len()..order.len()
        };
        let follows = |next: &[u8]| {
            let number = self.board.number(next) * (next.len() as u32 + 1) + to_a;
            self.known.get(number)
        };
        if self.choices[winner].is_some() {
            return follows(next);
        }
        next[pot.clone()].sort_unstable();
        let mut best = Known::Won(1 - winner);
        loop {
            match follows(next) {
                won if won == Known::Won(winner) => return won,
                Known::Open => best = Known::Open,
                Known::Drawn if best != Known::Open => best = Known::Drawn,
                _ => {}
            }
            if !next_order(&mut next[pot.clone()]) {
                return best;
            }
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

/// What [`Exact::solve`] hands on, and [`Deals`] back again; whole numbers that a float holds exactly.
impl Deals {
    fn numbers(&self) -> Vec<f64> {
        let counts = [self.won[0], self.won[1], self.ended, self.for_ever, self.rounds];
        let example = self.example.map(f64::from);
        counts.iter().map(|&n| n as f64).chain(example).collect()
    }

    fn of_numbers(numbers: &[f64]) -> Self {
        let count = |k: usize| numbers[k] as u64;
        Self {
            won: [count(0), count(1)],
            ended: count(2),
            for_ever: count(3),
            rounds: count(4),
            example: numbers.get(5).map(|&number| number as u32),
        }
    }
}

impl Exact for BestPlay {
    fn columns(&self) -> &'static [&'static str] {
        &[
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
        // Two bits a position, and the numbers of those that a sweep finds.
        u128::from(self.positions()) * 9 / 4
    }

    fn seconds(&self) -> f64 {
        self.positions() as f64 * PER_POSITION
    }

    fn is_large(&self) -> bool {
        self.positions() > LARGE
    }

    fn size(&self) -> String {
        format!("its deck has {}", counted(self.positions(), "position", "positions"))
    }

    fn solve(&self, piece: usize, stopped: &dyn Fn() -> bool) -> Option<Vec<f64>> {
        let deals = BestPlay::solve(self, choices().nth(piece)?, stopped)?;
        Some(deals.numbers())
    }

    fn rows(&self, first: usize, solved: &[Vec<f64>]) -> Vec<Vec<Value>> {
        let row = |([a, b], numbers): ([Choice; 2], &Vec<f64>)| {
            let Deals { won, ended, for_ever, rounds, example } = Deals::of_numbers(numbers);
            let counts = [won[0], won[1], ended + for_ever, for_ever, rounds].map(Value::from);
            let about = [(self.fresh.len() as u64).into(), u64::from(self.orders).into()];
            let deal = example.map_or(Value::Empty, |number| {
                let [a, b] = self.hands(number).map(|hand| plain_cards(&hand));
                Value::deal(&format!("A: {a} | B: {b}"))
            });
            let words = [word(a).into(), word(b).into()];
            about.into_iter().chain(words).chain(counts).chain([deal]).collect()
        };
        choices().skip(first).zip(solved).map(row).collect()
    }

    fn text(&self, rows: &[Vec<Value>]) -> Option<String> {
        let words: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(shown).collect()).collect();
        let best = words.first()?;
        let head = ["A picks up", "B picks up", "A wins", "B wins", "drawn", "of them for ever"];
        let mut lines = vec![head.map(String::from).to_vec()];
        lines.extend(words.iter().map(|row| row[3..9].to_vec()));
        let mut aligns = vec![Align::Right; head.len()];
        (aligns[0], aligns[1]) = (Align::Left, Align::Left);
        let rounds = if best[9] == "1" { "round" } else { "rounds" };
        let mut text = format!(
            "all {}; {}\n{}best play by both wins what it wins within {} {rounds}\n",
            counted(self.orders.into(), "deal", "deals"),
            self.size(),
            columns(&aligns, &lines),
            best[9],
        );
        if !best[10].is_empty() {
            text.push_str(&format!("the first deal that can be drawn for ever: {}\n", best[10]));
        }
        // A fixed order never does better, so equal numbers are equal deals.
        let as_good = |k: &usize| {
            [1 + k, 1 + FIXED.len() + k].iter().all(|&row| words[row][5..7] == best[5..7])
        };
        let as_good: Vec<&str> =
            (0..FIXED.len()).filter(as_good).map(|k| FIXED[k].name()).collect();
        text.push_str(&match as_good.is_empty() {
            true => "no fixed order does as well as best play on every deal\n".to_owned(),
            false => format!("as good as best play on every deal: {}\n", as_good.join(", ")),
        });
        Some(text)
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

    #[test]
    fn orders_are_numbered_as_they_rise() {
        let board = board("deck.ranks = 3\ndeck.suits = 2\ndeck.jokers = 1");
        let mut order = board.fresh.clone();
        for number in 0..board.orders {
            assert_eq!(board.number(&order), number);
            assert_eq!(next_order(&mut order), number + 1 < board.orders);
        }
        assert_eq!(order, board.fresh);
        assert_eq!(board.orders, 630);
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
        for number in 0..board.orders {
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
