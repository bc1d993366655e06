//! The laboratory: plays games by the million, compares rule sets, keeps and shows results.

// Asking programs is for the command line alone.
#[cfg(feature = "cli")]
pub mod check;
pub mod climb;
pub mod report;
pub mod run;
pub mod store;
pub mod study;
