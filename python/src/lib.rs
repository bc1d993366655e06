//! The native half of the Python package `war_sim`: the library's studies as Arrow tables.
//!
//! It decides nothing: `war_sim/__init__.py` turns what it was given into plain values, the library
//! plays, and what comes back is turned into Python's objects and errors.

mod arrow;
mod errors;
mod results;
mod watch;

use std::ffi::OsString;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use war_sim::cli::options::ChangeArgs;
use war_sim::cli::verbs::exact::WITHOUT_ASKING;
use war_sim::cli::verbs::play::args::PlayArgs;
use war_sim::cli::{self, panics, verbs};
use war_sim::ludo::{Ludo, RankBy};
use war_sim::{Control, Finished, Study, StudyError, Threads};

use errors::{of_failure, of_state, of_study};
use results::{Results, Table};

/// More threads than any machine has use for.
const MAX_THREADS: usize = 4_096;

/// Runs the program with these arguments, its own name first, and returns its exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| {
        panics::keep_place();
        let code = match panics::guarded(|| cli::run(arguments)) {
            Ok(()) => 0,
            Err(failure) => {
                failure.print();
                failure.code()
            }
        };
        // The process ends as one of Python's, which does not know of this buffer.
        let _ = std::io::stdout().flush();
        code
    })
}

/// One game of War, as the lines of JSON that `war-sim play --format json` prints.
#[pyfunction]
fn play(
    py: Python<'_>,
    deck: Option<String>,
    hands: Option<Vec<String>>,
    seed: u64,
    game: Option<u64>,
    rules: String,
    trace: bool,
) -> PyResult<String> {
    let change = ChangeArgs::default();
    let (decks, line, format) = (None, None, None);
    let args = PlayArgs { deck, hands, decks, line, seed, game, rules, change, trace, format };
    py.detach(|| verbs::play::json(&args)).map_err(of_failure)
}

/// The name and the text of a dice file, or of one that comes with the program.
#[pyfunction]
fn dice_file(path: PathBuf) -> PyResult<(String, String)> {
    verbs::run::read(&path, verbs::run::DICE).map_err(of_failure)
}

/// What a study is asked, in plain values.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Question {
    /// `war`, `ludo`, `beggar`, or `None`: the game of the first rule set.
    game: Option<String>,
    rules: Vec<String>,
    /// Name and text of a dice file.
    dice: Option<(String, String)>,
    self_play: bool,
    by_score: bool,
    /// Whether the rule sets are compared.
    compare: bool,
    baseline: Option<String>,
    measures: Option<Vec<String>>,
    /// `None`: a million, or as many as `until` takes.
    games: Option<u64>,
    seed: u64,
    first_game: u64,
    until: Vec<String>,
    by: Option<String>,
    confidence: f64,
    engine: String,
}

impl Question {
    /// The study that it asks for.
    fn study(&self) -> Result<Study, StudyError> {
        let rules = self.rules.iter().map(String::as_str);
        let mut study = match (self.game.as_deref(), &self.dice) {
            (Some("war"), _) => Study::war(rules)?,
            (Some("beggar"), _) => Study::beggar(rules)?,
            (Some(_), Some((file, text))) => {
                let rank_by = if self.by_score { RankBy::Score } else { RankBy::WinShare };
                let ludo = Ludo::default().with_self_play(self.self_play).ranked_by(rank_by);
                Study::of(ludo.with_dice(file, text).map_err(StudyError::Invalid)?, rules)?
            }
            (_, dice) => {
                let dice = dice.as_ref().map(|(file, text)| (file.as_str(), text.as_str()));
                Study::by_rules(rules, dice)?
            }
        };
        study = study.seed(self.seed).first_game(self.first_game);
        if let Some(games) = self.games {
            study = study.games(games);
        }
        study = study.confidence(self.confidence)?.engine(&self.engine)?;
        study = match (self.compare, &self.baseline) {
            (false, _) => study.uncompared(),
            (true, None) => study,
            (true, Some(name)) => study.baseline(name)?,
        };
        if let Some(measures) = &self.measures {
            study = study.measures(measures.iter().map(String::as_str))?;
        }
        for target in &self.until {
            study = match self.compare {
                true => study.until_difference(target)?,
                false => study.until(target)?,
            };
        }
        match &self.by {
            Some(feature) => study.by(feature),
            None => Ok(study),
        }
    }
}

/// How many threads play.
fn counted(threads: Option<usize>) -> PyResult<Threads> {
    let Some(n) = threads else { return Ok(Threads::All) };
    let fits = NonZeroUsize::new(n).filter(|n| n.get() <= MAX_THREADS).map(Threads::Exactly);
    fits.ok_or_else(|| {
        PyValueError::new_err(format!("threads {n}: use a number from 1 to {MAX_THREADS}"))
    })
}

/// Plays a study on threads of its own. Meanwhile Ctrl-C stops it, and `progress` is called with the
/// games done and the games in all: 0 where only a precision says how many.
#[pyfunction]
fn run(
    py: Python<'_>,
    question: Question,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Results> {
    let study = question.study().map_err(of_study)?;
    let threads = counted(threads)?;
    let games = if study.is_open_ended() { 0 } else { study.games };
    let total = games.saturating_mul(study.cells.len() as u64);
    let control = Arc::new(Control::default());
    let played = watch::watched(py, total, progress.as_ref(), &control, {
        let control = Arc::clone(&control);
        move || study.run_on(threads, &control).map(Results::new)
    })?;
    played.map_err(of_study)
}

/// Plays every order of a small deck; `deck` changes fields of every rule set, as `deck.ranks=4`.
#[pyfunction]
fn exact(
    py: Python<'_>,
    rules: Vec<String>,
    deck: Vec<String>,
    yes: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Results> {
    let change = ChangeArgs { changes: deck };
    let rules: Vec<String> = rules.iter().map(|rules| change.of(rules)).collect();
    let study = Study::by_rules(rules.iter().map(String::as_str), None);
    let study = study.and_then(Study::every_order).map_err(of_study)?;
    let threads = counted(threads)?;
    let total = study.games.saturating_mul(study.cells.len() as u64);
    if total > WITHOUT_ASKING && !yes {
        return Err(PyValueError::new_err(format!(
            "{total} games are more than {WITHOUT_ASKING}; play them all with yes=True"
        )));
    }
    let control = Arc::new(Control::default());
    let played = watch::watched(py, total, progress.as_ref(), &control, {
        let control = Arc::clone(&control);
        move || study.run_exactly(threads, &control)
    })?;
    played.map(|(finished, tables)| Results::with(finished, tables)).map_err(of_study)
}

/// Loads a stored run from its folder.
#[pyfunction]
fn load(py: Python<'_>, folder: PathBuf, confidence: f64) -> PyResult<Results> {
    let mut finished = py.detach(|| Finished::load(&folder)).map_err(of_state)?;
    finished.study = finished.study.confidence(confidence).map_err(of_study)?;
    Ok(py.detach(|| Results::new(finished)))
}

#[pymodule]
fn _war_sim(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Results>()?;
    module.add_class::<Table>()?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(play, module)?)?;
    module.add_function(wrap_pyfunction!(dice_file, module)?)?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(exact, module)?)?;
    module.add_function(wrap_pyfunction!(load, module)?)
}
