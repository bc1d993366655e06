//! From counts to tables and their forms. Knows no game: each game names itself and what it counts.

pub mod csv;
pub mod exact;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod published;
pub mod sentences;
pub mod summary;
pub mod tables;
