//! The program in this process, where its disk can be made to fail.

mod damage;
mod faults;
mod resuming;

use std::any::Any;
use std::ffi::OsString;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tempfile::TempDir;

use crate::api::run::{RunEnd, RunOptions, Watch, play_run};
use crate::cli::failure::guarded;
use crate::cli::interrupt;
use crate::cli::running::Terminal;
use crate::lab::refused::Refused;
use crate::lab::run::Control;
use crate::lab::spec::Study;
use crate::lab::store::begin::Job;
use crate::lab::store::disk::Disk;
use crate::lab::store::place::{Place, RunFolder};

/// What a signal stops is one thing in a process, so tests that run the program take turns.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a command line; returns the exit code and the message.
fn run(arguments: &[&str]) -> (u8, String) {
    let arguments = std::iter::once("war-sim").chain(arguments.iter().copied());
    match crate::cli::execute(arguments.map(Into::into)) {
        Ok(()) => (0, String::new()),
        Err(failure) => (failure.code(), [vec![failure.what], failure.below].concat().join("\n  ")),
    }
}

// What a signal finds, and what a panic leaves.

fn into<'w>(folder: &Path, watch: &'w dyn Watch) -> RunOptions<'w> {
    RunOptions { folder: Some(folder.join("r")), watch, ..RunOptions::default() }
}

fn names(folder: &Path) -> Vec<OsString> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name()).collect()
}

#[test]
fn a_signal_after_the_last_game_stops_the_run_before_anything_is_written() {
    let _turn = alone();
    let folder = TempDir::new().expect("a folder");
    let place = Place::open(&Disk::here(), &folder.path().join("r")).expect("a folder");
    for (run, words) in [
        (Some(&place.held), "nothing was written: run the same command again"),
        (None, "with --no-files nothing is kept: run the same command again"),
    ] {
        let control = Arc::new(Control::default());
        interrupt::stop_on_signal(&control, run);
        // As if the signal had come when no thread asked for it any more.
        control.stop();
        let failure = interrupt::begin_results().expect_err("stopped");
        assert_eq!(failure.code(), 75);
        assert!(failure.what.contains(words), "{failure:?}");
    }
}

#[test]
fn a_run_that_is_stopped_before_its_first_game_goes_on_from_there() {
    let _turn = alone();
    let folder = TempDir::new().expect("a folder");
    let terminal = Terminal { quiet: true, ..Terminal::default() };
    let options = into(folder.path(), &terminal);
    terminal.control.stop();
    let study = Study::war(["umass"]).expect("a study").games(1_000);
    let stopped = play_run(&Job::of(&study), &options, &terminal.control).expect("stopped");
    assert_eq!(stopped.end, RunEnd::Stopped);
    assert_eq!(names(&folder.path().join("r")), ["state"]);
}

/// A terminal on which the signal comes after the last game.
struct Late(Terminal);

/// Asks to stop when it is dropped.
struct Stops(Arc<Control>);

impl Drop for Stops {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Watch for Late {
    fn opened(&self, folder: Option<&RunFolder>) {
        self.0.opened(folder);
    }

    fn plays(&self) -> Box<dyn Any> {
        Box::new(Stops(Arc::clone(&self.0.control)))
    }

    fn writes(&self) -> Result<Box<dyn Any>, Refused> {
        self.0.writes()
    }
}

#[test]
fn a_run_that_is_stopped_before_it_writes_leaves_its_state_alone() {
    let _turn = alone();
    let folder = TempDir::new().expect("a folder");
    let late = Late(Terminal { quiet: true, ..Terminal::default() });
    let options = into(folder.path(), &late);
    let study = Study::war(["umass"]).expect("a study").games(1_000);
    let stopped = play_run(&Job::of(&study), &options, &late.0.control);
    assert_eq!(stopped.err().map(|failure| failure.code()), Some(75));
    assert_eq!(names(&folder.path().join("r")), ["state"]);
}

#[test]
fn a_panic_ends_with_its_own_code_and_leaves_no_result() {
    let _turn = alone();
    let folder = TempDir::new().expect("a folder");
    let played = || -> Result<(), Refused> {
        let terminal = Terminal { quiet: true, ..Terminal::default() };
        let options = into(folder.path(), &terminal);
        let _place = options.open()?;
        panic!("game 17 of seed 42 under umass: no cards");
    };
    let failure = guarded(played).expect_err("a panic");
    assert_eq!(failure.code(), 70);
    assert!(failure.what.contains("game 17 of seed 42"), "{failure:?}");
    assert!(names(folder.path()).is_empty());
}
