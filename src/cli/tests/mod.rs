//! The program in this process, where its disk can be made to fail.

mod damage;
mod faults;
mod resuming;
mod stopping;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a signal stops is one thing in a process, so tests that run the program take turns.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a command line; returns the exit code and the message.
fn run(arguments: &[&str]) -> (u8, String) {
    let arguments = std::iter::once("war-sim").chain(arguments.iter().copied());
    match crate::cli::run(arguments.map(Into::into)) {
        Ok(()) => (0, String::new()),
        Err(failure) => (failure.code(), failure.what.to_owned()),
    }
}
