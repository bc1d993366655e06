//! The state of a run: what it plays, which games are done, and what was counted.
//!
//! Checkpoint, stored result and what `compare` reads are one and the same file. Its first line is
//! its format, the second JSON of whole numbers and names, the third the SHA-256 of both; a file in
//! which a single bit was changed is refused. The state of a stored run also says what the run was
//! asked and the SHA-256 of its files, so that its checksum covers everything that is read back.

use std::fmt::Write as _;
use std::io;
use std::ops::Range;
use std::path::Path;

use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use super::disk::{Disk, Found, folder_of, is_of_checkpoints};
use super::manifest::{FileRecord, MANIFEST, of_record};
use super::signed;
pub use super::signed::{ANSWER, STATE, STATES};
use crate::core::stats::PairedTally;
use crate::core::strata::Strata;
use crate::core::tally::Tally;
use crate::core::wording::text::shell_quoted;
use crate::lab::run::ranges::without;
use crate::lab::spec::Study;
use crate::lab::spec::identity::study_of;
use crate::lab::spec::refused::{Fault, Refused};
use crate::lab::spec::rules::Library;
use crate::lab::study::size;
use crate::lab::study::totals::{Totals, detail};

/// What a search or an answer has of the files beside it: their names, each with its checksum.
pub const FILES: &str = "files";
/// What a checkpoint has of the command that was typed: its words.
pub const COMMAND: &str = "command";
/// How the first line of every file of a state begins.
const OURS: &str = "war-sim-";
/// The first line: name and version of the format.
pub const FORMAT: &str = "war-sim-state 4";
/// The formats of other versions, each with the version that reads it.
const OTHERS: [(&str, &str); 3] =
    [("war-sim-state 1", "0.1"), ("war-sim-state 2", "0.2"), ("war-sim-state 3", "0.2")];
/// Larger files are not read: no run writes them.
pub const MOST_BYTES: u64 = 1 << 31;

/// A run's state.
#[derive(Clone, Debug)]
pub struct State {
    /// The study, but for given decks and how it is played.
    pub study: Study,
    /// The games done, rising and apart.
    pub games: Vec<Range<u64>>,
    /// The counts.
    pub totals: Totals,
    /// What the run is; see [`Study::run_identity`]. `Null` in a state that is no run's.
    pub run: Json,
    /// Its verb; empty in a state that is no run's.
    pub verb: String,
    /// Its files of rows, a record each.
    pub rows: Json,
}

/// A file of a run that cannot be read; who named its folder may have meant one inside, or another.
pub fn unread(path: &Path, error: &io::Error) -> Refused {
    let folder = folder_of(path);
    if error.kind() != io::ErrorKind::NotFound {
        return Refused::reading(path, error);
    }
    if !folder.exists() {
        return Refused::missing("folder", folder, &[]);
    }
    let is_run = |path: &String| Path::new(path).join(STATE).is_file();
    let what = match inside(folder).into_iter().find(is_run) {
        _ if folder.join(ANSWER).is_file() => format!(
            "keeps no counts of games that could be compared or drawn with others; `war-sim show {}` \
             prints what it found",
            shell_quoted(&folder.to_string_lossy())
        ),
        Some(run) => {
            let run = shell_quoted(&run);
            format!("is not a run but has runs in it; name one, such as {run}")
        }
        None if folder.join(MANIFEST).is_file() => {
            "its state is missing; the command of the run with --force plays it again".to_owned()
        }
        None => {
            "is not the folder of a run; `war-sim list runs` lists those in results/".to_owned()
        }
    };
    Refused { fault: Fault::NoInput, ..Refused::inside(folder, what) }
}

/// What lies in a folder and is not hidden, in order.
pub fn inside(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let seen = entries.filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'));
    let mut paths: Vec<String> = seen.map(|entry| entry.path().display().to_string()).collect();
    paths.sort_unstable();
    paths
}

