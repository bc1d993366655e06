//! Every file operation of the store: a test can make each of them fail, or end the program there.

use std::fs::{self, DirEntry, File, FileType};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::signed::hexadecimal;
#[cfg(test)]
use super::tests::turn;
use crate::core::cards::text::without_mark;
use crate::lab::refused::Shown as _;

/// The file that is standard output, on every system.
pub const STDOUT: &str = "/dev/stdout";

/// Larger files are nobody's rules, experiment or dice.
pub const MOST_INPUT: u64 = 1 << 22;

/// What is wrong with a file that would keep its reader waiting, or never end.
pub const NO_FILE: &str = "is a device or pipe, not a file";

/// Before each operation: how many of these bytes it writes. In a test it may fail there.
#[cfg(not(test))]
fn turn(_: &str, _: &Path, bytes: usize) -> io::Result<usize> {
    Ok(bytes)
}

fn done<T>(what: &str, path: &Path, operation: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    turn(what, path, 0).and_then(|_| operation())
}

/// An open file.
#[derive(Debug)]
pub struct DiskFile {
    file: File,
    path: PathBuf,
    /// Whether it keeps other processes away: not where the file system has no locks.
    pub is_locked: bool,
}

impl Read for DiskFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        turn("read", &self.path, 0)?;
        self.file.read(bytes)
    }
}

impl Write for DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let most = turn("write", &self.path, bytes.len())?;
        self.file.write(&bytes[..most])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl DiskFile {
    /// Makes what was written outlast a loss of power.
    pub fn sync(&self) -> io::Result<()> {
        done("sync", &self.path, || self.file.sync_all())
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

/// What was read of a file of a run, or in words why it cannot be what the program wrote.
///
/// Errors: what says nothing of the file, which may be good.
pub fn of_run<T>(read: io::Result<T>) -> io::Result<Result<T, String>> {
    use io::ErrorKind::{FileTooLarge, InvalidData, IsADirectory};
    match absent(read) {
        Ok(found) => Ok(found.ok_or_else(|| "is missing".into())),
        Err(error) if error.kind() == IsADirectory => Ok(Err("is a folder".into())),
        Err(error) if matches!(error.kind(), FileTooLarge | InvalidData) => {
            Ok(Err(error.to_string()))
        }
        Err(error) => Err(error),
    }
}

/// Opens a file for reading.
pub fn open(path: &Path) -> io::Result<DiskFile> {
    let file = done("open", path, || match path.is_dir() {
        // Each system says something else of it, some only when it is read.
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => File::open(path),
    })?;
    Ok(DiskFile { file, path: path.to_owned(), is_locked: false })
}

/// Opens standard output for writing, or a regular file, made if need be, which is emptied and held against
/// other processes until it is dropped. A symbolic link to one is never followed.
///
/// Errors: `WouldBlock` if another process holds it.
pub fn hold(path: &Path) -> io::Result<DiskFile> {
    let (file, is_locked) = done("hold", path, || match path == Path::new(STDOUT) {
        true => Ok((standard_output()?, false)),
        false => locked(path),
    })?;
    Ok(DiskFile { file, path: path.to_owned(), is_locked })
}

/// Standard output as the program was given it, with the place in a file that it shares with others. Opened
/// anew it has a place of its own there, and the next to write overwrites what it wrote.
#[allow(clippy::disallowed_methods)]
fn standard_output() -> io::Result<File> {
    #[cfg(unix)]
    let own = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
    #[cfg(not(unix))]
    let own = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
    Ok(own.into())
}

/// A regular file of this very name, emptied and locked, if the file system has locks.
fn locked(path: &Path) -> io::Result<(File, bool)> {
    // A pipe of this name would let the opening wait for ever.
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        let what = format!("{} is something else than a file (remove it)", path.shown());
        return Err(io::Error::other(what));
    }
    let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
    let lock = done("lock", path, || Ok(file.try_lock()?));
    let is_held = lock.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock);
    // Whoever held it may have removed or renamed it since it was opened; then this lock keeps nobody away.
    if is_held || !is_at(&file, path)? {
        return Err(io::ErrorKind::WouldBlock.into());
    }
    file.set_len(0)?;
    Ok((file, lock.is_ok()))
}

