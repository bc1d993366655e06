//! What lies beside a file or folder, and what is not there.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// Nothing is there: not an error for those who ask whether there is something.
pub fn absent<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// A hidden name beside a file or folder: `.NAME.ENDING`.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut hidden = OsString::from(".");
    hidden.push(path.file_name().unwrap_or_default());
    hidden.push(".");
    hidden.push(ending);
    path.with_file_name(hidden)
}

/// The name of the file beside another by which that is held where the file system has no locks.
pub fn lease_of(path: &Path) -> PathBuf {
    beside(path, "held")
}
