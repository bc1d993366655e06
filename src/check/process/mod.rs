//! Asking a program: processes that may hang, die, flood or refuse to read.
//!
//! A program is started directly, never through a shell. On Unix it leads a process group of its
//! own, so that it ends with everything that it started; on Linux that includes what has left its
//! group.

mod child;
mod finish;
mod function;
mod group;
mod lines;
mod once;

use std::ffi::OsString;
use std::io;
use std::time::{Duration, Instant};

pub use self::finish::{Finished, finish};
pub use self::function::Function;
pub use self::group::Groups;
pub use self::lines::LineByLine;
pub use self::once::OncePerDeck;
use super::answer::{Answer, Got, escaped};

/// Letters of a line that is no answer.
const SHOWN_LETTERS: usize = 60;
/// How long a program may take to start before the first question counts: virtual machines need it.
const LONGEST_START: Duration = Duration::from_secs(5);

/// What is asked to find out how a program answers: two cards, the first higher.
const PROBE: &str = "3 2";

/// What every program may take to start: machines are busy now and then.
const QUICK_START: Duration = Duration::from_secs(2);

/// A program to be asked.
#[derive(Clone, Debug)]
pub struct Command {
    /// Its name or path, then its arguments.
    pub words: Vec<OsString>,
    /// How long it may take for one answer, once it has started.
    pub per_question: Duration,
    /// How long it may take for everything.
    pub in_all: Duration,
    /// What is running, to be ended when a signal arrives.
    pub groups: Groups,
}

impl Command {
    /// How long it may take to start, before anything is known of it.
    fn longest_start(&self) -> Duration {
        LONGEST_START.min(self.in_all / 8)
    }
}

/// Somebody who answers questions, each a line.
pub trait Program {
    /// Finds out how the program wants to be asked, so that this costs no question its time, and how
    /// long a question takes where each takes much the same.
    ///
    /// Errors: the program cannot be started.
    fn prepare(&mut self) -> io::Result<Option<Duration>>;

    /// The answers, in order; fewer than questions mean that time was up.
    ///
    /// Errors: the program cannot be started.
    fn ask(&mut self, questions: &[String], until: Instant) -> io::Result<Vec<Got>>;

    /// The answer of a program that was asked nothing else before.
    ///
    /// Errors: the program cannot be started.
    fn ask_alone(&mut self, question: &str) -> io::Result<Got>;
}

/// A line of output as an answer.
fn read(line: &[u8]) -> Got {
    match std::str::from_utf8(line).ok().and_then(Answer::read) {
        Some(answer) => Got::Answer(answer),
        None if line.is_empty() => Got::Nonsense("(an empty line)".into()),
        None => Got::Nonsense(escaped(line, SHOWN_LETTERS)),
    }
}
