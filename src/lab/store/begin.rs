//! Where a run begins: what its folder holds, and what the run does with that.

use std::ffi::OsString;
use std::path::Path;

use serde_json::Value as Json;

use super::difference::difference;
use super::disk::{Disk, folder_of};
use super::files::{HIDDEN, MANIFEST, PAGE, STATE};
use super::manifest::{FileRecord, Listed};
use super::per_game::PerGame;
use super::place::{Place, names, occupied};
use super::state::{Newest, State, newest};
use crate::core::wording::digits::{counted, duration, grouped};
use crate::lab::refused::{OfPath as _, Refused, Shown as _};
use crate::lab::spec::Study;
use crate::lab::spec::rules::Library;
use crate::lab::tables::Manner;

/// Why some runs cannot be extended.
const FIXED: &str = "a run with --until, which cannot be extended: at which games it looks at its numbers \
                     depends on --games";
const LOST: &str = "a run with fewer games and with rows of games, which would be lost without --per-game \
                    and what else they were asked with";

/// What the folder of a run holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum There {
    /// Nothing.
    Nothing,
    /// This very run, complete.
    Whole,
    /// The same; files beside its state are missing or damaged.
    Torn,
    /// The same, without the rows of games that are asked for.
    Lacking,
    /// This run, which was stopped.
    Stopped,
    /// This run with fewer games, complete.
    Shorter,
    /// Anything else: another run, one that cannot be extended, files that are no run.
    Other,
    /// A state that is damaged.
    Broken,
}

/// What a run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It begins at its first game.
    Begin,
    /// It plays what is not played, if anything is, and writes its files.
    GoOn,
    /// Nothing: all is there.
    Leave,
    /// It is refused.
    Refuse,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// `--resume`.
    pub resume: bool,
    /// `--force`.
    pub force: bool,
}

/// What a run does with what is there: `--resume` goes on with what is this run's, `--force` gives up what
/// is not.
pub fn deed(there: There, asked: Asked) -> Deed {
    use There::{Broken, Lacking, Nothing, Other, Shorter, Stopped, Torn, Whole};
    match (there, asked.resume, asked.force) {
        (Whole, true, _) => Deed::Leave,
        (Torn | Stopped | Shorter, true, _) => Deed::GoOn,
        (Nothing | Lacking | Whole | Torn | Stopped, ..) => Deed::Begin,
        (Shorter | Other | Broken, _, true) => Deed::Begin,
        (Shorter | Other | Broken, _, false) => Deed::Refuse,
    }
}

/// A study that is to be played.
pub struct Games<'a> {
    /// The study.
    pub study: &'a Study,
    /// The verb of the command line that does the same, which its folder tells, and how.
    pub manner: Manner,
    /// The file with a row per game.
    pub rows: Option<PerGame>,
    /// Whether its name is made from the study, as those of shorter runs beside it are.
    pub is_default_name: bool,
    /// The rule sets that states may name.
    pub library: Library,
}

/// Where a run begins.
#[derive(Debug)]
pub enum Start {
    /// Everything is there already.
    Complete,
    /// At its first game; the state that is there has this many games of this run. It is of none if `None`.
    First(Option<u64>),
    /// After this state.
    After(Box<State>),
}

/// What was found in the folder of a run.
pub(super) struct Found {
    there: There,
    /// Why it is refused, or played again; empty where it is neither.
    why: Refused,
    /// The state of this run, shorter or not.
    state: Option<Newest>,
    /// The rows of this very run.
    pub(super) rows: Vec<FileRecord>,
    /// Files that are missing or damaged.
    damaged: Vec<String>,
}

impl Found {
    fn of(there: There, why: Refused) -> Self {
        Self { there, why, state: None, rows: Vec::new(), damaged: Vec::new() }
    }

