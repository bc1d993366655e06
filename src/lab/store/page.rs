//! The page in the folder of a run: what tells it from other files, and of which counts it tells.

use std::io;
use std::path::Path;

use super::disk::Disk;
use super::files::PAGE;

/// How every page begins, which tells it from other files.
pub const BEGINNING: &str = "<!doctype html>\n<!-- war-sim report -->\n";
/// Larger files are no pages.
pub const MOST_PAGE: u64 = 1 << 31;

/// How the mark at its end begins.
const MARK: &str = "<!-- drawn from ";

/// What stands at the end of a page that was drawn from states with these SHA-256.
pub fn mark(states: &[String]) -> String {
    format!("{MARK}{} -->\n", states.join(" "))
}

/// A page, whoever has changed it by hand since.
pub struct Page {
    /// What it says.
    pub bytes: Vec<u8>,
    /// Whether it was drawn from the state with the SHA-256 that was asked for.
    pub holds: bool,
    /// Of how many runs it tells.
    pub runs: usize,
}

/// The page in this folder; `None` if none is there, or what only has its name. Does it hold for the state with
/// this SHA-256?
///
/// Errors: what the system says.
pub fn page_in(disk: &Disk, folder: &Path, state: &str) -> io::Result<Option<Page>> {
    let path = folder.join(PAGE);
    if disk.look(&path)?.is_none_or(|found| !found.is_file()) {
        return Ok(None);
    }
    let bytes = disk.read(&path, MOST_PAGE)?;
    if !bytes.starts_with(BEGINNING.as_bytes()) {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&bytes);
    let marked = text.rsplit_once(MARK).and_then(|(_, rest)| rest.split_once(" -->"));
    let runs = marked.map_or(0, |(states, _)| states.split_whitespace().count());
    let holds = text.contains(state);
    Ok(Some(Page { bytes, holds, runs }))
}
