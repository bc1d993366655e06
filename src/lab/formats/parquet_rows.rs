//! Rows read back from a Parquet file that this program wrote.

use std::collections::HashMap;
use std::io;

use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, FileReader, SerializedFileReader};

use super::parquet::into_io;
use crate::core::rows::{Column, Columns};

/// A Parquet file being read, row group by row group.
pub struct ParquetRows<R: ChunkReader + 'static> {
    reader: SerializedFileReader<R>,
    next: usize,
}

impl<R: ChunkReader> std::fmt::Debug for ParquetRows<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetRows").field("next", &self.next).finish_non_exhaustive()
    }
}

impl<R: ChunkReader> ParquetRows<R> {
    /// Opens the file with these bytes.
    ///
    /// Errors: those of the file; `InvalidData` if its columns are not those of `shape`.
    pub fn open(bytes: R, shape: &Columns) -> io::Result<Self> {
        let reader = SerializedFileReader::new(bytes).map_err(into_io)?;
        let schema = reader.metadata().file_metadata().schema_descr();
        let names: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
        if names != shape.names {
            return Err(invalid("its columns are not those of this run"));
        }
        Ok(Self { reader, next: 0 })
    }

    /// The rows of the next row group, in blocks of this shape; `None` after the last.
    ///
    /// Errors: those of the file.
    pub fn next_group(&mut self, shape: &Columns) -> io::Result<Option<Columns>> {
        if self.next == self.reader.num_row_groups() {
            return Ok(None);
        }
        let group = self.reader.get_row_group(self.next).map_err(into_io)?;
        self.next += 1;
        let rows = usize::try_from(group.metadata().num_rows()).map_err(|_| invalid("its rows"))?;
        let mut block = shape.clone();
        block.clear();
        for (k, column) in block.columns.iter_mut().enumerate() {
            let reader = group.get_column_reader(k).map_err(into_io)?;
            read_column(reader, rows, column)?;
        }
        Ok(Some(block))
    }
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

fn read_column(reader: ColumnReader, rows: usize, column: &mut Column) -> io::Result<()> {
    match (reader, column) {
        (ColumnReader::Int64ColumnReader(reader), Column::Int(into)) => {
            *into = values(reader, rows).map_err(into_io)?;
        }
        (ColumnReader::Int64ColumnReader(reader), Column::Index(into)) => {
            let read = values(reader, rows).map_err(into_io)?;
            // An unsigned number is kept as the signed one of the same bits.
            *into = read.into_iter().map(|value| value as u64).collect();
        }
        (ColumnReader::ByteArrayColumnReader(reader), Column::Word { words, rows: into }) => {
            let places: HashMap<&[u8], u32> =
                words.iter().zip(0..).map(|(word, at)| (word.as_bytes(), at)).collect();
            for value in values(reader, rows).map_err(into_io)? {
                let at = places.get(value.data()).ok_or_else(|| invalid("a word of another run"));
                into.push(*at?);
            }
        }
        (ColumnReader::ByteArrayColumnReader(reader), column) => {
            for value in values(reader, rows).map_err(into_io)? {
                let text = value.as_utf8().map_err(into_io)?;
                column.push_text(text);
            }
        }
        _ => return Err(invalid("a column of another kind")),
    }
    Ok(())
}

/// All values of a column of a row group.
fn values<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    rows: usize,
) -> Result<Vec<T::T>, ParquetError> {
    let mut values = Vec::with_capacity(rows);
    while values.len() < rows {
        let (_, read, _) = reader.read_records(rows - values.len(), None, None, &mut values)?;
        if read == 0 {
            return Err(ParquetError::EOF("a column ends too early".into()));
        }
    }
    Ok(values)
}
