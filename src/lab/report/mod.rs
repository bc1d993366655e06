//! From counts to files and to the terminal. Knows no game: it takes tables and writes them.

pub mod csv;
pub mod folder;
pub mod manifest;
pub mod output;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod text;
