//! The search for loops: from a position on a known loop change a few cards, play on, and keep what never
//! ends. A loop that was found so is a start, too.
//!
//! What is changed: two cards are exchanged, a block of cards is moved, two blocks are exchanged, or the cut
//! between the hands is moved, one to three times. From the one loop of the full deck that was published
//! the three others that deals lead to come within a million positions, all of them by blocks.

use std::collections::HashSet;

use super::fast::packed::{Hand, Packed, Shape};
use super::long_deals::LongDeals;
use super::near::near;
use super::result::{EndReason, Outcome};
use super::rules::Rules;
use super::search::{TooLongPast, demands};
use crate::core::cards::Seed;
use crate::core::cycle::Steps;
use crate::core::game::{Climbed, FoundDeal, FoundLoop, KnownLoop, Search};
use crate::core::random::chance::{Chance, GameChance};

/// Deals that others published and that run into a loop, in the notation of their decks.
const LOOPS: [&str; 3] = [
    // B. Casella and others, A Non-Terminating Game of Beggar-My-Neighbor, arXiv:2403.13855 (2024)
    "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA",
    // camicia: loops were printed in 2016 and 2017 (M. Cocco Lasta and D. Mazzaro's group; R. Zanotto), and see
    // N. Andorno and others, arXiv:2602.23406 (2026)
    "--Q------QJ----JK---/---Q---J-Q-KJ--K-K--",
    // camicia: R. Zanotto, github.com/drago-96/cavacamisa, infinite/20170217.txt (17 February 2017)
    "--K-Q-Q-K-KJ-----KJ-/--J--Q----Q-------J-",
];
/// The tag of the search's own chance.
const CHANCE: &str = "loops";
/// Positions of a climb.
const POSITIONS: u64 = 4_096;
/// Changes of a position, at most.
const CHANGES: usize = 3;
/// Cards of a block, and of a move of the cut, at most.
const BLOCK: usize = 10;

/// A loop: its positions as the leader sees them, beginning with the least one.
///
/// So a loop that comes back with the hands exchanged is half as long, and it is the same loop when the
/// seats are exchanged.
#[derive(Debug)]
pub(super) struct Loop(Vec<Packed>);

/// A position as the leader sees it.
pub(super) type Seen = (Hand, Hand);

fn seen(position: &Packed) -> Seen {
    (position.lead, position.other)
}

impl Loop {
    /// The loop that this position is on.
    fn through(position: Packed) -> Self {
        let start = Packed { cards: 0, tricks: 0, ..position };
        let mut now = start;
        let mut positions = Vec::new();
        while positions.is_empty() || !now.same_position(&start) {
            positions.push(now);
            now.trick();
        }
        // With the hands exchanged every position comes twice.
        let half = positions.iter().skip(1).position(|other| seen(other) == seen(&start));
        positions.truncate(half.map_or(positions.len(), |tricks| tricks + 1));
        for position in &mut positions {
            (position.cards, position.tricks) = (now.cards, now.tricks);
        }
        let least = (0..positions.len()).min_by_key(|&k| seen(&positions[k]));
        positions.rotate_left(least.unwrap_or(0));
        Self(positions)
    }

    /// What tells it from others.
    pub(super) fn least(&self) -> Seen {
        seen(&self.0[0])
    }
}

/// How a game from a position ends.
pub(super) enum End {
    Over { cards: u32, tricks: u32 },
    GivenUp,
    Loop(Loop),
}

impl End {
    /// That of the game from this position.
    pub(super) fn of(start: Packed, shape: &Shape) -> Self {
        let result = Packed::finish(start, shape);
        let Some(period) = result.period else {
            let is_open = result.end_reason == EndReason::Limit;
            let (cards, tricks) = (result.cards, result.tricks);
            return if is_open { End::GivenUp } else { End::Over { cards, tricks } };
        };
        let mut now = start;
        (period.tricks..result.tricks).for_each(|_| _ = now.trick());
        End::Loop(Loop::through(now))
    }
}

