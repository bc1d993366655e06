//! The page in the folder of a run: of which counts it tells.

use std::io;
use std::path::Path;

use super::disk::{Disk, Found};
use super::manifest::FileRecord;
use super::signed::hexadecimal;
use super::state::{STATES, is_ours};

/// The name of the page in the folder of a run.
pub const PAGE: &str = "report.html";
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
    for path in STATES.map(|file| run.join(file)) {
        if is_ours(disk, &path)? {
            return Ok(Some(hexadecimal(disk.hash(&path)?)));
        }
    }
    Ok(None)
}

/// Whether a file called like a page may stay in the folder of this run: it was drawn from its counts,
/// and changed by hand or not; or it is no page of this program.
///
/// Errors: what the system says.
pub fn holds(disk: &Disk, page: &Path, run: &Path) -> io::Result<bool> {
    let page = disk.read(page, MOST_PAGE)?;
    let text = String::from_utf8_lossy(&page);
    if !text.starts_with(BEGINNING) {
        return Ok(true);
    }
    Ok(digest_of(disk, run)?.is_some_and(|digest| text.contains(&digest)))
}

/// The page of this program in this file, if it tells of the counts of a run and stays with it.
///
/// Errors: what the system says.
pub fn kept(disk: &Disk, page: &Path, run: &Path) -> io::Result<Option<FileRecord>> {
    if !matches!(disk.look(page)?, Some(Found::File(_))) || disk.look(&run.join(PAGE))?.is_some() {
        return Ok(None);
    }
    let bytes = disk.read(page, MOST_PAGE)?;
    let is_drawn = bytes.starts_with(BEGINNING.as_bytes()) && holds(disk, page, run)?;
    Ok(is_drawn.then(|| FileRecord::of(PAGE, &bytes)))
}
