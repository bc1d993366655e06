//! The program in this process, where its disk can be made to fail.

mod damage;
mod faults;
mod resuming;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tempfile::TempDir;

use crate::api::run::{RunEnd, RunOptions, play_run};
use crate::cli::interrupt;
use crate::cli::running::Terminal;
use crate::lab::run::Control;
use crate::lab::spec::Study;
use crate::lab::store::disk::Disk;
use crate::lab::store::place::Place;

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

// What a signal finds.

#[test]
fn a_signal_after_the_last_game_stops_the_run_before_anything_is_written() {
    let _turn = alone();
    let folder = TempDir::new().expect("a folder");
    let place = Place::open(&Disk::here(), &folder.path().join("r"), false).expect("a folder");
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
    let run = folder.path().join("r");
    let options =
        RunOptions { folder: Some(run.clone()), watch: &terminal, ..RunOptions::default() };
    terminal.control.stop();
    let study = Study::war(["umass"]).expect("a study").games(1_000);
    let stopped = play_run(&study, &options, &terminal.control).expect("stopped");
    assert_eq!(stopped.end, RunEnd::Stopped);
    let left =
        std::fs::read_dir(run).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    assert_eq!(left.collect::<Vec<_>>(), ["state"]);
}
