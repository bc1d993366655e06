//! What every game stands on: randomness, cards, statistics, words. Pure: no file, no clock, no thread.

pub mod cards;
pub mod cycle;
pub mod stats;
pub mod wording;
pub mod words;
