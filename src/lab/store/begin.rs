//! Where a run begins: what its folder holds, and what the run does with that.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use serde_json::Value as Json;

use super::difference::other;
use super::disk::{Disk, folder_of};
use super::manifest::{FileRecord, MANIFEST, Manifest, of_record, rows_record};
use super::page::PAGE;
use super::per_game::PerGame;
use super::place::{Place, occupied};
use super::signed::hexadecimal;
use super::state::{Going, Newest, STATE, State, newest};
use crate::core::wording::digits::{counted, duration, grouped};
use crate::lab::refused::Shown as _;
use crate::lab::spec::Study;
use crate::lab::spec::refused::{Fault, OfPath as _, Refused};
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
    /// At its first game; the state that is there has this many games of this run.
    First(u64),
    /// After this state.
    After(Box<State>),
}

/// What was found in the folder of a run.
struct Folder {
    there: There,
    /// Why it is refused, or played again.
    why: Option<Refused>,
    /// The state of this run, shorter or not.
    state: Option<Newest>,
    /// Files that are missing or damaged.
    damaged: Vec<String>,
}

impl Folder {
    fn of(there: There, why: Option<Refused>) -> Self {
        Self { there, why, state: None, damaged: Vec::new() }
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
        let found = self.look(&wanted, Some(games), asked)?;
        let shown = self.folder().shown();
        self.replaces = asked.force || found.there == There::Shorter;
        let cells = games.study.cells.len() as u64;
        let done = found.state.as_ref().map_or(0, |state| played(&state.json));
        let all = counted(done.saturating_mul(cells), "game", "games");
        match deed(found.there, asked) {
            Deed::Leave => return Ok(Start::Complete),
            Deed::Refuse => {
                return Err(found.why.unwrap_or_else(|| occupied(self.folder(), "a run")));
            }
            Deed::GoOn => {}
            Deed::Begin => {
                match (found.there, found.why) {
                    (There::Stopped, _) if done > 0 && games.rows.is_none() => warn(format!(
                        "{shown}: contains {all} of this run, which was stopped; with --resume it goes on \
                         with them. Now it starts over"
                    )),
                    (There::Lacking, Some(why)) => {
                        let why = why.mended("");
                        warn(format!("{why}; its games are played again to write them"));
                    }
                    (There::Nothing, _) if asked.resume => {
                        games.advice(self.folder(), &wanted).into_iter().for_each(warn);
                    }
                    _ => {}
                }
                let is_this = !matches!(found.there, There::Shorter | There::Other | There::Broken);
                return Ok(Start::First(if is_this { done } else { 0 }));
            }
        }
        let Some(Newest { json, is_damaged, .. }) = found.state else { return Ok(Start::First(0)) };
        let state = State::of_json(json, &games.library).map_err(|what| self.damaged(what))?;
        let first = games.study.first_game;
        if state.games.len() > 1 || state.games.iter().any(|range| range.start != first) {
            return Err(self.damaged("has other games than this run".into()));
        }
        if is_damaged {
            warn(format!("{shown}: the last state is damaged; going on with the one before"));
        }
        if !found.damaged.is_empty() {
            let files = found.damaged.join(", ");
            warn(format!("{shown}: missing or damaged, and written again: {files}"));
        }
        if let Some(rows) = games.rows.as_ref().filter(|_| found.there != There::Torn) {
            let elapsed_s = state.going.as_ref().and_then(|going: &Going| going.elapsed_s);
            let per_game = elapsed_s.filter(|_| !games.study.has_targets() && done > 0);
            let takes = per_game.map_or(String::new(), |seconds| {
                let all = seconds / done as f64 * games.study.games as f64;
                format!(", which takes {}", duration(all))
            });
            warn(format!(
                "{shown}: contains {all} of this run, but rows of games ({}) are not kept on the way: it \
                 begins at its first game again{takes}. If your jobs are shorter than that, divide the run \
                 (--shard K/M): every part keeps its rows",
                rows.path.shown()
            ));
            return Ok(Start::First(done));
        }
        Ok(Start::After(Box::new(state)))
    }

