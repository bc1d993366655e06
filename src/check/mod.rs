//! Checks somebody else's program: does it play by the rules?
//!
//! [`suites`] says what is asked, [`process`] asks it, [`compare`] finds what is answered wrongly and takes
//! it down to a small deck, [`explain`] finds the rules or the slip that the program plays by, and
//! [`report`] is the verdict, which [`say`] writes for people, programs and build servers.

pub mod answer;
pub mod compare;
pub mod decks;
pub mod explain;
pub mod judge;
pub mod observed;
pub mod process;
pub mod readings;
pub mod report;
pub mod say;
pub mod shrink;
pub mod slips;
pub mod suites;
