//! A program that is started for each question, with the question as its arguments.

use std::ffi::OsString;
use std::io;
use std::time::{Duration, Instant};

use super::super::answer::Got;
use super::child::{Child, Next};
use super::{Command, PROBE, Program, QUICK_START, read};

/// Starts from which it is measured how long one takes.
const MEASURED: u32 = 2;

/// Asks a program once per process.
#[derive(Debug)]
pub struct OncePerDeck {
    command: Command,
    /// How long it may take to start.
    start: Duration,
    has_answered: bool,
}

impl OncePerDeck {
    /// Asks this program.
    pub fn new(command: Command) -> Self {
        Self { start: command.longest_start(), has_answered: false, command }
    }
}

impl Program for OncePerDeck {
    fn prepare(&mut self) -> io::Result<Option<Duration>> {
        // The first start is the slowest.
        self.ask_alone(PROBE)?;
        let begun = Instant::now();
        for _ in 0..MEASURED {
            self.ask_alone(PROBE)?;
        }
        Ok(Some(begun.elapsed() / MEASURED))
    }

    fn ask(&mut self, questions: &[String], until: Instant) -> io::Result<Vec<Got>> {
        let mut answers = Vec::with_capacity(questions.len());
        for question in questions {
            if Instant::now() >= until {
                break;
            }
            answers.push(self.ask_alone(question)?);
        }
        Ok(answers)
    }

    fn ask_alone(&mut self, question: &str) -> io::Result<Got> {
        let words: Vec<OsString> = question.split_whitespace().map(Into::into).collect();
        let begun = Instant::now();
        let mut child = Child::start(&self.command, &words, false)?;
        let until = begun + self.start + self.command.per_question;
        let line = match child.next(until) {
            Next::Nothing => return Ok(Got::Hung),
            Next::End => {
                let (how, stderr) = child.last_words();
                return Ok(Got::Died { how, stderr, after: 0 });
            }
            Next::Line(line) => line,
        };
        // The slowest answer so far tells how long the next one may take.
        let longest = self.command.longest_start();
        let slow = (begun.elapsed() * 4).max(QUICK_START).min(longest);
        self.start = if self.has_answered { self.start.max(slow) } else { slow };
        self.has_answered = true;
        Ok(match child.next(until) {
            Next::End => read(&line),
            Next::Line(second) => Got::Nonsense([read_back(&line), read_back(&second)].join(" / ")),
            Next::Nothing => Got::Hung,
        })
    }
}

fn read_back(line: &[u8]) -> String {
    super::escaped(line, super::SHOWN_LETTERS)
}
