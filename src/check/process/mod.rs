//! Asking a program: processes that may hang, die, flood or refuse to read.
//!
//! A program is started directly, never through a shell. On Unix it leads a process group of its
//! own, so that it ends with what it started.

mod child;
mod function;
mod group;
mod lines;
mod probe;
mod stream;

use std::ffi::OsString;
use std::io;
use std::time::{Duration, Instant};

pub use self::function::Function;
pub use self::group::Groups;
pub use self::lines::LineByLine;
use super::answer::{Answer, Got, escaped};

/// Letters of a line that is no answer.
const SHOWN_LETTERS: usize = 60;
/// What a program may use to start before the first question counts: virtual machines need it.
const LONGEST_START: Duration = Duration::from_secs(10);
/// What every program may use to start.
const QUICK_START: Duration = Duration::from_millis(500);

/// A program to be asked.
#[derive(Clone, Debug)]
pub struct Command {
    /// Its name or path, then its arguments.
    pub words: Vec<OsString>,
    /// Whether it is started for each question, with the question as its arguments.
    pub once: bool,
    /// The time that it may use for one answer, once it has started.
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

    /// What puts these questions to it, a line each.
    fn text<Q: AsRef<str>>(&self, questions: &[Q]) -> Vec<u8> {
        questions.iter().flat_map(|line| [line.as_ref(), "\n"]).collect::<String>().into_bytes()
    }
}

/// What the first questions have shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ready {
    /// It can be asked; how long a question takes where each takes much the same.
    Asked(Option<Duration>),
    /// It answers nothing that could be compared: why, as a sentence.
    Silent(String),
}

/// How long questions are asked.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// None is begun after this.
    pub begin_by: Instant,
    /// None is waited for after this.
    pub end: Instant,
}

/// Somebody who answers questions, each a line.
pub trait Program {
    /// Finds out by these questions whether the program answers, and how it wants to be asked, so that
    /// this costs no question its time.
    ///
    /// Errors: the program cannot be started.
    fn prepare(&mut self, probes: &[String], until: Instant) -> io::Result<Ready>;

    /// The answers, in order; fewer than questions mean that time was up, or that the program hung on
    /// the last of them.
    ///
    /// Errors: the program cannot be started.
    fn ask(&mut self, questions: &[String], time: Time) -> io::Result<Vec<Got>>;

    /// The answer of a program that was asked nothing else before; `None` means that time was up.
    ///
    /// Errors: the program cannot be started.
    fn ask_alone(&mut self, question: &str, end: Instant) -> io::Result<Option<Got>>;

    /// From here on it is asked as if it had been asked nothing yet.
    fn begin_again(&mut self) {}
}

/// A line of output as an answer.
fn read(line: &[u8]) -> Got {
    match std::str::from_utf8(line).ok().and_then(Answer::read) {
        Some(answer) => Got::Answer(answer),
        None if line.is_empty() => Got::Nonsense("(an empty line)".into()),
        None => Got::Nonsense(escaped(line, SHOWN_LETTERS)),
    }
}
