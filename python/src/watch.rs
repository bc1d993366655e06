//! Playing on another thread, so that Python sees Ctrl-C and shows progress meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use war_sim::Control;

/// Time between two looks at signals and progress.
const TICK: Duration = Duration::from_millis(100);

/// Does `work` without holding the interpreter. A signal, or an error of `progress`, stops it through
/// `control`, and is returned beside what came of it.
pub fn watched<T: Send + 'static>(
    py: Python<'_>,
    total: &Arc<AtomicU64>,
    progress: Option<&Py<PyAny>>,
    control: &Arc<Control>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<(T, Option<PyErr>)> {
    let report = || {
        let Some(progress) = progress else { return Ok(()) };
        let (done, total) = (control.done(), total.load(Ordering::Relaxed));
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
                if stopped.is_none() {
                    report()?;
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
