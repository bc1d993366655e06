//! Tables and rows as files of every form.

pub mod csv;
pub mod decks;
pub mod json;
#[cfg(feature = "parquet")]
pub mod parquet;

use crate::core::rows::Columns;

/// A block of rows as it is written.
#[derive(Debug)]
pub enum Block {
    /// Lines.
    Csv(Vec<u8>),
    /// A row group, or rows that make one with others.
    #[cfg(feature = "parquet")]
    Parquet(parquet::GroupOrRows),
    /// The rows themselves.
    Rows(Columns),
}
