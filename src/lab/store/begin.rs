//! Where a run begins: what its folder holds, and what the run does with that.

use serde_json::Value as Json;

use super::difference::difference;
use super::disk;
use super::files::{MANIFEST, OWN, PREVIOUS, STATE};
use super::place::{Place, occupied, table_files};
use super::rows::PerGame;
use super::state::{Saved, newest};
use super::verify::is_whole;
use crate::core::wording::digits::counted;
use crate::lab::refused::{Fault, OfPath as _, Refused, Shown as _};
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
        if resume && is_whole(self.folder(), &wanted, rows)? {
            return Ok(None);
        }
        let done = state.body.played();
        self.saved = Some(done);
        let (folder, shown) = (self.folder(), self.folder().shown());
        let games = counted(study.of_all_cells(done), "game", "games");
        let is_going = state.body.going.is_some();
        if resume && !state.is_last {
            warn(format!(
                "{shown}: the last state is missing or damaged; going on with the one before"
            ));
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
        let folder = self.folder();
        let there = disk::list(folder).reading(folder)?.unwrap_or_default();
        let tables = table_files();
        let is_own = |name: &&String| OWN.contains(&name.as_str()) || tables.contains(name);
        let mut own = there.iter().filter(is_own).map(|name| self.at(name));
        if let Some(path) = own.find(|path| path.is_dir()) {
            let what = format!("{}: is a folder, where a file is to be; remove it", path.shown());
            return Err(Refused::new(Fault::CannotCreate, what));
        }
        let found = newest(folder);
        // What has the name of a table may be somebody's where there is no run.
        let is_run = !matches!(found, Ok(None)) || there.iter().any(|name| name == MANIFEST);
        let why = match &found {
            Ok(None) if there.iter().all(|name| name.starts_with('.')) => None,
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
            false if is_run => self.stale.extend([&tables, own_rows].concat()),
            false => {}
        }
        let state = state.filter(|_| why.is_none());
        // What was saved of another run is not gone back to.
        self.stale.extend(state.is_none().then(|| PREVIOUS.to_owned()));
        self.stale.retain(|name| there.contains(name));
        self.rows.retain(|name| there.contains(name));
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
            let run = if is_longer { &longer } else { run };
            Some(format!("another run: {}", difference(run, wanted).unwrap_or_default()))
        }
        _ if is_until(wanted) => Some(FIXED.to_owned()),
        _ if !state.body.rows.iter().all(is_kept) => Some(LOST.to_owned()),
        _ if is_going || resume => None,
        _ => Some("a part of this run, which --resume goes on with".to_owned()),
    }
}

/// Whether a run stops at a precision, before its games are played.
pub fn is_until(run: &Json) -> bool {
    let asks = |key| run[key].as_array().is_some_and(|all| !all.is_empty());
    asks("until") || asks("until_difference")
}
