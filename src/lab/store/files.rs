//! What the files in the folder of a run are called, and what tells its page from others.

use std::io;
use std::path::Path;

use super::disk::Disk;

/// What the run plays, which games are done, and what was counted.
pub const STATE: &str = "state";
/// The one before it, until the run is complete.
pub const PREVIOUS: &str = "state.previous";
/// What was run, and what came out: written last.
pub const MANIFEST: &str = "manifest.json";
/// Every column of every table.
pub const PACKAGE: &str = "datapackage.json";
/// The page, if one is wanted.
pub const PAGE: &str = "report.html";

/// By this a run holds its folder.
pub const LOCK: &str = ".lock";
/// What is being written.
pub const PARTIAL: &str = ".partial";
/// Rows that are being written.
pub const ROWS: &str = ".rows.partial";
/// What a run has in its folder as long as it goes on, beside its state.
pub const HIDDEN: [&str; 3] = [LOCK, PARTIAL, ROWS];

/// Whether this is the name of a file in a folder, not a path that leads elsewhere.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(['/', '\\'])
}

/// How every page begins, which tells it from other files.
pub const BEGINNING: &str = "<!doctype html>\n<!-- war-sim report -->\n";
/// Larger files are no pages.
pub const MOST_PAGE: u64 = 1 << 31;

/// What stands at the end of a page that was drawn from states with these SHA-256.
pub fn mark(states: &[String]) -> String {
    format!("<!-- drawn from {} -->\n", states.join(" "))
}

/// Whether there is a page in this folder, and not only something of its name.
///
/// Errors: what the system says.
pub fn has_page(disk: &Disk, folder: &Path) -> io::Result<bool> {
    let path = folder.join(PAGE);
    let is_file = disk.look(&path)?.is_some_and(|found| found.is_file());
    Ok(is_file && begins(&disk.read(&path, MOST_PAGE)?, BEGINNING.as_bytes()))
}

/// Whether a file begins as those of its kind do, or was cut off before its first byte.
pub fn begins(bytes: &[u8], own: &[u8]) -> bool {
    !own.is_empty() && (bytes.is_empty() || bytes.starts_with(own))
}
