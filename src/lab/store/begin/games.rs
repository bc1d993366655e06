//! Where a run that plays games begins: what of its counts is there.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use serde_json::Value as Json;

use super::{Is, Kept, Kind};
use crate::core::wording::digits::{counted, duration, grouped};
use crate::lab::refused::Shown as _;
use crate::lab::spec::rules::Library;
use crate::lab::spec::{Refused, Study};
use crate::lab::store::difference::other;
use crate::lab::store::disk::{Disk, folder_of};
use crate::lab::store::manifest::FileRecord;
use crate::lab::store::part::rows_record;
use crate::lab::store::per_game::PerGame;
use crate::lab::store::signed::hexadecimal;
use crate::lab::store::state::State;
use crate::lab::tables::account::{Manner, OfStudy};

/// Why some runs cannot be extended.
const FIXED: &str = "a run with --until, which cannot be extended: at which games it looks at its numbers \
                     depends on --games";

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

impl Kind for Games<'_> {
    type State = State;

    const UNITS: [&'static str; 2] = ["game", "games"];

    type Account = OfStudy<'static>;

    fn read(&self, json: Json) -> Result<State, String> {
        State::of_json(json, &self.library)
    }

    fn done(&self, state: &State) -> u64 {
        state.played().saturating_mul(self.study.cells.len() as u64)
    }

    fn told(&self, state: &State) -> u64 {
        state.played()
    }

    fn is(&self, kept: &Kept<State>, wanted: &Json) -> Is {
        let (study, state, run) = (self.study, &kept.state, &kept.state.run);
        if run == wanted {
            return Is::Whole;
        }
        let games = run["games"].as_u64().unwrap_or(u64::MAX);
        if without_games(run) != without_games(wanted) || games > study.games {
            return Is::Other(other(run, wanted).unwrap_or_default());
        }
        match self.rows.is_none() && rows_of(state).next().is_some() {
            _ if study.has_targets() => Is::Other(FIXED.into()),
            true => Is::Other(
                "a run with fewer games and with rows of games, which would be lost without --per-game \
                 and what else they were asked with"
                    .into(),
            ),
            false => Is::Shorter,
        }
    }

    /// More games may be asked for, unless their number decides what was played.
    fn is_other(&self, kept: &Kept<State>, wanted: &Json) -> Result<Option<String>, String> {
        let (study, state, run) = (self.study, &kept.state, &kept.state.run);
        let extends = !study.has_targets()
            && state.played() <= study.games
            && without_games(run) == without_games(wanted);
        let what = other(&state.study.identity(), &study.identity())
            .or_else(|| other(run, wanted).filter(|_| !extends));
        let in_order = state.games.iter().all(|range| range.start == study.first_game);
        match what {
            None if !in_order || state.games.len() > 1 || state.played() > study.most_games() => {
                Err("has other games than this run".into())
            }
            what => Ok(what),
        }
    }

    fn lacks(&self, folder: &Path, state: &State) -> Result<Option<String>, Refused> {
        const OTHERS: &str = "without these rows of games";
        let lacks = |what: &str| Ok(Some(format!("this run {what}")));
        let Some(rows) = &self.rows else { return Ok(None) };
        if rows.is_special() {
            return lacks("whose rows of games went to a device or pipe, and are gone");
        }
        let name = rows.path.file_name().unwrap_or_default().to_string_lossy();
        let is_inside = rows.is_bare() || rows.path.parent() == Some(folder);
        let path = if is_inside { folder.join(&*name) } else { rows.path.to_owned() };
        let is_it =
            |listed: &&Json| listed["file"] == *name && (listed["elsewhere"] != true) == is_inside;
        let Some(listed) = rows_of(state).find(is_it) else { return lacks(OTHERS) };
        let sha256 = listed["sha256"].as_str().unwrap_or_default().to_owned();
        let bytes = listed["bytes"].as_u64().unwrap_or_default();
        let file = FileRecord { name: name.into_owned(), bytes, sha256 };
        let is_asked = rows_record(&file, rows.detail.clone(), !is_inside) == *listed;
        // A run that was killed may have put its folder in place, and not yet its rows elsewhere.
        match Disk::here().hash(&path).map(hexadecimal) {
            _ if !is_asked => lacks(OTHERS),
            Ok(hash) if listed["sha256"] == hash => Ok(None),
            Ok(_) => lacks("whose rows of games were changed"),
            Err(error) if error.kind() == io::ErrorKind::NotFound => lacks(OTHERS),
            Err(error) => Err(Refused::reading(&path, &error)),
        }
    }

    /// Nobody reads rows back: how many games are played again, and how long all take.
    fn again(&self, state: &State, elapsed_s: Option<f64>) -> Option<String> {
        let (study, games) = (self.study, state.played());
        self.rows.as_ref()?;
        let per_game = elapsed_s.filter(|_| !study.has_targets() && games > 0);
        let takes = per_game.map_or(String::new(), |seconds| {
            format!(", which takes {}", duration(seconds / games as f64 * study.games as f64))
        });
        Some(format!(
            "contains {} of this run, but rows of games are not kept on the way: it begins at its first \
             game again{takes}. If your jobs are shorter than that, divide the run (--shard K/M): every \
             part keeps its rows",
            counted(self.done(state), "game", "games"),
        ))
    }

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
            let state = State::load_alone(&out.join(&name), &self.library).ok()?;
            let games = state.played();
            (games < self.study.games && without_games(&state.run) == wanted)
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

/// The records of the rows that a state lists.
fn rows_of(state: &State) -> impl Iterator<Item = &Json> {
    state.rows.as_array().into_iter().flatten()
}
