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

/// Where a run that goes on keeps its checkpoints.
pub fn checkpoints_of(run: &Path) -> PathBuf {
    beside(run, "resume")
}

/// Whether a folder is one of checkpoints, by its name.
pub fn is_of_checkpoints(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') && name.ends_with(".resume")
}
