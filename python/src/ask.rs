//! From a study as one value, which Python writes as JSON, to what came out of it.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use serde_json::{Map, Value as Json};
use war_sim::cli::library::{self, library};
use war_sim::cli::number::threads;
use war_sim::cli::running::check_reached;
use war_sim::game::Game;
use war_sim::inside::{Dealer, Seed};
use war_sim::store::{EXPERIMENTS, NamedRules, RowDetail};
use war_sim::war::Composition;
use war_sim::{Control, Refused, RunOptions, Spec, Study, Watch, ask_first, play_run};

use crate::errors::{Stopped, exception, in_words, plain};
use crate::results::Results;
use crate::watch::{self, Hearing, warn, watched};

/// An experiment file, or one that comes with the program, as JSON.
#[pyfunction]
pub fn experiment(path: PathBuf) -> PyResult<String> {
    let (shown, text) = library().text(&path, EXPERIMENTS).map_err(exception)?;
    let bad = |what: String| PyValueError::new_err(format!("{shown}: {what}"));
    let spec = Spec::read(&text).map_err(bad)?;
    Ok(spec.to_json().to_string())
}

/// The name, the game and the summary of each rule set that comes with the program.
#[pyfunction]
pub fn rule_sets() -> Vec<(&'static str, &'static str, &'static str)> {
    let of_game = |game: Game| {
        let name = game.info().name;
        game.presets().iter().map(move |preset| (preset.name, name, preset.summary))
    };
    Game::all().into_iter().flat_map(of_game).collect()
}

/// The fields of a rule set, as JSON.
#[pyfunction]
pub fn fields(rules: &str) -> PyResult<String> {
    let found = found(rules)?;
    let mut fields = found.rules.fields();
    fields.insert("name".into(), found.name.into());
    let fields = serde_json::to_string(&fields);
    fields.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The decks of these games of a seed.
#[pyfunction]
pub fn decks(rules: &str, seed: u64, first_game: u64, count: u64) -> PyResult<Vec<Vec<i32>>> {
    let found = found(rules)?;
    let without = || {
        let title = found.rules.info().title;
        PyValueError::new_err(format!("rules {rules}: {title} is played without a deck"))
    };
    let deck = found.rules.fields().remove("deck").ok_or_else(without)?;
    let deck = serde_json::to_value(deck).and_then(serde_json::from_value::<Composition>);
    let mut dealer = Dealer::new(Seed(seed), deck.map_err(|_| without())?);
    Ok((first_game..first_game + count).map(|game| dealer.deck(game)).collect())
}

fn found(rules: &str) -> PyResult<NamedRules> {
    library::find(rules).map_err(exception)
}

/// How a study is played, beside what is asked.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Playing {
    verb: String,
    beside: PathBuf,
    threads: Option<u64>,
    /// The names of the features in each row, all where none is named; whether the deal is in it.
    rows: Option<(Option<Vec<String>>, bool)>,
    save: Option<PathBuf>,
    resume: bool,
    yes: bool,
    progress: Option<Py<PyAny>>,
}

/// What is wrong with what Python wrote as JSON.
fn bad(error: serde_json::Error) -> PyErr {
    PyValueError::new_err(in_words(&error.to_string()))
}

/// What Python wrote as JSON; of a value of the wrong kind it is said which it is.
fn read<T>(text: &str, of: fn(Json) -> serde_json::Result<T>) -> PyResult<T> {
    let all: Map<String, Json> = serde_json::from_str(text).map_err(bad)?;
    for (key, value) in &all {
        let alone = Json::Object(Map::from_iter([(key.clone(), value.clone())]));
        if let Err(error) = of(alone) {
            let what = in_words(&error.to_string());
            let place =
                if what.contains(&format!("`{key}`")) { String::new() } else { format!("{key}: ") };
            return Err(PyValueError::new_err(place + &what));
        }
    }
    of(Json::Object(all)).map_err(bad)
}

/// The study that a dict asks for, as JSON.
fn study_of(py: Python<'_>, asked: &str, playing: &Playing) -> PyResult<Study> {
    let mut spec: Spec = read(asked, serde_json::from_value)?;
    if spec.rules.is_empty() && spec.sweep.is_empty() {
        return Err(PyValueError::new_err("rules: none is given; name at least one"));
    }
    // What a comparison wants to be precise about is its differences; an experiment says which it means.
    if playing.verb != "run" && spec.compare == Some(true) {
        spec = spec.of_differences();
    }
    let library = match playing.beside.as_os_str().is_empty() {
        true => library(),
        false => library().beside(&playing.beside),
    };
    let study = spec.resolve(&library).map_err(exception)?;
    for cell in study.refused() {
        warn(py, &format!("{}: cannot be played, and is left out: {}", cell.name, cell.reason))?;
    }
    Ok(study)
}

/// Answers a question on threads of its own. Meanwhile Ctrl-C stops it, and `progress` is called with what is
/// done and what there is in all: 0 where only a precision says how much.
#[pyfunction]
pub fn run(py: Python<'_>, asked: &str, playing: Playing) -> PyResult<Results> {
    let study = study_of(py, asked, &playing)?;
    let Playing { verb, save, resume, yes, progress, .. } = playing;
    let count = playing.threads.map(|count| {
        let bad = |why| PyValueError::new_err(format!("threads {count}: {why}"));
        threads(&count.to_string()).map_err(bad)
    });
    let threads = count.transpose()?.unwrap_or_default();
    if resume && save.is_none() {
        let what = "goes on with what was saved; name its folder with `save`, too";
        return Err(exception(Refused::key("resume", what)));
    }
    let name = study.info().name;
    // As the command line has it, whose folders these are.
    let is_own = verb == "batch" && name != Game::default().info().name;
    let rows = playing.rows.map(|(names, deals)| {
        let features =
            names.map(|names| study.row_features(&names)).transpose().map_err(exception)?;
        Ok::<_, PyErr>(RowDetail { features: features.unwrap_or_default(), deals })
    });
    let study = study.verb(if is_own { name } else { &verb });
    let (folder, rows) = (save.clone(), rows.transpose()?);
    let answer = move |watch: &Hearing, control: &Control| {
        let watch = Some(watch as &dyn Watch);
        let options = RunOptions { threads, rows, folder, resume, watch, ..RunOptions::default() };
        if study.is_exact() && !yes {
            ask_first(&study, threads)?;
        }
        play_run(&study, &options, control)
    };
    let (hearing, control) = (Hearing::default(), Arc::new(Control::default()));
    let (outcome, stopped) = watched(py, &hearing, progress.as_ref(), &control, {
        let (hearing, control) = (hearing.clone(), Arc::clone(&control));
        move || answer(&hearing, &control)
    })?;
    let Some(error) = stopped else {
        let outcome = outcome.map_err(exception)?;
        if let Err(missed) = check_reached(outcome.tables.finished()) {
            warn(py, &plain(&missed.to_string()))?;
        }
        return Results::new(outcome);
    };
    match outcome {
        Ok(outcome) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
            let said = watch::stopped(&control, save.as_deref());
            Err(Stopped::with(py, Results::new(outcome)?, said)?)
        }
        _ => Err(error),
    }
}
