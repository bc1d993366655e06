//! A single output file, written whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::disk::{Disk, Found, WriteFile, again, beside, is_special};
use super::manifest::FileRecord;

/// A file being written under a temporary name beside its own; without [`Complete::place`] nothing
/// of it stays. Anything but a regular file (`/dev/stdout`, a pipe) is written directly.
#[derive(Debug)]
pub struct OutputFile {
    name: Name,
    writer: BufWriter<Box<dyn WriteFile>>,
    hash: Sha256,
    bytes: u64,
}

/// What a file is called until it is in its place, and then.
#[derive(Debug)]
struct Name {
    disk: Disk,
    path: PathBuf,
    /// The temporary name, until the file is in its place.
    partial: Option<PathBuf>,
    /// Whether a file that is there is replaced.
    replace: bool,
    /// The name that a replaced file has until all is done.
    old: Option<PathBuf>,
}

/// A file whose bytes are all written, and which still lacks its name.
#[derive(Debug)]
pub struct Complete {
    name: Name,
    /// Keeps other processes away until the file is in its place.
    _held: Box<dyn WriteFile>,
    record: FileRecord,
    /// Whether the file took a name that nothing had.
    is_new: bool,
}

impl OutputFile {
    /// Opens the file for writing; with `replace` it takes the place of one that is there.
    ///
    /// Errors: whatever the system says to making a file there; `AlreadyExists`, `WouldBlock` if
    /// another process is writing it.
    pub fn create(disk: &Disk, path: &Path, replace: bool) -> io::Result<Self> {
        let (partial, file) = if is_special(path) {
            (None, disk.open_special(path)?)
        } else {
            path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
            match disk.look(path)? {
                Some(Found::Folder) => return Err(io::ErrorKind::IsADirectory.into()),
                Some(_) if !replace => return Err(io::ErrorKind::AlreadyExists.into()),
                _ => {}
            }
            let partial = beside(path, "partial");
            let file = disk.hold(&partial)?;
            // What a killed run left, and nobody else writes now.
            disk.remove_file(&beside(path, "old"))?;
            (Some(partial), file)
        };
        let name = Name { disk: disk.clone(), path: path.to_owned(), partial, replace, old: None };
        let writer = BufWriter::with_capacity(1 << 16, file);
        Ok(Self { name, writer, hash: Sha256::new(), bytes: 0 })
    }

    /// What must not outlive a run that is stopped.
    pub fn temporary(&self) -> Vec<PathBuf> {
        self.name.partial.iter().cloned().collect()
    }

    /// Writes everything out.
    ///
    /// Errors: whatever the system says; nothing of the file stays then.
    pub fn complete(self) -> io::Result<Complete> {
        let Self { name, writer, hash, bytes } = self;
        let mut held = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        if name.partial.is_some() {
            again(|| held.sync())?;
        }
        let record = FileRecord::hashed(&name.path.to_string_lossy(), bytes, hash);
        Ok(Complete { name, _held: held, record, is_new: false })
    }
}

impl Complete {
    /// The file as a manifest lists it.
    pub fn record(&self) -> &FileRecord {
        &self.record
    }

    /// Lists the file under another name.
    pub fn listed_as(mut self, name: &str) -> Self {
        self.record.name = name.into();
        self
    }

    /// Gives the file its name.
    ///
    /// Errors: whatever the system says; `AlreadyExists` if a file of that name was made meanwhile.
    pub fn place(&mut self) -> io::Result<()> {
        let Some(partial) = self.name.partial.clone() else { return Ok(()) };
        let Name { disk, path, replace, .. } = &self.name;
        if *replace && disk.look(path)?.is_some() {
            let old = beside(path, "old");
            // Where files have one name only, the old one cannot be kept until all is done.
            let kept = disk.link(path, &old).is_ok();
            self.name.old = kept.then_some(old);
            self.name.disk.rename(&partial, &self.name.path)?;
        } else {
            disk.rename_new(&partial, path)?;
            self.is_new = true;
        }
        // From here on the temporary name is anybody's.
        self.name.partial = None;
        self.name.disk.sync_name(&self.name.path)
    }

    /// Takes the file back if it is in its place; what was there before returns.
    pub fn take_back(mut self) {
        // What cannot be undone now cannot be helped; the caller reports why it was tried.
        let Name { disk, path, partial, old, .. } = &mut self.name;
        if partial.is_none() {
            let _ = match old.take() {
                Some(old) => disk.rename(&old, path),
                None if self.is_new => disk.remove_file(path),
                None => Ok(()),
            };
        }
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

impl Drop for Name {
    fn drop(&mut self) {
        for path in self.partial.iter().chain(&self.old) {
            // What cannot be tidied away is hidden and does no harm.
            let _ = self.disk.remove_file(path);
        }
    }
}
