//! Ctrl-C and other requests to stop.

use std::io;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::lab::refused::{Fault, Refused};

/// Signals that are closer together are one wish, told twice: by a terminal, and by `timeout` or the
/// like.
const ONE_WISH: Duration = Duration::from_millis(200);

/// What the next signal does, instead of ending the program.
static FIRST: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

fn lock<T>(what: &'static Mutex<T>) -> MutexGuard<'static, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While this is there, the first signal is waited for.
pub struct Waiting;

impl Drop for Waiting {
    /// Whatever the signal does, it does before anything that comes after.
    fn drop(&mut self) {
        *lock(&FIRST) = None;
    }
}

/// Does `work` at the first signal, until what comes back is dropped; another ends the program.
pub fn at_first(work: impl FnOnce() + Send + 'static) -> Waiting {
    *lock(&FIRST) = Some(Box::new(work));
    Waiting
}

/// Makes a signal end the program with its exit code, unless there is something to do first. Once a process, however
/// often its command line is called.
///
/// Errors: the system may refuse.
pub fn install() -> Result<(), Refused> {
    static INSTALLED: OnceLock<Result<(), String>> = OnceLock::new();
    let installed = INSTALLED.get_or_init(|| on_stop(on_signal).map_err(|e| e.to_string()));
    installed.clone().map_err(|e| Refused::new(Fault::Io, format!("signals: {e}")))
}

/// Runs on the thread of the signals for each one.
fn on_signal() {
    static LAST: Mutex<Option<Instant>> = Mutex::new(None);
    let mut last = lock(&LAST);
    if last.is_some_and(|last| last.elapsed() < ONE_WISH) {
        return;
    }
    *last = Some(Instant::now());
    let mut first = lock(&FIRST);
    match first.take() {
        Some(work) => work(),
        None => leave(),
    }
}

/// Ends the program as a signal does.
pub fn leave() -> ! {
    std::process::exit(Fault::Interrupted.code().into())
}

/// Does `work`, on a thread of its own, whenever the program is asked to stop.
///
/// The end of a session that whoever started the program told it to ignore stays ignored: `nohup`.
/// Errors: the system may refuse.
#[cfg(unix)]
fn on_stop(work: impl Fn() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};

    // A write beyond the size that files may have (`ulimit -f`) is an error like that of a full disk; the system
    // would end the program.
    signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default())?;
    // Shells also ignore SIGINT for what they start in the background; whoever sends it means it.
    let wanted = [SIGINT, SIGTERM, SIGHUP];
    let wanted = wanted.into_iter().filter(|&signal| signal != SIGHUP || !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    std::thread::Builder::new()
        .name("signals".into())
        .spawn(move || signals.forever().for_each(|_| work()))
        .map(drop)
}

/// Does `work`, on a thread of its own, whenever the program is asked to stop.
///
/// Errors: the system may refuse.
#[cfg(not(unix))]
fn on_stop(work: impl Fn() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(work).map_err(io::Error::other)
}

/// Whether the program was started with this signal ignored, or the system does not say: then it does what it did.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|ignored| u64::from_str_radix(ignored.trim(), 16).ok());
    ignored.is_none_or(|ignored| ignored >> (signal - 1) & 1 == 1)
}
