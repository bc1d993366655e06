//! Standard output, and files that a verb writes beside a run.

use std::io::Write as _;
use std::path::Path;

use super::format::Format;
use super::names;
use super::options::PlaceArgs;
use super::terminal;
use crate::core::wording::plain;
use crate::lab::refused::{Fault, OfPath as _, Refused, Shown as _};
use crate::lab::store::disk;
use crate::lab::store::output::OutputFile;

/// Prints a text on standard output.
///
/// Errors: those of standard output.
pub fn print(text: &str) -> Result<(), Refused> {
    print_file(plain::text(text).as_bytes())
}

/// As [`print()`], before what the exit code has to say, which whoever reads no more is told, too.
///
/// Errors: those of standard output.
pub fn print_before(text: &str) -> Result<(), Refused> {
    print(text).or_else(|refused| match refused.fault {
        Fault::ClosedPipe => Ok(()),
        _ => Err(refused),
    })
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

/// Writes a file as a whole; one that is there is replaced if `force` is set.
///
/// Errors: exit code 73 for a file that is there; those of the disk.
pub fn write_whole(path: &Path, bytes: &[u8], force: bool) -> Result<(), Refused> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        disk::create_dir_all(folder).creating(folder)?;
    }
    let mut file = OutputFile::create(path, force)?;
    let written = file.write_all(bytes).and_then(|()| file.complete()).and_then(|_| file.place());
    written.writing(path.shown())
}