    /// What the folder holds for a run that is told from others by `wanted`, with these rows. What is missing
    /// or damaged is looked for where it is gone on with.
    fn look(
        disk: &Disk,
        folder: &Path,
        wanted: &Json,
        rows: Option<&PerGame>,
        resume: bool,
    ) -> Result<Self, Refused> {
        let other_than = |what: &str| Ok(Self::of(There::Other, occupied(folder, what)));
        let state = match newest(disk, folder) {
            Ok(Some(state)) => state,
            Ok(None) => {
                let names = names(disk, folder).reading(folder)?;
                return match names.iter().any(|name| name == MANIFEST) {
                    _ if names.is_empty() => Ok(Self::of(There::Nothing, Refused::default())),
                    true => other_than("a run whose state is missing"),
                    false => other_than("something else, or a run that is damaged"),
                };
            }
            Err(refused) => {
                let (path, what) = refused.damage()?;
                return Ok(Self::of(There::Broken, Refused::inside(&path, what).mended("replace")));
            }
        };
        let (run, is_stopped) = (&state.json["run"], !state.json["going"].is_null());
        let listed = Listed::there(disk, folder).reading(folder)?;
        let listed = listed.filter(|listed| listed.is_of(&state.sha256)).unwrap_or_default();
        let is_same = run == wanted;
        if !is_same {
            let least = if is_stopped { Some(played(&state.json)) } else { run["games"].as_u64() };
            let is_longer = least.zip(wanted["games"].as_u64()).is_some_and(|(a, b)| a <= b);
            let may = is_longer && without_games(run) == without_games(wanted);
            if !may || is_stopped && is_until(wanted) {
                let what = difference(run, wanted).unwrap_or_default();
                return other_than(&format!("another run: {what}"));
            }
            if is_until(wanted) {
                return other_than(FIXED);
            }
            let has_rows = listed.files.iter().any(|file| file.rows.is_some());
            if !is_stopped && has_rows && rows.is_none() {
                return other_than(LOST);
            }
        }
        let shorter = || occupied(folder, "a part of this run, which --resume goes on with");
        let mut found = match (is_stopped, is_same) {
            (true, _) => Self::of(There::Stopped, Refused::default()),
            (false, true) => Self::of(There::Whole, Refused::default()),
            (false, false) => Self::of(There::Shorter, shorter()),
        };
        if found.there == There::Whole && resume {
            found.damaged = torn(disk, folder, &listed, &state.sha256)?;
            if !found.damaged.is_empty() {
                found.there = There::Torn;
            }
            if let Some(what) = rows.map(|rows| lacks(disk, folder, &listed, rows)).transpose()? {
                let why = what.map(|what| occupied(folder, &format!("this run {what}")));
                if let Some(why) = why {
                    (found.there, found.why) = (There::Lacking, why);
                }
            }
        }
        if is_same && !is_stopped {
            found.rows = listed.files.into_iter().filter(|file| file.rows.is_some()).collect();
        }
        found.state = Some(state);
        Ok(found)
    }
}

impl Place {
    /// Where this run begins, which may be here: `warn` hears what is worth a word.
    ///
    /// Errors: [`Refused`].
    pub fn begin(
        &mut self,
        games: &Games<'_>,
        asked: Asked,
        warn: &dyn Fn(String),
    ) -> Result<Start, Refused> {
        let wanted = games.study.run_identity(&games.manner.verb);
        let found = self.look(&wanted, games.rows.as_ref(), asked)?;
        let done = found.state.as_ref().map_or(0, |state| played(&state.json));
        match (deed(found.there, asked), found.there) {
            (Deed::Leave, _) => Ok(Start::Complete),
            (Deed::Refuse, _) => Err(found.why),
            (Deed::GoOn, _) => self.go_on(found, games, warn),
            (Deed::Begin, There::Nothing | There::Shorter | There::Other | There::Broken) => {
                if found.there == There::Nothing && asked.resume {
                    games.advice(self.folder(), &wanted).into_iter().for_each(warn);
                }
                Ok(Start::First(None))
            }
            (Deed::Begin, there) => {
                if there == There::Stopped && done > 0 && games.rows.is_none() {
                    warn(format!(
                        "{}: contains {} of this run, which was stopped; with --resume it goes on with \
                         them. Now it starts over",
                        self.folder().shown(),
                        games.all(done)
                    ));
                }
                if there == There::Lacking {
                    let why = found.why.mended("");
                    warn(format!("{why}; its games are played again to write them"));
                }
                Ok(Start::First(Some(done)))
            }
        }
    }

