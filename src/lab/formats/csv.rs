//! CSV files.

use std::io;

use crate::core::table::Table;

/// A finished table as CSV, header first.
///
/// Errors: none that a memory buffer can have; the library's are passed on.
pub fn table(table: &Table) -> io::Result<Vec<u8>> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    writer.write_record(&table.header)?;
    let mut text = String::new();
    for row in &table.rows {
        for value in row {
            text.clear();
            value.write_to(&mut text);
            writer.write_field(&text)?;
        }
        writer.write_record(None::<&[u8]>)?;
    }
    writer.into_inner().map_err(|e| e.into_error())
}