/// Looks for loops among the neighbours of known ones.
///
/// What a climb finds is a pure function of the rules, the seed, its number and the known loops: climbs of
/// even number begin on loops that deals lead to, the others on any. Where nothing is left to chance, climb
/// 0 tells the loops to begin with, and each of the others plays all positions near one position of a loop
/// that deals lead to, whose change begins at one card.
#[derive(Debug)]
pub struct Neighbours {
    deals: LongDeals,
    seed: Seed,
    /// The known loops, in the order of finding; before climb 0 is made, those that the search begins with.
    loops: Vec<Loop>,
    /// Which of them deals lead to.
    reached: Vec<usize>,
    /// What tells them from others.
    known: HashSet<Seen>,
    /// Whether all positions near the loops are played, instead of random ones.
    is_near: bool,
}

impl Neighbours {
    /// A search by these rules from the loop of `start`, two hands of the whole deck, or from those that
    /// others published.
    ///
    /// Errors: a sentence on rules that cannot be searched, on what is wrong with the start, or on why
    /// there is none.
    pub fn new(
        rules: &Rules,
        seed: Seed,
        start: Option<&str>,
        is_near: bool,
    ) -> Result<Self, String> {
        let deals = LongDeals::new(rules, seed, None)?;
        let end = |hands| {
            let hands = deals.notation.read_whole(hands)?;
            Ok::<_, String>(End::of(deals.climber.position(&hands), deals.climber.shape()))
        };
        let loops: Vec<Loop> = match start {
            Some(text) => match end(text).map_err(|what| format!("--from {text}: {what}"))? {
                End::Loop(start) => vec![start],
                End::Over { .. } => {
                    return Err(format!(
                        "--from {text}: its game comes to an end, so there is no loop to begin with"
                    ));
                }
                End::GivenUp => return Err(format!("--from {text}: nobody knows whether it ends")),
            },
            None => {
                let ends = LOOPS.iter().filter_map(|deal| end(deal).ok());
                ends.filter_map(|end| match end {
                    End::Loop(start) => Some(start),
                    End::Over { .. } | End::GivenUp => None,
                })
                .collect()
            }
        };
        if loops.is_empty() {
            return Err("no loop of this deck was published, and the search begins with one: give a deal that \
                        never ends with --from, such as one that a batch or hunt --climb comes across"
                .into());
        }
        let known = loops.iter().map(Loop::least).collect();
        Ok(Self { deals, seed, loops, reached: Vec::new(), known, is_near })
    }

    /// A loop with all its deals.
    fn told(&mut self, found: &Loop) -> Result<FoundLoop, TooLongPast> {
        let deals = self.deals.climber.deals_into(&found.0)?;
        let least = &found.0[0];
        let period = vec![least.cards.into(), least.tricks.into()];
        let game = FoundDeal {
            end: Outcome::Draw.index() * EndReason::ALL.len() + EndReason::Loop.index(),
            counters: period.clone(),
            deal: self.deals.notation.write(&self.deals.climber.hands(least)),
            period,
        };
        let deals = deals.iter().map(|deal| self.deals.found(deal)).collect();
        Ok(FoundLoop { game, deals })
    }

    /// The cards of a deck.
    fn cards(&self) -> usize {
        self.deals.climber.shape().cards
    }

    /// Random positions near known ones.
    fn some(&self, number: u64, play: &mut dyn FnMut(Packed)) {
        let mut chance = Chance::new(self.seed, CHANCE);
        let mut chance = chance.game(number);
        for _ in 0..POSITIONS {
            let of_loop = &self.start(number, &mut chance).0;
            let position = of_loop[chance.below(of_loop.len() as u32) as usize];
            let mut cards = cards_of(&position);
            let cut = changed(&mut cards, position.lead.len() as usize, &mut chance);
            play(with_cards(position, &cards, cut));
        }
    }

    /// All positions near one position of a loop that deals lead to, whose change begins at one card.
    fn all(&self, number: u64, play: &mut dyn FnMut(Packed)) {
        let n = self.cards();
        let Some(at) = number.checked_sub(1) else { return };
        let (at, first) = ((at / n as u64) as usize, (at % n as u64) as usize);
        let mut positions = self.reached.iter().flat_map(|&k| &self.loops[k].0);
        if let Some(&position) = positions.nth(at) {
            let cut = position.lead.len() as usize;
            let mut play = |cards: &[u8], cut| play(with_cards(position, cards, cut));
            near(&mut cards_of(&position), cut, first, &mut play);
        }
    }

