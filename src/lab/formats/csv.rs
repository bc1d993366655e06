//! CSV files.

use std::io;

use crate::core::table::{Table, Value};

/// A finished table as CSV, header first.
///
/// Errors: none that a memory buffer can have; the library's are passed on.
pub fn table(table: &Table) -> io::Result<Vec<u8>> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    writer.write_record(&table.header)?;
    for row in &table.rows {
        writer.write_record(row.iter().map(Value::to_string))?;
    }
    writer.into_inner().map_err(|e| e.into_error())
}
