//! Games of pure chance, played by the million: first of all the card game War.

pub mod cli;
pub mod core;
pub mod games;
pub mod lab;

pub use games::war::find_winner;