    /// Goes on with the state that was found, or begins anew for rows.
    fn go_on(
        &self,
        found: Found,
        games: &Games<'_>,
        warn: &dyn Fn(String),
    ) -> Result<Start, Refused> {
        let shown = self.folder().shown();
        let Newest { json, is_damaged, .. } = found.state.expect("a run to go on with");
        let damaged =
            |what: String| Refused::inside(&self.folder().join(STATE), what).mended("replace");
        let state = State::of_json(json, &games.library).map_err(damaged)?;
        let first = games.study.first_game;
        if state.games.len() > 1 || state.games.iter().any(|range| range.start != first) {
            return Err(damaged("has other games than this run".into()));
        }
        let (there, done) = (found.there, state.played());
        if is_damaged {
            warn(format!("{shown}: the last state is damaged; going on with the one before"));
        }
        if !found.damaged.is_empty() {
            let files = found.damaged.join(", ");
            warn(format!("{shown}: missing or damaged, and written again: {files}"));
        }
        if let Some(rows) = games.rows.as_ref().filter(|_| there != There::Torn) {
            let elapsed_s = state.going.as_ref().and_then(|going| going.elapsed_s);
            let per_game = elapsed_s.filter(|_| !games.study.has_targets() && done > 0);
            let takes = per_game.map_or(String::new(), |seconds| {
                let all = seconds / done as f64 * games.study.games as f64;
                format!(", which takes {}", duration(all))
            });
            warn(format!(
                "{shown}: contains {} of this run, but rows of games ({}) are not kept on the way: it \
                 begins at its first game again{takes}. If your jobs are shorter than that, divide the run \
                 (--shard K/M): every part keeps its rows",
                games.all(done),
                rows.path.shown()
            ));
            return Ok(Start::First(Some(done)));
        }
        Ok(Start::After(Box::new(state)))
    }

    /// Refuses to take the place of anything but the same run, told from others by `wanted`, or with `force`.
    ///
    /// Errors: [`Refused`].
    pub fn claim(&mut self, wanted: &Json, force: bool) -> Result<(), Refused> {
        let asked = Asked { resume: false, force };
        let found = self.look(wanted, None, asked)?;
        if deed(found.there, asked) == Deed::Refuse { Err(found.why) } else { Ok(()) }
    }

    fn look(
        &mut self,
        wanted: &Json,
        rows: Option<&PerGame>,
        asked: Asked,
    ) -> Result<Found, Refused> {
        let mut found = Found::look(&self.disk, self.folder(), wanted, rows, asked.resume)?;
        self.replaces = asked.force || found.there == There::Shorter;
        self.keeps.set(found.state.as_ref().is_some_and(|state| state.is_last));
        self.rows = std::mem::take(&mut found.rows);
        self.own_rows = found.state.as_ref().map(Newest::rows).unwrap_or_default();
        Ok(found)
    }
}

/// The files beside this state that are not what the program wrote. Rows are looked at if they are asked for,
/// and a page may have been drawn again.
fn torn(disk: &Disk, folder: &Path, listed: &Listed, state: &str) -> Result<Vec<String>, Refused> {
    let manifest = Listed::load(disk, &folder.join(MANIFEST)).reading(folder)?;
    if !manifest.is_ok_and(|manifest| manifest.is_of(state)) {
        return Ok(vec![MANIFEST.to_owned()]);
    }
    let mut torn = Vec::new();
    for file in listed.files.iter().filter(|file| file.is_inside()) {
        let is_table = ![STATE, PAGE].contains(&&*file.name) && file.rows.is_none();
        let path = folder.join(&file.name);
        if is_table && file.is_at(disk, &path).reading(&path)?.is_err() {
            torn.push(file.name.clone());
        }
    }
    Ok(torn)
}

