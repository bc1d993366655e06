//! Engines: which one plays a rule set, and the faster ones.
//!
//! The reference engine is the rules as written; an engine here is right only because it equals it.
//! The choice is made once, when an [`Engine`] is made, and dispatched once per block of decks.

// Elsewhere there is no processor that it has a kind for.
#[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(unused))]
mod cycles;
mod flight;
mod luck;
mod orders;
#[cfg(target_arch = "x86_64")]
mod packed;
mod piles;
mod portable;
pub(super) mod pots;
mod round;
mod run;
mod shape;
mod step;
mod table;
mod tape;
#[cfg(target_arch = "x86_64")]
mod vector;
mod watch;
#[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(unused))]
mod words;

use self::flight::Fast;
pub use self::portable::Alone;
use self::portable::Portable;
#[cfg(target_arch = "x86_64")]
use self::vector::Vector;
use super::reference::Reference;
use super::result::{GameResult, whole_block};
use super::rules::Rules;
use crate::core::cards::{DeckBlock, Seed};
use crate::core::engines;
pub use crate::core::engines::{Unsupported, WORDS};
use crate::core::processor::Processor;

/// An engine made for one rule set.
pub type Engine = engines::Engine<DeckBlock>;

/// The engine of this word for these rules. `seed` decides in-game randomness, where the rules have any.
///
/// Errors: [`Unsupported`] if an engine asked for by name cannot play the rule set here; `auto` and
/// `reference` never fail.
pub fn engine(word: &'static str, rules: &Rules, seed: Seed) -> Result<Engine, Unsupported> {
    engine_on(Processor::here(), word, rules, seed)
}

/// [`engine`] as a processor has it that may have less than this one.
///
/// Errors: as there.
pub fn engine_on(
    processor: Processor,
    word: &'static str,
    rules: &Rules,
    seed: Seed,
) -> Result<Engine, Unsupported> {
    Engine::of_word(
        word,
        &[
            #[cfg(target_arch = "x86_64")]
            ("vector", &|| Ok(Box::new(Vector::new(rules, seed, processor)?))),
            ("portable", &|| Ok(Box::new(Fast::new(rules, seed, processor)?))),
            // Where that does not play.
            ("portable", &|| Ok(Box::new(Portable::new(rules, seed, processor)))),
            ("reference", &|| Ok(Box::new(Reference::new(rules.clone(), seed)))),
        ],
    )
}

/// Plays every deck of a block; `results` then has a result for each, in the order of the decks.
pub fn results(engine: &mut Engine, decks: &DeckBlock, results: &mut Vec<GameResult>) {
    let mut block = whole_block();
    block.reset(decks.first()..decks.first() + decks.len() as u64);
    engine.play(decks, &mut block);
    results.clear();
    results.extend((0..block.len()).map(|k| GameResult::reported(&block, k)));
}
