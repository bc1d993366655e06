//! Playing a workload on many threads, with the same result as on one.

mod clock;
pub mod control;
pub mod ordered;
pub mod ranges;
pub mod threads;
pub mod workload;

pub use control::{Control, Way};
pub use threads::{Rows, Threads, play_items};
pub use workload::Workload;