    /// Refuses to take the place of anything but the same run, told from others by `wanted`, or with `force`.
    ///
    /// Errors: [`Refused`].
    pub fn claim(&mut self, wanted: &Json, force: bool) -> Result<(), Refused> {
        let asked = Asked { resume: false, force };
        let found = self.look(wanted, None, asked)?;
        match deed(found.there, asked) {
            Deed::Refuse => Err(found.why.unwrap_or_else(|| occupied(self.folder(), "a run"))),
            _ => Ok(()),
        }
    }

    fn damaged(&self, what: String) -> Refused {
        Refused::inside(&self.folder().join(STATE), what).mended("replace")
    }

    /// What the folder holds for a run that is told from others by `wanted`.
    fn look(
        &mut self,
        wanted: &Json,
        games: Option<&Games<'_>>,
        asked: Asked,
    ) -> Result<Folder, Refused> {
        let folder = self.folder().to_owned();
        let names = self.names().reading(&folder)?;
        let other_than = |what: &str| Folder::of(There::Other, Some(occupied(&folder, what)));
        let state = match newest(&self.disk, &folder) {
            Ok(Some(state)) => state,
            Ok(None) if names.is_empty() => return Ok(Folder::of(There::Nothing, None)),
            Ok(None) if names.iter().any(|name| name == MANIFEST) => {
                return Ok(other_than("a run whose state is missing"));
            }
            Ok(None) => return Ok(other_than("something else, or a run that is damaged")),
            Err(Refused { place: Some(path), what, fault: Fault::Data, .. }) => {
                let why = Refused::inside(&path, what).mended("replace");
                return Ok(Folder::of(There::Broken, Some(why)));
            }
            Err(error) => return Err(error),
        };
        let (run, is_stopped) = (&state.json["run"], !state.json["going"].is_null());
        let rows_of = |manifest: Json| {
            Manifest::is_of(&manifest, &state.sha256).then(|| Manifest::rows(&manifest).to_vec())
        };
        let manifest = self.manifest().reading(&folder)?;
        let rows = manifest.clone().and_then(rows_of).unwrap_or_default();
        let is_same = run == wanted;
        if !is_same {
            let may = without_games(run) == without_games(wanted)
                && wanted["games"].as_u64().is_some_and(|games| {
                    let least =
                        if is_stopped { Some(played(&state.json)) } else { run["games"].as_u64() };
                    least.is_some_and(|least| least <= games)
                });
            if !may || is_stopped && is_until(wanted) {
                return Ok(other_than(&other(run, wanted).unwrap_or_default()));
            }
            if is_until(wanted) {
                return Ok(other_than(FIXED));
            }
            if !is_stopped && !rows.is_empty() && games.is_some_and(|games| games.rows.is_none()) {
                return Ok(other_than(LOST));
            }
        }
        self.keeps.set(state.is_last);
        let there = match (is_same, is_stopped) {
            (_, true) => There::Stopped,
            (true, false) => There::Whole,
            (false, false) => There::Shorter,
        };
        let why = (there == There::Shorter)
            .then(|| occupied(&folder, "a part of this run, which --resume goes on with"));
        let mut found = Folder::of(there, why);
        if there == There::Whole {
            self.rows = rows;
        }
        if there == There::Whole && asked.resume {
            let rows = games.and_then(|games| games.rows.as_ref());
            if let Some(what) = rows.map(|rows| self.lacks(rows)).transpose()?.flatten() {
                (found.there, found.why) = (There::Lacking, Some(occupied(&folder, &what)));
            }
            found.damaged = self.torn(&state.sha256).reading(&folder)?;
            if found.there == There::Whole && !found.damaged.is_empty() {
                found.there = There::Torn;
            }
        }
        found.state = Some(state);
        Ok(found)
    }

