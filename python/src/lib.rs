//! The native half of the Python package `war_sim`: the library's studies as Arrow tables.
//!
//! It decides nothing: `war_sim/__init__.py` turns what it was given into a study as one value, the
//! library plays it, and what comes back is turned into Python's objects and errors.

mod arrow;
mod ask;
mod check;
mod errors;
mod results;
mod watch;

use std::ffi::OsString;
use std::io::Write as _;
use std::path::PathBuf;

use pyo3::prelude::*;
use war_sim::cli::options::{DiceArgs, RulesArgs};
use war_sim::cli::verbs::play::PlayArgs;
use war_sim::cli::{self, verbs};

use errors::exception;
use results::{Results, Table};

/// Runs the program with these arguments, its own name first, and returns its exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| {
        let code = cli::main(arguments);
        // The process ends as one of Python's, which does not know of this buffer.
        #[allow(clippy::disallowed_methods)]
        let _ = std::io::stdout().flush();
        code
    })
}

/// One game, as the line of JSON that `war-sim play --format json` prints.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn play(
    py: Python<'_>,
    deck: Option<String>,
    seed: u64,
    game: Option<u64>,
    rules: String,
    dice: Option<PathBuf>,
    pair: Option<String>,
) -> PyResult<String> {
    let dice = DiceArgs { dice, pair, ..DiceArgs::default() };
    let rules = RulesArgs { rules: vec![rules], ..RulesArgs::default() };
    let args = PlayArgs { deck, seed, game, rules, dice, ..PlayArgs::default() };
    py.detach(|| verbs::play::json(&args)).map_err(exception)
}

/// The page of figures of these runs, in a file.
#[pyfunction]
fn report(py: Python<'_>, runs: Vec<results::Run>, path: PathBuf, force: bool) -> PyResult<()> {
    let runs = runs.iter().map(|run| run.tables(py)).collect::<PyResult<Vec<_>>>()?;
    py.detach(|| cli::output::write_whole(&path, war_sim::report::page(&runs).as_bytes(), force))
        .map_err(exception)
}

#[pymodule]
fn _war_sim(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Stopped", module.py().get_type::<errors::Stopped>())?;
    module.add_class::<Results>()?;
    module.add_class::<Table>()?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(play, module)?)?;
    module.add_function(wrap_pyfunction!(report, module)?)?;
    module.add_function(wrap_pyfunction!(ask::experiment, module)?)?;
    module.add_function(wrap_pyfunction!(ask::rule_sets, module)?)?;
    module.add_function(wrap_pyfunction!(ask::fields, module)?)?;
    module.add_function(wrap_pyfunction!(ask::decks, module)?)?;
    module.add_function(wrap_pyfunction!(ask::run, module)?)?;
    module.add_function(wrap_pyfunction!(check::check, module)?)?;
    module.add_function(wrap_pyfunction!(results::load, module)?)
}
