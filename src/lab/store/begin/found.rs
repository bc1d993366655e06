//! What is there of a run: in its folder, or in the file of its counts alone.

use std::io;
use std::path::Path;

use serde_json::Value as Json;

use super::table::Folder;
use super::{Beginning, without_games};
use crate::lab::spec::Refused;
use crate::lab::spec::refused::{Fault, OfPath as _};
use crate::lab::store::alone;
use crate::lab::store::difference::difference;
use crate::lab::store::disk::{Disk, Found, beside};
use crate::lab::store::folder::{damaged, occupied};
use crate::lab::store::manifest::{FileRecord, Manifest};
use crate::lab::store::page::PAGE;
use crate::lab::store::part::rows_record;
use crate::lab::store::signed::hexadecimal;
use crate::lab::store::state::STATE;
use crate::lab::store::state::State;
use crate::lab::store::verify::{Damage, of_run};

/// What is there of a run.
pub struct There {
    /// What its folder holds.
    pub folder: Folder,
    /// What is wrong with the folder.
    pub why: Option<Refused>,
    /// The state, where it is good.
    pub state: Option<State>,
    /// The manifest, where it is whole.
    pub manifest: Json,
    /// Files that are missing or damaged.
    pub damaged: Vec<String>,
}

impl Beginning<'_> {
    /// What there is in the place of the counts alone.
    pub fn there_alone(&self, target: &Path) -> Result<There, Refused> {
        let found = alone::found(&Disk::here(), target).reading(target)?;
        let (folder, why) = match found {
            None => (Folder::Nothing, None),
            Some(Ok(run)) if run == *self.identity => (Folder::Run, None),
            Some(there) => {
                (Folder::Other, Some(occupied(target, &alone::other(there, self.identity))))
            }
        };
        Ok(There { folder, why, state: None, manifest: Json::Null, damaged: Vec::new() })
    }

    /// What the folder holds.
    pub fn there(&self, target: &Path) -> Result<There, Refused> {
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
                return Err(Refused::reading(target, &error));
            }
            _ => return Ok(nothing),
        }
        if disk.list(target).reading(target)?.is_none_or(|names| names.is_empty()) {
            return Ok(nothing);
        }
        let there = |folder, why: Option<Refused>, state, manifest| {
            Ok(There { folder, why, state, manifest, damaged: Vec::new() })
        };
        let occupied =
            |folder, what: &str| there(folder, Some(occupied(target, what)), None, Json::Null);
        let other = |run: &Json| {
            let what = difference(run, self.identity).unwrap_or_default();
            occupied(Folder::Other, &format!("another run: {what}"))
        };
        let (mut state, record) = match State::load_alone(target, self.library) {
            Ok(found) => found,
            // Damage is not a complete run.
            Err(error) => {
                let what = match error.fault {
                    Fault::NoInput => "its state is missing".to_owned(),
                    _ => format!("its {STATE} {}", error.damage()?.1),
                };
                return match Manifest::load(&disk, target).reading(target)? {
                    Ok(manifest) if manifest["run"] == *self.identity => {
                        there(Folder::Broken, Some(damaged(target, &what)), None, manifest)
                    }
                    Ok(manifest) => other(&manifest["run"]),
                    Err(_) => {
                        let what = "something else, or a run that is damaged";
                        occupied(Folder::Foreign, what)
                    }
                };
            }
        };
        let manifest = Manifest::of_state(&disk, target, &record).reading(target)?;
        state.complete(&manifest);
        let is_run = match &state.run {
            // A state of an earlier version: its counts are good, and all else is written again.
            Json::Null => self.has_all_games(&state),
            run => run == self.identity,
        };
        if is_run {
            return self.same_run(target, (state, record), manifest);
        }
        if state.run.is_null() {
            return occupied(Folder::Foreign, "a run of an earlier version");
        }
        let games = state.run["games"].as_u64().unwrap_or(u64::MAX);
        let is_shorter =
            without_games(&state.run) == without_games(self.identity) && games <= self.study.games;
        if !is_shorter || !self.asked.resume {
            return other(&state.run);
        }
        let loses_rows = self.rows.is_none() && rows_of(&state).next().is_some();
        let lost = "a run with fewer games and with rows of games, which would be lost without \
                    --per-game and what else they were asked with";
        match self.is_fixed().or(loses_rows.then_some(lost)) {
            None => there(Folder::Shorter, None, Some(state), manifest),
            Some(what) => occupied(Folder::Fixed, what),
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
        (state, record): (State, FileRecord),
        manifest: Json,
    ) -> Result<There, Refused> {
        let found =
            |folder, why, state, manifest, damaged| There { folder, why, state, manifest, damaged };
        if !self.asked.resume {
            // It is played again, whatever lies beside its state.
            let folder = if manifest.is_null() { Folder::Torn } else { Folder::Run };
            return Ok(found(folder, None, Some(state), manifest, Vec::new()));
        }
        if let Some(what) = self.lacks_rows(target, &state)? {
            let why = Some(occupied(target, &format!("this run {what}")));
            return Ok(found(Folder::Lacking, why, Some(state), manifest, Vec::new()));
        }
        // Rows were looked at if they are asked for, and are no part of what is if not, nor is a page.
        let is_rows = |name: &str| rows_of(&state).any(|rows| rows["file"] == name);
        let own = |name: &str| !name.contains(['/', '\\']) && name != PAGE && !is_rows(name);
        let damaged = of_run(target, Some((&state, &record)), own)?.damaged.into_iter();
        let name = |damage: Damage| {
            damage.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
        };
        let damaged: Vec<String> = damaged.map(name).collect();
        let folder = if damaged.is_empty() { Folder::Run } else { Folder::Torn };
        Ok(found(folder, None, Some(state), manifest, damaged))
    }

    /// What is wrong with the rows that are asked for, if they are not there as the state lists them.
    pub fn lacks_rows(
        &self,
        target: &Path,
        state: &State,
    ) -> Result<Option<&'static str>, Refused> {
        const OTHERS: &str = "without these rows of games";
        let Some(rows) = self.rows else { return Ok(None) };
        if rows.is_special() {
            return Ok(Some("whose rows of games went to a device or pipe, and are gone"));
        }
        let name = rows.path().file_name().unwrap_or_default().to_string_lossy();
        let is_inside = rows.is_bare() || rows.path().parent() == Some(target);
        let path = if is_inside { target.join(&*name) } else { rows.path().to_owned() };
        let is_it =
            |listed: &&Json| listed["file"] == *name && (listed["elsewhere"] != true) == is_inside;
        let Some(listed) = rows_of(state).find(is_it) else { return Ok(Some(OTHERS)) };
        let sha256 = listed["sha256"].as_str().unwrap_or_default().to_owned();
        let bytes = listed["bytes"].as_u64().unwrap_or_default();
        let file = FileRecord { name: name.into_owned(), bytes, sha256 };
        let is_asked = rows_record(&file, rows.detail(), !is_inside) == *listed;
        // A run that was killed may have put its folder in place, and not yet its rows elsewhere.
        match Disk::here().hash(&path).map(hexadecimal) {
            _ if !is_asked => Ok(Some(OTHERS)),
            Ok(hash) if listed["sha256"] == hash => Ok(None),
            Ok(_) => Ok(Some("whose rows of games were changed")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Some(OTHERS)),
            Err(error) => Err(Refused::reading(&path, &error)),
        }
    }
}

/// The records of the rows that a state lists.
fn rows_of(state: &State) -> impl Iterator<Item = &Json> {
    state.rows.as_array().into_iter().flatten()
}
