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

#[cfg(not(target_arch = "x86_64"))]
use std::convert::Infallible as Vector;
use std::ops::Range;

use self::portable::Portable;
#[cfg(target_arch = "x86_64")]
use self::vector::Vector;
use super::pair::Pair;
use super::result::{GameResult, Seat};
use crate::core::engines;
pub use crate::core::engines::{EngineChoice, Unsupported};
use crate::core::processor::Processor;

/// An engine made for one pair of dice. It works out its tables once, so keep it for many games.
pub type Engine = engines::Engine<Pair, Portable, Vector>;

impl Engine {
    /// The engine of this choice for a pair, on this machine.
    ///
    /// Every engine plays every pair. Errors: [`Unsupported`] if one asked for by name needs
    /// instructions that this machine lacks; [`EngineChoice::Auto`] never fails.
    pub fn new(choice: EngineChoice, pair: &Pair) -> Result<Self, Unsupported> {
        Self::on(Processor::here(), choice, pair)
    }

    /// As [`Engine::new`], on this machine or a weaker one.
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
    pub fn on(
        processor: Processor,
        choice: EngineChoice,
        pair: &Pair,
    ) -> Result<Self, Unsupported> {
        #[cfg(target_arch = "x86_64")]
        let vector = || Vector::new(processor, pair).ok_or_else(Unsupported::here);
        #[cfg(not(target_arch = "x86_64"))]
        let vector = || Err(Unsupported::here());
        Self::made(choice, || pair.clone(), || Portable::new(pair), vector)
    }

    /// Plays the games of a range of indices and hands each to `sink`, once, in no particular order:
    /// its index, who began, and its end.
    pub fn play(&mut self, games: Range<u64>, sink: &mut impl FnMut(u64, Seat, GameResult)) {
        match self {
            Engine::Reference(pair) => {
                for game in games {
                    let (beginner, result) = pair.play_reference(game, &mut |_, _| ());
                    sink(game, beginner, result);
                }
            }
            Engine::Portable(engine) => engine.play(games, sink),
            #[cfg(target_arch = "x86_64")]
            Engine::Vector(engine) => engine.play(games, sink),
            #[cfg(not(target_arch = "x86_64"))]
            Engine::Vector(never) => match **never {},
        }
    }
}
