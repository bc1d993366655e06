//! A row per game on its way into a file, whichever file that is.

use std::io::{self, Write};
#[cfg(feature = "parquet")]
use std::path::PathBuf;

use serde_json::Value as Json;

use super::per_game::{Encoded, PerGame, RowEncoder};
#[cfg(feature = "parquet")]
use super::{disk::Disk, row_bytes::RowBytes};
use crate::core::rows::Columns;
use crate::core::rows_csv;
#[cfg(feature = "parquet")]
use crate::lab::formats::parquet;
use crate::lab::study::batch::RowDetail;
use crate::lab::study::play::{Encode, RowSink};

/// Where rows are written.
pub trait RowFile: Write + Send {
    /// What a checkpoint says of it once all rows so far have been written; `Null` if a later session
    /// cannot go on with it.
    fn kept(&mut self) -> io::Result<Json>;
}

/// What writes the rows that were asked for into a file.
#[derive(Debug)]
pub struct RowWriter<F: RowFile> {
    request: PerGame,
    stage: Stage<F>,
}

#[derive(Debug)]
enum Stage<F: RowFile> {
    /// No row is written yet, because the columns are not known.
    Open(F),
    Csv(F),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::ParquetWriter<F>>),
    /// As `Open`, after the groups of another file.
    #[cfg(feature = "parquet")]
    After(F, Groups),
    /// A write failed, and the file is in no state to continue.
    Failed,
}

/// The row groups of another file, and the rows that were not yet a group.
#[cfg(feature = "parquet")]
#[derive(Debug)]
pub struct Groups {
    /// Where the file is.
    pub disk: Disk,
    /// The file.
    pub path: PathBuf,
    /// What its footer would say of the groups.
    pub footer: Vec<u8>,
    /// The rows, as a checkpoint has them.
    pub waiting: Json,
}

/// A checkpoint that does not fit the rows.
pub fn unfit(why: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

impl<F: RowFile> RowWriter<F> {
    /// Rows for an empty file.
    pub fn new(request: &PerGame, file: F) -> Self {
        Self { request: request.clone(), stage: Stage::Open(file) }
    }

    /// Rows for a file that has lines already.
    pub fn after_lines(request: &PerGame, file: F) -> Self {
        Self { request: request.clone(), stage: Stage::Csv(file) }
    }

    /// Rows for an empty file, after the row groups of another.
    #[cfg(feature = "parquet")]
    pub fn after_groups(request: &PerGame, file: F, groups: Groups) -> Self {
        Self { request: request.clone(), stage: Stage::After(file, groups) }
    }

    /// What was asked for.
    pub fn request(&self) -> &PerGame {
        &self.request
    }

    /// The file, as long as its bytes are lines or are still to come.
    pub fn file(&self) -> Option<&F> {
        match &self.stage {
            Stage::Open(file) | Stage::Csv(file) => Some(file),
            _ => None,
        }
    }

    /// The file, into which nothing is written yet.
    pub fn unwritten(&mut self) -> Option<&mut F> {
        match &mut self.stage {
            Stage::Open(file) => Some(file),
            _ => None,
        }
    }

    /// Fills the file, into which nothing is written yet, with the bytes of another.
    ///
    /// Errors: those of both.
    pub fn fill(&mut self, from: &mut dyn io::Read) -> io::Result<()> {
        match std::mem::replace(&mut self.stage, Stage::Failed) {
            Stage::Open(mut file) => {
                io::copy(from, &mut file)?;
                self.stage = Stage::Csv(file);
            }
            begun => self.stage = begun,
        }
        Ok(())
    }

    /// Ends the rows; returns the file, which may still hold some of their bytes in memory.
    ///
    /// Errors: those of the file.
    pub fn finish(self) -> io::Result<F> {
        match self.stage {
            Stage::Open(file) | Stage::Csv(file) => Ok(file),
            #[cfg(feature = "parquet")]
            Stage::Parquet(writer) => writer.finish(),
            #[cfg(feature = "parquet")]
            Stage::After(..) => Err(io::Error::other("rows were never begun")),
            Stage::Failed => Err(io::Error::other("a write failed before")),
        }
    }

    /// Begins the file, once, and makes the encoder of its blocks.
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
            #[cfg(feature = "parquet")]
            (Stage::After(file, groups), RowEncoder::Parquet(encoder)) => {
                let mut writer = parquet::ParquetWriter::new(file, encoder, shape)?;
                let mut waiting = shape.clone();
                waiting.clear();
                let added = waiting.add_json(&groups.waiting);
                added.ok_or_else(|| unfit("the checkpoint has other columns"))?;
                let from = RowBytes::of(&groups.disk, &groups.path)?;
                writer.go_on(&groups.footer, &from, waiting)?;
                Stage::Parquet(Box::new(writer))
            }
            (begun, _) => begun,
        };
        Ok(encoder)
    }
}

impl<F: RowFile> RowSink<io::Result<Encoded>, io::Error> for RowWriter<F> {
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
    ) -> io::Result<Box<Encode<io::Result<Encoded>>>> {
        let encoder = self.start(shape, group)?;
        Ok(Box::new(move |rows| encoder.encode(rows)))
    }

    fn write(&mut self, block: io::Result<Encoded>) -> io::Result<()> {
        match (&mut self.stage, block?) {
            (Stage::Csv(file), Encoded::Csv(bytes)) => file.write_all(&bytes),
            #[cfg(feature = "parquet")]
            (Stage::Parquet(writer), Encoded::Parquet(block)) => writer.write(block),
            _ => unreachable!("a file's blocks come from its own encoder"),
        }
    }

    fn kept(&mut self) -> io::Result<Json> {
        let mut kept = match &mut self.stage {
            Stage::Csv(file) => file.kept()?,
            #[cfg(feature = "parquet")]
            Stage::Parquet(writer) => {
                let (footer, waiting) = writer.kept()?;
                let (groups, waiting) = (hexadecimal(&footer), waiting.to_json());
                let mut kept = writer.to_mut().kept()?;
                if !kept.is_null() {
                    (kept["groups"], kept["waiting"]) = (groups.into(), waiting);
                }
                kept
            }
            _ => Json::Null,
        };
        if !kept.is_null() {
            kept["asked"] = self.request.asked();
        }
        Ok(kept)
    }
}

#[cfg(feature = "parquet")]
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes that a checkpoint writes in hexadecimal.
#[cfg(feature = "parquet")]
pub fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let pairs = (0..text.len()).step_by(2).map(|k| text.get(k..k + 2));
    pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
}
