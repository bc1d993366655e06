//! Cards, deck composition and the seeded shuffle.
//!
//! Everything here is a pure function of its arguments. The recipe that turns a seed and an index
//! into a deck is written down in `docs/reproducibility.md`.

pub mod block;
pub mod composition;
pub mod deals;
mod lanes;
pub mod layout;
pub mod shuffle;
pub mod split;
pub mod suited;
#[cfg(test)]
mod tests;
pub mod text;

pub use crate::core::random::key::{GameIndex, Seed};
pub use block::DeckBlock;
pub use composition::Composition;
pub use deals::{DealSource, Deals, DealsFrom, DeckList};
pub use shuffle::{Dealer, RECIPE};

/// A playing card: any `i32`, higher beats lower unless a rule set says otherwise.
///
/// In a composed deck the ranks are `lowest..lowest + ranks`, a joker is one more than the highest
/// of them, and 14 is the ace. Suits do not exist in the game, only in its display.
pub type Card = i32;
