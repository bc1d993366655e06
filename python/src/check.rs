//! `check`: does a function, or a program, play by the rules?

use std::cell::RefCell;
use std::ffi::OsString;
use std::io;
use std::time::Instant;

use pyo3::exceptions::{PyException, PySystemExit, PyValueError};
use pyo3::prelude::*;
use war_sim::cli::install;
use war_sim::cli::number::seconds;
use war_sim::cli::verbs::check::args::{CheckArgs, CheckFormat};
use war_sim::cli::verbs::check::ask;
use war_sim::inside::{Got, Report, json, names, shown, verdict};

use crate::errors::exception;

/// What is asked, and for how long.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Asked {
    command: Vec<OsString>,
    rules: String,
    suites: Vec<String>,
    seed: u64,
    count: u64,
    once: bool,
    deck_seconds: f64,
    seconds: f64,
}

/// The verdict on a program, or on a function that is asked line by line, as JSON and in words.
#[pyfunction]
pub fn check(
    py: Python<'_>,
    asked: Asked,
    function: Option<Bound<'_, PyAny>>,
) -> PyResult<(String, String)> {
    let time = |key: &str, given: f64| {
        seconds(&given.to_string())
            .map_err(|why| PyValueError::new_err(format!("{key} {given}: {why}")))
    };
    let args = CheckArgs {
        deck_seconds: time("deck_seconds", asked.deck_seconds)?,
        seconds: time("seconds", asked.seconds)?,
        command: asked.command,
        rules: asked.rules,
        suite: asked.suites,
        seed: asked.seed,
        count: asked.count,
        decks: None,
        once: asked.once,
        list: false,
        answers: None,
        harness: None,
        format: CheckFormat::Json,
    };
    let end = Instant::now() + args.seconds;
    let mut report = match function {
        None => {
            // A signal ends what was started, too.
            install().map_err(exception)?;
            py.detach(|| ask(&args, None)).map_err(exception)?
        }
        Some(function) => of_function(&args, &function)?,
    };
    py.detach(|| report.explain(end));
    Ok((json(&report).to_string(), verdict(&report) + &names(&report)))
}

/// The report on a function. What is no error of an answer, such as Ctrl-C, ends the check.
fn of_function(args: &CheckArgs, function: &Bound<'_, PyAny>) -> PyResult<Report> {
    let ended = RefCell::new(None);
    let py = function.py();
    // A function may end itself, as a program may.
    let is_of_answer = |error: &PyErr| {
        error.is_instance_of::<PyException>(py) || error.is_instance_of::<PySystemExit>(py)
    };
    let one = |line: &str| {
        let answer = py.check_signals().and_then(|()| function.call1((line,)));
        match answer.and_then(|answer| Ok(answer.str()?.to_string())) {
            Ok(answer) => Ok(Got::of_line(answer.as_bytes())),
            Err(error) if is_of_answer(&error) => {
                let how = shown(error.to_string().trim_end_matches([':', ' ']).as_bytes());
                Ok(Got::Died { how, stderr: String::new() })
            }
            Err(error) => {
                ended.replace(Some(error));
                Err(io::ErrorKind::Interrupted.into())
            }
        }
    };
    let report = ask(args, Some(Box::new(one)));
    match ended.take() {
        Some(error) => Err(error),
        None => report.map_err(exception),
    }
}
