//! The library's errors as Python's, with the library's words.

use pyo3::exceptions::{
    PyFileExistsError, PyFileNotFoundError, PyKeyboardInterrupt, PyOSError, PyPermissionError,
    PyRuntimeError, PyValueError,
};
use pyo3::prelude::*;
use war_sim::inside::with_hint;
use war_sim::{Fault, Refused};

use crate::results::Results;

pyo3::create_exception!(
    war_sim,
    Stopped,
    PyKeyboardInterrupt,
    "Ctrl-C on the way; `results` has what was known then."
);

impl Stopped {
    /// With this sentence, and what was known.
    pub fn with(py: Python<'_>, results: Results, said: String) -> PyResult<PyErr> {
        let error = Self::new_err(said);
        error.value(py).setattr("results", Bound::new(py, results)?)?;
        Ok(error)
    }
}

/// What is wrong with a value that is none of its key.
pub fn in_words(message: &str) -> String {
    // Where it is in the JSON is of no use to anybody.
    let what = with_hint(message.split(" at line ").next().unwrap_or(message), &[]);
    what.replace("unknown field", "unknown argument")
}

/// The exception of a refusal.
pub fn exception(refused: Refused) -> PyErr {
    let what = plain(&refused.to_string());
    match refused.fault {
        Fault::Usage | Fault::Data => PyValueError::new_err(what),
        Fault::NoInput => PyFileNotFoundError::new_err(what),
        Fault::NoPermission => PyPermissionError::new_err(what),
        Fault::Exists => PyFileExistsError::new_err(what),
        Fault::CannotCreate | Fault::Io | Fault::ClosedPipe => PyOSError::new_err(what),
        Fault::Interrupted => PyKeyboardInterrupt::new_err(what),
        Fault::Different | Fault::NotReached | Fault::Internal => PyRuntimeError::new_err(what),
    }
}

/// A message that may speak of options of the program, and of its verb `rules`: here those are arguments
/// and a function.
pub fn plain(what: &str) -> String {
    let what = what.replace("`war-sim rules`", "`war_sim.rules()`");
    let mut parts = what.split("--");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !(c.is_ascii_lowercase() || c == '-')).unwrap_or(part.len());
        let starts_word = text.is_empty() || text.ends_with([' ', '\n', '(', '`']);
        match &part[..end] {
            flag @ ("yes" | "resume") if starts_word => text.push_str(&format!("{flag}=True")),
            option if starts_word && end > 1 => text.push_str(&option.replace('-', "_")),
            // Dashes of a deal, a text or a path.
            other => text.push_str(&format!("--{other}")),
        }
        text.push_str(&part[end..]);
    }
    text
}
