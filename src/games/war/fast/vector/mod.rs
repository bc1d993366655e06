//! The vector engine: whole runs of battles in one step of AVX-512 instructions.
//!
//! `docs/engines.md` explains how it works. `step` is what all the time goes into, `flight` deals,
//! plays what a step cannot, and reports; `merge` says how pots are ordered.
// Vector instructions exist only as unsafe functions where the compiler cannot see that the machine
// has them.
#![allow(unsafe_code)]

mod flight;
mod merge;
mod plan;
mod step;

use self::flight::{Flight, Rest};
use self::merge::Merge;
use self::plan::Plan;
use self::step::Setting;
use super::super::result::Sink;
use super::super::rules::{FaceDown, LimitUnit, Pickup, Rules, Winnings};
use super::portable::Portable;
use super::shape::Shape;
use super::{EngineChoice, Unsupported};
use crate::core::cards::{DeckBlock, Seed};
use crate::core::processor::{Level, Processor};

/// Most cards of a deck: one vector holds a hand.
const MAX_CARDS: usize = 64;

/// Most cards laid face down in a war that a step resolves.
const MAX_FACE_DOWN: u32 = 4;

/// Plays decks of up to 64 cards on machines that have AVX-512 VBMI2.
pub struct Vector {
    plan: Plan,
    rest: Box<Rest>,
    portable: Portable,
}

impl std::fmt::Debug for Vector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vector").field("portable", &self.portable).finish_non_exhaustive()
    }
}

impl Vector {
    /// An engine for these rules.
    ///
    /// Errors: [`Unsupported`] if the machine lacks the instructions or the rules are out of reach.
    pub fn new(rules: &Rules, seed: Seed) -> Result<Self, Unsupported> {
        let unsupported = |field: String, reason| {
            Err(Unsupported { engine: EngineChoice::Vector.name(), field, reason })
        };
        if !Processor::here().has(Level::Avx512Vbmi2) {
            return unsupported("on this machine".into(), "it has no AVX-512 VBMI2 instructions");
        }
        let face_down = match rules.war.face_down {
            FaceDown::Count(n) if n <= MAX_FACE_DOWN => n,
            other => {
                let reason = "it lays 0 to 4 cards face down";
                return unsupported(format!("war.face_down = {other}"), reason);
            }
        };
        if rules.deck.cards() > MAX_CARDS {
            let field = format!("a deck of {} cards", rules.deck.cards());
            return unsupported(field, "it holds 64 cards at most");
        }
        if rules.compare.lowest_beats_highest {
            let field = "compare.lowest_beats_highest = true".into();
            return unsupported(field, "it compares cards by one order");
        }
        if matches!(rules.pickup, Pickup::LastFirst | Pickup::HighFirst | Pickup::LowFirst) {
            let field = format!("pickup = \"{}\"", rules.pickup.name());
            return unsupported(field, "its pots keep each player's cards in the order laid");
        }
        if rules.pickup == Pickup::Shuffled {
            let field = format!("pickup = \"{}\"", rules.pickup.name());
            return unsupported(field, "it has no randomness inside a game");
        }
        if !matches!(rules.winnings, Winnings::Bottom | Winnings::Pile) {
            let field = format!("winnings = \"{}\"", rules.winnings.name());
            return unsupported(field, "its winnings go under the hand, in the order won");
        }
        let shape = Shape::new(rules);
        Ok(Self {
            plan: Plan {
                face_down,
                merges: Merge::of_rules(rules.pickup, face_down, shape.alternating),
                in_blocks: matches!(
                    rules.pickup,
                    Pickup::WinnerBlock | Pickup::LoserBlock | Pickup::ABlock
                ),
                counts_rounds: rules.limit.unit == LimitUnit::Rounds,
                shape,
            },
            rest: Box::default(),
            portable: Portable::new(rules, seed),
        })
    }

    /// Plays every deck of a block and reports each game once.
    pub fn play_block<S: Sink>(&mut self, decks: &DeckBlock, sink: &mut S) {
        let Self { plan, rest, portable } = self;
        if !plan.shape.can_play(decks) || decks.cards() > MAX_CARDS {
            return portable.play_block(decks, sink);
        }
        let setting = Setting { cards: decks.cards() as u64, merges: plan.merges };
        let shared = plan.merges[0] == plan.merges[1];
        let pattern = plan.merges.iter().any(|merge| merge.war != 0);
        let flight = Flight::new(plan, rest, setting, decks, sink);
        // SAFETY: an engine is made only on machines that have the instructions.
        unsafe {
            match (plan.face_down, shared, pattern) {
                (0, true, false) => flight.play::<0, true, false>(),
                (0, true, true) => flight.play::<0, true, true>(),
                (0, false, false) => flight.play::<0, false, false>(),
                (0, false, true) => flight.play::<0, false, true>(),
                (1, true, false) => flight.play::<1, true, false>(),
                (1, true, true) => flight.play::<1, true, true>(),
                (1, false, false) => flight.play::<1, false, false>(),
                (1, false, true) => flight.play::<1, false, true>(),
                (2, true, false) => flight.play::<2, true, false>(),
                (2, true, true) => flight.play::<2, true, true>(),
                (2, false, false) => flight.play::<2, false, false>(),
                (2, false, true) => flight.play::<2, false, true>(),
                (3, true, false) => flight.play::<3, true, false>(),
                (3, true, true) => flight.play::<3, true, true>(),
                (3, false, false) => flight.play::<3, false, false>(),
                (3, false, true) => flight.play::<3, false, true>(),
                (_, true, false) => flight.play::<4, true, false>(),
                (_, true, true) => flight.play::<4, true, true>(),
                (_, false, false) => flight.play::<4, false, false>(),
                (_, false, true) => flight.play::<4, false, true>(),
            }
        }
        for (depth, rounds) in rest.chains().iter_mut().enumerate().filter(|(_, n)| **n > 0) {
            sink.chains(depth, std::mem::take(rounds));
        }
    }
}
