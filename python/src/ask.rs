//! From a study as one value, which Python writes as JSON, to what came out of it.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::{PyKeyboardInterrupt, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use serde_json::{Map, Value as Json};
use war_sim::cli::library::{self, library};
use war_sim::cli::outside::Files;
use war_sim::cli::verbs::exact::WITHOUT_ASKING;
use war_sim::inside::{Dealer, Seed};
use war_sim::store::{EXPERIMENTS, Found, RowDetail, Running, Target};
use war_sim::table::Manner;
use war_sim::war::DeckFields;
use war_sim::{Control, Life, Spec, Study, Threads};

use crate::errors::{Stopped, exception, in_words};
use crate::results::{Results, Table};
use crate::watch;

/// More threads than any machine has use for.
const MAX_THREADS: usize = 4_096;

/// An experiment file, or one that comes with the program, as JSON.
#[pyfunction]
pub fn experiment(path: PathBuf) -> PyResult<String> {
    let (shown, text) = library::read(&path, EXPERIMENTS).map_err(exception)?;
    let bad = |what: String| PyValueError::new_err(format!("{shown}: {what}"));
    let spec = Spec::read(&text, &library()).map_err(bad)?;
    serde_json::to_string(&spec).map_err(|error| bad(error.to_string()))
}

/// The name, the game and the summary of each rule set that comes with the program.
#[pyfunction]
pub fn rule_sets() -> Vec<(&'static str, &'static str, &'static str)> {
    let library = library();
    let of_game = |game: &Arc<dyn war_sim::game::AnyGame>| {
        let name = game.info().name;
        game.presets().into_iter().map(move |preset| (preset.name, name, preset.summary))
    };
    library.games().iter().flat_map(of_game).collect()
}

/// The fields of a rule set, as JSON.
#[pyfunction]
pub fn fields(rules: &str) -> PyResult<String> {
    let found = found(rules)?;
    let fields = serde_json::to_string(&found.game.fields(&found.rules));
    fields.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The decks of these games of a seed.
#[pyfunction]
pub fn decks(rules: &str, seed: u64, first_game: u64, count: u64) -> PyResult<Vec<Vec<i32>>> {
    let found = found(rules)?;
    let without = || {
        let title = found.game.info().title;
        PyValueError::new_err(format!("rules {rules}: {title} is played without a deck"))
    };
    let deck = found.game.fields(&found.rules).remove("deck").ok_or_else(without)?;
    let deck = serde_json::to_value(deck).and_then(serde_json::from_value::<DeckFields>);
    let mut dealer = Dealer::new(Seed(seed), deck.map_err(|_| without())?);
    Ok((first_game..first_game + count).map(|game| dealer.deck(game)).collect())
}

fn found(rules: &str) -> PyResult<Found> {
    library::find(&library(), "rules", rules, true).map_err(exception)
}

/// How a study is played, beside what is asked.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Playing {
    verb: String,
    beside: PathBuf,
    threads: Option<usize>,
    /// The names of the features in each row, all where none is named; whether the deal is in it.
    rows: Option<(Option<Vec<String>>, bool)>,
    save: Option<PathBuf>,
    resume: bool,
    yes: bool,
    progress: Option<Py<PyAny>>,
}

/// The study that a dict asks for, as JSON.
fn study_of(py: Python<'_>, asked: &str, playing: &Playing) -> PyResult<Study> {
    let bad = |error: serde_json::Error| PyValueError::new_err(in_words(&error.to_string()));
    let all: Map<String, Json> = serde_json::from_str(asked).map_err(bad)?;
    for (key, value) in &all {
        let alone = Json::Object(Map::from_iter([(key.clone(), value.clone())]));
        if let Err(error) = serde_json::from_value::<Spec>(alone) {
            let what = in_words(&error.to_string());
            let place =
                if what.contains(&format!("`{key}`")) { String::new() } else { format!("{key}: ") };
            return Err(PyValueError::new_err(place + &what));
        }
    }
    let mut spec: Spec = serde_json::from_value(Json::Object(all)).map_err(bad)?;
    if spec.rules.is_empty() && spec.sweep.is_empty() {
        return Err(PyValueError::new_err("rules: none is given; name at least one"));
    }
    let measures = spec.measures.take();
    let files = match playing.beside.as_os_str().is_empty() {
        true => Files::new(true),
        false => Files::beside(&playing.beside, true),
    };
    let study = spec.resolve(&files).map_err(exception)?;
    let study = match &measures {
        None => study,
        Some(words) => study.measures(words.iter().map(String::as_str)).map_err(exception)?,
    };
    let cautions = study.rule_sets.iter().flat_map(|named| &named.rules.cautions);
    for note in cautions.chain(&study.notes) {
        let note = std::ffi::CString::new(note.as_str())?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &note, 3)?;
    }
    Ok(study)
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
pub fn run(py: Python<'_>, asked: &str, playing: Playing) -> PyResult<Results> {
    let mut study = study_of(py, asked, &playing)?;
    if playing.verb == "exact" {
        study = study.every_order_with_extremes().map_err(exception)?;
    }
    let games = if study.is_open_ended() { 0 } else { study.games };
    let total = games.saturating_mul(study.cells.len() as u64);
    if study.is_exact() && total > WITHOUT_ASKING && !playing.yes {
        return Err(PyValueError::new_err(format!(
            "{total} games are more than {WITHOUT_ASKING}; play them all with yes=True"
        )));
    }
    let threads = counted(playing.threads)?;
    let name = study.info().name;
    // As the command line has it, whose folders these are.
    let is_own = playing.verb == "batch" && name != library().games()[0].info().name;
    let rows = playing.rows.map(|(names, deals)| {
        let features =
            names.map(|names| study.row_features(names)).transpose().map_err(exception)?;
        Ok::<_, PyErr>(RowDetail { features: features.unwrap_or_default(), deals })
    });
    let life = Life {
        threads,
        manner: Manner {
            verb: if is_own { name.to_owned() } else { playing.verb },
            threads: threads.count(),
            ..Manner::default()
        },
        rows: rows.transpose()?,
        folder: playing.save,
        resume: playing.resume,
    };
    let control = Arc::new(Control::default());
    let (outcome, stopped) = watch::watched(py, total, playing.progress.as_ref(), &control, {
        let control = Arc::clone(&control);
        move || study.live(&life, &control).map(|outcome| (outcome, life))
    })?;
    let Some(error) = stopped else {
        let (outcome, life) = outcome.map_err(exception)?;
        return Results::new(outcome, life.manner);
    };
    match outcome {
        Ok((outcome, life)) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
            let kept = life.folder.map(|folder| folder.display().to_string());
            let results = Results::new(outcome, life.manner)?;
            Err(Stopped::with(py, results, kept)?)
        }
        _ => Err(error),
    }
}

/// What the precisions of a study need, as a pilot suggests.
#[pyfunction]
pub fn predict(py: Python<'_>, asked: &str, playing: Playing) -> PyResult<Table> {
    let study = study_of(py, asked, &playing)?;
    let threads = counted(playing.threads)?;
    let targets: Vec<Target> = study.targets().copied().collect();
    let control = Arc::new(Control::default());
    let (found, stopped) = watch::watched(py, 0, None, &control, {
        let control = Arc::clone(&control);
        move || {
            let found =
                war_sim::store::predict(&study, &targets, Running { threads, control: &control });
            (found, study)
        }
    })?;
    if let Some(error) = stopped {
        return Err(error);
    }
    let (found, study) = found;
    Table::of(&found.map_err(exception)?.table(&study))
}
