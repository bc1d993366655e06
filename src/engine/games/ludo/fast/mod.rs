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
use super::result::{GameResult, Seat};
pub use crate::core::engines::EngineChoice;
use crate::core::processor::Processor;

/// A machine that an engine asked for by name cannot run on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("engine \"{engine}\" cannot run on this machine: {reason}; use --engine auto")]
pub struct Unsupported {
    /// The engine that was asked for.
    pub engine: &'static str,
    /// Why not.
    pub reason: &'static str,
}

/// An engine made for one pair of dice. It works out its tables once, so keep it for many games.
#[derive(Debug)]
#[non_exhaustive]
pub enum Engine {
    /// The rules as written.
    Reference(Pair),
    /// A side in one word.
    Portable(Box<Portable>),
    /// Sixteen games side by side.
    #[cfg(target_arch = "x86_64")]
    Vector(Box<Vector>),
}

impl Engine {
    /// The engine of this choice for a pair, on this machine.
    ///
    /// Every engine plays every pair. Errors: [`Unsupported`] if one asked for by name needs
    /// instructions that this machine lacks; [`EngineChoice::Auto`] never fails.
    pub fn new(choice: EngineChoice, pair: &Pair) -> Result<Self, Unsupported> {
        Self::on(Processor::here(), choice, pair)
    }

    /// As [`Engine::new`], on this machine or a weaker one.
    pub fn on(
        processor: Processor,
        choice: EngineChoice,
        pair: &Pair,
    ) -> Result<Self, Unsupported> {
        match choice {
            EngineChoice::Reference => Ok(Engine::Reference(pair.clone())),
            EngineChoice::Portable => Ok(Engine::Portable(Box::new(Portable::new(pair)))),
            EngineChoice::Vector => Self::vector(processor, pair),
            EngineChoice::Auto => Ok(Self::fastest(processor, pair)),
        }
    }

    #[cfg(test)]
    /// The fastest engine of this machine.
    pub fn auto(pair: &Pair) -> Self {
        Self::fastest(Processor::here(), pair)
    }

    fn fastest(processor: Processor, pair: &Pair) -> Self {
        Self::vector(processor, pair)
            .unwrap_or_else(|_| Engine::Portable(Box::new(Portable::new(pair))))
    }

    #[cfg(target_arch = "x86_64")]
    fn vector(processor: Processor, pair: &Pair) -> Result<Self, Unsupported> {
        match Vector::new(processor, pair) {
            Some(engine) => Ok(Engine::Vector(Box::new(engine))),
            None => Err(NO_VECTOR),
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn vector(_: Processor, _: &Pair) -> Result<Self, Unsupported> {
        Err(NO_VECTOR)
    }

    /// The engine that plays; never [`EngineChoice::Auto`].
    pub fn choice(&self) -> EngineChoice {
        match self {
            Engine::Reference(_) => EngineChoice::Reference,
            Engine::Portable(_) => EngineChoice::Portable,
            #[cfg(target_arch = "x86_64")]
            Engine::Vector(_) => EngineChoice::Vector,
        }
    }

    /// Plays the games of a range of indices and hands each to `sink`, once, in no particular order:
    /// its index, who began, and its end.
    pub fn play(&mut self, games: Range<u64>, sink: &mut impl FnMut(u64, Seat, GameResult)) {
        match self {
            Engine::Reference(pair) => {
                for game in games {
                    let (beginner, result) = pair.play_reference(game, &mut ());
                    sink(game, beginner, result);
                }
            }
            Engine::Portable(engine) => engine.play(games, sink),
            #[cfg(target_arch = "x86_64")]
            Engine::Vector(engine) => engine.play(games, sink),
        }
    }
}

const NO_VECTOR: Unsupported =
    Unsupported { engine: "vector", reason: "it has no AVX-512 VBMI2 and VPOPCNTDQ instructions" };
