//! A stored run as a part of a larger one: its state, and what its manifest says of it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::manifest::MANIFEST;
use super::state::{State, StateError};
use crate::lab::spec::Study;
use crate::lab::spec::rules::Library;
use crate::lab::study::batch::RowDetail;

/// The manifest's word for the file with a row per game.
pub const PER_GAME: &str = "per_game";

/// In a manifest: the order of the rows.
const ORDER: &str = "game, rules";

/// The rows of a stored run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartRows {
    /// The file, in the folder of the run.
    pub file: String,
    /// What a row holds beside the result.
    pub detail: RowDetail,
    /// The file's SHA-256, in hexadecimal.
    pub sha256: String,
    /// Whether they go game by game; those of earlier versions go rule set by rule set.
    pub is_by_game: bool,
}

/// A stored run.
#[derive(Debug)]
pub struct Part {
    /// Its folder.
    pub folder: PathBuf,
    /// Its state.
    pub state: State,
    /// What distinguishes it from other runs.
    pub run: Json,
    /// Its games.
    pub games: Range<u64>,
    /// The games of the whole of which it says to be a part.
    pub whole: Option<Range<u64>>,
    /// Its rows, where it has a file of them in its folder.
    pub rows: Option<PartRows>,
    /// What the manifest of the merged run says of it.
    pub record: Json,
}

/// What a manifest says for its row file, if that is in the folder of the run.
pub fn rows_record(file: &Path, detail: RowDetail) -> Json {
    let RowDetail { features, deals } = detail;
    let file = file.to_string_lossy();
    json!({"file": file, "features": features, "decks": deals, "order": ORDER})
}

impl Part {
    /// Loads it from its folder.
    ///
    /// Errors: [`StateError`].
    pub fn load(folder: &Path, library: &Library) -> Result<Self, StateError> {
        let (mut state, manifest) = State::load_with_manifest(folder, library)?;
        let path = folder.join(MANIFEST);
        let damaged = |what: &str| StateError::Damaged { path: path.clone(), what: what.into() };
        let run = state.run.take();
        let number = |key: &str| run[key].as_u64().ok_or_else(|| damaged("is not that of a run"));
        let (first, games) = (number("first_game")?, number("games")?);
        let end = first.checked_add(games).ok_or_else(|| damaged("has games beyond 2^64 - 1"))?;
        let whole = match &run["part_of"] {
            Json::Null => None,
            range => match (range[0].as_u64(), range[1].as_u64()) {
                (Some(start), Some(end)) if start <= end => Some(start..end),
                _ => return Err(damaged("does not say of which games it has a part")),
            },
        };
        let rows = rows_of(&manifest);
        let record = json!({
            "folder": folder.file_name().map(|name| name.to_string_lossy()),
            "games": [first, end],
            "command": manifest["command"],
            "version": manifest["version"],
            "machine": manifest["machine"],
            "started": manifest["started"],
            "elapsed_s": manifest["elapsed_s"],
        });
        let folder = folder.to_owned();
        Ok(Self { folder, state, run, games: first..end, whole, rows, record })
    }

    /// What it has in common with the other parts of its run.
    pub fn common(&self) -> Json {
        common(&self.run)
    }
}

/// The description of a run without which games it has played.
pub fn common(run: &Json) -> Json {
    let mut common = run.clone();
    if let Json::Object(object) = &mut common {
        for key in ["first_game", "games", "part_of"] {
            object.remove(key);
        }
    }
    common
}

fn rows_of(manifest: &Json) -> Option<PartRows> {
    let rows = &manifest[PER_GAME];
    let file = rows["file"].as_str()?.to_owned();
    let detail =
        RowDetail { features: rows["features"].as_bool()?, deals: rows["decks"].as_bool()? };
    let files = manifest["files"].as_array()?;
    let listed = files.iter().find(|listed| listed["name"] == file.as_str())?;
    // Rows elsewhere may be those of another run by now.
    let plain = !file.contains(['/', '\\']) && !file.starts_with('.');
    let sha256 = listed["sha256"].as_str()?.to_owned();
    let is_by_game = rows["order"] == ORDER;
    plain.then_some(PartRows { file, detail, sha256, is_by_game })
}

/// What is asked of the counts, beside what a state says: from the description of a run.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The verb.
    pub verb: String,
    /// The tables that were asked for; all if `None`.
    pub tables: Option<Vec<String>>,
}

impl Asked {
    /// Puts what a run was asked into the study of its state.
    ///
    /// Errors: a sentence, where this program would describe the run differently.
    pub fn of(study: &mut Study, run: &Json) -> Result<Self, String> {
        *study = study.clone().asked(run)?;
        let no_verb = || "does not say its verb as this program would".to_owned();
        let verb = run["verb"].as_str().ok_or_else(no_verb)?.to_owned();
        let tables = study.outputs.clone();
        match common(&study.run_identity(&verb, tables.as_deref())) == common(run) {
            true => Ok(Self { verb, tables }),
            false => Err("describes its run differently than this program would".into()),
        }
    }
}
