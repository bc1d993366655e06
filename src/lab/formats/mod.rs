//! Tables and rows as files of every form.

pub mod decks;
#[cfg(feature = "parquet")]
pub mod parquet;

use serde_json::{Value as Json, json};

use crate::core::rows::Columns;
use crate::core::table::Table;

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

/// `{"summary": [{"rules": "umass", ...}], ...}`: each table by its name without `.csv`, each row an
/// object. Counts are exact; a field without a value is `null`.
pub fn json(tables: &[Table]) -> Json {
    let named = tables.iter().map(|table| {
        let rows = table.rows.iter().map(|row| {
            let fields = table.header.iter().cloned().zip(row.iter().map(|value| json!(value)));
            Json::Object(fields.collect())
        });
        (table.file.trim_end_matches(".csv").to_owned(), rows.collect())
    });
    Json::Object(named.collect())
}