    /// The files beside this state that are not what the program wrote. Rows are looked at if they are asked
    /// for, and a page may have been drawn again.
    fn torn(&self, state: &str) -> io::Result<Vec<String>> {
        let folder = self.folder();
        let manifest = Manifest::load(&self.disk, &folder.join(MANIFEST))?;
        let Some(manifest) = manifest.ok().filter(|manifest| Manifest::is_of(manifest, state))
        else {
            return Ok(vec![MANIFEST.to_owned()]);
        };
        let rows: Vec<FileRecord> =
            Manifest::rows(&manifest).iter().filter_map(of_record).collect();
        let mut torn = Vec::new();
        for file in Manifest::records(&manifest) {
            let is_table = !file.name.contains(['/', '\\'])
                && !rows.contains(&file)
                && ![STATE, PAGE].contains(&&*file.name);
            if is_table && file.is_at(&self.disk, &folder.join(&file.name))?.is_err() {
                torn.push(file.name);
            }
        }
        Ok(torn)
    }

    /// What the folder of this run lacks of the rows that are asked for, in words.
    fn lacks(&self, rows: &PerGame) -> Result<Option<String>, Refused> {
        const OTHERS: &str = "without these rows of games";
        let lacks = |what: &str| Ok(Some(format!("this run {what}")));
        if rows.is_special() {
            return lacks("whose rows of games went to a device or pipe, and are gone");
        }
        let (folder, name) = (self.folder(), rows.path.file_name().unwrap_or_default());
        let name = name.to_string_lossy();
        let is_inside = rows.is_bare() || rows.path.parent() == Some(folder);
        let path = if is_inside { folder.join(&*name) } else { rows.path.to_owned() };
        let is_it =
            |listed: &&Json| listed["file"] == *name && (listed["elsewhere"] != true) == is_inside;
        let Some(listed) = self.rows.iter().find(is_it) else { return lacks(OTHERS) };
        let sha256 = listed["sha256"].as_str().unwrap_or_default().to_owned();
        let bytes = listed["bytes"].as_u64().unwrap_or_default();
        let file = FileRecord { name: name.into_owned(), bytes, sha256 };
        let is_asked = rows_record(&file, rows.detail.clone(), !is_inside) == *listed;
        match self.disk.hash(&path).map(hexadecimal) {
            _ if !is_asked => lacks(OTHERS),
            Ok(hash) if listed["sha256"] == hash => Ok(None),
            Ok(_) => lacks("whose rows of games were changed"),
            Err(error) if error.kind() == io::ErrorKind::NotFound => lacks(OTHERS),
            Err(error) => Err(Refused::reading(&path, &error)),
        }
    }
}

impl Games<'_> {
    /// How a finished run beside it that is this one with fewer games, as its name has it, is extended.
    fn advice(&self, folder: &Path, wanted: &Json) -> Option<String> {
        let (out, name) = (folder_of(folder), folder.file_name()?.to_string_lossy());
        let (stem, _) = name.rsplit_once("-games").filter(|_| self.is_default_name)?;
        let (disk, wanted) = (Disk::here(), without_games(wanted));
        let shorter = |name: OsString| {
            let is_near =
                |name: &str| name.rsplit_once("-games").is_some_and(|(other, _)| other == stem);
            name.to_str().filter(|name| is_near(name))?;
            // What cannot be read, or believed, is none to go on with.
            let state = newest(&disk, &out.join(&name)).ok()??;
            let games = played(&state.json);
            (games < self.study.games && without_games(&state.json["run"]) == wanted)
                .then_some((games, name))
        };
        let names = disk.list(out).ok().flatten().unwrap_or_default();
        let (games, name) = names.into_iter().filter_map(shorter).max()?;
        (!self.study.has_targets()).then(|| {
            format!(
                "{}: has {} of these games; this run starts over. To extend that one, add --name {}",
                out.join(&name).shown(),
                grouped(games),
                Path::new(&name).shown()
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
