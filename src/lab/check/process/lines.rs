//! A program that reads a question a line and writes an answer a line.
//!
//! Most programs answer each line as it comes; they are asked one question at a time, so that it is
//! known which one they hang or die on. Others keep their answers back until their input ends; they
//! get many questions at once, and if something goes wrong, ever fewer until the guilty one is
//! alone.

use std::io;
use std::time::{Duration, Instant};

use super::super::answer::Got;
use super::child::{Child, Next};
use super::{Command, Program, QUICK_START, read};

/// What is asked to find out how a program answers: two cards, the first higher.
const PROBE: &str = "3 2";
/// Most questions put at once to a program that answers at the end.
const MOST_AT_ONCE: usize = 1_024;
/// How far apart two copies may be that start at the same time.
const SAME_START: Duration = Duration::from_millis(500);
/// How long a question of a batch may take, on average, before anything is known of the program.
const FIRST_GUESS: Duration = Duration::from_millis(2);

/// Asks a program line by line.
#[derive(Debug)]
pub struct LineByLine {
    command: Command,
    manner: Option<Manner>,
    child: Option<Child>,
    /// How long it takes to start, as far as is known.
    start: Duration,
    /// How long a question of a batch took at most, on average.
    each: Duration,
    /// Questions put at once to a program that answers at the end.
    at_once: usize,
}

/// When a program answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// As soon as it has read a line.
    Promptly,
    /// When its input ends, or it has thousands of answers.
    AtTheEnd,
}

impl LineByLine {
    /// Asks this program.
    pub fn new(command: Command) -> Self {
        let start = command.longest_start();
        Self { command, manner: None, child: None, start, each: FIRST_GUESS, at_once: 64 }
    }

    /// Finds out when the program answers: one copy is asked with its input left open, another with
    /// its input ended.
    fn manner(&mut self) -> io::Result<Manner> {
        if let Some(manner) = self.manner {
            return Ok(manner);
        }
        let begun = Instant::now();
        let until = begun + self.start + self.command.per_question;
        let mut open = Child::start(&self.command, &[], true)?;
        let mut ended = Child::start(&self.command, &[], true)?;
        for child in [&open, &ended] {
            child.send(line(PROBE));
        }
        ended.close_stdin();
        let manner = match ended.next(until) {
            Next::Line(_) => {
                let took = begun.elapsed();
                self.start = (took * 4).max(QUICK_START).min(self.start);
                // The other copy started at the same time and has had its question as long.
                match open.next(Instant::now() + (took * 4).max(SAME_START)) {
                    Next::Line(_) => Manner::Promptly,
                    Next::End | Next::Nothing => Manner::AtTheEnd,
                }
            }
            // It answers neither way: question by question it comes out how. It had its time to
            // start.
            Next::End | Next::Nothing => {
                self.start = self.start.min(QUICK_START);
                Manner::Promptly
            }
        };
        self.manner = Some(manner);
        Ok(manner)
    }

    /// Puts one question to the running program, or to a new one.
    fn ask_promptly(&mut self, question: &str) -> io::Result<Got> {
        let mut patience = self.command.per_question;
        let mut child = match self.child.take() {
            Some(child) => child,
            None => {
                patience += self.start;
                Child::start(&self.command, &[], true)?
            }
        };
        child.send(line(question));
        Ok(match child.next(Instant::now() + patience) {
            Next::Nothing => Got::Hung,
            Next::End => {
                let (how, stderr) = child.last_words();
                Got::Died { how, stderr }
            }
            Next::Line(text) => {
                let got = read(&text);
                // After nonsense nobody knows which line belongs to which question.
                if matches!(got, Got::Answer(_)) {
                    self.child = Some(child);
                }
                got
            }
        })
    }

    /// A line more than there were questions spoils the last answer.
    fn look_for_more(&mut self, answers: &mut [Got]) {
        let (Some(child), Some(last)) = (&self.child, answers.last_mut()) else { return };
        if let Some(more) = child.waiting() {
            let more = super::escaped(&more, super::SHOWN_LETTERS);
            *last = Got::Nonsense(format!("{last}, and then `{more}`"));
            self.child = None;
        }
    }

