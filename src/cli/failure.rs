//! What can go wrong on the command line, with its exit code.

use std::fmt::Display;
use std::io;

use super::terminal::say;
pub use crate::lab::refused::{Fault, OfPath, Refused};

impl Refused {
    /// The first of these options that is given, though it has no place: why, and what to do.
    pub fn given(options: &[(&str, bool)], why: impl Display) -> Result<(), Self> {
        match options.iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((option, _)) => Err(Self::usage(format!("{option}: {why}"))),
        }
    }

    /// Standard output that cannot be written to; whoever stops reading it wants no more.
    pub fn stdout(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::new(Fault::ClosedPipe, ""),
            _ => Self::writing("standard output", error),
        }
    }

    /// Prints the message on stderr; a closed pipe and a reported difference need none.
    pub fn print(&self) {
        if !matches!(self.fault, Fault::ClosedPipe | Fault::Different) {
            say(format_args!("war-sim: {}", self.what));
        }
    }
}

/// A warning on stderr, in the form of a failure's message.
pub fn warn(message: impl Display) {
    say(format_args!("war-sim: note: {message}"));
}
