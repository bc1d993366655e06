//! What every game stands on: randomness, cards, statistics, counts, words. Pure: no file, no
//! clock, no thread.

pub mod cards;
pub mod choice;
pub mod course;
mod end_tally;
pub mod ends;
pub mod engines;
pub mod fields;
pub mod game;
pub mod info;
pub mod processor;
pub mod random;
pub mod results;
pub mod rows;
pub mod seats;
pub mod stats;
pub mod strata;
pub mod table;
pub mod tally;
#[cfg(test)]
pub mod tests;
mod wide;
pub mod wording;
