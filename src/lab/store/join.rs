//! The rows of several parts as one file, the same as that of the run that was never divided.

use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::disk::{Disk, again};
use super::manifest::FileRecord;
use super::output::OutputFile;
use super::per_game::Encoded;
#[cfg(feature = "parquet")]
use super::row_bytes::RowBytes;
use super::row_writer::RowWriter;
use super::rows::PerGameFile;
use crate::core::rows::Columns;
use crate::core::rows_csv;
#[cfg(feature = "parquet")]
use crate::lab::formats::{parquet, parquet_rows::ParquetRows};
use crate::lab::spec::Study;
use crate::lab::study::batch::Batch;
use crate::lab::study::play::RowSink as _;

/// Bytes that are copied at once.
const BUFFER: usize = 1 << 20;

/// The rows of one part.
#[derive(Clone, Debug)]
pub struct RowsPart {
    /// The file.
    pub path: PathBuf,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
    /// Games of each cell in it.
    pub games: u64,
}

/// Rows that cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// A part cannot be read.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A part is not what its manifest lists.
    #[error("{path}: {what}; play that part again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The new file cannot be written.
    #[error("{0}")]
    Write(io::Error),
}

/// Writes the rows of all parts, which follow one another, into `to`, cell by cell.
///
/// Errors: [`JoinError`].
pub fn join(
    disk: &Disk,
    study: &Study,
    parts: &[RowsPart],
    to: &mut PerGameFile,
) -> Result<(), JoinError> {
    let to = to.writer();
    for part in parts {
        let hash = disk.hash(&part.path).map_err(|source| read_error(&part.path, source))?;
        if FileRecord::hashed("", 0, hash).sha256 != part.sha256 {
            return Err(damaged(part, "is not the file that its manifest lists"));
        }
    }
    let shape = Batch::new(study, study.whole()).with_rows(to.detail()).empty_rows();
    to.begin(&shape).map(drop).map_err(JoinError::Write)?;
    match to.block() {
        None => join_csv(study, &shape, parts, disk, to),
        #[cfg(feature = "parquet")]
        Some(_) => join_parquet(study, &shape, parts, disk, to),
        #[cfg(not(feature = "parquet"))]
        Some(_) => unreachable!("only Parquet has groups"),
    }
}

fn read_error(path: &Path, source: io::Error) -> JoinError {
    JoinError::Read { path: path.to_owned(), source }
}

fn damaged(part: &RowsPart, what: &'static str) -> JoinError {
    JoinError::Damaged { path: part.path.clone(), what }
}

/// Lines, of each part as many as it has games of the cell.
fn join_csv(
    study: &Study,
    shape: &Columns,
    parts: &[RowsPart],
    disk: &Disk,
    to: &mut RowWriter<OutputFile>,
) -> Result<(), JoinError> {
    let header = rows_csv::header(shape);
    // Where the rows of the next cell begin; files are opened one at a time, for there may be many.
    let mut places = vec![header.len() as u64; parts.len()];
    for cell in 0..study.cells.len() {
        for (part, place) in parts.iter().zip(&mut places) {
            let read = |source| read_error(&part.path, source);
            let mut file = BufReader::with_capacity(BUFFER, disk.open(&part.path).map_err(read)?);
            if cell == 0 {
                let mut line = Vec::new();
                file.read_until(b'\n', &mut line).map_err(read)?;
                if line != header {
                    return Err(damaged(part, "has other columns"));
                }
            } else {
                again(|| file.seek(SeekFrom::Start(*place))).map_err(read)?;
            }
            let mut lines = Vec::with_capacity(BUFFER);
            for _ in 0..part.games {
                let bytes = file.read_until(b'\n', &mut lines).map_err(read)?;
                if bytes == 0 {
                    return Err(damaged(part, "has too few rows"));
                }
                *place += bytes as u64;
                if lines.len() >= BUFFER {
                    let full = std::mem::replace(&mut lines, Vec::with_capacity(BUFFER));
                    to.write(Ok(Encoded::Csv(full))).map_err(JoinError::Write)?;
                }
            }
            to.write(Ok(Encoded::Csv(lines))).map_err(JoinError::Write)?;
            let last = cell + 1 == study.cells.len();
            if last && again(|| Ok(!file.fill_buf()?.is_empty())).map_err(read)? {
                return Err(damaged(part, "has too many rows"));
            }
        }
        to.end().map_err(JoinError::Write)?;
    }
    Ok(())
}

/// Row groups, cut anew where the parts meet.
#[cfg(feature = "parquet")]
fn join_parquet(
    study: &Study,
    shape: &Columns,
    parts: &[RowsPart],
    disk: &Disk,
    to: &mut RowWriter<OutputFile>,
) -> Result<(), JoinError> {
    // Row groups of each part that are read.
    let mut places = vec![0_usize; parts.len()];
    for cell in 0..study.cells.len() {
        for (part, place) in parts.iter().zip(&mut places) {
            let read = |source| read_error(&part.path, source);
            let bytes = RowBytes::of(disk, &part.path).map_err(read)?;
            let mut file = ParquetRows::open(bytes, shape).map_err(read)?;
            file.skip_groups(*place);
            let mut left = part.games;
            while left > 0 {
                let group = file.next_group(shape).map_err(read)?;
                let group = group.ok_or_else(|| damaged(part, "has too few rows"))?;
                *place += 1;
                // A group never holds rows of two cells.
                let rest = left.checked_sub(group.len() as u64);
                left = rest.ok_or_else(|| damaged(part, "has rows of other games"))?;
                let block = Encoded::Parquet(parquet::Block::Rows(group));
                to.write(Ok(block)).map_err(JoinError::Write)?;
            }
            let last = cell + 1 == study.cells.len();
            if last && file.next_group(shape).map_err(read)?.is_some() {
                return Err(damaged(part, "has too many rows"));
            }
        }
        to.end().map_err(JoinError::Write)?;
    }
    Ok(())
}
