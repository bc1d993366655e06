//! The bytes of a Parquet file of rows, for those who read it in pieces.

use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};

use super::disk::{Disk, ReadFile, again};

/// A file that is opened anew for each piece.
#[derive(Debug)]
pub struct RowBytes {
    disk: Disk,
    path: PathBuf,
    length: u64,
}

impl RowBytes {
    /// Those of this file.
    ///
    /// Errors: what the system says.
    pub fn of(disk: &Disk, path: &Path) -> io::Result<Self> {
        let mut file = disk.open(path)?;
        let length = again(|| file.seek(SeekFrom::End(0)))?;
        Ok(Self { disk: disk.clone(), path: path.to_owned(), length })
    }
}

impl Length for RowBytes {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for RowBytes {
    type T = BufReader<Box<dyn ReadFile>>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        let mut file = self.disk.open(&self.path)?;
        again(|| file.seek(SeekFrom::Start(start)))?;
        Ok(BufReader::new(file))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let mut bytes = Vec::with_capacity(length);
        self.get_read(start)?.take(length as u64).read_to_end(&mut bytes)?;
        match bytes.len() == length {
            true => Ok(bytes.into()),
            false => Err(ParquetError::EOF(format!("{} ends too early", self.path.display()))),
        }
    }
}
