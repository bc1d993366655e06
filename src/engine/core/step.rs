//! A game is told once, step by step, by its reference. Traces, lines of JSON, films and the
//! features of a course read the steps.

use std::fmt::{self, Write};

use serde::Serialize;

/// A step of a game.
#[derive(Clone, Copy, Debug)]
pub struct Step<E, T> {
    /// What happens, in the game's own words.
    pub event: E,
    /// What lies where after it.
    pub table: T,
}

/// Writes what happens as a line of JSON; nothing where it has no words for it.
///
/// Errors: those of `out`.
pub fn json_line(event: &impl Serialize, out: &mut dyn Write) -> fmt::Result {
    match serde_json::to_string(event) {
        Ok(line) => writeln!(out, "{line}"),
        Err(_) => Ok(()),
    }
}
