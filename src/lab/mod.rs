//! The laboratory: plays games by the million, compares rule sets, keeps and shows results.

pub mod formats;
pub mod refused;
pub mod report;
pub mod run;
pub mod spec;
pub mod store;
pub mod study;
pub mod tables;
