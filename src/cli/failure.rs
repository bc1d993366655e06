//! What can go wrong on the command line, with its exit code.

use std::io;

use super::terminal::say;
pub use crate::lab::spec::refused::{Fault as Kind, OfPath, Refused as Failure};

impl Failure {
    /// A bad command line.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Kind::Usage, message)
    }

    /// Bad data in a file.
    pub fn data(message: impl Into<String>) -> Self {
        Self::new(Kind::Data, message)
    }

    /// Standard output that cannot be written to; whoever stops reading it wants no more.
    pub fn stdout(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::new(Kind::ClosedPipe, ""),
            _ => Self::writing("standard output", error),
        }
    }

    /// Prints the message on stderr; a closed pipe and a reported difference need none.
    pub fn print(&self) {
        if !matches!(self.fault, Kind::ClosedPipe | Kind::Different) {
            say(format_args!("war-sim: {}", self.what));
        }
    }
}

/// A warning on stderr, in the form of a failure's message.
pub fn warn(message: impl std::fmt::Display) {
    say(format_args!("war-sim: note: {message}"));
}
