//! Where a run begins: what its folder holds, and what the run does with that.

use std::path::Path;

use serde_json::Value as Json;

use super::difference::difference;
use super::disk::Disk;
use super::files::{MANIFEST, PAGE, STATE};
use super::manifest::Manifest;
use super::place::{Place, names, occupied, table_files};
use super::rows::PerGame;
use super::state::{Saved, newest};
use crate::core::wording::digits::counted;
use crate::lab::refused::{OfPath as _, Refused, Shown as _};
use crate::lab::spec::Study;
use crate::lab::study::totals::Totals;

/// Why some runs cannot be extended.
const FIXED: &str = "a run with --until, which cannot be extended: at which games it looks at its numbers \
                     depends on --games";
const LOST: &str = "a run with fewer games and with rows of games, which would be lost without --per-game \
                    and what else they were asked with";

impl Place {
    /// What was counted before of the run of a study, which may be here; `None` if all of it is there. `warn` hears
    /// what is worth a word.
    ///
    /// Errors: [`Refused`].
    pub fn begin(
        &mut self,
        study: &Study,
        rows: Option<&PerGame>,
        resume: bool,
        warn: &dyn Fn(String),
    ) -> Result<Option<Totals>, Refused> {
        let wanted = study.run_identity();
        let state = self.claim(&wanted, rows, resume)?;
        let Some(state) = state else { return Ok(Some(Totals::new(study))) };
        if resume && is_whole(&self.disk, self.folder(), &state, &wanted, rows)? {
            return Ok(None);
        }
        let done = state.body.played();
        self.saved = Some(done);
        let (folder, shown) = (self.folder(), self.folder().shown());
        let games = counted(study.of_all_cells(done), "game", "games");
        let is_going = state.body.going.is_some();
        if resume && state.is_damaged {
            warn(format!("{shown}: the last state is damaged; going on with the one before"));
        }
        match rows {
            None if resume => {
                if !is_going && state.body.run == wanted {
                    warn(format!("{shown}: files are missing or damaged, and written again"));
                }
                let damaged = |what| Refused::inside(&folder.join(STATE), what).mended("replace");
                return Ok(Some(state.body.counted().map_err(damaged)?.totals));
            }
            None if is_going && done > 0 => warn(format!(
                "{shown}: contains {games} of this run, which was stopped; with --resume it goes on with \
                 them. Now it starts over"
            )),
            Some(rows) if resume && done > 0 => warn(format!(
                "{shown}: contains {games} of this run, but its rows ({}) are missing or incomplete; an \
                 unfinished run keeps none (divide it with --shard K/M): it begins at its first game",
                rows.path.shown()
            )),
            _ => {}
        }
        Ok(Some(Totals::new(study)))
    }

    /// Takes the place of what is there: nothing, the same run, told from others by `wanted`, one that becomes it by
    /// more games, or by force anything. Returns the state from which the run may go on.
    ///
    /// Errors: [`Refused`].
    pub fn claim(
        &mut self,
        wanted: &Json,
        rows: Option<&PerGame>,
        resume: bool,
    ) -> Result<Option<Saved>, Refused> {
        let (disk, folder) = (&self.disk, self.folder());
        let there = names(disk, folder).reading(folder)?;
        let found = newest(disk, folder);
        // What has the name of a table may be somebody's where there is no run.
        let is_run = !matches!(found, Ok(None)) || there.iter().any(|name| name == MANIFEST);
        let why = match &found {
            Ok(None) if there.is_empty() => None,
            Ok(None) => Some(occupied(folder, "something else, or a run whose state is missing")),
            Ok(Some(state)) => {
                other(state, wanted, rows, resume).map(|what| occupied(folder, &what))
            }
            Err(error) if error.place.is_none() => return Err(error.clone()),
            Err(error) => Some(error.clone().mended("replace")),
        };
        if let Some(why) = why.as_ref().filter(|_| !self.replaces) {
            return Err(why.clone());
        }
        let state = found.ok().flatten();
        let own_rows = state.as_ref().map_or(&[][..], |state| &state.body.rows);
        let is_same = state.as_ref().is_some_and(|state| state.body.run == *wanted);
        self.stale = vec![MANIFEST.to_owned()];
        match is_same {
            true => self.rows = own_rows.to_vec(),
            false if is_run => self.stale.extend([&table_files(), own_rows].concat()),
            false => {}
        }
        self.stale.retain(|name| there.contains(name));
        self.rows.retain(|name| there.contains(name));
        let state = state.filter(|_| why.is_none());
        self.keeps = state.as_ref().is_some_and(|state| state.is_last);
        Ok(state)
    }
}

/// What is there instead of this run, or of one that becomes it by more games, with these rows.
fn other(state: &Saved, wanted: &Json, rows: Option<&PerGame>, resume: bool) -> Option<String> {
    let (run, is_going) = (&state.body.run, state.body.going.is_some());
    if run == wanted {
        return None;
    }
    let least = if is_going { Some(state.body.played()) } else { run["games"].as_u64() };
    let is_longer = least.zip(wanted["games"].as_u64()).is_some_and(|(a, b)| a <= b);
    let mut longer = run.clone();
    if let Some(games) = longer.get_mut("games") {
        games.clone_from(&wanted["games"]);
    }
    let is_kept = |name: &String| rows.is_some_and(|rows| rows.name() == *name);
    match () {
        _ if !is_longer || longer != *wanted => {
            Some(format!("another run: {}", difference(run, wanted).unwrap_or_default()))
        }
        _ if is_until(wanted) => Some(FIXED.to_owned()),
        _ if !state.body.rows.iter().all(is_kept) => Some(LOST.to_owned()),
        _ if is_going || resume => None,
        _ => Some("a part of this run, which --resume goes on with".to_owned()),
    }
}

/// Whether all files of the run that is told from others by `wanted` are in this folder as they were written, but for
/// a page, which may have been drawn again, and rows that are not asked for.
///
/// Errors: [`Refused`] for what the system does not let anyone read.
fn is_whole(
    disk: &Disk,
    folder: &Path,
    state: &Saved,
    wanted: &Json,
    rows: Option<&PerGame>,
) -> Result<bool, Refused> {
    if state.body.run != *wanted || state.body.going.is_some() {
        return Ok(false);
    }
    let manifest = Manifest::load(disk, &folder.join(MANIFEST)).reading(&folder.join(MANIFEST))?;
    let Some(manifest) = manifest.ok().filter(|manifest| manifest.is_of(&state.sha256)) else {
        return Ok(false);
    };
    let files = manifest.compared(disk, folder, |file| file.rows.is_none() && file.name != PAGE)?;
    if files.iter().any(|(_, damage)| damage.is_some()) {
        return Ok(false);
    }
    let Some(rows) = rows else { return Ok(true) };
    let path = rows.name_in(disk, folder).map_or(rows.path.clone(), |name| folder.join(name));
    let listed = manifest.files.iter().find(|file| rows.are_in(file));
    listed.map_or(Ok(false), |file| Ok(file.damage(disk, &path).reading(&path)?.is_none()))
}

/// Whether a run stops at a precision, before its games are played.
pub fn is_until(run: &Json) -> bool {
    let asks = |(key, all): (&String, &Json)| {
        key.starts_with("until") && all.as_array().is_some_and(|all| !all.is_empty())
    };
    run.as_object().is_some_and(|run| run.iter().any(asks))
}
