//! The page in the folder of a run: of which counts it tells.

use std::io;
use std::path::Path;

use super::disk::{Disk, Entry};
use super::files::{PAGE, STATE};
use super::signed::hexadecimal;

/// How every page begins, which tells it from other files.
pub const BEGINNING: &str = "<!doctype html>\n<!-- war-sim report -->\n";
/// Larger files are no pages.
pub const MOST_PAGE: u64 = 1 << 31;

/// How the mark at its end begins.
pub const MARK: &str = "<!-- drawn from ";

/// What stands at the end of a page that was drawn from states with these SHA-256.
pub fn mark(states: &[String]) -> String {
    format!("{MARK}{} -->\n", states.join(" "))
}

/// The SHA-256 of the state of the run in this folder; `None` if it has none.
///
/// Errors: what the system says.
pub fn digest_of(disk: &Disk, run: &Path) -> io::Result<Option<String>> {
    let path = run.join(STATE);
    let is_file = matches!(disk.look(&path)?, Some(Entry::File));
    is_file.then(|| disk.hash(&path).map(hexadecimal)).transpose()
}

/// What a file called like a page is to the run whose state has this SHA-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// None is there, or what only has its name.
    None,
    /// It was drawn from these counts, and changed by hand or not.
    Holds,
    /// It was drawn from others.
    Old,
}

impl Page {
    /// That in this folder.
    ///
    /// Errors: what the system says.
    pub fn of(disk: &Disk, folder: &Path, digest: &str) -> io::Result<Self> {
        let path = folder.join(PAGE);
        if !matches!(disk.look(&path)?, Some(Entry::File)) {
            return Ok(Self::None);
        }
        let bytes = disk.read(&path, MOST_PAGE)?;
        let text = String::from_utf8_lossy(&bytes);
        Ok(match text.starts_with(BEGINNING) {
            false => Self::None,
            true if text.contains(digest) => Self::Holds,
            true => Self::Old,
        })
    }
}
