//! The vector engine: whole runs of battles in one step of AVX-512 instructions.
//!
//! `docs/architecture.md` explains how it works. `batch` is what all the time goes into, `flight` deals,
//! plays what a step cannot, and reports; `rows` says how pots are ordered.
// Vector instructions exist only as unsafe functions where the compiler cannot see that the machine
// has them.
#![allow(unsafe_code)]

mod batch;
mod flight;
mod lanes;
mod plan;
mod rows;
mod state;

use self::batch::VectorSetting;
use self::flight::{InFlight, VectorFlight};
use self::plan::Plan;
use self::rows::Rows;
use super::super::rules::{FaceDown, Rules};
use super::counts::Units;
use super::flight::Fast;
use super::shape::Shape;
use crate::core::cards::{DeckBlock, Seed};
use crate::core::engines::{Plays, Unsupported};
use crate::core::processor::{Level, Processor};
use crate::core::results::GameBlock;

/// Most cards of a deck: one vector holds a hand.
const MAX_CARDS: usize = 64;

/// Plays decks of up to 64 cards on machines that have AVX-512 VBMI2.
pub struct Vector {
    plan: Plan,
    setting: VectorSetting,
    rest: Box<InFlight>,
    /// For decks that do not fit.
    fast: Fast,
}

impl std::fmt::Debug for Vector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vector").field("fast", &self.fast).finish_non_exhaustive()
    }
}

impl Vector {
    /// An engine for these rules.
    ///
    /// Errors: [`Unsupported`] if the machine lacks the instructions or the rules are out of reach.
    pub fn new(rules: &Rules, seed: Seed, processor: Processor) -> Result<Self, Unsupported> {
        let unsupported =
            |field: String, reason| Err(Unsupported { engine: "vector", field, reason });
        if !processor.has(Level::Avx512Vbmi2) {
            return Err(Unsupported::here());
        }
        let FaceDown::Count(face_down) = rules.war.face_down else {
            let field = format!("war.face_down = {}", rules.war.face_down);
            return unsupported(field, "its wars all cost the same");
        };
        if rules.deck.cards() > MAX_CARDS {
            let field = format!("a deck of {} cards", rules.deck.cards());
            return unsupported(field, "it holds 64 cards at most");
        }
        // What that refuses is refused here, too.
        let fast = Fast::new(rules, seed, processor)
            .map_err(|refused| Unsupported { engine: "vector", ..refused })?;
        let shape = Shape::new(rules);
        if shape.random {
            return unsupported("pickup = \"shuffled\"".into(), "chance enters only with the deal");
        }
        let Some(rows) = Rows::new(&shape, face_down as usize) else {
            let reason = "the cards decide how wars are picked up";
            return unsupported(format!("pickup = \"{}\"", rules.pickup.name()), reason);
        };
        let units = Units::new(shape.caps.rounds < u64::MAX, face_down as u16);
        let plan = Plan { face_down, units, shape };
        let shape = &plan.shape;
        Ok(Self {
            setting: VectorSetting {
                cards: 0,
                uncounted: units.uncounted.into(),
                rows,
                lowest_beats: shape.lowest_beats.unwrap_or_default(),
            },
            rest: Box::new(InFlight::new(shape, processor)),
            plan,
            fast,
        })
    }
}

impl Plays<DeckBlock> for Vector {
    fn play(&mut self, decks: &DeckBlock, results: &mut GameBlock) {
        let Self { plan, setting, rest, fast } = self;
        if !plan.shape.can_play(decks) || decks.cards() > MAX_CARDS {
            return fast.play(decks, results);
        }
        setting.cards = decks.cards() as u32;
        let how = (plan.shape.lowest_beats.is_some(), setting.rows.are_shared());
        let flight = VectorFlight::new(plan, rest, setting, decks, results);
        // SAFETY: an engine is made only on machines that have the instructions.
        unsafe {
            match how {
                (false, true) => flight.play::<false, true>(),
                (false, false) => flight.play::<false, false>(),
                (true, true) => flight.play::<true, true>(),
                (true, false) => flight.play::<true, false>(),
            }
        }
        rest.chains().report(results);
    }
}
