//! The file with a row per game.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::cli::failure::Failure;
use crate::report::csv;
use crate::report::manifest::FileRecord;
use crate::report::output::OutputFile;
use crate::stats::columns::Columns;
use crate::war::batch::RowDetail;

/// A wish for a row per game.
#[derive(Clone, Debug)]
pub struct PerGame {
    path: PathBuf,
    /// What a row holds.
    pub detail: RowDetail,
}

/// The open file.
#[derive(Debug)]
pub struct PerGameFile {
    path: PathBuf,
    file: OutputFile,
    header_written: bool,
}

impl PerGame {
    /// Checks the name of the file.
    ///
    /// Errors: exit code 64 for an unknown ending.
    pub fn new(path: &Path, detail: RowDetail) -> Result<Self, Failure> {
        // A device or pipe needs no ending.
        let special = std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir());
        if !special && path.extension().is_none_or(|ending| ending != "csv") {
            return Err(Failure::usage(format!(
                "--per-game {}: the file's name must end in .csv",
                path.display()
            )));
        }
        Ok(Self { path: path.to_owned(), detail })
    }

    /// Opens the file.
    ///
    /// Errors: exit code 73 or 77.
    pub fn open(&self) -> Result<PerGameFile, Failure> {
        let file = OutputFile::create(&self.path).map_err(|e| Failure::creating(&self.path, &e))?;
        Ok(PerGameFile { path: self.path.clone(), file, header_written: false })
    }
}

impl PerGameFile {
    /// Turns a block of rows into bytes; runs on many threads.
    pub fn encode(rows: &Columns) -> Vec<u8> {
        csv::rows(rows)
    }

    /// Writes the header, once.
    pub fn write_header(&mut self, shape: &Columns) -> io::Result<()> {
        if !self.header_written {
            self.file.write_all(&csv::header(shape))?;
            self.header_written = true;
        }
        Ok(())
    }

    /// Writes an encoded block.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    /// Closes the file and gives it its name.
    pub fn finish(self) -> Result<FileRecord, Failure> {
        let path = self.path;
        self.file.finish().map_err(|e| Self::failure(&path, &e))
    }

    /// The failure of a write.
    pub fn failure(path: &Path, error: &io::Error) -> Failure {
        Failure::writing(format!("{}: --per-game", path.display()), error)
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
