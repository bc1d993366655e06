//! What is there of a run: in its folder, or in the file of its counts alone.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::table::Folder;
use super::{Beginning, Refusal, reading_of, without_games};
use crate::lab::store::alone;
use crate::lab::store::difference::difference;
use crate::lab::store::disk::{Disk, Found, beside};
use crate::lab::store::folder::FolderError;
use crate::lab::store::manifest::{FileRecord, Manifest};
use crate::lab::store::page::PAGE;
use crate::lab::store::part::{PER_GAME, rows_record};
use crate::lab::store::state::{State, StateError};
use crate::lab::store::verify::of_run;

/// What is there of a run.
pub struct There {
    /// What its folder holds.
    pub folder: Folder,
    /// What is wrong with the folder.
    pub why: Option<FolderError>,
    /// The state, where it is good.
    pub state: Option<State>,
    /// The manifest, where it is whole.
    pub manifest: Json,
    /// Files that are missing or damaged.
    pub damaged: Vec<String>,
}

impl Beginning<'_> {
    /// What there is in the place of the counts alone.
    pub fn there_alone(&self, target: &Path) -> Result<There, Refusal> {
        let found = alone::found(&Disk::here(), target).map_err(reading_of(target))?;
        let (folder, why) = match found {
            None => (Folder::Nothing, None),
            Some(Ok(run)) if run == *self.identity => (Folder::Run, None),
            Some(there) => {
                let (path, what) = (target.to_owned(), alone::other(there, self.identity));
                (Folder::Other, Some(FolderError::Occupied { path, what }))
            }
        };
        Ok(There { folder, why, state: None, manifest: Json::Null, damaged: Vec::new() })
    }

    /// What the folder holds.
    pub fn there(&self, target: &Path) -> Result<There, Refusal> {
        let disk = Disk::here();
        let reading = reading_of(target);
        // Where names cannot be exchanged, the old run may have another one for a moment.
        let old = beside(target, "old");
        let found = match disk.look(target) {
            // What cannot be a place for results is refused where it is opened.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => Ok(None),
            found => found,
        };
        let is_aside = found.map_err(reading)?.is_none();
        let target = if is_aside { &old } else { target };
        let nothing = There {
            folder: Folder::Nothing,
            why: None,
            state: None,
            manifest: Json::Null,
            damaged: Vec::new(),
        };
        match disk.look(target) {
            Ok(Some(Found::Folder)) => {}
            Err(error) if error.kind() != io::ErrorKind::NotADirectory => {
                return Err(reading(error).into());
            }
            _ => return Ok(nothing),
        }
        if disk.list(target).map_err(reading)?.is_none_or(|names| names.is_empty()) {
            return Ok(nothing);
        }
        let manifest = Manifest::load(&disk, target).map_err(reading)?;
        let whole = manifest.clone().unwrap_or_default();
        let there = |folder, why: Option<FolderError>, state| {
            let manifest = whole.clone();
            Ok(There { folder, why, state, manifest, damaged: Vec::new() })
        };
        let occupied = |folder, what: String| {
            there(folder, Some(FolderError::Occupied { path: target.to_owned(), what }), None)
        };
        let other = |run: &Json| {
            let what = difference(run, self.identity).unwrap_or_default();
            occupied(Folder::Other, format!("another run: {what}"))
        };
        let state = match State::load_alone(target, self.library) {
            Ok((state, _)) => state,
            Err(StateError::Read { source, .. }) if source.kind() != io::ErrorKind::NotFound => {
                return Err(reading(source).into());
            }
            // Damage is not a complete run.
            Err(error) => {
                return match manifest {
                    Ok(manifest) if manifest["run"] == *self.identity => {
                        let what = match &error {
                            StateError::Damaged { path, what } => {
                                let name = path.file_name().unwrap_or_default().to_string_lossy();
                                format!("its {name} {what}")
                            }
                            _ => "its state is missing".into(),
                        };
                        let path = target.to_owned();
                        there(Folder::Broken, Some(FolderError::Damaged { path, what }), None)
                    }
                    Ok(manifest) => other(&manifest["run"]),
                    Err(_) => {
                        let what = "something else, or a run that is damaged";
                        occupied(Folder::Foreign, what.into())
                    }
                };
            }
        };
        let is_run = match &state.run {
            // A state of an earlier version: its counts are good, and all else is written again.
            Json::Null => self.has_all_games(&state),
            run => run == self.identity,
        };
        if is_run {
            return self.same_run(target, state, manifest);
        }
        if state.run.is_null() {
            return occupied(Folder::Foreign, "a run of an earlier version".into());
        }
        let games = state.run["games"].as_u64().unwrap_or(u64::MAX);
        let is_shorter =
            without_games(&state.run) == without_games(self.identity) && games <= self.study.games;
        if !is_shorter || !self.asked.resume {
            return other(&state.run);
        }
        let loses_rows = self.rows.is_none() && !whole[PER_GAME].is_null();
        let lost = "a run with fewer games and with rows of games, which would be lost without \
                    --per-game and what else they were asked with";
        match self.is_fixed().or(loses_rows.then_some(lost)) {
            None => there(Folder::Shorter, None, Some(state)),
            Some(what) => occupied(Folder::Fixed, what.into()),
        }
    }

    /// Why this run cannot extend a shorter one, if it cannot.
    pub fn is_fixed(&self) -> Option<&'static str> {
        self.study.has_targets().then_some(
            "a run with --until, which cannot be extended: at which games it looks at its numbers \
             depends on --games",
        )
    }

    /// Whether a state that does not say what its run was asked has all the games of this one.
    fn has_all_games(&self, state: &State) -> bool {
        let study = self.study;
        let whole = study.first_game..study.first_game.saturating_add(study.games);
        state.identity == study.identity()
            && !study.has_targets()
            && state.played() == study.games
            && state.missing(whole).is_empty()
    }

    /// What is there of this very run, whose state is good.
    fn same_run(
        &self,
        target: &Path,
        state: State,
        manifest: Result<Json, String>,
    ) -> Result<There, Refusal> {
        let mut there = There {
            folder: Folder::Run,
            why: None,
            state: Some(state),
            manifest: manifest.clone().unwrap_or_default(),
            damaged: Vec::new(),
        };
        if !self.asked.resume {
            // It is played again, whatever lies beside its state.
            let same = manifest.is_ok_and(|manifest| manifest["run"] == *self.identity);
            there.folder = if same { Folder::Run } else { Folder::Torn };
            return Ok(there);
        }
        if let Some(what) = self.lacks_rows(target, &there.manifest)? {
            there.folder = Folder::Lacking;
            let (path, what) = (target.to_owned(), format!("this run {what}"));
            there.why = Some(FolderError::Occupied { path, what });
            return Ok(there);
        }
        // Rows were looked at if they are asked for, and are no part of what is if not, nor is a page.
        let rows = there.manifest[PER_GAME]["file"].as_str().unwrap_or_default().to_owned();
        let own = |name: &str| !name.contains(['/', '\\']) && name != PAGE && name != rows;
        let names = of_run(target, there.state.as_ref(), own)?.damaged.into_iter().map(|damage| {
            damage.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
        });
        there.damaged.extend(names);
        if !there.damaged.is_empty() {
            there.folder = Folder::Torn;
        }
        Ok(there)
    }

    /// What is wrong with the rows that are asked for, if they are not there as the manifest lists them.
    pub fn lacks_rows(
        &self,
        target: &Path,
        manifest: &Json,
    ) -> Result<Option<&'static str>, FolderError> {
        const OTHERS: &str = "without these rows of games";
        let Some(rows) = self.rows else { return Ok(None) };
        if rows.is_special() {
            return Ok(Some("whose rows of games went to a device or pipe, and are gone"));
        }
        if manifest.is_null() {
            return Ok(Some("with a damaged manifest, which says which rows of games are its own"));
        }
        let Some((path, listed)) = self.listed_rows(target, manifest) else {
            return Ok(Some(OTHERS));
        };
        // A run that was killed may have put its folder in place, and not yet its rows elsewhere.
        match Disk::here().hash(&path).map(|hash| FileRecord::hashed("", 0, hash).sha256) {
            Ok(sha256) => {
                let name = rows.path().file_name().unwrap_or_default();
                let same = manifest[PER_GAME] == rows_record(Path::new(name), rows.detail());
                Ok(match same || !self.is_inside(target) {
                    false => Some(OTHERS),
                    true if sha256 != listed.sha256 => Some("whose rows of games were changed"),
                    true => None,
                })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Some(OTHERS)),
            Err(source) => Err(FolderError::Read { path, source }),
        }
    }

    /// Whether the rows lie in the folder of the run: with a bare name, or a path into it.
    pub fn is_inside(&self, target: &Path) -> bool {
        self.rows.is_some_and(|rows| rows.is_bare() || rows.path().parent() == Some(target))
    }

    /// Where the rows are, and what the manifest lists of them.
    pub fn listed_rows(&self, target: &Path, manifest: &Json) -> Option<(PathBuf, FileRecord)> {
        let rows = self.rows?;
        let name = rows.path().file_name()?.to_string_lossy().into_owned();
        let (path, name) = match self.is_inside(target) {
            true => (target.join(&name), name),
            false => (rows.path().to_owned(), rows.path().to_string_lossy().into_owned()),
        };
        let listed = Manifest::records(manifest).into_iter().find(|file| file.name == name)?;
        Some((path, listed))
    }
}
