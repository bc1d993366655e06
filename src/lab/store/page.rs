//! The page in the folder of a run: what tells it from other files, and which counts it tells of.

use std::io;
use std::path::Path;

use super::disk::Disk;
use super::files::PAGE;

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
pub fn is_in(disk: &Disk, folder: &Path) -> io::Result<bool> {
    let path = folder.join(PAGE);
    let is_file = disk.look(&path)?.is_some_and(|found| found.is_file());
    Ok(is_file && disk.read(&path, MOST_PAGE)?.starts_with(BEGINNING.as_bytes()))
}
