//! Where a run begins: what its folder holds, and what the run does with that.

use std::path::Path;

use serde_json::Value as Json;

use super::difference::difference;
use super::disk::Disk;
use super::files::{HIDDEN, MANIFEST, PAGE, STATE, has_page};
use super::manifest::{FileRecord, Manifest};
use super::place::{Contents, Found, Place, RunFolder, names, occupied, table_files};
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

/// What a run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It begins at its first game.
    Begin,
    /// It plays what is not played, if anything is, and writes its files.
    GoOn,
    /// Nothing: all is there.
    Leave,
    /// It is refused.
    Refuse,
}

/// What a run does with what is there: `--resume` goes on with what is this run's, `--force` gives up what
/// is not.
pub fn action(contents: Contents, resume: bool, force: bool) -> Action {
    use Contents::{Broken, Lacking, Nothing, Other, Shorter, Stopped, Whole};
    match (contents, resume, force) {
        (Whole, true, _) => Action::Leave,
        (Lacking | Stopped | Shorter, true, _) => Action::GoOn,
        (Nothing | Whole | Lacking | Stopped, ..) => Action::Begin,
        (Shorter | Other | Broken, _, true) => Action::Begin,
        (Shorter | Other | Broken, _, false) => Action::Refuse,
    }
}

impl Found {
    /// What the folder holds for a run that is told from others by `wanted`, with these rows. What is missing
    /// or damaged is looked for where it is gone on with.
    fn in_folder(
        disk: &Disk,
        folder: &Path,
        wanted: &Json,
        rows: Option<&PerGame>,
        resume: bool,
    ) -> Result<Self, Refused> {
        let mut there = names(disk, folder).reading(folder)?;
        let found = |contents, why, rows| {
            let stale = stale(&there, rows);
            Self { contents, why, stale, ..Self::default() }
        };
        let state = match newest(disk, folder) {
            Ok(Some(state)) => state,
            Ok(None) if there.is_empty() => return Ok(Self::default()),
            Ok(None) => {
                let what = "something else, or a run whose state is missing";
                let is_run = there.iter().any(|name| name == MANIFEST);
                return Ok(found(Contents::Other, occupied(folder, what), is_run.then_some(&[])));
            }
            Err(error) if error.place.is_none() => return Err(error),
            Err(error) => return Ok(found(Contents::Broken, error.mended("replace"), Some(&[]))),
        };
        let (own_rows, is_stopped) = (&state.body.rows, state.body.going.is_some());
        let is_same = state.body.run == *wanted;
        if let Some(what) = other(&state, wanted, rows).filter(|_| !is_same) {
            return Ok(found(Contents::Other, occupied(folder, &what), Some(own_rows)));
        }
        if !is_same && !is_stopped {
            let why = occupied(folder, "a part of this run, which --resume goes on with");
            let shorter = found(Contents::Shorter, why, Some(own_rows));
            return Ok(Self { state: Some(state), ..shorter });
        }
        let contents = if is_stopped { Contents::Stopped } else { Contents::Whole };
        let mut found = found(contents, Refused::default(), None);
        if !is_stopped && resume {
            (found.damaged, found.asked) = compared(disk, folder, &state.sha256, rows)?;
            if !found.damaged.is_empty() || rows.is_some() && found.asked.is_none() {
                found.contents = Contents::Lacking;
            }
        }
        there.retain(|name| own_rows.contains(name));
        Ok(Self { rows: there, state: Some(state), ..found })
    }
}

/// What of these files goes before a run is written, the manifest first, because it says that the others are
/// there: of another run, which had these rows, also tables and rows.
fn stale(there: &[String], rows: Option<&[String]>) -> Vec<String> {
    let mut stale = vec![MANIFEST.to_owned()];
    stale.extend(rows.map(|rows| [&table_files(), rows].concat()).unwrap_or_default());
    stale.retain(|name| there.contains(name));
    stale
}

/// What is there instead of a run that becomes `wanted` by more games, with these rows; `None` if this state is of
/// such a one.
fn other(state: &Saved, wanted: &Json, rows: Option<&PerGame>) -> Option<String> {
    let (run, is_stopped) = (&state.body.run, state.body.going.is_some());
    let least = if is_stopped { Some(state.body.played()) } else { run["games"].as_u64() };
    let is_longer = least.zip(wanted["games"].as_u64()).is_some_and(|(a, b)| a <= b);
    let mut longer = run.clone();
    if let Some(games) = longer.get_mut("games") {
        games.clone_from(&wanted["games"]);
    }
    if !is_longer || longer != *wanted || is_stopped && is_until(wanted) {
        return Some(format!("another run: {}", difference(run, wanted).unwrap_or_default()));
    }
    let is_kept = |name: &String| rows.is_some_and(|rows| rows.name() == *name);
    let loses_rows = !state.body.rows.iter().all(is_kept);
    let why = if is_until(wanted) { Some(FIXED) } else { loses_rows.then_some(LOST) };
    why.map(str::to_owned)
}

