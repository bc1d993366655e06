//! The program in this process, where its disk can be made to fail.

mod damage;
mod faults;
mod resuming;
mod stopping;

use std::fs;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use tempfile::TempDir;

use crate::lab::store::tests::faulty::scratch;

/// What a signal stops is one thing in a process, so tests that run the program take turns.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder of a class that is graded soon: nothing in it can be read.
fn class() -> String {
    static CLASS: OnceLock<TempDir> = OnceLock::new();
    let class = CLASS.get_or_init(|| {
        let class = scratch();
        for student in ["anna", "bob", "carol"] {
            fs::write(class.path().join(format!("{student}.zip")), "no zip").expect("a file");
        }
        class
    });
    class.path().display().to_string()
}

/// The file of the state of a run that this command makes.
fn state_of(command: &str) -> &'static str {
    match command {
        _ if command.contains("grade ") => "answer",
        _ => "state",
    }
}

/// Runs a command line; returns the exit code and the message.
fn run(arguments: &[&str]) -> (u8, String) {
    let arguments = std::iter::once("war-sim").chain(arguments.iter().copied());
    match crate::cli::run(arguments.map(Into::into)) {
        Ok(()) => (0, String::new()),
        Err(failure) => (failure.code(), failure.what.to_owned()),
    }
}
