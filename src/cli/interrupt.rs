//! Ctrl-C and other requests to stop.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::signals;
use super::stopped::{goes_on, typed};
use crate::api::run::{after, stopped};
use crate::check::process::Processes;
use crate::lab::refused::{Fault, Refused, Shown as _};
use crate::lab::run::Control;
use crate::lab::store::place::RunFolder;

/// How long the games in progress may take after Ctrl-C; then they are left where they are.
const GRACE: Duration = Duration::from_millis(1_500);

/// Signals that are closer together are one wish, told twice: by a terminal, and by `timeout` or the
/// like.
const ONE_WISH: Duration = Duration::from_millis(200);

/// What a signal stops.
#[derive(Debug)]
pub struct Watched {
    control: Arc<Control>,
    /// The folder of the run, if results are written at all.
    folder: Option<RunFolder>,
    /// Files that must not outlive the program.
    pub temporary: Vec<PathBuf>,
    /// Who is putting files in place; that is quick and is not interrupted.
    writing: usize,
    /// Where the results are, once they are complete.
    pub done: Option<PathBuf>,
}

/// The programs that a verb runs, which a signal ends first, and the verb.
static PROGRAMS: Mutex<Option<(&'static str, Processes)>> = Mutex::new(None);

/// Programs are being ended: how they end and what is made of it is nobody's verdict.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Waits for the end where a signal is ending this program; for whoever is about to print a verdict or
/// a failure.
pub fn await_end() {
    while ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Makes a signal end these programs first, of a verb that reports nothing then.
pub fn first_end(verb: &'static str, running: &Processes) {
    *PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner) = Some((verb, running.clone()));
}

static WATCHED: Mutex<Option<Watched>> = Mutex::new(None);
/// Told when nobody writes any more.
static WRITTEN: Condvar = Condvar::new();

fn watched() -> MutexGuard<'static, Option<Watched>> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// As [`watched`], when nobody is putting files in place. Nobody begins to while it is held.
fn watched_at_rest() -> MutexGuard<'static, Option<Watched>> {
    let is_writing = |now: &mut Option<Watched>| now.as_ref().is_some_and(|now| now.writing > 0);
    WRITTEN.wait_while(watched(), is_writing).unwrap_or_else(PoisonError::into_inner)
}

/// Makes every verb end with the exit code of a signal, not with the system's. Once a process,
/// however often its command line is called.
///
/// Errors: the system may refuse.
pub fn install() -> Result<(), Refused> {
    static INSTALLED: Mutex<bool> = Mutex::new(false);
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    if !*installed {
        signals::outlive_limits()
            .and_then(|()| signals::on_stop(on_signal))
            .map_err(|e| Refused::new(Fault::Io, format!("signals: {e}")))?;
        *installed = true;
    }
    Ok(())
}

/// Makes Ctrl-C stop this batch after the games in progress; a second Ctrl-C, or games that take
/// too long, end the program at once. Either way nothing half-written stays.
pub fn stop_on_signal(control: &Arc<Control>, folder: Option<&RunFolder>) {
    *watched() = Some(Watched {
        control: Arc::clone(control),
        folder: folder.cloned(),
        temporary: Vec::new(),
        writing: 0,
        done: None,
    });
}

/// Notes something of what a signal stops, if there is anything.
pub fn note(what: impl FnOnce(&mut Watched)) {
    watched().as_mut().map(what);
}

/// Files are being put in place: no signal ends the program until this is dropped.
#[derive(Debug)]
pub struct Writing(());

impl Drop for Writing {
    fn drop(&mut self) {
        note(|watched| watched.writing = watched.writing.saturating_sub(1));
        WRITTEN.notify_all();
    }
}

/// Begins to put the results in place; signals wait until that is done.
///
/// Errors: exit code 75 if a signal has asked to stop before.
pub fn begin_results() -> Result<Writing, Refused> {
    if let Some(watched) = &mut *watched() {
        if watched.control.stopped() {
            return Err(watched.stopped());
        }
        watched.writing += 1;
    }
    Ok(Writing(()))
}

/// The failure of what was played: where it was stopped, what the signal says.
pub fn failure(error: Refused) -> Refused {
    match &*watched() {
        Some(watched) if error.fault == Fault::Interrupted => watched.stopped(),
        _ => error,
    }
}

impl Watched {
    /// What a stopped run says.
    fn stopped(&self) -> Refused {
        let (way, again) = (self.control.way(), ": run the same command again for all of them");
        if self.folder.is_none() {
            let done = after(self.control.done(), way.expected);
            let text = format!("stopped after {done}; with --no-files nothing is kept{again}");
            return Refused::new(Fault::Interrupted, text);
        }
        let how = match (way.saved, way.has_rows && way.saved > Some(0)) {
            (None, _) => again,
            (Some(_), false) => "; go on with\n  ",
            (Some(_), true) => {
                ", so this begins at the first game again (parts, --shard K/M, keep theirs)\n  "
            }
        };
        let go_on = way.saved.map_or(String::new(), |_| goes_on(typed()));
        Refused::new(Fault::Interrupted, stopped(&self.control) + how + &go_on)
    }
}

/// Runs on the thread of the signals for each one.
fn on_signal() {
    static LAST: Mutex<Option<Instant>> = Mutex::new(None);
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).replace(Instant::now());
    if last.is_some_and(|last| last.elapsed() < ONE_WISH) {
        return;
    }
    if let Some((verb, running)) = &*PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner) {
        ENDING.store(true, Ordering::SeqCst);
        running.end();
        let what = format!("{verb}: stopped; nothing was reported");
        Refused::new(Fault::Interrupted, what).print();
    }
    let now = watched_at_rest();
    match &*now {
        Some(Watched { control, done: None, .. }) if !control.stopped() => control.stop(),
        _ => end(now),
    }
    drop(now);
    std::thread::spawn(|| {
        std::thread::sleep(GRACE);
        // A run that stopped by itself has ended the program by now, or is about to write nothing.
        end(watched_at_rest());
    });
}

/// Ends the program in the middle of its games. Nobody writes meanwhile: they need what is held here.
fn end(now: MutexGuard<'static, Option<Watched>>) -> ! {
    let Some(now) = &*now else { std::process::exit(Fault::Interrupted.code().into()) };
    let failure = match &now.done {
        Some(folder) => Refused::new(
            Fault::Interrupted,
            format!("stopped; the results are complete, in {}", folder.shown()),
        ),
        None => {
            if let Some(folder) = &now.folder {
                for path in &now.temporary {
                    // What cannot be tidied away is hidden and does no harm.
                    let _ = folder.disk.remove_file(path);
                }
                folder.tidy();
            }
            now.stopped()
        }
    };
    failure.print();
    std::process::exit(failure.code().into())
}
