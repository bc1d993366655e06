//! One file per verb.

pub mod check;
pub mod compare;
pub mod completions;
pub mod deck;
pub mod exact;
pub mod list;
pub mod ludo;
pub mod merge;
pub mod play;
pub mod report;
pub mod rules;
pub mod run;
pub mod show;
pub mod verify;