/// The bytes of the state of a run after these games, with more for those who go on with it.
pub fn encode(
    study: &Study,
    run: &Json,
    games: &[Range<u64>],
    totals: &Totals,
    more: &[(&str, Json)],
) -> Vec<u8> {
    let games = games.iter().map(|range| json!([range.start, range.end]));
    let mut body = String::from("{");
    // A value at a time: those of many rule sets would be many times as large as their text.
    let mut add = |key: &str, values: &mut dyn Iterator<Item = Json>, is_list: bool| {
        let comma = if body.len() > 1 { "," } else { "" };
        let open = if is_list { "[" } else { "" };
        // A string takes everything.
        let _ = write!(body, "{comma}{}:{open}", json!(key));
        for (k, value) in values.enumerate() {
            let comma = if k > 0 { "," } else { "" };
            let _ = write!(body, "{comma}{value}");
        }
        body.push_str(if is_list { "]" } else { "" });
    };
    add("run", &mut std::iter::once(run.clone()), false);
    add("told", &mut std::iter::once(json!(study.told())), false);
    add("games", &mut games.into_iter(), true);
    for (key, mut values) in counts_json(totals) {
        add(key, &mut values, true);
    }
    for (key, value) in more {
        add(key, &mut std::iter::once(value.clone()), false);
    }
    body.push('}');
    signed::seal(FORMAT, &body)
}

/// The SHA-256 of all counts, by which two runs of the same games are known to have the same.
pub fn digest(totals: &Totals) -> String {
    let mut hash = Sha256::new();
    for (key, values) in counts_json(totals) {
        hash.update(key);
        values.for_each(|value| hash.update(value.to_string()));
    }
    signed::hexadecimal(hash)
}

/// Values of one kind, made as they are asked for.
type Values<'t> = Box<dyn Iterator<Item = Json> + 't>;

/// The counts as JSON: lists with their names.
pub fn counts_json(totals: &Totals) -> Vec<(&'static str, Values<'_>)> {
    let Totals { cells, pairs, strata } = totals;
    vec![
        ("cells", Box::new(cells.iter().map(Tally::to_json))),
        ("pairs", Box::new(pairs.iter().map(move |(_, tally)| tally.to_json()))),
        ("strata", Box::new(strata.iter().flatten().map(move |by| by.to_json()))),
    ]
}

/// The counts that [`counts_json`] wrote, of a study.
///
/// Errors: a sentence on what does not fit.
pub fn counts_of(study: &Study, json: &Json) -> Result<Totals, String> {
    let list = |key: &str, length: usize| {
        let list = json[key].as_array().filter(|list| list.len() == length);
        list.ok_or_else(|| format!("is not a valid state: {key} do not fit the rule sets"))
    };
    let (empty, outcomes) = (Totals::new(study), study.info().outcomes.len());
    let of_cell = |json: &Json| Tally::of_json(study.info(), detail(study), json);
    let cells: Vec<Tally> =
        list("cells", empty.cells.len())?.iter().map(of_cell).collect::<Result<_, _>>()?;
    let pairs =
        list("pairs", empty.pairs.len())?.iter().map(|json| PairedTally::of_json(outcomes, json));
    let pairs = pairs.collect::<Result<Vec<_>, _>>()?;
    let strata =
        list("strata", empty.strata.iter().flatten().count())?.chunks(study.by.len().max(1));
    let strata = strata.map(|strata| {
        strata.iter().map(|json| Strata::of_json(outcomes, json)).collect::<Result<_, _>>()
    });
    let strata = strata.collect::<Result<Vec<_>, _>>()?;
    let pairs = empty.pairs.into_iter().map(|(pair, _)| pair).zip(pairs).collect();
    Ok(Totals { cells, pairs, strata })
}

impl State {
    /// Loads the state of a run from its folder.
    ///
    /// Errors: [`Refused`].
    pub fn load(folder: &Path, library: &Library) -> Result<Self, Refused> {
        let state = Self::load_alone(folder, library)?;
        let damaged = |what: &str| Refused::damaged(&folder.join(STATE), what);
        match is_of_checkpoints(folder) {
            true => state.so_far().map_err(|what| damaged(&what)),
            false if state.run.is_null() => Err(damaged("is the state of no run")),
            false => Ok(state),
        }
    }

    /// A run that goes on, as a part of itself: with the games that were played.
    ///
    /// Errors: a sentence, where none was.
    pub fn so_far(mut self) -> Result<Self, String> {
        let (Some(first), Some(last)) = (self.games.first(), self.games.last()) else {
            return Err("is of a run that has played no games yet".into());
        };
        let played = first.start..last.end;
        let missing = without(&played, &self.games);
        let study = self.study;
        let whole = if study.is_open_ended() { study.part_of.clone() } else { Some(study.whole()) };
        let games = played.end - played.start;
        self.study = study.of_games(played).games(games).within(whole).lacking(missing);
        self.run = self.study.run_identity(&self.verb);
        Ok(self)
    }

