//! What a run on many threads stands on: who watches and stops it, its threads, blocks in their order.

pub mod control;
pub mod ordered;
pub mod ranges;
pub mod threads;

pub use control::{Control, Way};
pub use threads::Threads;
