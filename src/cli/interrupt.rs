//! Ctrl-C and other requests to stop.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::stopped::{goes_on, typed};
use super::terminal;
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
    /// Where the results are, once they are complete.
    pub done: Option<PathBuf>,
}

/// The programs that `check` runs, which a signal ends first.
static PROGRAMS: Mutex<Option<Processes>> = Mutex::new(None);

/// Programs are being ended: how they end and what is made of it is nobody's verdict.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Waits for the end where a signal is ending this program; for whoever is about to print a verdict or
/// a failure.
pub fn await_end() {
    while ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Makes a signal end these programs first.
pub fn first_end(running: &Processes) {
    *lock(&PROGRAMS) = Some(running.clone());
}

static WATCHED: Mutex<Option<Watched>> = Mutex::new(None);

/// Held while files are put in place, which is not interrupted: what takes its time is made before. Before
/// [`WATCHED`], by whoever holds both.
static PLACING: Mutex<()> = Mutex::new(());

fn lock<T>(what: &'static Mutex<T>) -> MutexGuard<'static, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes every verb end with the exit code of a signal, not with the system's. Once a process,
/// however often its command line is called.
///
/// Errors: the system may refuse.
pub fn install() -> Result<(), Refused> {
    static INSTALLED: Mutex<bool> = Mutex::new(false);
    let mut installed = lock(&INSTALLED);
    if !*installed {
        on_stop(on_signal).map_err(|e| Refused::new(Fault::Io, format!("signals: {e}")))?;
        *installed = true;
    }
    Ok(())
}

/// Makes Ctrl-C stop this batch after the games in progress; a second Ctrl-C, or games that take
/// too long, end the program at once. Either way nothing half-written stays.
pub fn stop_on_signal(control: &Arc<Control>, folder: Option<&RunFolder>) {
    *lock(&WATCHED) = Some(Watched {
        control: Arc::clone(control),
        folder: folder.cloned(),
        temporary: Vec::new(),
        done: None,
    });
}

/// Notes something of what a signal stops, if there is anything.
pub fn note(what: impl FnOnce(&mut Watched)) {
    lock(&WATCHED).as_mut().map(what);
}

/// Begins to put the results in place: no signal ends the program until what comes back is dropped.
///
/// Errors: exit code 75 if a signal has asked to stop before.
pub fn begin_results() -> Result<MutexGuard<'static, ()>, Refused> {
    let placing = lock(&PLACING);
    match &*lock(&WATCHED) {
        Some(watched) if watched.control.stopped() => Err(watched.stopped()),
        _ => Ok(placing),
    }
}

/// The failure of what was played: where it was stopped, what the signal says.
pub fn failure(error: Refused) -> Refused {
    match &*lock(&WATCHED) {
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
            (Some(_), false) => "; go on with",
            (Some(_), true) => {
                ", so this begins at the first game again (parts, --shard K/M, keep theirs)"
            }
        };
        let below = way.saved.map(|_| goes_on(typed())).into_iter().collect();
        Refused { below, ..Refused::new(Fault::Interrupted, stopped(&self.control) + how) }
    }
}

/// Runs on the thread of the signals for each one.
fn on_signal() {
    static LAST: Mutex<Option<Instant>> = Mutex::new(None);
    let last = lock(&LAST).replace(Instant::now());
    if last.is_some_and(|last| last.elapsed() < ONE_WISH) {
        return;
    }
    if let Some(running) = &*lock(&PROGRAMS) {
        ENDING.store(true, Ordering::SeqCst);
        running.end();
        if terminal::has_room_for_a_bar() {
            // Below the words that wait for them.
            terminal::say("");
        }
        Refused::new(Fault::Interrupted, "check: stopped; nothing was reported").print();
    }
    let placing = lock(&PLACING);
    match &*lock(&WATCHED) {
        Some(Watched { control, done: None, .. }) if !control.stopped() => control.stop(),
        now => end(now.as_ref()),
    }
    drop(placing);
    std::thread::spawn(|| {
        std::thread::sleep(GRACE);
        // A run that stopped by itself has ended the program by now, or is about to write nothing.
        let _placing = lock(&PLACING);
        end(lock(&WATCHED).as_ref());
    });
}

/// Ends the program in the middle of its games, while nobody puts files in place.
fn end(now: Option<&Watched>) -> ! {
    let stopped = |what: String| Refused::new(Fault::Interrupted, format!("stopped; {what}"));
    let failure = match now.map(|now| (now, &now.done)) {
        // A check has said it.
        None if ENDING.load(Ordering::SeqCst) => {
            std::process::exit(Fault::Interrupted.code().into())
        }
        None => stopped("nothing was kept".into()),
        Some((_, Some(folder))) => {
            stopped(format!("the results are complete, in {}", folder.shown()))
        }
        Some((now, None)) => {
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

/// Does `work`, on a thread of its own, whenever the program is asked to stop.
///
/// The end of a session that whoever started the program told it to ignore stays ignored: `nohup`.
/// Errors: the system may refuse.
#[cfg(unix)]
fn on_stop(work: impl Fn() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};

    // A write beyond the size that files may have (`ulimit -f`) is an error like that of a full disk; the system
    // would end the program.
    signal_hook::flag::register(SIGXFSZ, Arc::default())?;
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

/// Whether the program was started with this signal ignored.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").ok();
    match status.as_deref().and_then(ignored) {
        Some(ignored) => ignored >> (signal - 1) & 1 == 1,
        // Where the system does not say, the end of a session does what it did: either nothing, or
        // it ends the program, which leaves no half-written results either.
        None => signal == signal_hook::consts::SIGHUP,
    }
}

/// The ignored signals of `/proc/self/status`, signal 1 as the lowest bit.
#[cfg(unix)]
fn ignored(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(line.trim(), 16).ok()
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ignored_signals_are_read_from_the_status_of_a_process() {
        let under_nohup = "Name:\twar-sim\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\n";
        assert_eq!(ignored(under_nohup), Some(0x1001));
        assert_eq!(ignored("Name:\twar-sim\n"), None);
        assert_eq!(ignored("SigIgn:\tnone\n"), None);
    }
}
