//! Games of pure chance, played by the million: first of all the card game War.

pub mod cards;
pub mod cli;
pub mod war;

pub use war::find_winner;
