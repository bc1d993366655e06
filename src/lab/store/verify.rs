//! Whether everything in the folder of a run is what the program wrote.

use std::path::{Path, PathBuf};

use super::disk::Disk;
use super::files::{MANIFEST, PREVIOUS, STATE};
use super::manifest::{FileRecord, Manifest};
use super::state::read_file;
use crate::lab::refused::{OfPath as _, Refused};

/// A file that is not what the program wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub what: String,
}

/// What was found in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Files that are what the program wrote.
    pub whole: u64,
    /// Files that are not.
    pub damaged: Vec<Damage>,
}

impl Verified {
    fn count(&mut self, path: PathBuf, damage: Option<String>) {
        match damage {
            None => self.whole += 1,
            Some(what) => self.damaged.push(Damage { path, what }),
        }
    }
}

/// Looks at every file that a run has written: its state, its manifest and what that lists. Files elsewhere
/// count where the path, from here, leads to something. A run that goes on has states alone.
///
/// Errors: [`Refused`] for what the system does not let anyone read.
pub fn verify(folder: &Path) -> Result<Verified, Refused> {
    let (disk, mut verified) = (Disk::here(), Verified::default());
    let (mut last, mut goes_on) = (None, false);
    for path in [STATE, PREVIOUS].map(|name| folder.join(name)) {
        let found = match read_file(&disk, &path) {
            Ok(None) => continue,
            Ok(Some(saved)) => {
                goes_on |= saved.body.going.is_some();
                last = last.or(Some(saved.sha256.clone()));
                match saved.body.compares_stored() {
                    true => saved.body.compared().map(drop),
                    false => saved.body.counted().map(drop),
                }
            }
            Err(error) if error.place.is_none() => return Err(error),
            Err(error) => Err(error.what),
        };
        verified.count(path, found.err());
        // Of a complete run there is no other one.
        if last.is_some() && !goes_on {
            break;
        }
    }
    let (path, mut manifest) = (folder.join(MANIFEST), Manifest::default());
    // A state that is there has been looked at.
    let is_missing = last.is_none() && verified.damaged.is_empty();
    if !goes_on || disk.look(&path).reading(&path)?.is_some() {
        let found = Manifest::load(&disk, &path).reading(&path)?.and_then(|found| {
            let is_its = last.as_ref().is_none_or(|state| found.is_of(state));
            let of_another = || "is that of another run: the state is not as it says".to_owned();
            is_its.then_some(found).ok_or_else(of_another)
        });
        verified.count(path, found.map(|found| manifest = found).err());
    }
    let is_wanted = |file: &FileRecord| file.name != STATE || is_missing;
    for (path, damage) in manifest.compared(&disk, folder, is_wanted)? {
        verified.count(path, damage);
    }
    Ok(verified)
}
