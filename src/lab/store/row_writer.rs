//! A row per game on its way into a file, whichever file that is.

use std::io::{self, Write};

use super::per_game::{Encoded, PerGame, RowEncoder, unwritten};
use crate::core::rows::Columns;
use crate::core::rows_csv;
#[cfg(feature = "parquet")]
use crate::lab::formats::parquet;
use crate::lab::spec::Refused;
use crate::lab::study::batch::RowDetail;
use crate::lab::study::play::{Encode, RowSink};

/// What writes the rows that were asked for into a file.
#[derive(Debug)]
pub struct RowWriter<F: Write + Send> {
    request: PerGame,
    stage: Stage<F>,
}

#[derive(Debug)]
enum Stage<F: Write + Send> {
    /// No row is written yet, because the columns are not known.
    Open(F),
    Csv(F),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::ParquetWriter<F>>),
    /// A write failed, and the file is in no state to continue.
    Failed,
}

impl<F: Write + Send> RowWriter<F> {
    /// Writes the rows of `request` into an empty file.
    pub fn new(request: &PerGame, file: F) -> Self {
        Self { request: request.clone(), stage: Stage::Open(file) }
    }

    /// The rows that were asked for.
    pub fn request(&self) -> &PerGame {
        &self.request
    }

    /// The file, as long as it is at hand.
    pub fn file(&self) -> Option<&F> {
        match &self.stage {
            Stage::Open(file) | Stage::Csv(file) => Some(file),
            _ => None,
        }
    }

    /// Writes what is left and gives back the file.
    ///
    /// Errors: those of writing, and of rows that were never begun.
    pub fn finish(self) -> io::Result<F> {
        match self.stage {
            Stage::Open(file) | Stage::Csv(file) => Ok(file),
            #[cfg(feature = "parquet")]
            Stage::Parquet(writer) => writer.finish(),
            Stage::Failed => Err(io::Error::other("a write failed before")),
        }
    }

    /// Writes the header, once, and says how blocks are encoded.
    fn start(&mut self, shape: &Columns, group: u64) -> io::Result<RowEncoder> {
        let encoder = self.request.encoder(shape, group)?;
        let stage = std::mem::replace(&mut self.stage, Stage::Failed);
        self.stage = match (stage, &encoder) {
            (Stage::Open(mut file), RowEncoder::Csv) => {
                file.write_all(&rows_csv::header(shape))?;
                Stage::Csv(file)
            }
            #[cfg(feature = "parquet")]
            (Stage::Open(file), RowEncoder::Parquet(encoder)) => {
                Stage::Parquet(Box::new(parquet::ParquetWriter::new(file, encoder, shape)?))
            }
            (begun, _) => begun,
        };
        Ok(encoder)
    }
}

impl<F: Write + Send> RowSink<io::Result<Encoded>> for RowWriter<F> {
    fn detail(&self) -> RowDetail {
        self.request.detail()
    }

    fn has_groups(&self) -> bool {
        self.request.has_groups()
    }

    fn begin(
        &mut self,
        shape: &Columns,
        group: u64,
    ) -> Result<Box<Encode<io::Result<Encoded>>>, Refused> {
        let encoder = self.start(shape, group);
        let encoder = encoder.map_err(|error| unwritten(self.request.path(), &error))?;
        Ok(Box::new(move |rows| encoder.encode(rows)))
    }

    fn write(&mut self, block: io::Result<Encoded>) -> Result<(), Refused> {
        let written = block.and_then(|block| match (&mut self.stage, block) {
            (Stage::Csv(file), Encoded::Csv(bytes)) => file.write_all(&bytes),
            #[cfg(feature = "parquet")]
            (Stage::Parquet(writer), Encoded::Parquet(block)) => writer.write(block),
            _ => unreachable!("a file's blocks come from its own encoder"),
        });
        written.map_err(|error| unwritten(self.request.path(), &error))
    }
}
