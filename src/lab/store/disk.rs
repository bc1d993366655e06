//! Every file operation of the store: a test can make each of them fail, or end the program there.

mod system;

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, FileType};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::signed::hexadecimal;
use crate::core::cards::text::{UTF_16, without_mark};

/// The file that is standard output, on every system.
pub const STDOUT: &str = "/dev/stdout";

/// Larger files are nobody's rules, experiment or dice.
pub const MOST_INPUT: u64 = 1 << 22;

/// What is wrong with a file that would keep its reader waiting, or never end.
pub const NO_FILE: &str = "is a device or pipe, not a file";

/// Who is asked before each operation, by its name and path, whether it fails.
pub trait Faults: fmt::Debug + Send + Sync {
    /// How many of these bytes the next operation writes.
    fn turn(&self, what: &'static str, path: &Path, bytes: usize) -> io::Result<usize>;
}

/// The machine's file system.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    faults: Option<Arc<dyn Faults>>,
}

/// An open file.
#[derive(Debug)]
pub struct DiskFile {
    file: File,
    path: PathBuf,
    disk: Disk,
    /// Whether it keeps other processes away: not where the file system has no locks.
    pub is_locked: bool,
}

impl Read for DiskFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.disk.turn("read", &self.path, 0)?;
        self.file.read(bytes)
    }
}

impl Write for DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let most = self.disk.turn("write", &self.path, bytes.len())?;
        self.file.write(&bytes[..most])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl DiskFile {
    /// Makes what was written outlast a loss of power.
    pub fn sync(&self) -> io::Result<()> {
        self.disk.done("sync", &self.path, || self.file.sync_all())
    }
}

/// Nothing is there: not an error for those who ask whether there is something.
pub fn absent<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    use io::ErrorKind::{NotADirectory, NotFound};
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if matches!(error.kind(), NotFound | NotADirectory) => Ok(None),
        Err(error) => Err(error),
    }
}

impl Disk {
    /// The machine's own; in a test, the one that [`Disk::during`] put in its place for this thread.
    pub fn here() -> Self {
        #[cfg(test)]
        if let Some(disk) = tests::HERE.with_borrow(Clone::clone) {
            return disk;
        }
        Self::default()
    }

    fn turn(&self, what: &'static str, path: &Path, bytes: usize) -> io::Result<usize> {
        self.faults.as_ref().map_or(Ok(bytes), |faults| faults.turn(what, path, bytes))
    }

    fn done<T>(
        &self,
        what: &'static str,
        path: &Path,
        operation: impl Fn() -> io::Result<T>,
    ) -> io::Result<T> {
        self.turn(what, path, 0).and_then(|_| operation())
    }

    /// Opens a regular file, pipe or device for reading.
    pub fn open(&self, path: &Path) -> io::Result<DiskFile> {
        let file = self.done("open", path, || system::open(path))?;
        Ok(DiskFile { file, path: path.to_owned(), disk: self.clone(), is_locked: false })
    }

    /// Opens standard output for writing, or a regular file, made if need be, which is emptied and held against
    /// other processes until it is dropped. A symbolic link to one is never followed.
    ///
    /// Errors: `WouldBlock` if another process holds it.
    pub fn hold(&self, path: &Path) -> io::Result<DiskFile> {
        let (file, is_locked) = self.done("hold", path, || system::hold(path))?;
        Ok(DiskFile { file, path: path.to_owned(), disk: self.clone(), is_locked })
    }

    /// Makes a folder and those that it lies in, as far as they are missing.
    pub fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        self.done("create-dirs", path, || fs::create_dir_all(path))
    }

    /// Gives a file another name; a file of that name is replaced.
    pub fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.done("rename", to, || fs::rename(from, to))
    }

    /// Makes the names in a folder outlast a loss of power.
    pub fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.done("sync-dir", path, || system::sync_dir(path))
    }

    /// What lies at a path, a symbolic link as such; `None` if nothing does.
    pub fn look(&self, path: &Path) -> io::Result<Option<FileType>> {
        absent(self.done("look", path, || Ok(fs::symlink_metadata(path)?.file_type())))
    }

    /// Where a path leads, without links and dots; `None` if nowhere.
    pub fn real(&self, path: &Path) -> Option<PathBuf> {
        self.done("real", path, || fs::canonicalize(path)).ok()
    }

    /// The names in a folder, sorted; `None` if there is no such folder.
    pub fn list(&self, path: &Path) -> io::Result<Option<Vec<OsString>>> {
        let names = || fs::read_dir(path)?.map(|entry| Ok(entry?.file_name())).collect();
        let mut names: Option<Vec<OsString>> = absent(self.done("list", path, names))?;
        names.iter_mut().for_each(|names| names.sort_unstable());
        Ok(names)
    }

    /// The bytes of a file that the program wrote.
    ///
    /// Errors: `FileTooLarge` above `most` bytes, `InvalidData` for a device or pipe, for which nobody waits.
    pub fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        match is_special(path) {
            true => Err(io::Error::new(io::ErrorKind::InvalidData, NO_FILE)),
            false => bytes_of(self.open(path)?, most),
        }
    }

    /// The SHA-256 of a regular file, in hexadecimal.
    pub fn hash(&self, path: &Path) -> io::Result<String> {
        let mut file = self.open(path)?;
        let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
        loop {
            match file.read(&mut buffer) {
                Ok(0) => return Ok(hexadecimal(hash)),
                Ok(n) => hash.update(&buffer[..n]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Removes a file, if it is there.
    pub fn remove_file(&self, path: &Path) -> io::Result<()> {
        absent(self.done("remove", path, || fs::remove_file(path))).map(drop)
    }

    /// Removes an empty folder, if it is there.
    pub fn remove_dir(&self, path: &Path) -> io::Result<()> {
        absent(self.done("remove-dir", path, || fs::remove_dir(path))).map(drop)
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
    let bytes = bytes_of(from, MOST_INPUT)?;
    let no_text = |what| io::Error::new(io::ErrorKind::InvalidData, what);
    if without_mark(&bytes).is_err_and(|what| what == UTF_16) {
        return Err(no_text(UTF_16));
    }
    String::from_utf8(bytes).map_err(|_| no_text("it is not text in UTF-8"))
}

/// All bytes, if they are no more than `most`.
///
/// Errors: `FileTooLarge`.
fn bytes_of(from: impl io::Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let what = format!("it has more than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

/// Whether a path names a device or pipe, which is never replaced, nor waited for by those who read files of runs.
pub fn is_special(path: &Path) -> bool {
    // A name there may lead to a file, whose place is not that of the name; those in memory are like all others.
    let is_device = path.starts_with("/dev") && !path.starts_with("/dev/shm");
    is_device || fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// The folder in which a path lies.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The disk that a test puts in the place of the machine's own.
#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    thread_local! {
        pub static HERE: RefCell<Option<Disk>> = const { RefCell::new(None) };
    }

    impl Disk {
        /// A disk with these faults.
        pub fn with(faults: Arc<dyn Faults>) -> Self {
            Self { faults: Some(faults) }
        }

        /// Does `work` with this disk wherever [`Disk::here`] is asked for on this thread.
        pub fn during<R>(&self, work: impl FnOnce() -> R) -> R {
            HERE.with_borrow_mut(|disk| *disk = Some(self.clone()));
            let result = work();
            HERE.with_borrow_mut(|disk| *disk = None);
            result
        }
    }
}
