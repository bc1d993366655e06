//! Rows as a Parquet file.
//!
//! Each block of rows becomes a row group, encoded on the thread that made the rows; the file only
//! puts the finished groups one after the other. So memory stays constant, and the bytes depend on
//! the blocks alone. Source of the format: <https://parquet.apache.org/docs/file-format/>.

use std::io::{self, Write};
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnDescPtr, ColumnPath, SchemaDescPtr, SchemaDescriptor};

use super::{Block, Group};
use crate::core::rows::{ColumnData, Columns};

/// Turns blocks of rows of one shape into row groups, on any thread.
#[derive(Clone, Debug)]
pub struct Encoder {
    schema: SchemaDescPtr,
    properties: WriterPropertiesPtr,
    /// Rows of a row group.
    rows: usize,
}

impl Encoder {
    /// An encoder for blocks of this shape, in row groups of so many rows; the file says `metadata` of
    /// itself.
    ///
    /// Errors: names that cannot be columns.
    pub fn new(
        shape: &Columns,
        rows: u64,
        metadata: &[(&'static str, String)],
    ) -> io::Result<Self> {
        let metadata = metadata.iter();
        let metadata = metadata.map(|(key, text)| KeyValue::new((*key).into(), text.clone()));
        let mut message = String::from("message rows {\n");
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_key_value_metadata(Some(metadata.collect()))
            .set_created_by(concat!("war-sim ", env!("CARGO_PKG_VERSION")).into());
        for (name, column) in shape.names.iter().zip(&shape.columns) {
            let (kind, encoding) = match column {
                ColumnData::Int(_) => ("int64 {}", Some(Encoding::DELTA_BINARY_PACKED)),
                ColumnData::Index(_) => {
                    ("int64 {} (INTEGER(64,false))", Some(Encoding::DELTA_BINARY_PACKED))
                }
                ColumnData::Word { .. } => ("binary {} (STRING)", None),
                ColumnData::Text(_) => ("binary {} (STRING)", Some(Encoding::PLAIN)),
            };
            message.push_str(&format!("required {};\n", kind.replace("{}", name)));
            // Words stay in a dictionary; numbers and texts seldom come twice in a row.
            if let Some(encoding) = encoding {
                let path = ColumnPath::from(name.as_str());
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
            rows: usize::try_from(rows).map_err(io::Error::other)?,
        })
    }

    /// Encodes a block if it is a whole row group.
    ///
    /// Errors: only those of the library.
    pub fn encode(&self, rows: &Columns) -> io::Result<Block> {
        Ok(match rows.len() == self.rows {
            true => Block::Group(self.group(rows)?),
            false => Block::Rows(rows.clone()),
        })
    }

    fn group(&self, rows: &Columns) -> io::Result<Group> {
        let columns = rows.columns.iter().zip(self.schema.columns());
        let columns = columns.map(|(column, descr)| self.column(column, descr.clone()));
        columns.collect::<Result<_, _>>().map_err(into_io)
    }

    fn column(
        &self,
        column: &ColumnData,
        descr: ColumnDescPtr,
    ) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
        let mut buffer = TrackedWrite::new(Vec::new());
        let pages = Box::new(SerializedPageWriter::new(&mut buffer));
        let mut to = get_column_writer(descr, self.properties.clone(), pages);
        match (&mut to, column) {
            (ColumnWriter::Int64ColumnWriter(to), ColumnData::Int(all)) => {
                to.write_batch(all, None, None)?
            }
            // An unsigned number is kept as the signed one of the same bits.
            (ColumnWriter::Int64ColumnWriter(to), ColumnData::Index(all)) => {
                let all: Vec<i64> = all.iter().map(|&value| value as i64).collect();
                to.write_batch(&all, None, None)?
            }
            (ColumnWriter::ByteArrayColumnWriter(to), ColumnData::Word { words, rows }) => {
                let words: Vec<ByteArray> = words.iter().map(|word| word.as_str().into()).collect();
                let all: Vec<_> = rows.iter().map(|&row| words[row as usize].clone()).collect();
                to.write_batch(&all, None, None)?
            }
            (ColumnWriter::ByteArrayColumnWriter(to), ColumnData::Text(all)) => {
                let all: Vec<ByteArray> = all.iter().map(|text| text.as_str().into()).collect();
                to.write_batch(&all, None, None)?
            }
            _ => unreachable!("a column is of the kind that its schema says"),
        };
        let closed = to.close()?;
        Ok((Bytes::from(buffer.into_inner()?), closed))
    }
}

/// A Parquet file being written.
#[derive(Debug)]
pub struct ParquetWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    encoder: Encoder,
    /// Rows that are not yet a group.
    waiting: Columns,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins the file.
    ///
    /// Errors: those of `to`.
    pub fn new(to: W, encoder: &Encoder, shape: &Columns) -> io::Result<Self> {
        let schema = encoder.schema.root_schema_ptr();
        let writer = SerializedFileWriter::new(to, schema, encoder.properties.clone());
        let (writer, encoder) = (writer.map_err(into_io)?, encoder.clone());
        Ok(Self { writer, encoder, waiting: shape.clone() })
    }

    /// Adds rows.
    ///
    /// Errors: those of the file.
    pub fn write(&mut self, block: Block) -> io::Result<()> {
        match block {
            Block::Group(group) if self.waiting.is_empty() => self.write_group(group),
            Block::Rows(mut rows) => {
                let mut done = 0;
                while done < rows.len() {
                    let room = self.encoder.rows - self.waiting.len();
                    let until = rows.len().min(done + room);
                    self.waiting.append(&mut rows, done..until);
                    done = until;
                    if self.waiting.len() == self.encoder.rows {
                        self.write_group(self.encoder.group(&self.waiting)?)?;
                        self.waiting.resize(0);
                    }
                }
                Ok(())
            }
            _ => Err(io::Error::other("rows wait that come before this group")),
        }
    }

    fn write_group(&mut self, group: Group) -> io::Result<()> {
        let mut to = self.writer.next_row_group().map_err(into_io)?;
        for (bytes, closed) in group {
            to.append_column(&bytes, closed).map_err(into_io)?;
        }
        to.close().map(drop).map_err(into_io)
    }

    /// Ends the file.
    ///
    /// Errors: those of the file.
    pub fn finish(mut self) -> io::Result<W> {
        if !self.waiting.is_empty() {
            let last = self.encoder.group(&self.waiting)?;
            self.write_group(last)?;
        }
        self.writer.into_inner().map_err(into_io)
    }
}

/// The error of the system, where there is one behind the library's.
pub(super) fn into_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(source) => io::Error::other(source),
        },
        other => io::Error::other(other),
    }
}