/// So many games of each rule set in words, all together.
fn of_all(study: &Study, games: u64) -> String {
    counted(study.of_all_cells(games), "game", "games")
}

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
        let action = self.examine(&study.run_identity(), rows, resume)?;
        let state = self.found.state.take();
        self.saved = state.as_ref().map(|state| state.body.played());
        match (action, self.found.contents, state) {
            (Action::Leave, ..) => return Ok(None),
            (Action::GoOn, _, Some(state)) => {
                return self.go_on(state, study, rows, warn).map(Some);
            }
            // Any state of the longer run takes its place.
            (_, Contents::Shorter, _) => self.saved = None,
            (_, Contents::Stopped, Some(state)) if state.body.played() > 0 && rows.is_none() => {
                warn(format!(
                    "{}: contains {} of this run, which was stopped; with --resume it goes on with \
                     them. Now it starts over",
                    self.folder().shown(),
                    of_all(study, state.body.played())
                ));
            }
            _ => {}
        }
        Ok(Some(Totals::new(study)))
    }

    /// Goes on with the state that was found, or begins anew for rows.
    fn go_on(
        &self,
        state: Saved,
        study: &Study,
        rows: Option<&PerGame>,
        warn: &dyn Fn(String),
    ) -> Result<Totals, Refused> {
        let shown = self.folder().shown();
        let (done, is_going) = (state.body.played(), state.body.going.is_some());
        if state.is_damaged {
            warn(format!("{shown}: the last state is damaged; going on with the one before"));
        }
        let damaged = |what| Refused::inside(&self.folder().join(STATE), what).mended("replace");
        let finished = state.body.counted().map_err(damaged)?;
        if !self.found.damaged.is_empty() {
            let files = self.found.damaged.join(", ");
            warn(format!("{shown}: missing or damaged, and written again: {files}"));
        }
        let Some(rows) = rows.filter(|_| self.found.asked.is_none()) else {
            return Ok(finished.totals);
        };
        let divide = match is_going {
            true => {
                ", which are not kept on the way: it begins at its first game again. If one job \
                 cannot play all games, divide the run (--shard K/M): every part keeps its rows"
            }
            false => ": it is played again for them",
        };
        warn(format!(
            "{shown}: contains {} of this run, but no whole rows of games ({}){divide}",
            of_all(study, done),
            rows.path.shown()
        ));
        Ok(Totals::new(study))
    }

    /// Refuses to take the place of anything but the same run, told from others by `wanted`, or by force.
    ///
    /// Errors: [`Refused`].
    pub fn claim(&mut self, wanted: &Json) -> Result<(), Refused> {
        self.examine(wanted, None, false).map(drop)
    }

    /// Looks at what is there; says what is done with it.
    fn examine(
        &mut self,
        wanted: &Json,
        rows: Option<&PerGame>,
        resume: bool,
    ) -> Result<Action, Refused> {
        let RunFolder { disk, path: folder, .. } = &self.held;
        self.found = Found::in_folder(disk, folder, wanted, rows, resume)?;
        self.has_page = has_page(disk, folder).reading(&folder.join(PAGE))?;
        self.keeps = self.found.state.as_ref().is_some_and(|state| state.is_last);
        match action(self.found.contents, resume, self.replaces) {
            Action::Refuse => Err(std::mem::take(&mut self.found.why)),
            action => Ok(action),
        }
    }
}

/// The files of the complete run of this state that are not what the program wrote, but for a page, which may have
/// been drawn again, and rows; and what its manifest says of the rows that are asked for, if those are.
fn compared(
    disk: &Disk,
    folder: &Path,
    state: &str,
    rows: Option<&PerGame>,
) -> Result<(Vec<String>, Option<FileRecord>), Refused> {
    let manifest = Manifest::load(disk, &folder.join(MANIFEST)).reading(folder)?;
    let Some(manifest) = manifest.ok().filter(|manifest| manifest.is_of(state)) else {
        return Ok((vec![MANIFEST.to_owned()], None));
    };
    let is_table = |file: &FileRecord| file.rows.is_none() && ![STATE, PAGE].contains(&&*file.name);
    let tables = manifest.compared(disk, folder, is_table)?.into_iter();
    let damaged = tables.filter(|(_, damage)| damage.is_some());
    let names = damaged.filter_map(|(path, _)| Some(path.file_name()?.to_string_lossy().into()));
    let damaged = names.collect();
    let is_asked = |file: &FileRecord| rows.is_some_and(|rows| rows.are_in(file));
    let Some((rows, record)) = rows.zip(manifest.files.into_iter().find(is_asked)) else {
        return Ok((damaged, None));
    };
    let path = rows.name_in(disk, folder).map_or(rows.path.clone(), |name| folder.join(name));
    let is_there = record.damage(disk, &path).reading(&path)?.is_none();
    Ok((damaged, is_there.then_some(record)))
}

/// Whether all of this run, with these rows, lies in this folder already, and nothing that has to be tidied away; where
/// that cannot be told, it does not.
pub fn is_in(disk: &Disk, folder: &Path, study: &Study, rows: Option<&PerGame>) -> bool {
    let is_left = |name: &&str| !matches!(disk.look(&folder.join(name)), Ok(None));
    !HIDDEN.iter().any(is_left)
        && Found::in_folder(disk, folder, &study.run_identity(), rows, true)
            .is_ok_and(|found| found.contents == Contents::Whole)
}

/// Whether a run stops at a precision, before its games are played.
pub fn is_until(run: &Json) -> bool {
    let asks = |(key, all): (&String, &Json)| {
        key.starts_with("until") && all.as_array().is_some_and(|all| !all.is_empty())
    };
    run.as_object().is_some_and(|run| run.iter().any(asks))
}
