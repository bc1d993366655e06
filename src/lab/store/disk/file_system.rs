//! The operations that the store needs of a file system.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;

/// What lies at a path; symbolic links are not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A regular file of this many bytes.
    File(u64),
    /// A folder.
    Folder,
    /// A symbolic link, a device, a pipe.
    Other,
}

/// The single operations that a file system offers; `Disk` is what the store uses.
pub trait FileSystem: fmt::Debug + Send + Sync {
    /// Opens a regular file, pipe or device for reading.
    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadFile>>;
    /// Opens a device or pipe for writing, or a regular file, made if need be, which is emptied and held
    /// against other processes until it is dropped. A symbolic link to one is never followed.
    ///
    /// Errors: `WouldBlock` if another process holds it; `Unsupported` where the file system has no locks,
    /// unless it may be `unlocked`.
    fn hold(&self, path: &Path, unlocked: bool) -> io::Result<Box<dyn WriteFile>>;
    /// Makes a folder and those that it lies in, as far as they are missing.
    fn create_dir_all(&self, path: &Path) -> io::Result<()>;
    /// Gives a file another name; a file of that name is replaced.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file or a symbolic link.
    fn remove_file(&self, path: &Path) -> io::Result<()>;
    /// Removes an empty folder.
    fn remove_dir(&self, path: &Path) -> io::Result<()>;
    /// Makes the names in a folder outlast a loss of power.
    fn sync_dir(&self, path: &Path) -> io::Result<()>;
    /// The names in a folder.
    fn list(&self, path: &Path) -> io::Result<Vec<OsString>>;
    /// What lies at a path.
    ///
    /// Errors: `NotFound` if nothing does.
    fn look(&self, path: &Path) -> io::Result<Entry>;
}

/// A file that is being read.
pub trait ReadFile: Read + Send {}

impl<F: Read + Send> ReadFile for F {}

/// A file that is being written.
pub trait WriteFile: Write + Send + fmt::Debug {
    /// Makes what was written outlast a loss of power.
    fn sync(&mut self) -> io::Result<()>;
}
