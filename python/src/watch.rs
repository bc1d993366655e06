//! Playing on another thread, so that Python sees Ctrl-C and shows progress meanwhile.

use std::ffi::CString;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyUserWarning};
use pyo3::prelude::*;
use war_sim::{Control, Watch};

use crate::errors::plain;

/// Time between two looks at signals and progress.
const TICK: Duration = Duration::from_millis(100);

/// Hears on the thread of the games what Python is told on its own.
#[derive(Clone, Default)]
pub struct Hearing(Arc<Mutex<Vec<String>>>);

impl Hearing {
    fn heard(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passes on the warnings since the last time.
    fn warn(&self, py: Python<'_>) -> PyResult<()> {
        let warnings = std::mem::take(&mut *self.heard());
        warnings.iter().try_for_each(|what| warn(py, what))
    }
}

/// What is said of a run that was stopped there, and was to be kept in this folder.
pub fn stopped(control: &Control, save: Option<&Path>) -> String {
    let (way, said) = (control.way(), war_sim::stopped(control));
    let (Some(folder), Some(_)) = (save, way.saved) else {
        return said + "; `results` of this exception has what is known";
    };
    let folder = folder.display();
    match way.has_rows {
        false => format!("{said}; with save=\"{folder}\", resume=True it goes on"),
        true => format!("{said}; with save=\"{folder}\", resume=True and no rows it goes on"),
    }
}

impl Watch for Hearing {
    fn warn(&self, what: String, _: bool) {
        self.heard().push(what);
    }
}

/// Warns whoever called the function of the package.
pub fn warn(py: Python<'_>, what: &str) -> PyResult<()> {
    let what = CString::new(plain(what))?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &what, 3)
}

/// Does `work` without holding the interpreter. A signal, or an error of `progress` or of a warning, stops it
/// through `control`, and is returned beside what came of it.
pub fn watched<T: Send + 'static>(
    py: Python<'_>,
    hearing: &Hearing,
    progress: Option<&Py<PyAny>>,
    control: &Arc<Control>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<(T, Option<PyErr>)> {
    let report = || {
        hearing.warn(py)?;
        let Some(progress) = progress else { return Ok(()) };
        let total = control.way().expected.unwrap_or(0);
        let done = control.done();
        // Where nobody knows how much there is, all of it is done.
        let done = if total > 0 { done.min(total) } else { done };
        progress.call1(py, (done, total)).map(drop)
    };
    let (sender, mut receiver) = mpsc::channel();
    thread::Builder::new().name("war-sim".into()).spawn(move || {
        // Nobody listens any more where a panic of this side ended it.
        let _ = sender.send(work());
    })?;
    let mut stopped = None;
    loop {
        let answer;
        (answer, receiver) = py.detach(move || (receiver.recv_timeout(TICK), receiver));
        match answer {
            Ok(value) => {
                match stopped {
                    None => report()?,
                    // It tells more than a warning that is to be an error.
                    Some(_) => drop(hearing.warn(py)),
                }
                return Ok((value, stopped));
            }
            Err(RecvTimeoutError::Timeout) if stopped.is_none() => {
                if let Err(error) = py.check_signals().and_then(|()| report()) {
                    control.stop();
                    stopped = Some(error);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let what = "internal error: the games ended in a panic; please report this";
                return Err(PyRuntimeError::new_err(what));
            }
        }
    }
}