    /// The state in a folder, whatever it is the state of.
    ///
    /// Errors: [`Refused`].
    pub fn load_alone(folder: &Path, library: &Library) -> Result<Self, Refused> {
        let path = folder.join(STATE);
        let read = |bytes: &[u8]| Self::decode(bytes, library);
        read_file(&Disk::here(), &path, read)?
            .ok_or_else(|| unread(&path, &io::ErrorKind::NotFound.into()))
    }

    /// The state that these bytes are.
    ///
    /// Errors: a sentence on what is wrong with them.
    pub fn decode(bytes: &[u8], library: &Library) -> Result<Self, String> {
        Self::of_json(json_of(STATE, bytes)?, library)
    }

    /// The state that the JSON of its body is.
    ///
    /// Errors: a sentence on what is wrong with it.
    pub fn of_json(mut json: Json, library: &Library) -> Result<Self, String> {
        let mut take = |key: &str| json.get_mut(key).map_or(Json::Null, Json::take);
        let (run, told, rows) = (take("run"), take("told"), take("rows"));
        let (study, verb) = study_of(&run, told, library)?;
        let run = if verb.is_empty() { Json::Null } else { run };
        // Whoever wrote it: no more than a study may have.
        size::check(&study).map_err(|e| e.to_string())?;
        let games = ranges(&json["games"])?;
        let totals = counts_of(&study, &json)?;
        let played = games.iter().map(|range| range.end - range.start).sum();
        for tally in &totals.cells {
            tally.check(played).and_then(|()| study.game.check_tally(tally))?;
        }
        if totals.pairs.iter().any(|(_, tally)| tally.games() != played) {
            return Err("is not a valid state: its pairs have other games".into());
        }
        Ok(Self { study, games, totals, run, verb, rows })
    }

    /// Number of games of each cell.
    pub fn played(&self) -> u64 {
        self.games.iter().map(|range| range.end - range.start).sum()
    }
}

/// The JSON in the bytes of a state in this file, with nothing checked but that the program wrote them so.
///
/// Errors: a sentence on what is wrong with them.
pub fn json_of(file: &str, bytes: &[u8]) -> Result<Json, String> {
    let format = if file == STATE { FORMAT.to_owned() } else { format!("{OURS}{file} 1") };
    let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if let Some((_, version)) = OTHERS.iter().find(|(other, _)| other.as_bytes() == first) {
        return Err(format!("is of war-sim {version}, which alone reads it"));
    }
    let version = |line: &str| line.strip_prefix(OURS)?.strip_prefix(file)?.trim().parse().ok();
    let newer = std::str::from_utf8(first).ok().filter(|first| version(first) > version(&format));
    if let (Some(newer), Some::<u32>(_)) = (newer, version(&format)) {
        return Err(format!(
            "was written by a newer war-sim (`{newer}`, not `{format}`), which alone reads it"
        ));
    }
    let body = signed::open(&format, bytes)?;
    serde_json::from_str(body).map_err(|e| format!("is not a valid {file}: {e}"))
}

/// What the state of a run of any kind says of its run and of the files beside it.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// The file of the state.
    pub file: &'static str,
    /// What tells the run from others; `Null` in a state that is no run's.
    pub run: Json,
    /// Tables and what else was written with them.
    pub files: Vec<FileRecord>,
    /// Its files of rows, a record each.
    pub rows: Vec<Json>,
    /// Seconds that it took, in a checkpoint; `None` if nobody knows.
    pub elapsed_s: Option<f64>,
    /// How often the run was begun or gone on with.
    pub sessions: u64,
}

impl Header {
    /// That of the run in a folder; `None` without a state, or with one that is damaged.
    ///
    /// Errors: what the system says.
    pub fn of_folder(disk: &Disk, folder: &Path) -> io::Result<Option<Self>> {
        for file in STATES {
            let path = folder.join(file);
            if !matches!(disk.look(&path)?, Some(Found::File(bytes)) if bytes <= MOST_BYTES) {
                continue;
            }
            // Others may call a file of theirs so.
            if let Ok(json) = json_of(file, &disk.read(&path, MOST_BYTES)?) {
                return Ok(Some(Self::of(file, &json)));
            }
        }
        Ok(None)
    }

