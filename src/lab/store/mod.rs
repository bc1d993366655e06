//! What stays of a run: its folder, its state, its manifest.

pub mod begin;
pub mod difference;
pub mod disk;
pub mod files;
pub mod keeper;
pub mod manifest;
pub mod merge;
pub mod output;
pub mod package;
pub mod place;
pub mod rows;
pub mod signed;
pub mod state;
#[cfg(test)]
pub(crate) mod tests;
pub mod verify;
