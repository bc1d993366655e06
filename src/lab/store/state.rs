//! The state of a run: what it plays, which games are done, and what was counted.
//!
//! What a run goes on with, a part, a stored result and what `compare` reads are one and the same file. Its
//! first line is its format, the second JSON of whole numbers and names, the third the SHA-256 of both; a
//! file in which a single bit was changed is refused.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::difference::difference;
use super::disk::{self, absent, of_run};
use super::files::{PREVIOUS, STATE, is_name};
use super::signed::{json_of, not_valid, seal, sha256};
use crate::core::stats::{PairedTally, total};
use crate::core::strata::Strata;
use crate::core::tally::{Tally, TallyCounts};
use crate::core::wording::plain;
use crate::lab::refused::{Fault, OfPath as _, Refused};
use crate::lab::spec::identity::study_of;
use crate::lab::spec::{Spec, Study};
use crate::lab::study::Finished;
use crate::lab::study::totals::{Totals, detail};
use crate::lab::study::until::precisions;
use crate::lab::tables::{Run, Tables};

/// Larger files are not read: no run writes them.
pub const MOST_BYTES: u64 = 1 << 31;

/// The verb of a comparison of stored runs, whose state has theirs.
pub const OF_STORED: &str = "compare-stored";

/// What is told of a run that is not complete, for who goes on with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Going {
    /// What was typed; nothing where nobody typed.
    pub command: Vec<String>,
}

/// What a state says.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Body {
    /// What tells the run from others.
    pub run: Json,
    /// What no table depends on.
    #[serde(default)]
    pub told: Json,
    /// The games done: the first, and the one behind the last.
    #[serde(default)]
    pub games: [[u64; 2]; 1],
    /// The counts of each cell; none of a run that keeps none.
    #[serde(default)]
    pub cells: Vec<TallyCounts>,
    #[serde(default)]
    pairs: Vec<PairedTally>,
    #[serde(default)]
    strata: Vec<Strata>,
    /// What is told of it as long as it is not complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub going: Option<Going>,
    /// The files of its folder that have rows of its games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    /// The runs that it compares, by what they are called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    of: Vec<(String, Body)>,
}

/// A state that was read: what can be checked of it without its rule sets is.
#[derive(Clone, Debug)]
pub struct Saved {
    /// What it says.
    pub body: Body,
    /// The SHA-256 of its file.
    pub sha256: String,
    /// Whether it is the last one, and not the one before it.
    pub is_last: bool,
}

/// A path at which no run can be read: a folder without a state, a file, or nothing.
pub fn no_run(folder: &Path) -> Refused {
    let what = match folder.metadata() {
        Ok(found) if found.is_dir() => {
            "is not the folder of a run: it has no `state`; `war-sim list runs` lists those in results/"
        }
        Ok(_) => "is a file; name the folder of a run",
        Err(_) => {
            // Runs are in results/, and are called by their name.
            let runs = disk::list(Path::new("results")).ok().flatten().unwrap_or_default();
            let runs: Vec<String> = runs.iter().map(|run| format!("results/{run}")).collect();
            return Refused::missing("folder", folder, &runs);
        }
    };
    Refused { fault: Fault::NoInput, ..Refused::inside(folder, what) }
}

/// The bytes of the state of a run that has counted this, of which this is told if it goes on; of a complete one,
/// which files of its folder have rows.
pub fn encode(study: &Study, totals: &Totals, going: Option<Going>, rows: Vec<String>) -> Vec<u8> {
    let games = study.done(totals.games());
    let body = Body {
        run: study.run_identity(),
        told: study.told(),
        games: [[games.start, games.end]],
        cells: totals.cells.iter().map(|cell| cell.counts().clone()).collect(),
        pairs: totals.pairs.iter().map(|(_, tally)| tally.clone()).collect(),
        strata: totals.strata.concat(),
        going,
        rows,
        of: Vec::new(),
    };
    body.encode()
}

/// The bytes of the state of a comparison of these runs, by what they are called.
#[cfg(feature = "cli")]
pub fn encode_compared(run: &Json, of: Vec<(String, Body)>) -> Vec<u8> {
    Body { run: run.clone(), of, ..Body::default() }.encode()
}

impl Body {
    /// Number of games of each cell.
    pub fn played(&self) -> u64 {
        let [[start, end]] = self.games;
        end - start
    }

    fn encode(&self) -> Vec<u8> {
        let text = serde_json::to_string(self);
        // Folders have any names.
        seal(&plain::json(&text.expect("a string takes everything, and every key is text")))
    }

    /// Its counts, as those of a run of this study.
    fn totals(self, study: &Study) -> Result<Totals, String> {
        let (games, empty) = (self.played(), Totals::new(study));
        let wanted = [empty.cells.len(), empty.pairs.len(), empty.strata.concat().len()];
        if [self.cells.len(), self.pairs.len(), self.strata.len()] != wanted {
            return Err(not_valid("its counts do not fit its rule sets"));
        }
        let deals = |pair: &PairedTally| total(pair.outcomes.iter().flatten().copied());
        if self.pairs.iter().any(|pair| deals(pair) != games.into()) {
            return Err(not_valid("its pairs do not add up to its games"));
        }
        let tally = |counts| Tally::of_counts(study.info(), detail(study), counts, games);
        Ok(Totals {
            cells: self.cells.into_iter().map(tally).collect::<Result<_, _>>()?,
            pairs: empty.pairs.into_iter().map(|(pair, _)| pair).zip(self.pairs).collect(),
            strata: self.strata.chunks(study.by.len().max(1)).map(<[_]>::to_vec).collect(),
        })
    }

