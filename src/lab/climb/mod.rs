//! Searches for games that are longer than any batch finds, or that never end: climb by climb on many threads, with the
//! same finds as on one, stopped and gone on with at any time.

pub mod account;
pub mod progress;
pub mod rounds;

pub use progress::{Find, Progress};
pub use rounds::{Climbing, ROUND, Until};