/// What a run lacks of the rows that are asked for, in words.
fn lacks(
    disk: &Disk,
    folder: &Path,
    listed: &Listed,
    rows: &PerGame,
) -> Result<Option<&'static str>, Refused> {
    if rows.is_special() {
        return Ok(Some("whose rows of games went to a device or pipe, and are gone"));
    }
    let name = rows.name_in(folder)?;
    let path = name.as_ref().map_or(rows.path.clone(), |name| folder.join(name));
    let is_asked = |file: &&FileRecord| file.has(rows) && file.is_inside() == name.is_some();
    let Some(file) = listed.files.iter().find(is_asked) else {
        return Ok(Some("without these rows of games"));
    };
    let is_there = file.is_at(disk, &path).reading(&path)?;
    Ok(is_there.err().map(|_| "whose rows of games are missing or were changed"))
}

impl Games<'_> {
    /// So many games of each rule set in words, all together.
    fn all(&self, games: u64) -> String {
        counted(games.saturating_mul(self.study.cells.len() as u64), "game", "games")
    }

    /// Whether all of this run lies in this folder already, and nothing that has to be tidied away; where that
    /// cannot be told, it does not.
    pub fn are_in(&self, disk: &Disk, folder: &Path) -> bool {
        let wanted = self.study.run_identity(&self.manner.verb);
        let is_left = |name: &OsString| HIDDEN.iter().any(|hidden| name == hidden);
        let names = disk.list(folder).ok().flatten().unwrap_or_default();
        !names.iter().any(is_left)
            && Found::look(disk, folder, &wanted, self.rows.as_ref(), true)
                .is_ok_and(|found| found.there == There::Whole)
    }

    /// How a finished run beside it that is this one with fewer games, as its name has it, is extended.
    fn advice(&self, folder: &Path, wanted: &Json) -> Option<String> {
        let name = folder.file_name()?.to_str().filter(|_| self.is_default_name)?;
        let (stem, _) = name.rsplit_once("-games")?;
        let (out, disk) = (folder_of(folder), Disk::here());
        let games = |name: &OsString| {
            let games = name.to_str()?.strip_prefix(stem)?.strip_prefix("-games")?;
            games.parse().ok().filter(|games| *games < self.study.games)
        };
        let names = disk.list(out).ok().flatten().unwrap_or_default();
        let games: u64 = names.iter().filter_map(games).max()?;
        // What cannot be read, or believed, is none to go on with.
        let shorter = out.join(format!("{stem}-games{games}"));
        let state = newest(&disk, &shorter).ok()??;
        let is_part = without_games(&state.json["run"]) == without_games(wanted);
        (is_part && !self.study.has_targets()).then(|| {
            format!(
                "{}: has {} of these games; this run starts over. To extend that one, add --name \
                 {stem}-games{games}",
                shorter.shown(),
                grouped(played(&state.json))
            )
        })
    }
}

/// The description of a run without its number of games.
fn without_games(run: &Json) -> Json {
    let mut run = run.clone();
    if let Json::Object(object) = &mut run {
        object.remove("games");
    }
    run
}

/// Whether a run stops at a precision, before its games are played.
pub fn is_until(run: &Json) -> bool {
    let asks = |(key, all): (&String, &Json)| {
        key.starts_with("until") && all.as_array().is_some_and(|all| !all.is_empty())
    };
    run.as_object().is_some_and(|run| run.iter().any(asks))
}

/// Games of each rule set that a state has.
pub fn played(state: &Json) -> u64 {
    lengths(&state["games"])
}

/// The lengths of these ranges.
pub fn lengths(ranges: &Json) -> u64 {
    let length = |range: &Json| range[1].as_u64()?.checked_sub(range[0].as_u64()?);
    ranges.as_array().into_iter().flatten().filter_map(length).sum()
}
