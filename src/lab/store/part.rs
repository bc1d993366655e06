//! A stored run as a part of a larger one.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use super::manifest::FileRecord;
use super::state::State;
use crate::lab::run::ranges::without;
use crate::lab::spec::Refused;
use crate::lab::spec::rules::Library;
use crate::lab::study::batch::RowDetail;

/// The manifest's word for the file with a row per game.
pub const PER_GAME: &str = "per_game";

/// In a manifest: the order of the rows.
const ORDER: &str = "game, rules";

/// A stored run, or several put together.
#[derive(Debug)]
pub struct Part {
    /// Its state.
    pub state: State,
    /// What it has in common with the other parts of its run.
    pub common: Json,
    /// The games of the whole of which it says to be a part.
    pub whole: Option<Range<u64>>,
    /// What each of them is; one, when it was read.
    pub pieces: Vec<Piece>,
}

/// A part of a run, without its counts.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its folder.
    pub folder: PathBuf,
    /// From its first game to its last.
    pub span: Range<u64>,
    /// Its games.
    pub games: Vec<Range<u64>>,
    /// Whether it has rows of its games.
    pub has_rows: bool,
    /// The digest of its counts, where that is wanted.
    pub digest: Option<String>,
    /// Games by cell and outcome.
    pub outcomes: Vec<Vec<u64>>,
}

/// What a state and a manifest say of a file of rows; of one that lies elsewhere the name alone.
pub fn rows_record(file: &FileRecord, detail: RowDetail, elsewhere: bool) -> Json {
    let RowDetail { features, deals } = detail;
    let FileRecord { name, bytes, sha256 } = file;
    let name = Path::new(name).file_name().map(|name| name.to_string_lossy());
    let mut record = json!({"file": name, "features": features, "decks": deals, "order": ORDER,
                            "bytes": bytes, "sha256": sha256});
    if elsewhere {
        record["elsewhere"] = true.into();
    }
    record
}

impl Part {
    /// Loads it from its folder.
    ///
    /// Errors: [`Refused`].
    pub fn load(folder: &Path, library: &Library) -> Result<Self, Refused> {
        Ok(Self::of(folder, State::load(folder, library)?))
    }

    fn of(folder: &Path, mut state: State) -> Self {
        let (run, study) = (state.run.take(), &state.study);
        let (span, whole) = (study.range(), study.part_of.clone());
        let games = without(&span, &study.missing);
        let outcomes = state.totals.cells.iter().map(|tally| {
            (0..tally.info().outcomes.len()).map(|outcome| tally.games_won(outcome)).collect()
        });
        let piece = Piece {
            folder: folder.to_owned(),
            span,
            games,
            has_rows: state.rows.as_array().is_some_and(|rows| !rows.is_empty()),
            digest: None,
            outcomes: outcomes.collect(),
        };
        Self { state, common: common(run), whole, pieces: vec![piece] }
    }
}

/// The description of a run without which games it has played.
fn common(mut run: Json) -> Json {
    if let Json::Object(object) = &mut run {
        for key in ["first_game", "games", "part_of", "missing"] {
            object.remove(key);
        }
    }
    run
}
