//! A single output file, written whole or not at all.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::disk::{self, DiskFile, NO_FILE, STDOUT, folder_of, is_special};
use super::manifest::FileRecord;
use super::signed::hexadecimal;
use crate::lab::refused::{Fault, OfPath as _, Refused, Shown as _};

/// A file being written under a temporary name in its folder, held against other processes; until
/// [`OutputFile::place`] nothing of it stays. Standard output is written directly.
#[derive(Debug)]
pub struct OutputFile {
    /// Where it will be.
    pub path: PathBuf,
    /// The temporary name, until the file is in its place, which must not outlive a run that is stopped.
    pub partial: Option<PathBuf>,
    /// Whether a file that is there is replaced.
    replace: bool,
    writer: BufWriter<DiskFile>,
    hash: Sha256,
    /// How many were written.
    bytes: u64,
}

impl OutputFile {
    /// Opens the file for writing; with `replace` it takes the place of one that is there.
    ///
    /// Errors: [`Refused`], also if another process is writing it.
    pub fn create(path: &Path, replace: bool) -> Result<Self, Refused> {
        let mut hidden = OsString::from(".");
        hidden.push(path.file_name().unwrap_or_default());
        hidden.push(".partial");
        Self::create_as(path, &path.with_file_name(hidden), replace)
    }

    /// As [`OutputFile::create`], under this temporary name.
    ///
    /// Errors: the same.
    pub fn create_as(path: &Path, partial: &Path, replace: bool) -> Result<Self, Refused> {
        let partial = (path != Path::new(STDOUT)).then(|| partial.to_owned());
        if partial.is_some() {
            let cannot = |error: io::Error| Err(Refused::creating(path, &error));
            match disk::look(path).creating(path)? {
                Some(found) if found.is_dir() => return cannot(io::ErrorKind::IsADirectory.into()),
                Some(_) if is_special(path) => return cannot(io::Error::other(NO_FILE)),
                Some(_) if !replace => {
                    let what = format!("{}: is there already", path.shown());
                    return Err(Refused::new(Fault::Exists, what).mended("replace"));
                }
                _ => {}
            }
        }
        let file = disk::hold(partial.as_deref().unwrap_or(path)).creating(path)?;
        let writer = BufWriter::with_capacity(1 << 16, file);
        let (path, hash) = (path.to_owned(), Sha256::new());
        Ok(Self { path, partial, replace, writer, hash, bytes: 0 })
    }

    /// Writes everything out, so that the file lacks only its name; returns what a manifest says of it.
    ///
    /// Errors: whatever the system says.
    pub fn complete(&mut self) -> io::Result<FileRecord> {
        self.writer.flush()?;
        if self.partial.is_some() {
            self.writer.get_ref().sync()?;
        }
        // Whoever reads the manifest may be elsewhere.
        let name = disk::from_anywhere(&self.path).to_string_lossy().into();
        let sha256 = hexadecimal(self.hash.clone());
        Ok(FileRecord { name, bytes: self.bytes, sha256, rows: None })
    }

    /// Gives the file its name for good.
    ///
    /// Errors: whatever the system says; `AlreadyExists` if a file of that name was made meanwhile.
    pub fn place(&mut self) -> io::Result<()> {
        let Some(hidden) = self.partial.as_ref() else { return Ok(()) };
        if !self.replace && disk::look(&self.path)?.is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        disk::rename(hidden, &self.path)?;
        // From here on the temporary name is anybody's.
        self.partial = None;
        disk::sync_dir(folder_of(&self.path))
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
        if let Some(path) = &self.partial {
            // What cannot be tidied away is hidden and does no harm.
            let _ = disk::remove_file(path);
        }
    }
}
