//! From counts to tables and their forms. Knows no game: each game names itself and what it counts.

pub mod account;
mod asked;
mod by;
pub mod csv;
pub mod current;
pub mod describe;
pub mod exact;
pub mod html;
mod hunts;
pub mod json;
pub mod markdown;
pub mod pairs;
#[cfg(feature = "parquet")]
pub mod parquet;
#[cfg(feature = "parquet")]
pub mod parquet_rows;
#[cfg(feature = "png")]
pub mod png;
pub mod published;
pub mod sentences;
pub mod summary;
pub mod tables;
