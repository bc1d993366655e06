//! The vector engine: whole runs of battles in one step of AVX-512 instructions.
//!
//! `docs/architecture.md` explains how it works. `batch` is what all the time goes into, `flight` deals,
//! plays what a step cannot, and reports; `rows` says how pots are ordered.
// Vector instructions exist only as unsafe functions where the compiler cannot see that the machine
// has them.
#![allow(unsafe_code)]

mod batch;
mod chance;
mod flight;
mod lanes;
mod notes;
mod plan;
mod rows;

use self::batch::Setting;
use self::chance::{Keys, PotShuffle};
use self::flight::{Flight, Rest};
use self::plan::Plan;
use self::rows::Rows;
use super::super::rules::{FaceDown, Pickup, Rules, Winnings};
use super::portable::Portable;
use super::shape::{PairOrder, Shape};
use crate::core::cards::{DeckBlock, Seed};
use crate::core::engines::{Plays, Unsupported};
use crate::core::processor::{Level, Processor};
use crate::core::results::GameBlock;
use crate::core::seats::Seat;

/// Most cards of a deck: one vector holds a hand.
const MAX_CARDS: usize = 64;

/// Plays decks of up to 64 cards on machines that have AVX-512 VBMI2.
pub struct Vector {
    plan: Plan,
    setting: Setting,
    rest: Box<Rest>,
    /// For decks that do not fit, made when there are some.
    portable: Option<Box<Portable>>,
    rules: Rules,
    seed: Seed,
}

impl std::fmt::Debug for Vector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vector").field("rules", &self.rules).finish_non_exhaustive()
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
        let shape = Shape::new(rules, processor);
        let winnings = || format!("winnings = \"{}\"", rules.winnings.name());
        if rules.winnings == Winnings::PileShuffled {
            return unsupported(winnings(), "its piles are turned or taken as they are");
        }
        if shape.has_piles() && (shape.finds_cycles || shape.random) {
            return unsupported(winnings(), "it turns piles only under a limit and without chance");
        }
        let by_card = [PairOrder::GreaterFirst, PairOrder::LesserFirst];
        if let Some(seat) = Seat::BOTH.iter().find(|s| by_card.contains(&shape.pairs[s.index()])) {
            let of_b = if *seat == Seat::B { " of seat B" } else { "" };
            let field = format!("pickup = \"{}\"{of_b}", rules.pickup_by(*seat, false).name());
            return unsupported(field, "the higher card must be the winner's");
        }
        if shape.random && !rules.pickups().into_iter().all(Pickup::is_by_chance) {
            let field = "pickup = \"shuffled\" of some pots only".into();
            return unsupported(field, "it shuffles every pot or none");
        }
        let shuffle = PotShuffle::new(2 * (face_down as usize + 2)).filter(|_| shape.random);
        let rows = Rows::new(&shape, face_down as usize, !shape.random || shuffle.is_some());
        let plan = Plan { face_down, shape };
        let shape = &plan.shape;
        Ok(Self {
            setting: Setting {
                cards: 0,
                uncounted: plan.uncounted(),
                rows,
                lowest_beats: shape.lowest_beats.unwrap_or_default(),
                keys: Keys::of_seed(seed),
                shuffle,
            },
            rest: Box::new(Rest::new(shape)),
            plan,
            portable: None,
            rules: rules.clone(),
            seed,
        })
    }
}

impl Plays<DeckBlock> for Vector {
    fn play(&mut self, decks: &DeckBlock, results: &mut GameBlock) {
        let Self { plan, setting, rest, portable, rules, seed } = self;
        if !plan.shape.can_play(decks) || decks.cards() > MAX_CARDS {
            let made = || Box::new(Portable::new(rules, *seed, Processor::here()));
            return portable.get_or_insert_with(made).play(decks, results);
        }
        setting.cards = decks.cards() as u32;
        let shape = &plan.shape;
        let how = (shape.lowest_beats.is_some(), setting.rows.are_shared(), shape.finds_cycles);
        let random = shape.random;
        let flight = Flight::new(plan, rest, setting, decks, results);
        // SAFETY: an engine is made only on machines that have the instructions.
        unsafe {
            match how {
                (false, ..) if shape.has_piles() => {
                    flight.play::<false, false, false, false, true>()
                }
                (true, ..) if shape.has_piles() => flight.play::<true, false, false, false, true>(),
                (false, true, false) if random => flight.play::<false, true, false, true, false>(),
                (false, true, false) => flight.play::<false, true, false, false, false>(),
                (false, true, true) => flight.play::<false, true, true, false, false>(),
                (false, false, false) => flight.play::<false, false, false, false, false>(),
                (false, false, true) => flight.play::<false, false, true, false, false>(),
                (true, true, false) if random => flight.play::<true, true, false, true, false>(),
                (true, true, false) => flight.play::<true, true, false, false, false>(),
                (true, true, true) => flight.play::<true, true, true, false, false>(),
                (true, false, false) => flight.play::<true, false, false, false, false>(),
                (true, false, true) => flight.play::<true, false, true, false, false>(),
            }
        }
        rest.chains().report(results);
    }
}
