//! Checks somebody else's program: does it play by the rules?
//!
//! [`suite`] says what is asked, [`process`] asks it, [`compare`] finds the first difference of each
//! suite and takes it down to a small one, `war` knows the decks, the expected answers and which
//! neighbouring rules explain what was answered, and [`report`] writes the verdict. Only `war` knows
//! a game: another one brings its own questions, expected answers and neighbours.

pub mod answer;
pub mod cases;
pub mod compare;
pub mod harness;
pub mod observed;
pub mod process;
pub mod report;
pub mod shrink;
pub mod suite;
pub mod war;
