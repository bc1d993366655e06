//! Tables and rows as files of every form.

pub mod csv;
pub mod decks;
pub mod json;
#[cfg(feature = "parquet")]
pub mod parquet;

use crate::core::rows::Columns;

/// A row group of a Parquet file, encoded: its columns.
#[cfg(feature = "parquet")]
pub type Group = Vec<(bytes::Bytes, ::parquet::column::writer::ColumnCloseResult)>;

/// A block of rows as it is written.
#[derive(Debug)]
pub enum Block {
    /// Lines.
    Csv(Vec<u8>),
    /// A whole row group.
    #[cfg(feature = "parquet")]
    Group(Group),
    /// The rows themselves, which in Parquet make a group with others.
    Rows(Columns),
}
