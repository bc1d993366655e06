//! Engines: which one plays a rule set, and the faster ones.
//!
//! The reference engine is the rules as written; an engine here is right only because it equals it.
//! The choice is made once, when an [`Engine`] is made, and dispatched once per block of decks.

mod chance;
mod counts;
mod cycles;
mod flight;
mod lane;
mod orders;
mod pots;
mod round;
mod shape;
mod step;
mod watch;
mod words;

use self::flight::Fast;
use super::reference::Reference;
use super::rules::Rules;
use crate::core::cards::{DeckBlock, Seed};
use crate::core::engines::Engine;
pub use crate::core::engines::Unsupported;
use crate::core::processor::Processor;

/// The engine of this word for these rules on a processor. `seed` decides in-game randomness, where the rules have
/// any.
///
/// Errors: [`Unsupported`] if an engine asked for by name cannot play the rule set there; `auto` and
/// `reference` never fail.
pub fn engine(
    processor: Processor,
    word: &'static str,
    rules: &Rules,
    seed: Seed,
) -> Result<Engine<DeckBlock>, Unsupported> {
    Engine::of_word(
        word,
        &[
            ("portable", &|| Ok(Box::new(Fast::new(rules, seed, processor)?))),
            ("reference", &|| Ok(Box::new(Reference::new(rules.clone(), seed)))),
        ],
    )
}
