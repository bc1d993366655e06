//! What stays of a run: its folder, its state, its manifest.

pub mod disk;
pub mod folder;
pub mod manifest;
pub mod output;
pub mod package;
pub mod rows;
pub mod save;
pub mod signed;
pub mod state;
pub mod stored;
pub mod together;
