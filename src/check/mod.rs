//! Checks somebody else's program: does it play by the rules?
//!
//! [`suite`] says what is asked, [`process`] asks it, [`compare`] finds the first difference of each
//! suite and [`difference`] takes it down to a small one, [`war`] knows the decks, the expected
//! answers and which neighbouring rules explain what was answered, and [`report`] writes the verdict.

pub mod answer;
pub mod asking;
pub mod cases;
pub mod changes;
pub mod compare;
pub mod diagnosis;
pub mod difference;
pub mod examiner;
pub mod facts;
pub mod harness;
pub mod noun;
pub mod observed;
pub mod process;
pub mod reason;
pub mod report;
pub mod say;
pub mod shrink;
pub mod suite;
pub mod war;
