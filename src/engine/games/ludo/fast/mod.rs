//! Engines: which one plays a pair, and the faster one.
//!
//! The reference is the rules as written; an engine here is right only because it equals it. The
//! choice is made once, when an [`Engine`] is made.

mod flight;
mod rolls;
mod step;

use std::ops::Range;

use self::flight::Strides;
use super::pair::Pair;
pub use crate::core::engines::Unsupported;
use crate::core::engines::{Engine, Plays};
use crate::core::processor::Processor;
use crate::core::results::GameBlock;

/// The engine of this word for a pair on a processor. It works out its tables once, so keep it for many games.
///
/// Errors: [`Unsupported`] if one asked for by name cannot play the pair; `auto` and `reference` never fail.
pub fn engine(
    processor: Processor,
    word: &'static str,
    pair: &Pair,
) -> Result<Engine<Range<u64>>, Unsupported> {
    Engine::of_word(
        word,
        &[
            ("portable", &|| Ok(Box::new(Strides::new(pair, processor)?))),
            ("reference", &|| Ok(Box::new(pair.clone()))),
        ],
    )
}

/// The rules as written.
impl Plays<Range<u64>> for Pair {
    fn play(&mut self, games: &Range<u64>, results: &mut GameBlock) {
        let mut blocks = self.blocks();
        for game in games.clone() {
            let (beginner, result) = self.play_reference(&mut blocks, game, |_, _| ());
            result.report(game, beginner, results);
        }
    }
}
