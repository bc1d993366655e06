//! Whether everything in the folder of a run is what the program wrote.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::disk;
use super::files::{MANIFEST, PAGE, PREVIOUS, STATE};
use super::manifest::{FileRecord, Manifest};
use super::rows::PerGame;
use super::state::{Saved, newest, read_file};
use crate::lab::refused::{OfPath as _, Refused};

/// A file of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Where it lies.
    pub path: PathBuf,
    /// What is wrong with it; nothing if it is what the program wrote.
    pub damage: Option<String>,
}

/// Looks at every file that a run has written: its state, its manifest and what that lists, elsewhere, too. A run that
/// goes on has states alone.
///
/// Errors: [`Refused`] for what the system does not let anyone read.
pub fn verify(folder: &Path) -> Result<Vec<Verified>, Refused> {
    verify_those(folder, |_| true)
}

/// The same, of the files that a manifest lists only those that are `wanted`.
fn verify_those(
    folder: &Path,
    wanted: impl Fn(&FileRecord) -> bool,
) -> Result<Vec<Verified>, Refused> {
    let (mut all, mut last, mut goes_on) = (Vec::new(), None, false);
    for path in [STATE, PREVIOUS].map(|name| folder.join(name)) {
        let found = match read_file(&path) {
            Ok(None) => continue,
            Ok(Some(saved)) => {
                goes_on |= saved.body.going.is_some();
                last = last.or(Some(saved.sha256.clone()));
                saved.into_tables(folder).map_err(|refused| refused.what)
            }
            Err(error) if error.place.is_none() => return Err(error),
            Err(error) => Err(error.what),
        };
        all.push(Verified { path, damage: found.err() });
        // Of a complete run there is no other one.
        if last.is_some() && !goes_on {
            break;
        }
    }
    // A state that is there has been looked at.
    let has_state = !all.is_empty();
    let path = folder.join(MANIFEST);
    if goes_on && disk::look(&path).reading(&path)?.is_none() {
        return Ok(all);
    }
    let found = Manifest::load(&path).reading(&path)?.and_then(|found| {
        let is_its = last.is_none_or(|state| found.is_of(&state));
        is_its.then_some(found).ok_or("is that of another run: the state is not as it says".into())
    });
    let files = found.as_ref().map_or(&[][..], |manifest| &manifest.files);
    all.push(Verified { path, damage: found.as_ref().err().cloned() });
    for file in files.iter().filter(|file| wanted(file) && (file.name != STATE || !has_state)) {
        let path = file.path(folder);
        let damage = file.damage(&path).reading(&path)?;
        all.push(Verified { path, damage });
    }
    Ok(all)
}

/// Whether the run that is told from others by `wanted` is in this folder, complete and as it was written, but for a
/// page, which may have been drawn again, and rows that are not asked for.
///
/// Errors: [`Refused`] for what the system does not let anyone read.
pub fn is_whole(folder: &Path, wanted: &Json, rows: Option<&PerGame>) -> Result<bool, Refused> {
    let is_it = |state: Saved| state.body.run == *wanted && state.body.going.is_none();
    if !newest(folder)?.is_some_and(is_it) {
        return Ok(false);
    }
    let path = |rows: &PerGame| match rows.name_in(folder) {
        Some(name) => folder.join(name),
        None => disk::from_anywhere(&rows.path),
    };
    let is_wanted = |file: &FileRecord| match &file.rows {
        Some(detail) => {
            rows.is_some_and(|rows| rows.detail == *detail && path(rows) == file.path(folder))
        }
        None => file.name != PAGE,
    };
    let files = verify_those(folder, is_wanted)?;
    let has_rows = |rows: &PerGame| files.iter().any(|file| file.path == path(rows));
    Ok(files.iter().all(|file| file.damage.is_none()) && rows.is_none_or(has_rows))
}
