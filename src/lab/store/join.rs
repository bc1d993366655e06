//! The rows of several parts as one file, the same as that of the run that was never divided.

use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use super::disk::{Disk, again};
use super::manifest::FileRecord;
use super::per_game::Encoded;
#[cfg(feature = "parquet")]
use super::row_bytes::RowBytes;
use super::row_writer::{RowFile, RowWriter};
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

/// Writes the rows of all parts, which follow one another, into `to`.
///
/// Errors: [`JoinError`].
pub fn join(
    disk: &Disk,
    study: &Study,
    parts: &[RowsPart],
    to: &mut RowWriter<impl RowFile>,
) -> Result<(), JoinError> {
    for part in parts {
        let hash = disk.hash(&part.path).map_err(|source| read_error(&part.path, source))?;
        if FileRecord::hashed("", 0, hash).sha256 != part.sha256 {
            return Err(damaged(part, "is not the file that its manifest lists"));
        }
    }
    let batch = Batch::new(study, study.whole()).with_rows(to.detail());
    let shape = batch.empty_rows();
    to.begin(&shape, batch.rows_at_once()).map(drop).map_err(JoinError::Write)?;
    for part in parts {
        let rows = part.games.saturating_mul(study.cells.len() as u64);
        match to.has_groups() {
            false => join_csv(&shape, part, rows, disk, to)?,
            #[cfg(feature = "parquet")]
            true => join_parquet(&shape, part, rows, disk, to)?,
            #[cfg(not(feature = "parquet"))]
            true => unreachable!("only Parquet has groups"),
        }
    }
    Ok(())
}

fn read_error(path: &Path, source: io::Error) -> JoinError {
    JoinError::Read { path: path.to_owned(), source }
}

fn damaged(part: &RowsPart, what: &'static str) -> JoinError {
    JoinError::Damaged { path: part.path.clone(), what }
}

/// Lines, after a header.
fn join_csv(
    shape: &Columns,
    part: &RowsPart,
    rows: u64,
    disk: &Disk,
    to: &mut RowWriter<impl RowFile>,
) -> Result<(), JoinError> {
    let read = |source| read_error(&part.path, source);
    let mut file = BufReader::with_capacity(BUFFER, disk.open(&part.path).map_err(read)?);
    let mut lines = Vec::with_capacity(BUFFER);
    file.read_until(b'\n', &mut lines).map_err(read)?;
    if lines != rows_csv::header(shape) {
        return Err(damaged(part, "has other columns"));
    }
    lines.clear();
    for _ in 0..rows {
        if file.read_until(b'\n', &mut lines).map_err(read)? == 0 {
            return Err(damaged(part, "has too few rows"));
        }
        if lines.len() >= BUFFER {
            let full = std::mem::replace(&mut lines, Vec::with_capacity(BUFFER));
            to.write(Ok(Encoded::Csv(full))).map_err(JoinError::Write)?;
        }
    }
    to.write(Ok(Encoded::Csv(lines))).map_err(JoinError::Write)?;
    match again(|| Ok(file.fill_buf()?.is_empty())).map_err(read)? {
        true => Ok(()),
        false => Err(damaged(part, "has too many rows")),
    }
}

/// Row groups, cut anew where the parts meet.
#[cfg(feature = "parquet")]
fn join_parquet(
    shape: &Columns,
    part: &RowsPart,
    rows: u64,
    disk: &Disk,
    to: &mut RowWriter<impl RowFile>,
) -> Result<(), JoinError> {
    let read = |source| read_error(&part.path, source);
    let bytes = RowBytes::of(disk, &part.path).map_err(read)?;
    let mut file = ParquetRows::open(bytes, shape).map_err(read)?;
    let mut left = rows;
    while let Some(group) = file.next_group(shape).map_err(read)? {
        let rest = left.checked_sub(group.len() as u64);
        left = rest.ok_or_else(|| damaged(part, "has too many rows"))?;
        let block = Encoded::Parquet(parquet::Block::Rows(group));
        to.write(Ok(block)).map_err(JoinError::Write)?;
    }
    match left {
        0 => Ok(()),
        _ => Err(damaged(part, "has too few rows")),
    }
}
