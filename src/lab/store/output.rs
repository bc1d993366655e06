//! A single output file, written whole or not at all.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::disk::{Disk, Entry, WriteFile, again, is_special};
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
}

/// A file whose bytes are all written, and which still lacks its name.
#[derive(Debug)]
pub struct Complete {
    name: Name,
    /// Keeps other processes away until the file is in its place.
    _held: Box<dyn WriteFile>,
    record: FileRecord,
}

impl OutputFile {
    /// Opens the file for writing; with `replace` it takes the place of one that is there.
    ///
    /// Errors: whatever the system says to making a file there; `AlreadyExists`, `WouldBlock` if
    /// another process is writing it.
    pub fn create(disk: &Disk, path: &Path, replace: bool) -> io::Result<Self> {
        let mut hidden = OsString::from(".");
        hidden.push(path.file_name().unwrap_or_default());
        hidden.push(".partial");
        Self::create_as(disk, path, &path.with_file_name(hidden), replace)
    }

    /// As [`OutputFile::create`], under this temporary name.
    ///
    /// Errors: the same.
    pub fn create_as(disk: &Disk, path: &Path, partial: &Path, replace: bool) -> io::Result<Self> {
        let (partial, file) = if is_special(path) {
            (None, disk.hold(path)?)
        } else {
            path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
            match disk.look(path)? {
                Some(Entry::Folder) => return Err(io::ErrorKind::IsADirectory.into()),
                Some(_) if !replace => return Err(io::ErrorKind::AlreadyExists.into()),
                _ => {}
            }
            (Some(partial.to_owned()), disk.hold(partial)?)
        };
        let name = Name { disk: disk.clone(), path: path.to_owned(), partial, replace };
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
        Ok(Complete { name, _held: held, record })
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
        let Name { disk, path, partial, replace } = &mut self.name;
        let Some(hidden) = partial.as_ref() else { return Ok(()) };
        if !*replace && disk.look(path)?.is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        disk.rename(hidden, path)?;
        // From here on the temporary name is anybody's.
        *partial = None;
        disk.sync_name(path)
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
        if let Some(path) = &self.partial {
            // What cannot be tidied away is hidden and does no harm.
            let _ = self.disk.remove_file(path);
        }
    }
}
