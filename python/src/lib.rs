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
use war_sim::cli::game::RulesArgs;
use war_sim::cli::options::ChangeArgs;
use war_sim::cli::verbs::exact::WITHOUT_ASKING;
use war_sim::cli::verbs::play::args::PlayArgs;
use war_sim::cli::{self, panics, verbs};
use war_sim::store::{Library, Outside, read_input};
use war_sim::{Control, DiceOf, Finished, Refused, Spec, Study, Threads};

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

/// One game, as the lines of JSON that `war-sim play --format json` prints.
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
    let what = RulesArgs { rules: vec![rules], ..RulesArgs::default() };
    let args = PlayArgs { deck, hands, seed, game, what, trace, ..PlayArgs::default() };
    py.detach(|| verbs::play::json(&args)).map_err(of_failure)
}

/// The name and the text of a dice file, or of one that comes with the program.
#[pyfunction]
fn dice_file(path: PathBuf) -> PyResult<(String, String)> {
    cli::library::dice_file(&path).map_err(of_failure)
}

/// What a study needs from outside: dice are given as name and text.
struct Given {
    library: Library,
    dice: Option<(String, String)>,
}

impl Outside for Given {
    fn library(&self) -> &Library {
        &self.library
    }

    fn gear(&self, given: &str) -> Result<(String, String), Refused> {
        let none = || Refused::new("dice", format!("{given}: there are no such dice"));
        self.dice.clone().ok_or_else(none)
    }
}

/// The study that a dict asks for, as JSON; measures in the order of the tables.
fn study_of(asked: &str, dice: Option<(String, String)>) -> PyResult<Study> {
    let read = serde_json::from_str::<Spec>(asked);
    let mut spec = read.map_err(|error| PyValueError::new_err(error.to_string()))?;
    spec.dice = dice.as_ref().map(|(file, _)| DiceOf::File(file.clone()));
    let measures = spec.measures.take();
    let library = Library::with(Arc::new(war_sim::war::War), read_input);
    let study = spec.resolve(&Given { library, dice }).and_then(|study| match &measures {
        None => Ok(study),
        Some(words) => study.measures(words.iter().map(String::as_str)),
    });
    study.map_err(of_study)
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
    asked: &str,
    dice: Option<(String, String)>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Results> {
    let study = study_of(asked, dice)?;
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
