//! Games of pure chance, played by the million: first of all the card game War.

pub mod cli;
pub mod core;
pub mod games;
pub mod lab;

pub use games::war::find_winner;

/// For the benches of this repository; no promise.
#[doc(hidden)]
pub mod inside {
    pub use crate::core::cards::{Dealer, Deals, DeckBlock, Seed};
    pub use crate::core::game::Game;
    pub use crate::core::results::GameBlock;
    pub use crate::core::tally::{Detail, Tally};
    pub use crate::games::war::fast::{Engine, EngineChoice};
    pub use crate::games::war::{GameResult, Rules, Sink, War, presets};
}
