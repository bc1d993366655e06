//! Every file operation of the store, behind one trait: a test can make each of them fail, or end
//! the program there.

mod file_system;
mod system;

use std::ffi::OsString;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::core::cards::text::{UTF_16, without_mark};

pub use self::file_system::{Entry, FileSystem, ReadFile, WriteFile};
pub use self::system::{System, is_held};

/// Larger files are nobody's rules, experiment or dice.
pub const MOST_INPUT: u64 = 1 << 22;

/// What is wrong with a file that would keep its reader waiting, or never end.
const NO_FILE: &str = "is a device or pipe, not a file";

/// How often an operation is tried again that a signal interrupted.
const INTERRUPTIONS: usize = 100;

/// A file system with what the store builds from its operations; what a signal interrupts is tried
/// again.
#[derive(Clone, Debug)]
pub struct Disk {
    operations: Arc<dyn FileSystem>,
    /// Whether files may be held where nothing keeps other processes away.
    unlocked: bool,
}

impl Default for Disk {
    /// The machine's own.
    fn default() -> Self {
        Self { operations: Arc::new(System), unlocked: false }
    }
}

#[cfg(test)]
thread_local! {
    static IN_TEST: std::cell::RefCell<Option<Disk>> = const { std::cell::RefCell::new(None) };
}

/// Tries an operation again while a signal interrupts it.
pub fn again<T>(mut operation: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    for _ in 0..INTERRUPTIONS {
        match operation() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
    operation()
}

/// Nothing is there: not an error for those who ask whether there is something.
fn absent<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

impl Disk {
    /// The machine's own; in a test, the one that [`Disk::during`] put in its place for this thread.
    pub fn here() -> Self {
        #[cfg(test)]
        if let Some(disk) = IN_TEST.with_borrow(Clone::clone) {
            return disk;
        }
        Self::default()
    }

    /// A disk of these operations.
    #[cfg(test)]
    pub fn of(operations: Arc<dyn FileSystem>) -> Self {
        Self { operations, unlocked: false }
    }

    /// Does `work` with this disk wherever [`Disk::here`] is asked for on this thread.
    #[cfg(test)]
    pub fn during<R>(&self, work: impl FnOnce() -> R) -> R {
        IN_TEST.with_borrow_mut(|disk| *disk = Some(self.clone()));
        let result = work();
        IN_TEST.with_borrow_mut(|disk| *disk = None);
        result
    }

    /// The same; `allowed`, where a file system has no locks, files are held without one.
    pub fn unlocked(self, allowed: bool) -> Self {
        Self { unlocked: allowed, ..self }
    }

    /// See [`FileSystem::open`].
    pub fn open(&self, path: &Path) -> io::Result<Box<dyn ReadFile>> {
        again(|| self.operations.open(path))
    }

    /// See [`FileSystem::hold`].
    pub fn hold(&self, path: &Path) -> io::Result<Box<dyn WriteFile>> {
        again(|| self.operations.hold(path, self.unlocked))
    }

    /// See [`FileSystem::create_dir_all`].
    pub fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        again(|| self.operations.create_dir_all(path))
    }

    /// See [`FileSystem::rename`].
    pub fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        again(|| self.operations.rename(from, to))
    }

    /// See [`FileSystem::sync_dir`].
    pub fn sync_dir(&self, path: &Path) -> io::Result<()> {
        again(|| self.operations.sync_dir(path))
    }

    /// Makes the name of a file or folder outlast a loss of power.
    pub fn sync_name(&self, path: &Path) -> io::Result<()> {
        self.sync_dir(folder_of(path))
    }

    /// What lies at a path; `None` if nothing does.
    pub fn look(&self, path: &Path) -> io::Result<Option<Entry>> {
        absent(again(|| self.operations.look(path)))
    }

    /// The names in a folder, sorted; `None` if there is no such folder.
    pub fn list(&self, path: &Path) -> io::Result<Option<Vec<OsString>>> {
        let mut names = absent(again(|| self.operations.list(path)))?;
        if let Some(names) = &mut names {
            names.sort_unstable();
        }
        Ok(names)
    }

    /// Opens a file that the program wrote.
    ///
    /// Errors: `InvalidData` for a device or pipe, for which nobody waits.
    fn open_file(&self, path: &Path) -> io::Result<Box<dyn ReadFile>> {
        match is_special(path) {
            true => Err(io::Error::new(io::ErrorKind::InvalidData, NO_FILE)),
            false => self.open(path),
        }
    }

    /// The bytes of a file that the program wrote.
    ///
    /// Errors: `FileTooLarge` above `most` bytes, `InvalidData` for a device or pipe.
    pub fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        bytes_of(self.open_file(path)?, most)
    }

    /// As [`Disk::read`], of a file of text; `None` if there is no such file.
    ///
    /// Errors: `InvalidData` if it is not text in UTF-8.
    pub fn read_text(&self, path: &Path, most: u64) -> io::Result<Option<String>> {
        absent(self.read(path, most))?.map(text_of).transpose()
    }

    /// The SHA-256 of a file that the program wrote.
    ///
    /// Errors: `InvalidData` for a device or pipe.
    pub fn hash(&self, path: &Path) -> io::Result<Sha256> {
        let mut file = self.open_file(path)?;
        let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
        loop {
            match again(|| file.read(&mut buffer))? {
                0 => return Ok(hash),
                n => hash.update(&buffer[..n]),
            }
        }
    }

    /// Removes a file, if it is there.
    pub fn remove_file(&self, path: &Path) -> io::Result<()> {
        absent(again(|| self.operations.remove_file(path))).map(drop)
    }

    /// Removes an empty folder, if it is there.
    pub fn remove_dir(&self, path: &Path) -> io::Result<()> {
        absent(again(|| self.operations.remove_dir(path))).map(drop)
    }
}

/// Reads a file that somebody wrote for the program; `-` is standard input.
///
/// Errors: `FileTooLarge` for a file that is too large to be one, `InvalidData` if it is not UTF-8.
pub fn read_input(path: &Path) -> io::Result<String> {
    if path == Path::new("-") { input_of(io::stdin()) } else { input_of(Disk::here().open(path)?) }
}

/// As [`read_input`], from what is open already, such as standard input.
pub fn input_of(from: impl io::Read) -> io::Result<String> {
    bytes_of(from, MOST_INPUT).and_then(text_of)
}

/// All bytes, if they are no more than `most`.
///
/// Errors: `FileTooLarge`.
fn bytes_of(from: impl io::Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

fn too_large(most: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {most} bytes"))
}

fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    if without_mark(&bytes).is_err_and(|what| what == UTF_16) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, UTF_16));
    }
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8"))
}

/// Whether a path names a device or pipe, which is written directly and never waited for by
/// those who read files of runs.
pub fn is_special(path: &Path) -> bool {
    // What `/dev/stdout` leads to may be a regular file; its place is not that of the name.
    // Below `/dev/shm` lie files in memory like all others.
    let is_device = path.starts_with("/dev") && !path.starts_with("/dev/shm");
    let is_handle = (is_device || path.starts_with("/proc"))
        && std::fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    is_handle || std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// The folder in which a path lies.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
