//! Studies played: batches of games, looks at them, comparisons, and what finished.

pub mod compare;
pub mod estimate;
pub mod finished;
pub mod games;
pub mod pace;
pub mod play;
pub mod rows;
pub mod totals;
pub mod until;

pub use finished::Finished;