    /// What was counted, of all games of the run, also of one that goes on.
    ///
    /// Errors: a sentence on what is wrong with it.
    pub fn counted(self) -> Result<Finished, String> {
        let ([[start, _]], played, is_going) = (self.games, self.played(), self.going.is_some());
        let study = study_of(&self.run, self.told.clone())?;
        if let Some(what) = difference(&self.run, &study.run_identity()) {
            return Err(format!("is not a state of this program: {what}"));
        }
        // Whoever wrote it: no more than a study may have.
        study.check_size().map_err(|e| e.to_string())?;
        let totals = self.totals(&study)?;
        let may_end_before = is_going || study.has_targets();
        let fits = played == study.games || may_end_before && played <= study.most_games();
        if !fits || start != study.first_game {
            return Err("has other games than those of its run".into());
        }
        Ok(Finished::new(study, totals))
    }

    /// The run of this name that it is the state of; one that goes on as a part of itself, with the games that were
    /// played.
    fn run_called(self, name: String) -> Result<Run, String> {
        let is_going = self.going.is_some();
        let mut finished = self.counted()?;
        if is_going {
            let (study, games) = (finished.study, finished.games);
            let whole =
                if study.is_open_ended() { study.part_of.clone() } else { Some(study.whole()) };
            let range = study.first_game..study.first_game + games;
            finished.study = Study { part_of: whole, ..study.of_games(range).games(games) };
        }
        finished.reached = precisions(&finished.study, &finished.totals);
        Ok(Run { name, finished })
    }

    /// Whether it is that of a comparison of stored runs.
    pub fn compares_stored(&self) -> bool {
        self.run["verb"] == OF_STORED
    }

    /// What it says of stored runs, compared.
    ///
    /// Errors: a sentence on what is wrong with it.
    fn compared(self) -> Result<Tables, String> {
        let asked = Spec::deserialize(&self.run["asked"]).map_err(not_valid)?;
        let runs = self.of.into_iter().map(|(name, body)| body.run_called(name));
        let runs = runs.collect::<Result<Vec<_>, _>>()?;
        if runs.len() < 2 {
            return Err(not_valid("it compares nothing"));
        }
        Tables::side_by_side(runs, &asked).map_err(|refused| refused.to_string())
    }
}

impl Saved {
    /// The state that these bytes are.
    ///
    /// Errors: a sentence on what is wrong with them.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let body: Body = serde_json::from_value(json_of(bytes)?).map_err(not_valid)?;
        let [[start, end]] = body.games;
        if start > end {
            return Err(not_valid("its games are no range"));
        }
        if !body.rows.iter().all(|name| is_name(name)) {
            return Err(not_valid("it names rows outside its folder"));
        }
        Ok(Self { body, sha256: sha256(bytes), is_last: true })
    }

    /// The newest state of a run that is there.
    ///
    /// Errors: [`Refused`].
    pub fn load(folder: &Path) -> Result<Self, Refused> {
        newest(folder)?.ok_or_else(|| no_run(folder))
    }

    /// The run in this folder that it is the state of.
    ///
    /// Errors: [`Refused`].
    pub fn into_run(self, folder: &Path) -> Result<Run, Refused> {
        if self.body.compares_stored() {
            let what = "is a comparison of stored runs; name those";
            return Err(Refused { fault: Fault::NoInput, ..Refused::inside(folder, what) });
        }
        let run = self.body.run_called(name_of(folder));
        run.map_err(|what| Refused::damaged(&folder.join(STATE), what))
    }

    /// Its tables: those of the run in this folder, or of the comparison of stored runs.
    ///
    /// Errors: [`Refused`].
    pub fn into_tables(self, folder: &Path) -> Result<Tables, Refused> {
        if !self.body.compares_stored() {
            return self.into_run(folder).map(Tables::of);
        }
        self.body.compared().map_err(|what| Refused::damaged(&folder.join(STATE), what))
    }
}

/// What the run in this folder is called.
pub fn name_of(folder: &Path) -> String {
    // `.` has no name of its own.
    let name = disk::real(folder);
    let name = name.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
    plain::line(&name.unwrap_or(folder.to_string_lossy())).into_owned()
}

/// The run in this folder.
///
/// Errors: [`Refused`].
pub fn load(folder: &Path) -> Result<Run, Refused> {
    Saved::load(folder)?.into_run(folder)
}

/// The newest state in a folder that is whole; `None` if there is none.
///
/// Errors: [`Refused`], if all that are there are damaged, with the place of the last one, or without a place if one
/// cannot be read: it may be good.
pub fn newest(folder: &Path) -> Result<Option<Saved>, Refused> {
    let mut failed = None;
    for name in [STATE, PREVIOUS] {
        match read_file(&folder.join(name)) {
            Ok(None) => {}
            Ok(Some(saved)) => return Ok(Some(Saved { is_last: name == STATE, ..saved })),
            Err(error) if error.place.is_none() => return Err(error),
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    failed.map_or(Ok(None), Err)
}

/// What the file of a state says; `None` if there is none.
///
/// Errors: [`Refused`], with its place if it is damaged.
pub fn read_file(path: &Path) -> Result<Option<Saved>, Refused> {
    let read = absent(disk::read(path, MOST_BYTES)).transpose();
    let Some(bytes) = read.map(of_run).transpose().reading(path)? else { return Ok(None) };
    let saved = bytes.and_then(|bytes| Saved::read(&bytes));
    saved.map(Some).map_err(|what| Refused::damaged(path, what))
}
