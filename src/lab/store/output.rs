//! A single output file, written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::manifest::FileRecord;

/// A file being written under a temporary name beside its own; without [`OutputFile::finish`]
/// nothing of it stays. Anything but a regular file (`/dev/stdout`, a pipe) is written directly.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    /// The temporary name, until the file is finished.
    partial: Option<PathBuf>,
    writer: BufWriter<File>,
    hash: Sha256,
    bytes: u64,
}

impl OutputFile {
    /// Opens the file for writing.
    ///
    /// Errors: whatever the system says to making a file there.
    pub fn create(path: &Path) -> io::Result<Self> {
        let special = fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir());
        let (partial, file) = if special {
            (None, File::options().write(true).open(path)?)
        } else {
            let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
            if path.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            let mut hidden = std::ffi::OsString::from(".");
            hidden.push(name);
            hidden.push(".partial");
            let partial = path.with_file_name(hidden);
            let file = File::create(&partial)?;
            (Some(partial), file)
        };
        Ok(Self {
            path: path.to_owned(),
            partial,
            writer: BufWriter::with_capacity(1 << 16, file),
            hash: Sha256::new(),
            bytes: 0,
        })
    }

    /// The temporary name, which must not outlive a run that is stopped.
    pub fn temporary(&self) -> Option<&Path> {
        self.partial.as_deref()
    }

    /// Writes everything out and gives the file its name.
    ///
    /// Errors: whatever the system says; the file is not there then.
    pub fn finish(mut self) -> io::Result<FileRecord> {
        self.writer.flush()?;
        if let Some(partial) = &self.partial {
            self.writer.get_ref().sync_all()?;
            fs::rename(partial, &self.path)?;
            self.partial = None;
        }
        let name = self.path.to_string_lossy();
        Ok(FileRecord::hashed(&name, self.bytes, self.hash.clone()))
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Some(partial) = &self.partial {
            // What cannot be tidied away is hidden and does no harm.
            let _ = fs::remove_file(partial);
        }
    }
}
