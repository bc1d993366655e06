//! The page in the folder of a run: of which counts it tells.

use std::io;
use std::path::Path;

use super::disk::Disk;
use super::files::PAGE;

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

/// The page in this folder, whoever has changed it by hand since, and whether it was drawn from the state with this
/// SHA-256; `None` if none is there, or what only has its name.
///
/// Errors: what the system says.
pub fn page_in(disk: &Disk, folder: &Path, state: &str) -> io::Result<Option<(Vec<u8>, bool)>> {
    let path = folder.join(PAGE);
    if disk.look(&path)?.is_none_or(|found| !found.is_file()) {
        return Ok(None);
    }
    let page = disk.read(&path, MOST_PAGE)?;
    let holds = String::from_utf8_lossy(&page).contains(state);
    Ok(page.starts_with(BEGINNING.as_bytes()).then_some((page, holds)))
}
