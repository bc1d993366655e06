//! Engines: which one plays a pair, and the faster ones.
//!
//! The reference is the rules as written; an engine here is right only because it equals it. The
//! choice is made once, when an [`Engine`] is made.

mod careful;
mod lane;
mod portable;
mod position;
mod roll_bytes;
#[cfg(target_arch = "x86_64")]
mod vector;

use std::ops::Range;

use self::portable::Portable;
#[cfg(target_arch = "x86_64")]
use self::vector::Vector;
use super::pair::Pair;
use crate::core::engines::{self, Plays};
pub use crate::core::engines::{Unsupported, WORDS};
use crate::core::results::GameBlock;

/// An engine made for one pair of dice. It works out its tables once, so keep it for many games.
pub type Engine = engines::Engine<Range<u64>>;

/// The engine of this word for a pair.
///
/// Every engine plays every pair. Errors: [`Unsupported`] if one asked for by name needs instructions that
/// this machine lacks; `auto` never fails.
pub fn engine(word: &'static str, pair: &Pair) -> Result<Engine, Unsupported> {
    Engine::of_word(
        word,
        &[
            #[cfg(target_arch = "x86_64")]
            ("vector", &|| Ok(Box::new(Vector::new(pair).ok_or_else(Unsupported::here)?))),
            ("portable", &|| Ok(Box::new(Portable::new(pair)))),
            ("reference", &|| Ok(Box::new(pair.clone()))),
        ],
    )
}

/// The rules as written.
impl Plays<Range<u64>> for Pair {
    fn play(&mut self, games: &Range<u64>, results: &mut GameBlock) {
        let mut blocks = self.blocks();
        for game in games.clone() {
            let (beginner, result) = self.play_from(&mut blocks, game, |_| ());
            result.report(game, beginner, results);
        }
    }
}
