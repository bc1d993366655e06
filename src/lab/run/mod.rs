//! Playing a workload on many threads, with the same result as on one.

pub mod control;
pub mod ordered;
pub mod ranges;
pub mod threads;

pub use control::{Control, Way};
pub use threads::{Rows, Threads, Workload, play_items};