    /// That of the run with the state in this file.
    pub fn of(file: &'static str, json: &Json) -> Self {
        let run = &json["run"];
        Self {
            file,
            run: run.clone(),
            files: [&json["tables"], &json[FILES]].into_iter().flat_map(listed).collect(),
            rows: json["rows"].as_array().cloned().unwrap_or_default(),
            elapsed_s: json["elapsed_s"].as_f64(),
            sessions: json["sessions"].as_u64().unwrap_or(1),
        }
    }

    /// All files of the folder of the run that its state has the checksums of.
    pub fn all(&self) -> impl Iterator<Item = FileRecord> + '_ {
        self.files.iter().cloned().chain(self.rows.iter().filter_map(of_record))
    }
}

/// Whether this is the file of a state of this program, whole or not.
///
/// Errors: what the system says.
pub fn is_ours(disk: &Disk, path: &Path) -> io::Result<bool> {
    Ok(matches!(disk.look(path)?, Some(Found::File(_)))
        && disk.starts_with(path, OURS.as_bytes())?)
}

/// The files of these names, each with its checksum.
fn listed(files: &Json) -> Vec<FileRecord> {
    let file = |(name, sha256): (&String, &Json)| {
        Some(FileRecord { name: name.clone(), bytes: 0, sha256: sha256.as_str()?.to_owned() })
    };
    files.as_object().into_iter().flatten().filter_map(file).collect()
}

/// What `read` makes of the file of a state; `None` if there is none.
///
/// Errors: [`Refused`].
pub fn read_file<T>(
    disk: &Disk,
    path: &Path,
    read: impl Fn(&[u8]) -> Result<T, String>,
) -> Result<Option<T>, Refused> {
    let damaged = |what: &str| Refused::damaged(path, what);
    match disk.read(path, MOST_BYTES) {
        Ok(bytes) => read(&bytes).map(Some).map_err(|what| damaged(&what)),
        Err(error) => match error.kind() {
            // There may be no place for it, which the run will find out.
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Ok(None),
            io::ErrorKind::FileTooLarge => Err(damaged("is too large to be one of ours")),
            io::ErrorKind::InvalidData => Err(damaged(&error.to_string())),
            _ => Err(unread(path, &error)),
        },
    }
}

/// Ranges of games: not empty, rising and apart.
fn ranges(json: &Json) -> Result<Vec<Range<u64>>, String> {
    let bad = || "is not a valid state: its games are not ranges".to_owned();
    let mut ranges: Vec<Range<u64>> = Vec::new();
    for range in json.as_array().ok_or_else(bad)? {
        let (start, end) = (range[0].as_u64().ok_or_else(bad)?, range[1].as_u64().ok_or_else(bad)?);
        if start > end || ranges.last().is_some_and(|before| before.end > start) {
            return Err(bad());
        }
        ranges.push(start..end);
    }
    Ok(ranges)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn another_recipe_for_the_chance_inside_games_is_refused() {
        let library = Library::new(crate::lab::store::disk::read_input);
        let study = Study::war(["umass", "shuffled-pot"]).unwrap();
        let mut run = study.run_identity("batch");
        assert!(study_of(&run, Json::Null, &library).is_ok());
        run.as_object_mut().unwrap().remove("recipe_inside");
        let why = study_of(&run, Json::Null, &library).map(|_| ()).unwrap_err();
        assert!(why.contains("another recipe for the chance inside games"), "{why}");
        assert!(Study::war(["umass"]).unwrap().identity()["recipe_inside"].is_null());
    }

    #[test]
    fn ranges_of_games_rise_and_lie_apart() {
        assert_eq!(ranges(&json!([])), Ok(vec![]));
        assert_eq!(ranges(&json!([[0, 3], [3, 5], [9, 10]])), Ok(vec![0..3, 3..5, 9..10]));
        for bad in [
            json!(3),
            json!([[4, 3]]),
            json!([[0, 3], [2, 5]]),
            json!([[5, 6], [0, 1]]),
            json!([[0]]),
            json!([[-1, 2]]),
        ] {
            assert!(ranges(&bad).is_err(), "{bad}");
        }
    }
}
