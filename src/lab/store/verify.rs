//! Whether everything in the folder of a run is what the program wrote.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::disk;
use super::files::{MANIFEST, PAGE, PREVIOUS, STATE};
use super::manifest::{FileRecord, Manifest};
use super::rows::PerGame;
use super::state::{Saved, read_file};
use crate::lab::refused::{OfPath as _, Refused};

/// A file of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Where it lies.
    pub path: PathBuf,
    /// What is wrong with it; nothing if it is what the program wrote.
    pub damage: Option<String>,
}

/// Looks at every file that a run has written: its state, its manifest and what that lists. Files elsewhere
/// count where the path, from here, leads to something. A run that goes on has states alone.
///
/// Errors: [`Refused`] for what the system does not let anyone read.
pub fn verify(folder: &Path) -> Result<Vec<Verified>, Refused> {
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
    let listed = match &found {
        Ok(manifest) => listed(manifest, folder, |file| file.name != STATE || !has_state)?,
        Err(_) => Vec::new(),
    };
    all.push(Verified { path, damage: found.err() });
    all.extend(listed);
    Ok(all)
}

/// The files that a manifest lists in its folder, as far as they are `wanted`, and those elsewhere that can be found
/// from here.
fn listed(
    manifest: &Manifest,
    folder: &Path,
    wanted: impl Fn(&FileRecord) -> bool,
) -> Result<Vec<Verified>, Refused> {
    let mut all = Vec::new();
    for file in manifest.files.iter().filter(|file| wanted(file)) {
        let path = file.path(folder);
        // What cannot be found from here may be whole.
        if path.parent() == Some(folder) || disk::real(&path).is_some() {
            let damage = file.damage(&path).reading(&path)?;
            all.push(Verified { path, damage });
        }
    }
    Ok(all)
}

/// Whether all files of the run that is told from others by `wanted` are in this folder as they were written, but for
/// a page, which may have been drawn again, and rows that are not asked for.
///
/// Errors: [`Refused`] for what the system does not let anyone read.
pub fn is_whole(
    folder: &Path,
    state: &Saved,
    wanted: &Json,
    rows: Option<&PerGame>,
) -> Result<bool, Refused> {
    if state.body.run != *wanted || state.body.going.is_some() {
        return Ok(false);
    }
    let path = folder.join(MANIFEST);
    let manifest = Manifest::load(&path).reading(&path)?;
    let Some(manifest) = manifest.ok().filter(|manifest| manifest.is_of(&state.sha256)) else {
        return Ok(false);
    };
    let files = listed(&manifest, folder, |file| file.rows.is_none() && file.name != PAGE)?;
    if files.iter().any(|file| file.damage.is_some()) {
        return Ok(false);
    }
    let Some(rows) = rows else { return Ok(true) };
    let path = rows.name_in(folder).map_or(rows.path.clone(), |name| folder.join(name));
    let listed = manifest.files.iter().find(|file| rows.are_in(file));
    listed.map_or(Ok(false), |file| Ok(file.damage(&path).reading(&path)?.is_none()))
}
