//! What can go wrong on the command line, with its exit code.

use std::fmt::Display;
use std::io;

use super::terminal::say;
pub use crate::lab::spec::refused::{Fault as Kind, OfPath, Refused as Failure};

impl Failure {
    /// A bad command line.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Kind::Usage, message)
    }

    /// The first of these options that is given, though it has no place: why, and what to do.
    pub fn given(options: &[(&str, bool)], why: impl Display) -> Result<(), Self> {
        match options.iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((option, _)) => Err(Self::usage(format!("{option}: {why}"))),
        }
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
pub fn warn(message: impl Display) {
    say(format_args!("war-sim: note: {message}"));
}