    /// A loop to begin with.
    fn start(&self, number: u64, chance: &mut GameChance<'_>) -> &Loop {
        let mut pick = |n: usize| chance.below(n as u32) as usize;
        let is_even = number.is_multiple_of(2);
        match self.reached.len() {
            reached @ 1.. if is_even => &self.loops[self.reached[pick(reached)]],
            _ => &self.loops[pick(self.loops.len())],
        }
    }
}

impl Search for Neighbours {
    fn climb(&mut self, number: u64, _: u64) -> Climbed {
        let mut climbed = Climbed::default();
        // What another climb of the same worker came across is new to this one: which worker makes
        // which climb must not be seen.
        let (mut new, mut seen_here) = (Vec::new(), HashSet::new());
        if number == 0 {
            new.extend(self.loops.iter().map(|known| known.0[0]));
        }
        let mut play = |changed| {
            climbed.deals += 1;
            match End::of(changed, self.deals.climber.shape()) {
                End::Over { .. } => {}
                End::GivenUp => climbed.given_up += 1,
                End::Loop(found) => {
                    let least = found.least();
                    if !self.known.contains(&least) && seen_here.insert(least) {
                        new.push(found.0[0]);
                    }
                }
            }
        };
        match self.is_near {
            true => self.all(number, &mut play),
            false => self.some(number, &mut play),
        }
        for least in new {
            match self.told(&Loop::through(least)) {
                Ok(found) => climbed.loops.push(found),
                // Whether deals lead to it is not known.
                Err(TooLongPast) => climbed.given_up += 1,
            }
        }
        climbed
    }

    fn know(&mut self, loops: &[KnownLoop<'_>]) {
        if loops.is_empty() {
            return;
        }
        let read = |known: &KnownLoop<'_>| self.deals.notation.read_whole(known.position).ok();
        let positions = loops.iter().filter_map(read);
        self.loops =
            positions.map(|hands| Loop::through(self.deals.climber.position(&hands))).collect();
        self.known = self.loops.iter().map(Loop::least).collect();
        let reached = loops.iter().enumerate().filter(|(_, known)| known.deals > 0);
        self.reached = reached.map(|(k, _)| k).collect();
    }

    fn positions(&self) -> u64 {
        POSITIONS
    }

    fn climbs(&self) -> Option<u64> {
        let positions: usize = self.reached.iter().map(|&k| self.loops[k].0.len()).sum();
        self.is_near.then_some(1 + (positions * self.cards()) as u64)
    }

    fn replay(&self, rules: &str, deal: &str) -> String {
        self.deals.replay(rules, deal)
    }
}

/// What the cards of a position demand, the leader's first, top first.
fn cards_of(position: &Packed) -> Vec<u8> {
    demands(position.lead).chain(demands(position.other)).collect()
}

/// The position with these cards instead, of which the leader has so many.
fn with_cards(position: Packed, cards: &[u8], cut: usize) -> Packed {
    let [lead, other] = [&cards[..cut], &cards[cut..]].map(|h| Hand::of(h.iter().copied()).0);
    Packed { lead, other, cards: 0, tricks: 0, ..position }
}

/// Makes one to three changes; returns where the cut is then, from `cut` at first.
///
/// Shapes: two cards at least, and a hand of one at least on either side of the cut.
fn changed(cards: &mut [u8], mut cut: usize, chance: &mut GameChance<'_>) -> usize {
    let n = cards.len();
    let most = BLOCK.min(n / 2);
    let below = |chance: &mut GameChance<'_>, n: usize| chance.below(n as u32) as usize;
    for _ in 0..=below(chance, CHANGES) {
        match below(chance, 8) {
            0..3 => {
                let (one, from) = (below(chance, n), below(chance, n));
                let mut others = (from..n).chain(0..from);
                if let Some(other) = others.find(|&other| cards[other] != cards[one]) {
                    cards.swap(one, other);
                }
            }
            3..7 => chance.exchange_blocks(cards, most),
            _ => {
                let by = 1 + below(chance, most);
                cut = if below(chance, 2) == 0 {
                    (cut + by).min(n - 1)
                } else {
                    cut.saturating_sub(by).max(1)
                };
            }
        }
    }
    cut
}
