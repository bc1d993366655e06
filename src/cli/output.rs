//! Standard output, and files that a verb writes beside a run.

use std::io::Write as _;
use std::path::Path;

use super::format::Format;
use super::names;
use super::options::PlaceArgs;
use super::terminal;
use crate::core::wording::plain;
use crate::lab::refused::{OfPath as _, Refused, Shown as _};
use crate::lab::store::disk::Disk;
use crate::lab::store::files::{MOST_PAGE, begins};
use crate::lab::store::output::OutputFile;
use crate::lab::store::place::taken;

/// Prints a text on standard output.
///
/// Errors: those of standard output.
pub fn print(text: &str) -> Result<(), Refused> {
    print_file(plain::text(text).as_bytes())
}

/// As [`print()`], unless errors alone are wanted.
///
/// Errors: those of standard output.
pub fn print_unless(quiet: bool, text: &str) -> Result<(), Refused> {
    if quiet { Ok(()) } else { print(text) }
}

/// What a run says at its end in the form of the options, and for people where it, or this of it, was written.
pub fn at_end(said: String, place: &PlaceArgs, folder: Option<&Path>, what: &str) -> String {
    let written = |folder| format!("\n{what}written to {}\n", names::shown(folder));
    match place.format {
        Format::Text if place.quiet => String::new(),
        Format::Text => said + &folder.map(written).unwrap_or_default(),
        _ => said,
    }
}

/// Prints a file on standard output.
///
/// Errors: those of standard output.
pub fn print_file(bytes: &[u8]) -> Result<(), Refused> {
    terminal::file(bytes).map_err(|e| Refused::stdout(&e))
}

/// Writes a file as a whole. One that is there is replaced if it begins as those of its kind do.
///
/// Errors: exit code 73 for another file that is there, unless `force` is set; those of the disk.
pub fn write_over(path: &Path, bytes: &[u8], own: &[u8], force: bool) -> Result<(), Refused> {
    let disk = Disk::here();
    if !force && path.is_file() {
        let old = disk.read(path, MOST_PAGE).reading(path)?;
        if !begins(&old, own) && old != bytes {
            return Err(taken(path));
        }
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        disk.create_dir_all(folder).creating(folder)?;
    }
    let file = OutputFile::create(&disk, path, true);
    let mut file = file.creating(path)?;
    let written = file.write_all(bytes).and_then(|()| file.complete()).and_then(|_| file.place());
    written.writing(path.shown())
}
