//! The program in this process, where its disk can be made to fail.

mod damage;
mod faults;
mod resuming;

use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempDir;

use crate::api::run::{RunEnd, RunOptions, play_run};
use crate::cli::running::Terminal;
use crate::lab::spec::Study;

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

#[test]
fn a_run_that_is_stopped_before_its_first_game_goes_on_from_there() {
    let _turn = alone();
    let folder = TempDir::new().expect("a folder");
    let terminal = Terminal { quiet: true, ..Terminal::default() };
    let run = folder.path().join("r");
    let options =
        RunOptions { folder: Some(run.clone()), watch: Some(&terminal), ..RunOptions::default() };
    terminal.control.stop();
    let study = Study::war(["umass"]).expect("a study").games(1_000);
    let stopped = play_run(&study, &options, &terminal.control).expect("stopped");
    assert_eq!(stopped.end, RunEnd::Stopped);
    let left =
        std::fs::read_dir(run).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    assert_eq!(left.collect::<Vec<_>>(), ["state"]);
}
