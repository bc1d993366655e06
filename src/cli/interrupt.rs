//! Ctrl-C and other requests to stop.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::failure::{Failure, Kind};
use crate::core::wording::text::grouped;
use crate::lab::run::Control;

/// How long the games in progress may take after Ctrl-C; then they are left where they are.
const GRACE: Duration = Duration::from_millis(1_500);

/// What a signal stops.
#[derive(Clone, Debug)]
struct Watched {
    control: Arc<Control>,
    games: u64,
    /// Files and folders that must not outlive the program.
    temporary: Vec<PathBuf>,
    /// Whether results are being put in place; that is quick and is not interrupted.
    writing: bool,
}

/// What a signal does instead, for a verb that plays no batch.
type Instead = Box<dyn Fn() + Send>;

static INSTEAD: Mutex<Option<Instead>> = Mutex::new(None);

/// Makes a signal do this first, in a verb that plays no batch.
pub fn first_do(instead: impl Fn() + Send + 'static) {
    *INSTEAD.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(instead));
}

static WATCHED: Mutex<Option<Watched>> = Mutex::new(None);

fn watched() -> MutexGuard<'static, Option<Watched>> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes every verb end with the exit code of a signal, not with the system's.
///
/// Errors: the system may refuse.
pub fn install() -> Result<(), Failure> {
    ctrlc::set_handler(on_signal).map_err(|e| Failure::new(Kind::Internal, format!("signals: {e}")))
}

/// Makes Ctrl-C stop this batch after the games in progress; a second Ctrl-C, or games that take
/// too long, end the program at once. Either way nothing half-written stays.
pub fn stop_on_signal(control: &Arc<Control>, temporary: Vec<PathBuf>) {
    let control = Arc::clone(control);
    *watched() = Some(Watched { control, games: 0, temporary, writing: false });
}

/// Removes this file as well if the program is stopped.
pub fn remove_on_stop(path: PathBuf) {
    if let Some(watched) = &mut *watched() {
        watched.temporary.push(path);
    }
}

/// How many games the message of a stopped run speaks of.
pub fn expect_games(games: u64) {
    if let Some(watched) = &mut *watched() {
        watched.games = games;
    }
}

/// Results are put in place from now on: a signal waits.
pub fn writing() {
    if let Some(watched) = &mut *watched() {
        watched.writing = true;
    }
}

/// What a stopped run says.
pub fn stopped(done: u64, games: u64) -> Failure {
    Failure::new(
        Kind::Interrupted,
        format!(
            "stopped after {} of {} games; nothing was written, and the games played are lost: run \
             the same command again for all of them",
            grouped(done),
            grouped(games),
        ),
    )
}

/// Runs on a thread of its own for each signal.
fn on_signal() {
    if let Some(instead) = &*INSTEAD.lock().unwrap_or_else(PoisonError::into_inner) {
        instead();
    }
    let Some(now) = watched().clone() else { std::process::exit(Kind::Interrupted.code().into()) };
    if now.writing {
        return;
    }
    if now.control.stopped() {
        end(&now);
    }
    now.control.stop();
    std::thread::spawn(move || {
        std::thread::sleep(GRACE);
        // A run that stopped by itself has ended the program by now, or is about to write nothing.
        end(&now);
    });
}

/// Ends the program in the middle of its games.
fn end(now: &Watched) -> ! {
    for path in &now.temporary {
        // What cannot be tidied away is hidden and does no harm.
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
    let failure = stopped(now.control.done(), now.games);
    failure.print();
    std::process::exit(failure.code().into())
}
