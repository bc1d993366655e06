//! The hidden names that the store gives beside a file or folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

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
