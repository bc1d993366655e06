//! Playing a workload on many threads, with the same result as on one.

pub mod control;
pub mod ordered;
pub mod run;
pub mod workload;

pub use control::Control;
pub use run::{Rows, RunError, Threads, run};
pub use workload::Workload;
