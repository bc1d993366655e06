//! What stays of a run: its folder, its state, its manifest.

pub mod answer;
pub mod begin;
pub mod checkpoint;
pub mod difference;
pub mod disk;
pub mod folder;
pub mod job;
pub mod keeper;
pub mod manifest;
pub mod merge;
pub mod output;
pub mod package;
pub mod page;
pub mod part;
pub mod per_game;
pub mod rows;
pub mod runs;
pub mod save;
pub mod signed;
pub mod state;
pub mod stored;
#[cfg(test)]
pub(crate) mod tests;
pub mod verify;
