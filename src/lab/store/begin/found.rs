//! What is there of a run: in its folder, or in the file of its counts alone.

use std::io;
use std::path::Path;

use serde_json::Value as Json;

use super::{Beginning, Folder, Is, Kept, Kind, other};
use crate::lab::spec::Refused;
use crate::lab::spec::refused::OfPath as _;
use crate::lab::store::disk::{Disk, Found, beside};
use crate::lab::store::earlier;
use crate::lab::store::folder::{damaged, occupied};
use crate::lab::store::manifest::{FileRecord, Manifest};
use crate::lab::store::page::PAGE;
use crate::lab::store::state::{MOST_BYTES, STATE};
use crate::lab::store::state_file;
use crate::lab::store::verify::{Damage, of_run};

/// What is there of a run.
pub struct There<S> {
    /// What its folder holds.
    pub folder: Folder,
    /// What is wrong with the folder.
    pub why: Option<Refused>,
    /// The state, where it is good.
    pub state: Option<S>,
    /// The manifest, where it is whole.
    pub manifest: Json,
    /// Files that are missing or damaged.
    pub damaged: Vec<String>,
}

/// A state with the record of its file, or what is wrong with it.
type Stored<S> = Result<(Kept<S>, FileRecord), String>;

impl<S> There<S> {
    /// A folder without a state that is of use, and why.
    fn without(folder: Folder, why: Option<Refused>, manifest: Json) -> Self {
        Self { folder, why, state: None, manifest, damaged: Vec::new() }
    }
}

impl<K: Kind> Beginning<'_, K> {
    /// What there is in the place of the counts alone.
    pub fn there_alone(&self, target: &Path) -> Result<There<K::State>, Refused> {
        let found = state_file::found(&Disk::here(), target).reading(target)?;
        let (folder, why) = match found {
            None => (Folder::Nothing, None),
            Some(Ok(run)) if run == *self.identity => (Folder::Run, None),
            Some(there) => {
                (Folder::Other, Some(occupied(target, &state_file::other(there, self.identity))))
            }
        };
        Ok(There::without(folder, why, Json::Null))
    }

    /// What the folder holds.
    pub fn there(&self, target: &Path) -> Result<There<K::State>, Refused> {
        let disk = Disk::here();
        // Where names cannot be exchanged, the old run may have another one for a moment.
        let old = beside(target, "old");
        let found = match disk.look(target) {
            // What cannot be a place for results is refused where it is opened.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => Ok(None),
            found => found,
        };
        let is_aside = found.reading(target)?.is_none();
        let target = if is_aside { &old } else { target };
        let nothing = || Ok(There::without(Folder::Nothing, None, Json::Null));
        match disk.look(target) {
            Ok(Some(Found::Folder)) => {}
            Err(error) if error.kind() != io::ErrorKind::NotADirectory => {
                return Err(Refused::reading(target, &error));
            }
            _ => return nothing(),
        }
        if disk.list(target).reading(target)?.is_none_or(|names| names.is_empty()) {
            return nothing();
        }
        let occupied = |folder, what: &str| {
            Ok(There::without(folder, Some(occupied(target, what)), Json::Null))
        };
        let (mut kept, record) = match self.stored(&disk, target)? {
            Ok(found) => found,
            // Damage is not a complete run.
            Err(what) => {
                return match Manifest::load(&disk, target).reading(target)? {
                    Ok(manifest) => {
                        match other(&earlier::run(manifest["run"].clone()), self.identity) {
                            None => {
                                let why = Some(damaged(&target.join(K::FILE), &what));
                                Ok(There::without(Folder::Broken, why, manifest))
                            }
                            Some(what) => occupied(Folder::Other, &what),
                        }
                    }
                    Err(_) => {
                        let state = disk.read(&target.join(STATE), MOST_BYTES);
                        let is_class = state.is_ok_and(|state| earlier::is_class(&state));
                        let others = "something else, or a run that is damaged";
                        occupied(Folder::Foreign, if is_class { earlier::CLASS } else { others })
                    }
                };
            }
        };
        let manifest = Manifest::of_state(&disk, target, &record).reading(target)?;
        self.kind.complete(&mut kept.state, &manifest);
        match self.kind.is(&kept, self.identity) {
            Is::Whole => self.same_run(target, kept.state, &record, manifest),
            Is::Shorter if self.asked.resume => {
                let shorter = There::without(Folder::Shorter, None, manifest);
                Ok(There { state: Some(kept.state), ..shorter })
            }
            Is::Shorter => occupied(Folder::Shorter, K::PART),
            Is::Fixed(what) => occupied(Folder::Fixed, what),
            Is::Other(what) => occupied(Folder::Other, &what),
            Is::Foreign(what) => occupied(Folder::Foreign, what),
        }
    }

    /// The state in a folder with the record of its file; or what is wrong with it.
    fn stored(&self, disk: &Disk, target: &Path) -> Result<Stored<K::State>, Refused> {
        let path = target.join(K::FILE);
        let bytes = match disk.read(&path, MOST_BYTES) {
            Ok(bytes) => bytes,
            Err(error) => {
                return match error.kind() {
                    io::ErrorKind::NotFound => Ok(Err("is missing".into())),
                    io::ErrorKind::FileTooLarge => Ok(Err("is too large to be one of ours".into())),
                    io::ErrorKind::InvalidData => Ok(Err(error.to_string())),
                    _ => Err(Refused::reading(&path, &error)),
                };
            }
        };
        Ok(self.kind.read(&bytes).map(|kept| (kept, FileRecord::of(K::FILE, &bytes))))
    }

    /// What is there of this very run, whose state is good.
    fn same_run(
        &self,
        target: &Path,
        state: K::State,
        record: &FileRecord,
        manifest: Json,
    ) -> Result<There<K::State>, Refused> {
        let kind = self.kind;
        let found = |folder, why, manifest, damaged| There {
            damaged,
            ..There::without(folder, why, manifest)
        };
        let there = if !self.asked.resume {
            // It is done again, whatever lies beside its state.
            let folder = if manifest.is_null() { Folder::Torn } else { Folder::Run };
            found(folder, None, manifest, Vec::new())
        } else if let Some(what) = kind.lacks(target, &state)? {
            found(Folder::Lacking, Some(occupied(target, &what)), manifest, Vec::new())
        } else {
            // A page is no part of what is asked for, either.
            let own = |name: &str| {
                !name.contains(['/', '\\']) && name != PAGE && kind.is_own(&state, name)
            };
            let damaged = of_run(target, kind.files(&state), Some(record), own)?.damaged;
            let name = |damage: Damage| {
                damage.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
            };
            let damaged: Vec<String> = damaged.into_iter().map(name).collect();
            let folder = if damaged.is_empty() { Folder::Run } else { Folder::Torn };
            found(folder, None, manifest, damaged)
        };
        Ok(There { state: Some(state), ..there })
    }
}
