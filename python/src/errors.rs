//! The library's errors as Python's, with the library's words.

use std::io;

use pyo3::exceptions::{
    PyFileExistsError, PyFileNotFoundError, PyKeyboardInterrupt, PyOSError, PyPermissionError,
    PyRuntimeError, PyValueError,
};
use pyo3::prelude::*;
use war_sim::cli::failure::Failure;
use war_sim::cli::results::state_failure;
use war_sim::inside::in_words as plain_words;
use war_sim::store::{FolderError, StateError};
use war_sim::{Failed, Fault, Refused};

use crate::results::Results;

pyo3::create_exception!(
    war_sim,
    Stopped,
    PyKeyboardInterrupt,
    "Ctrl-C while games were played; `results` has what was played."
);

impl Stopped {
    /// With what was played; `kept` is the folder whose run goes on another time.
    pub fn with(py: Python<'_>, results: Results, kept: Option<String>) -> PyResult<PyErr> {
        let games = results.games();
        let on = match kept {
            Some(folder) => format!("; with save=\"{folder}\", resume=True it goes on"),
            None => "; `results` of this exception has them".to_owned(),
        };
        let error = Self::new_err(format!("stopped after {games} games of each rule set{on}"));
        error.value(py).setattr("results", Bound::new(py, results)?)?;
        Ok(error)
    }
}

/// What is wrong with a value that is none of its key, in plain words.
pub fn in_words(message: &str) -> String {
    // Where it is in the JSON is of no use to anybody.
    let what = plain_words(message.split(" at line ").next().unwrap_or(message), &[]);
    what.replace("unknown field", "unknown argument")
}

/// A study that was not played.
pub fn of_failed(error: Failed) -> PyErr {
    match error {
        Failed::Study(error) => of_study(error),
        Failed::Folder(error) => of_folder(error),
        Failed::State(error) => of_state(error),
    }
}

/// A study that cannot be played.
pub fn of_study(refused: Refused) -> PyErr {
    of_fault(refused.fault, plain(&refused.to_string()))
}

/// A failure of the program.
pub fn of_failure(failure: Failure) -> PyErr {
    of_fault(failure.fault, plain(&failure.what))
}

/// The exception of a fault.
fn of_fault(fault: Fault, what: String) -> PyErr {
    match fault {
        Fault::Usage | Fault::Data => PyValueError::new_err(what),
        Fault::NoInput => PyFileNotFoundError::new_err(what),
        Fault::NoPermission => PyPermissionError::new_err(what),
        Fault::CannotCreate | Fault::Io | Fault::ClosedPipe => PyOSError::new_err(what),
        Fault::Interrupted => PyKeyboardInterrupt::new_err(what),
        Fault::Different | Fault::NotReached | Fault::Internal => PyRuntimeError::new_err(what),
    }
}

/// A message that may speak of options of the program, and of its verb `rules`: here those are arguments
/// and a function.
fn plain(what: &str) -> String {
    let what = what.replace("`war-sim rules`", "`war_sim.rules()`");
    let mut parts = what.split("--");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !(c.is_ascii_lowercase() || c == '-')).unwrap_or(part.len());
        let starts_word = !text.ends_with(|c: char| c.is_alphanumeric() || "-'".contains(c));
        match starts_word && end > 1 {
            true => text.push_str(&part[..end].replace('-', "_")),
            // Dashes of a deal, or of a text.
            false => text.push_str(&format!("--{}", &part[..end])),
        }
        text.push_str(&part[end..]);
    }
    text
}

/// A stored run that cannot be read.
pub fn of_state(error: StateError) -> PyErr {
    of_failure(state_failure(&error))
}

/// A folder that cannot be written.
pub fn of_folder(error: FolderError) -> PyErr {
    let what = plain(&error.to_string());
    match error {
        // The library speaks of the program's options.
        FolderError::Occupied { path, what: there } => PyFileExistsError::new_err(format!(
            "{}: contains {}; use another folder",
            path.display(),
            plain(&there)
        )),
        FolderError::Damaged { path, what: is } => PyValueError::new_err(format!(
            "{}: {}; use another folder, or play the run again without resume",
            path.display(),
            plain(&is)
        )),
        FolderError::NoFolder { path } => PyFileExistsError::new_err(format!(
            "{}: is not a folder; use another name",
            path.display()
        )),
        FolderError::Mounted { path } => PyOSError::new_err(format!(
            "{}: a disk is mounted there, so no run can take its place; use a folder in it",
            path.display()
        )),
        FolderError::Locked { path } => PyOSError::new_err(format!(
            "{}: another run is writing there; wait for it, or use another folder",
            path.display()
        )),
        FolderError::Create { source, .. }
        | FolderError::Read { source, .. }
        | FolderError::Write { source, .. } => of_io(&source, what),
    }
}

fn of_io(source: &io::Error, what: String) -> PyErr {
    match source.kind() {
        io::ErrorKind::NotFound => PyFileNotFoundError::new_err(what),
        io::ErrorKind::PermissionDenied => PyPermissionError::new_err(what),
        _ => PyOSError::new_err(what),
    }
}
