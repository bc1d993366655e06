//! A program that is started for each question, with the question as its arguments.

use std::ffi::OsString;
use std::io;
use std::time::{Duration, Instant};

use super::super::answer::Got;
use super::child::{Child, Next, Patience};
use super::{Command, Program, QUICK_START, Ready, Time, probe, read};

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
    fn prepare(&mut self, probes: &[String], until: Instant) -> io::Result<Ready> {
        let mut silence = None;
        for question in probes {
            // The first start is the slowest.
            match self.ask_alone(question, until)? {
                None | Some(Got::Answer(_) | Got::Nonsense(_)) => {
                    return self.measured(question, until);
                }
                Some(end) => silence = silence.or(Some(end)),
            }
        }
        Ok(match silence {
            Some(end) => Ready::Silent(match probe::silent(&end, self.command.lang) {
                // It got no input.
                words if ["EOFError", "NoSuchElement"].iter().any(|name| words.contains(name)) => {
                    self.command.lang.reads_lines(words)
                }
                words => words,
            }),
            None => Ready::Asked(None),
        })
    }

    fn ask(&mut self, questions: &[String], time: Time) -> io::Result<Vec<Got>> {
        let mut answers = Vec::with_capacity(questions.len());
        for question in questions {
            if Instant::now() >= time.begin_by {
                break;
            }
            let Some(got) = self.ask_alone(question, time.end)? else { break };
            answers.push(got);
            if answers.last() == Some(&Got::Hung) {
                break;
            }
        }
        Ok(answers)
    }

    fn ask_alone(&mut self, question: &str, until: Instant) -> io::Result<Option<Got>> {
        let words: Vec<OsString> = question.split_whitespace().map(Into::into).collect();
        let mut child = Child::start(&self.command, &words, false)?;
        let patience = Patience { allowance: self.start + self.command.per_question, until };
        let line = match child.next(patience) {
            Next::Line(line) => line,
            Next::TimeIsUp => return Ok(None),
            end => return Ok(Some(child.ended(end, 0))),
        };
        // The slowest answer so far tells how long the next one may take.
        let longest = self.command.longest_start();
        let slow = (child.computed() * 4).max(QUICK_START).min(longest);
        self.start = if self.has_answered { self.start.max(slow) } else { slow };
        self.has_answered = true;
        Ok(Some(match child.next(patience) {
            Next::End => read(&line),
            Next::Line(second) => Got::Nonsense([read_back(&line), read_back(&second)].join(" / ")),
            Next::TimeIsUp => return Ok(None),
            end => child.ended(end, 0),
        }))
    }
}

impl OncePerDeck {
    /// How long a question takes.
    fn measured(&mut self, question: &str, until: Instant) -> io::Result<Ready> {
        let begun = Instant::now();
        for _ in 0..MEASURED {
            self.ask_alone(question, until)?;
        }
        Ok(Ready::Asked(Some(begun.elapsed() / MEASURED)))
    }
}

fn read_back(line: &[u8]) -> String {
    super::escaped(line, super::SHOWN_LETTERS)
}
