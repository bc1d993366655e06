//! What can go wrong on the command line, with its exit code.

use std::io;
use std::path::Path;

use super::terminal::say;
use crate::core::wording::plain::Plain;
use crate::core::wording::system::said;
use crate::lab::spec::refused::likely;
pub use crate::lab::spec::refused::{Fault as Kind, Refused as Failure};

impl Failure {
    /// A bad command line.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Kind::Usage, message)
    }

    /// Bad data in a file.
    pub fn data(message: impl Into<String>) -> Self {
        Self::new(Kind::Data, message)
    }

    /// A file or folder that is not there, with what may have been meant: a neighbour, or one of the
    /// `known` names.
    pub fn missing(what: &str, path: &Path, known: &[String]) -> Self {
        let hint = match likely(path, known) {
            Some(meant) => format!("did you mean `{}`?", Plain::line(&meant).as_str()),
            None if known.is_empty() => "check the path".to_owned(),
            None => "check the path; `war-sim list` shows what is inside".to_owned(),
        };
        let message = format!("{}: there is no such {what}; {hint}", path.display());
        Self::new(Kind::NoInput, message)
    }

    /// A file or folder that cannot be made.
    pub fn creating(path: &Path, error: &io::Error) -> Self {
        let shown = path.display();
        match error.kind() {
            io::ErrorKind::PermissionDenied => Self::new(
                Kind::NoPermission,
                format!("{shown}: no permission to write there; choose another place"),
            ),
            // The place may be good, and the disk is full or broken.
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::new(
                Kind::Io,
                format!(
                    "{shown}: cannot be created: {}; make room, or choose another place",
                    said(error)
                ),
            ),
            io::ErrorKind::AlreadyExists if !path.is_dir() => Self::new(
                Kind::CannotCreate,
                format!("{shown}: it is there and is not a folder; choose another place"),
            ),
            _ => Self::new(
                if is_broken(error) { Kind::Io } else { Kind::CannotCreate },
                format!("{shown}: cannot be created: {}; choose another place", said(error)),
            ),
        }
    }

    /// Standard output that cannot be written to; whoever stops reading it wants no more.
    pub fn stdout(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::new(Kind::ClosedPipe, ""),
            _ => Self::writing("standard output", error),
        }
    }

    /// A file or stream that cannot be written to.
    pub fn writing(what: impl std::fmt::Display, error: &io::Error) -> Self {
        match error.kind() {
            // A result that nobody takes is lost, unlike a text for a screen.
            io::ErrorKind::BrokenPipe => Self::new(
                Kind::Io,
                format!("{what}: its reader has gone before the end; let it read everything"),
            ),
            io::ErrorKind::PermissionDenied => Self::new(
                Kind::NoPermission,
                format!("{what}: no permission to write there; choose another place"),
            ),
            io::ErrorKind::WouldBlock => Self::new(
                Kind::CannotCreate,
                format!("{what}: another run is writing there; choose another place"),
            ),
            _ => Self::new(Kind::Io, format!("{what}: cannot be written: {}", said(error))),
        }
    }

    /// Prints the message on stderr; a closed pipe and a reported difference need none.
    pub fn print(&self) {
        if !matches!(self.fault, Kind::ClosedPipe | Kind::Different) {
            say(format_args!("war-sim: {}", self.what));
        }
    }
}

/// Whether the disk or the system is at fault, not the name that was to be made.
fn is_broken(error: &io::Error) -> bool {
    use io::ErrorKind as E;
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let broken = [Errno::IO, Errno::MFILE, Errno::NFILE, Errno::NODEV, Errno::NXIO];
        if broken.iter().any(|broken| error.raw_os_error() == Some(broken.raw_os_error())) {
            return true;
        }
    }
    matches!(
        error.kind(),
        E::FileTooLarge
            | E::StaleNetworkFileHandle
            | E::TimedOut
            | E::HostUnreachable
            | E::NetworkUnreachable
            | E::NetworkDown
            | E::OutOfMemory
    )
}

/// A warning on stderr, in the form of a failure's message.
pub fn warn(message: impl std::fmt::Display) {
    say(format_args!("war-sim: note: {message}"));
}
