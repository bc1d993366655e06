//! Rows as a Parquet file.
//!
//! Each block of rows becomes a row group, encoded on the thread that made the rows; the file only
//! puts the finished groups one after the other. So memory stays constant, and the bytes depend on
//! the blocks alone. Source of the format: <https://parquet.apache.org/docs/file-format/>.

use std::io::{self, Write};
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding};
use parquet::column::writer::{ColumnCloseResult, get_column_writer, get_typed_column_writer};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnDescPtr, ColumnPath, SchemaDescPtr, SchemaDescriptor};

use crate::core::rows::{Column, Columns};

/// Rows of a row group: enough to compress well, few enough for a group on each thread's hands.
pub const GROUP_ROWS: u64 = 1 << 16;

/// Turns blocks of rows of one shape into row groups, on any thread.
#[derive(Clone, Debug)]
pub struct Encoder {
    schema: SchemaDescPtr,
    properties: WriterPropertiesPtr,
}

/// An encoded row group.
#[derive(Debug)]
pub struct Group {
    columns: Vec<(Bytes, ColumnCloseResult)>,
}

impl Encoder {
    /// An encoder for blocks of this shape; the file says `metadata` of itself.
    ///
    /// Errors: names that cannot be columns.
    pub fn new(shape: &Columns, metadata: &[(&'static str, String)]) -> io::Result<Self> {
        let metadata = metadata.iter();
        let metadata = metadata.map(|(key, text)| KeyValue::new((*key).into(), text.clone()));
        let mut message = String::from("message rows {\n");
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_key_value_metadata(Some(metadata.collect()))
            .set_created_by(concat!("war-sim ", env!("CARGO_PKG_VERSION")).into());
        for (&name, column) in shape.names.iter().zip(&shape.columns) {
            let (kind, encoding) = match column {
                Column::Int(_) => ("int64", Some(Encoding::DELTA_BINARY_PACKED)),
                Column::Index(_) => {
                    ("int64 {} (INTEGER(64,false))", Some(Encoding::DELTA_BINARY_PACKED))
                }
                Column::Word { .. } => ("binary {} (STRING)", None),
                Column::Text { .. } => ("binary {} (STRING)", Some(Encoding::PLAIN)),
            };
            let kind = if kind.contains("{}") { kind.into() } else { format!("{kind} {{}}") };
            message.push_str(&format!("required {};\n", kind.replace("{}", name)));
            // Words stay in a dictionary; numbers and texts seldom come twice in a row.
            if let Some(encoding) = encoding {
                let path = ColumnPath::from(name);
                properties = properties
                    .set_column_dictionary_enabled(path.clone(), false)
                    .set_column_encoding(path, encoding);
            }
        }
        message.push('}');
        let schema = Arc::new(parse_message_type(&message).map_err(into_io)?);
        Ok(Self {
            schema: Arc::new(SchemaDescriptor::new(schema)),
            properties: Arc::new(properties.build()),
        })
    }

    /// Encodes a block.
    ///
    /// Errors: only those of the library.
    pub fn encode(&self, rows: &Columns) -> io::Result<Group> {
        let columns = rows.columns.iter().zip(self.schema.columns());
        let columns = columns.map(|(column, descr)| self.encode_column(column, descr.clone()));
        Ok(Group { columns: columns.collect::<Result<_, _>>().map_err(into_io)? })
    }

    fn encode_column(
        &self,
        column: &Column,
        descr: ColumnDescPtr,
    ) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
        match column {
            Column::Int(values) => self.encode_values::<Int64Type>(values, descr),
            Column::Index(values) => {
                // An unsigned number is kept as the signed one of the same bits.
                let values: Vec<i64> = values.iter().map(|&value| value as i64).collect();
                self.encode_values::<Int64Type>(&values, descr)
            }
            Column::Word { words, rows } => {
                let words: Vec<ByteArray> =
                    words.iter().map(|word| ByteArray::from(word.as_str())).collect();
                let values: Vec<ByteArray> =
                    rows.iter().map(|&row| words[row as usize].clone()).collect();
                self.encode_values::<ByteArrayType>(&values, descr)
            }
            Column::Text { text, ends } => {
                let all = Bytes::copy_from_slice(text.as_bytes());
                let starts = std::iter::once(&0).chain(ends);
                let values: Vec<ByteArray> = starts
                    .zip(ends)
                    .map(|(&start, &end)| ByteArray::from(all.slice(start..end)))
                    .collect();
                self.encode_values::<ByteArrayType>(&values, descr)
            }
        }
    }

    fn encode_values<T: DataType>(
        &self,
        values: &[T::T],
        descr: ColumnDescPtr,
    ) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
        let mut buffer = TrackedWrite::new(Vec::new());
        let pages = Box::new(SerializedPageWriter::new(&mut buffer));
        let column = get_column_writer(descr, self.properties.clone(), pages);
        let mut column = get_typed_column_writer::<T>(column);
        column.write_batch(values, None, None)?;
        let closed = column.close()?;
        Ok((Bytes::from(buffer.into_inner()?), closed))
    }
}

/// A Parquet file being written.
pub struct ParquetWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins the file.
    ///
    /// Errors: those of `to`.
    pub fn new(to: W, encoder: &Encoder) -> io::Result<Self> {
        let schema = encoder.schema.root_schema_ptr();
        let writer = SerializedFileWriter::new(to, schema, encoder.properties.clone());
        Ok(Self { writer: writer.map_err(into_io)? })
    }

    /// Adds a row group; one without rows is left out.
    ///
    /// Errors: those of the file.
    pub fn write(&mut self, group: Group) -> io::Result<()> {
        if group.columns.iter().all(|(_, closed)| closed.rows_written == 0) {
            return Ok(());
        }
        let mut to = self.writer.next_row_group().map_err(into_io)?;
        for (bytes, closed) in group.columns {
            to.append_column(&bytes, closed).map_err(into_io)?;
        }
        to.close().map(drop).map_err(into_io)
    }

    /// Ends the file.
    ///
    /// Errors: those of the file.
    pub fn finish(self) -> io::Result<W> {
        self.writer.into_inner().map_err(into_io)
    }
}

impl<W: Write + Send> std::fmt::Debug for ParquetWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetWriter").finish_non_exhaustive()
    }
}

/// The error of the system, where there is one behind the library's.
fn into_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(source) => io::Error::other(source),
        },
        other => io::Error::other(other),
    }
}
