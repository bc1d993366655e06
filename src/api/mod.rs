//! What callers from Rust write: `Study::war` and its friends, tables and folders of what finished.

mod build;
pub mod life;
mod output;
pub mod underway;
