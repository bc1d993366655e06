//! Engines: which one plays a rule set, and the faster ones.
//!
//! The reference engine is the rules as written; an engine here is right only because it equals it.
//! The choice is made once, when an [`Engine`] is made, and dispatched once per block of decks.

pub mod best;
mod luck;
pub mod many;
#[cfg(target_arch = "x86_64")]
mod packed;
mod piles;
mod portable;
pub(super) mod pots;
mod run;
mod shape;
mod table;
mod tape;
// Elsewhere there is no processor that it has a kind for.
#[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(unused))]
mod turns;
#[cfg(target_arch = "x86_64")]
mod vector;

#[cfg(not(target_arch = "x86_64"))]
use std::convert::Infallible as Vector;

pub use self::portable::Alone;
use self::portable::Portable;
#[cfg(target_arch = "x86_64")]
use self::vector::Vector;
use super::reference::Reference;
use super::result::{GameResult, whole_block};
use super::rules::Rules;
use crate::core::cards::{DeckBlock, Seed};
use crate::core::engines;
pub use crate::core::engines::{EngineChoice, Unsupported};
#[cfg(test)]
use crate::core::processor::Processor;
use crate::core::results::GameBlock;

/// An engine made for one rule set.
pub type Engine = engines::Engine<Reference, Portable, Vector>;

impl Engine {
    /// The engine of this choice for these rules. `seed` decides in-game randomness, where the
    /// rules have any.
    ///
    /// Errors: [`Unsupported`] if an engine asked for by name cannot play the rule set here;
    /// [`EngineChoice::Auto`] and [`EngineChoice::Reference`] never fail.
    pub fn new(choice: EngineChoice, rules: &Rules, seed: Seed) -> Result<Self, Unsupported> {
        #[cfg(target_arch = "x86_64")]
        let vector = || Vector::new(rules, seed);
        #[cfg(not(target_arch = "x86_64"))]
        let vector = || Err(Unsupported::here());
        let reference = || Reference::new(rules.clone(), seed);
        Self::made(choice, reference, || Portable::new(rules, seed), vector)
    }

    #[cfg(test)]
    /// The portable engine as a processor would have it that has less than this one.
    pub fn portable_on(processor: Processor, rules: &Rules, seed: Seed) -> Self {
        Engine::Portable(Box::new(Portable::on(processor, rules, seed)))
    }

    /// Plays every deck of a block and reports each game once, in any order.
    pub fn play_block(&mut self, decks: &DeckBlock, results: &mut GameBlock) {
        match self {
            Engine::Reference(engine) => engine.play_block(decks, results),
            Engine::Portable(engine) => engine.play_block(decks, results),
            #[cfg(target_arch = "x86_64")]
            Engine::Vector(engine) => engine.play_block(decks, results),
            #[cfg(not(target_arch = "x86_64"))]
            Engine::Vector(never) => match **never {},
        }
    }

    /// Plays every deck of a block; `results` then has a result for each, in the order of the decks.
    pub fn results(&mut self, decks: &DeckBlock, results: &mut Vec<GameResult>) {
        let mut block = whole_block();
        block.reset(decks.first()..decks.first() + decks.len() as u64);
        self.play_block(decks, &mut block);
        results.clear();
        results.extend((0..block.len()).map(|k| GameResult::reported(&block, k)));
    }
}
