//! From a study as one value, which Python writes as JSON, to what came out of it.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::exceptions::{PyKeyboardInterrupt, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use serde_json::{Map, Value as Json};
use war_sim::cli::library::{self, library};
use war_sim::cli::outside::Files;
use war_sim::cli::verbs::hunt::climb::ClimbArgs;
use war_sim::inside::{Dealer, Seed};
use war_sim::question::{Chances, Climbs, Goal, Search, Solve, ask_first};
use war_sim::store::{EXPERIMENTS, Forecast, Found, RowDetail, Running, Target};
use war_sim::table::Manner;
use war_sim::war::DeckFields;
use war_sim::{
    Control, Expected, Games, Life, Outcome, Refused, Spec, Study, Threads, Told, Watch, live,
};

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
    search: Option<Searching>,
    solve: Option<Solving>,
}

/// What is searched for, as by the options of `hunt`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Searching {
    climb: bool,
    endless: bool,
    from: Option<String>,
    position: bool,
    near: bool,
    grow: bool,
    games: Option<u64>,
    count: Option<u64>,
    minutes: Option<f64>,
}

/// What is solved where the game has equations, as by the options of `exact`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Solving {
    best_pickup: bool,
    packs: Option<u64>,
    memory: u64,
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

/// What is asked, on its way to another thread.
struct Asked {
    study: Study,
    manner: Manner,
    threads: Threads,
    rows: Option<RowDetail>,
    save: Option<PathBuf>,
    resume: bool,
    yes: bool,
    search: Option<Search>,
    solve: Option<Solve>,
    total: Arc<AtomicU64>,
}

/// Hears how much there is to do.
struct Hearing<'t>(&'t AtomicU64);

impl Watch for Hearing<'_> {
    fn expects(&self, expected: Expected, _: Option<&Forecast>) {
        if let Expected::Exactly(Some(all), _) = expected {
            self.0.store(all, Ordering::Relaxed);
        }
    }
}

impl Asked {
    /// Answers it, whatever it is.
    ///
    /// Errors: [`Refused`].
    fn answer(self, control: &Control) -> Result<Outcome<Told>, Refused> {
        let Self { mut study, manner, threads, rows, save, resume, .. } = self;
        let watch = Hearing(&self.total);
        let life = Life { threads, rows, folder: save, resume, watch: &watch, ..Life::default() };
        if let Some(wanted) = self.search {
            let mut climbs = Climbs::of(&study, wanted)?;
            let name = life.folder.as_deref().and_then(Path::file_name).unwrap_or_default();
            climbs.name = name.to_string_lossy().into_owned();
            return live(&climbs, &life, control)
                .map(|outcome| outcome.map(|found| Told::Other(Box::new(found))));
        }
        if let Some(wanted) = self.solve {
            if let Some(chances) = Chances::of(&study, &wanted, threads)? {
                return live(&chances, &life, control)
                    .map(|outcome| outcome.map(|answer| Told::Other(Box::new(answer))));
            }
            study = study.every_order_with_extremes()?;
        }
        if study.is_exact() && !self.yes {
            ask_first(&study, threads)?;
        }
        let games = Games { manner, library: library(), ..Games::of(&study) };
        live(&games, &life, control)
            .map(|outcome| outcome.map(|study| Told::Study(Box::new(study))))
    }
}

/// Answers a question on threads of its own. Meanwhile Ctrl-C stops it, and `progress` is called with what is
/// done and what there is in all: 0 where only a precision says how much.
#[pyfunction]
pub fn run(py: Python<'_>, asked: &str, playing: Playing) -> PyResult<Results> {
    let study = study_of(py, asked, &playing)?;
    let Playing { verb, save, resume, yes, progress, .. } = playing;
    let threads = counted(playing.threads)?;
    let name = study.info().name;
    // As the command line has it, whose folders these are.
    let is_own = verb == "batch" && name != library().games()[0].info().name;
    let rows = playing.rows.map(|(names, deals)| {
        let features =
            names.map(|names| study.row_features(names)).transpose().map_err(exception)?;
        Ok::<_, PyErr>(RowDetail { features: features.unwrap_or_default(), deals })
    });
    let manner = Manner {
        verb: if is_own { name.to_owned() } else { verb },
        threads: threads.count(),
        ..Manner::default()
    };
    let seed = study.deals.seed.0;
    let search = playing.search.map(|asked| {
        let Searching { climb, endless, from, position, near, grow, games, count, minutes } = asked;
        let options = ClimbArgs { climb, endless, from, position, near, grow, count, minutes };
        let goal = options.goal()?.unwrap_or(Goal::Long);
        Ok(options.wanted(goal, seed, games))
    });
    let search = search.transpose().map_err(exception)?;
    let total = Arc::new(AtomicU64::new(0));
    let asked = Asked {
        search,
        solve: playing.solve.map(|Solving { best_pickup, packs, memory }| Solve {
            best_pickup,
            packs,
            memory,
            yes,
        }),
        rows: rows.transpose()?,
        total: Arc::clone(&total),
        study,
        manner,
        threads,
        save: save.clone(),
        resume,
        yes,
    };
    let control = Arc::new(Control::default());
    let (outcome, stopped) = watch::watched(py, &total, progress.as_ref(), &control, {
        let control = Arc::clone(&control);
        move || asked.answer(&control)
    })?;
    let Some(error) = stopped else { return Results::new(outcome.map_err(exception)?) };
    match outcome {
        Ok(outcome) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
            Err(Stopped::with(py, Results::new(outcome)?, save)?)
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
    let (found, stopped) = watch::watched(py, &Arc::default(), None, &control, {
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