    /// Puts all questions to a new program and ends its input.
    ///
    /// The answers, and whether everything was well: as many answers as questions, and a good end.
    fn ask_batch(&mut self, questions: &[String]) -> io::Result<(Vec<Got>, bool)> {
        let mut child = Child::start(&self.command, &[], true)?;
        let text: String = questions.iter().map(|question| format!("{question}\n")).collect();
        child.send(text.into_bytes());
        child.close_stdin();
        let count = questions.len() as u32;
        let begun = Instant::now();
        let until = begun + self.start + self.command.per_question + self.each * 10 * count;
        let mut answers = Vec::with_capacity(questions.len());
        loop {
            match child.next(until) {
                Next::Line(_) if answers.len() == questions.len() => {
                    // One at a time it comes out whose line it is.
                    return Ok((Vec::new(), false));
                }
                Next::Line(text) => answers.push(read(&text)),
                Next::End => break,
                Next::Nothing => {
                    answers.push(Got::Hung);
                    return Ok((answers, false));
                }
            }
        }
        let (how, stderr) = child.last_words();
        let is_whole = answers.len() == questions.len();
        if is_whole {
            self.each = self.each.max(begun.elapsed() / count.max(1));
        } else {
            answers.push(Got::Died { how, stderr });
        }
        Ok((answers, is_whole))
    }

    fn ask_in_batches(&mut self, questions: &[String], until: Instant) -> io::Result<Vec<Got>> {
        let mut answers = Vec::with_capacity(questions.len());
        // Among the questions before this one is a guilty one.
        let mut guilty_before: Option<usize> = None;
        while answers.len() < questions.len() && Instant::now() < until {
            let done = answers.len();
            let rest = &questions[done..];
            let at_once = match guilty_before {
                Some(end) => (end - done).div_ceil(2),
                None => self.at_once,
            };
            let batch = &rest[..at_once.min(rest.len())];
            let (mut got, is_whole) = self.ask_batch(batch)?;
            if is_whole {
                answers.append(&mut got);
                self.at_once = (self.at_once * 2).min(MOST_AT_ONCE);
                guilty_before = guilty_before.filter(|&end| end > answers.len());
            } else if batch.len() == 1 {
                let extra = || Got::Nonsense("more than one line".into());
                answers.push(got.pop().unwrap_or_else(extra));
                guilty_before = None;
            } else {
                // What it answered before it died was written out; the next one is the suspect.
                let died = matches!(got.last(), Some(Got::Died { .. }));
                let good = got.iter().take_while(|g| matches!(g, Got::Answer(_))).count();
                if died && good + 1 == got.len() {
                    got.truncate(good);
                    answers.append(&mut got);
                    guilty_before = Some(done + good + 1);
                } else {
                    guilty_before = Some(done + batch.len());
                }
            }
        }
        Ok(answers)
    }
}

impl Program for LineByLine {
    fn prepare(&mut self) -> io::Result<()> {
        self.manner().map(|_| ())
    }

    fn ask(&mut self, questions: &[String], until: Instant) -> io::Result<Vec<Got>> {
        if self.manner()? == Manner::AtTheEnd {
            return self.ask_in_batches(questions, until);
        }
        let mut answers = Vec::with_capacity(questions.len());
        for question in questions {
            self.look_for_more(&mut answers);
            if Instant::now() >= until {
                break;
            }
            let got = self.ask_promptly(question)?;
            answers.push(got);
        }
        self.look_for_more(&mut answers);
        Ok(answers)
    }

    fn ask_alone(&mut self, question: &str) -> io::Result<Got> {
        if self.manner()? == Manner::AtTheEnd {
            let (mut answers, _) = self.ask_batch(&[question.to_owned()])?;
            return Ok(answers.pop().unwrap_or(Got::Nonsense("more than one line".into())));
        }
        let before = self.child.take();
        let got = self.ask_promptly(question);
        self.child = before;
        got
    }
}

fn line(question: &str) -> Vec<u8> {
    format!("{question}\n").into_bytes()
}
