//! The laboratory: plays games by the million, compares rule sets, keeps and shows results.

pub mod report;
pub mod run;
pub mod store;
pub mod study;
