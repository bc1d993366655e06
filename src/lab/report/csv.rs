//! CSV files.

use std::io;

use crate::core::table::{Table, Value};
use crate::core::wording::plain::plain;

/// A finished table as CSV, header first.
///
/// Errors: none that a memory buffer can have; the library's are passed on.
pub fn table(table: &Table) -> io::Result<Vec<u8>> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    writer.write_record(&table.header)?;
    for row in &table.rows {
        writer.write_record(row.iter().map(cell))?;
    }
    writer.into_inner().map_err(|e| e.into_error())
}

/// A value as it is written; nothing in a text moves a cursor or starts a formula.
fn cell(value: &Value) -> String {
    let Value::Text(text) = value else { return value.to_string() };
    let plain = plain(text).replace(['\n', '\t'], " ");
    // Names were checked where they came from; this is for callers from Rust.
    if plain.starts_with(['=', '+', '@']) { format!("'{plain}") } else { plain }
}
