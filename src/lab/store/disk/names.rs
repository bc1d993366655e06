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

/// The folder-to-be of the run whose checkpoints are in this one; `None` by its name where they are in none.
pub fn run_of_checkpoints(folder: &Path) -> Option<PathBuf> {
    let name = folder.file_name()?.to_str()?.strip_prefix('.')?.strip_suffix(".resume")?;
    Some(folder.with_file_name(name))
}

/// Whether a folder is one of checkpoints, by its name.
pub fn is_of_checkpoints(folder: &Path) -> bool {
    run_of_checkpoints(folder).is_some()
}