/// Whether an open file is the one that now lies at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let (own, found) = (file.metadata()?, absent(fs::symlink_metadata(path))?);
    Ok(found.is_some_and(|found| (found.dev(), found.ino()) == (own.dev(), own.ino())))
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    // An open file can be neither removed nor renamed there.
    Ok(true)
}

/// Makes a folder and those that it lies in, as far as they are missing.
pub fn create_dir_all(path: &Path) -> io::Result<()> {
    done("create-dirs", path, || fs::create_dir_all(path))
}

/// Gives a file another name; a file of that name is replaced.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    done("rename", to, || fs::rename(from, to))
}

/// Makes the names in a folder outlast a loss of power, where the system has such a thing.
pub fn sync_dir(path: &Path) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, Unsupported};
    let sync = || if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) };
    match done("sync-dir", path, sync) {
        // Some network file systems have not.
        Err(error) if matches!(error.kind(), InvalidInput | Unsupported) => Ok(()),
        done => done,
    }
}

/// What lies at a path, a symbolic link as such; `None` if nothing does.
pub fn look(path: &Path) -> io::Result<Option<FileType>> {
    absent(done("look", path, || Ok(fs::symlink_metadata(path)?.file_type())))
}

/// Where a path leads, without links and dots; `None` if nowhere.
pub fn real(path: &Path) -> Option<PathBuf> {
    done("real", path, || fs::canonicalize(path)).ok()
}

/// A path that leads to the same file from wherever one is; only its folder need be there.
pub fn from_anywhere(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match (fs::canonicalize(folder.unwrap_or(Path::new("."))), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// The names in a folder, sorted; `None` if there is no such folder.
pub fn list(path: &Path) -> io::Result<Option<Vec<String>>> {
    let name = |entry: io::Result<DirEntry>| Ok(entry?.file_name().to_string_lossy().into());
    let names = || fs::read_dir(path)?.map(name).collect();
    let mut names: Option<Vec<String>> = absent(done("list", path, names))?;
    names.iter_mut().for_each(|names| names.sort_unstable());
    Ok(names)
}

/// The bytes of a file that the program wrote.
///
/// Errors: `FileTooLarge` above `most` bytes, `InvalidData` for a device or pipe, for which nobody waits.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    bytes_of(open_file(path)?, most)
}

/// The SHA-256 of a file that the program wrote, in hexadecimal.
///
/// Errors: `InvalidData` for a device or pipe.
pub fn hash(path: &Path) -> io::Result<String> {
    let mut file = open_file(path)?;
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

fn open_file(path: &Path) -> io::Result<DiskFile> {
    match is_special(path) {
        true => Err(io::Error::new(io::ErrorKind::InvalidData, NO_FILE)),
        false => open(path),
    }
}

/// Removes a file, if it is there.
pub fn remove_file(path: &Path) -> io::Result<()> {
    absent(done("remove", path, || fs::remove_file(path))).map(drop)
}

/// Removes an empty folder, if it is there.
pub fn remove_dir(path: &Path) -> io::Result<()> {
    absent(done("remove-dir", path, || fs::remove_dir(path))).map(drop)
}

/// Reads a file that somebody wrote for the program; `-` is standard input.
///
/// Errors: `FileTooLarge` for a file that is too large to be one, `InvalidData` if it is not UTF-8.
pub fn read_input(path: &Path) -> io::Result<String> {
    if path == Path::new("-") { input_of(io::stdin()) } else { input_of(open(path)?) }
}

/// As [`read_input`], from what is open already, such as standard input.
pub fn input_of(from: impl io::Read) -> io::Result<String> {
    let bytes = bytes_of(from, MOST_INPUT)?;
    let no_text = |what| io::Error::new(io::ErrorKind::InvalidData, what);
    without_mark(&bytes).map_err(no_text)?;
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

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_at_its_name_until_the_name_is_gone_or_anothers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = File::create(&path).unwrap();
        assert!(is_at(&file, &path).unwrap());
        fs::rename(&path, folder.path().join("moved")).unwrap();
        assert!(!is_at(&file, &path).unwrap());
        let other = File::create(&path).unwrap();
        assert!(!is_at(&file, &path).unwrap() && is_at(&other, &path).unwrap());
        assert!(!is_at(&other, &path.join("inside")).unwrap());
    }
}
