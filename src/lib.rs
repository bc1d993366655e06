//! Games of pure chance, played by the million: first of all the card game War.

pub mod batch;
pub mod cards;
pub mod cli;
pub mod experiment;
pub mod ludo;
pub mod report;
pub mod stats;
pub mod war;
pub mod wording;

pub use war::find_winner;
