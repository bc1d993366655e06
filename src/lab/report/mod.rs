//! From counts to tables and their forms. Knows no game: what a game is called and counts, it tells.

pub mod csv;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod sentences;
pub mod summary;
pub mod tables;
