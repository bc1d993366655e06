//! What of a file system is not alike everywhere.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use super::STDOUT;

/// Tries to hold a file that others make and remove in the meantime.
const ATTEMPTS: usize = 1_000;

/// Makes the names in a folder outlast a loss of power.
#[cfg(unix)]
pub fn sync_dir(path: &Path) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, Unsupported};
    match File::open(path)?.sync_all() {
        // Some network file systems have no such thing.
        Err(error) if matches!(error.kind(), InvalidInput | Unsupported) => Ok(()),
        done => done,
    }
}

#[cfg(not(unix))]
pub fn sync_dir(_: &Path) -> io::Result<()> {
    // The system offers no such thing for folders.
    Ok(())
}

/// See [`super::Disk::hold`].
pub fn hold(path: &Path) -> io::Result<(File, bool)> {
    match path == Path::new(STDOUT) {
        true => standard_output().map(|file| (file, false)),
        false => hold_by(path, File::try_lock),
    }
}

/// Whether the system says that it has no locks for files there.
fn is_without_locks(error: &io::Error) -> bool {
    #[cfg(unix)]
    if error.raw_os_error() == Some(rustix::io::Errno::NOLCK.raw_os_error()) {
        return true;
    }
    error.kind() == io::ErrorKind::Unsupported
}

/// Holds a file by this lock; says whether the file system has such locks.
fn hold_by(
    path: &Path,
    try_lock: impl Fn(&File) -> Result<(), TryLockError>,
) -> io::Result<(File, bool)> {
    for _ in 0..ATTEMPTS {
        let file = open_own(path)?;
        let locked = match try_lock(&file) {
            Err(TryLockError::WouldBlock) => break,
            Err(TryLockError::Error(error)) if !is_without_locks(&error) => return Err(error),
            locked => locked,
        };
        // Whoever held it before may have removed or renamed it since it was opened; then this
        // lock keeps nobody away.
        if is_at(&file, path)? {
            file.set_len(0)?;
            return Ok((file, locked.is_ok()));
        }
    }
    Err(io::ErrorKind::WouldBlock.into())
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

/// Opens a file for reading. Windows says of a folder that it denies it.
pub fn open(path: &Path) -> io::Result<File> {
    File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::PermissionDenied if path.is_dir() => io::ErrorKind::IsADirectory.into(),
        _ => error,
    })
}

/// Opens a regular file of this very name, made if need be; what it holds stays.
fn open_own(path: &Path) -> io::Result<File> {
    // A pipe of this name would let the opening wait for ever.
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        let what = "something else than a regular file has this name; remove it";
        return Err(io::Error::other(what));
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // Nor is a link followed that somebody puts there now.
        options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits() as i32);
    }
    options.open(path)
}

/// Whether an open file is the one that now lies at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let own = file.metadata()?;
    match fs::symlink_metadata(path) {
        Ok(found) => Ok((found.dev(), found.ino()) == (own.dev(), own.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    // An open file can be neither removed nor renamed there.
    Ok(true)
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_file_is_at_its_name_until_the_name_is_gone_or_anothers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = open_own(&path).unwrap();
        assert!(is_at(&file, &path).unwrap());
        fs::rename(&path, folder.path().join("moved")).unwrap();
        assert!(!is_at(&file, &path).unwrap());
        let other = open_own(&path).unwrap();
        assert!(!is_at(&file, &path).unwrap() && is_at(&other, &path).unwrap());
        // Nobody can say what lies below a file.
        assert!(is_at(&other, &path.join("inside")).is_err());
    }

    #[test]
    fn where_there_are_no_locks_a_file_is_written_without() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows");
        fs::write(&path, "of a run that was killed").unwrap();
        for number in [None, Some(rustix::io::Errno::NOLCK.raw_os_error())] {
            let none = |_: &File| {
                let of = || io::ErrorKind::Unsupported.into();
                Err(TryLockError::Error(number.map_or_else(of, io::Error::from_raw_os_error)))
            };
            let (mut file, is_locked) = hold_by(&path, none).unwrap();
            file.write_all(b"rows").unwrap();
            assert!(!is_locked && fs::read_to_string(&path).unwrap() == "rows");
        }
        let broken = |_: &File| Err(TryLockError::Error(io::Error::from_raw_os_error(5)));
        assert!(hold_by(&path, broken).is_err());
        assert!(hold_by(&path, File::try_lock).unwrap().1);
    }
}
