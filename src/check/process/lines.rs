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
use super::{Command, PROBE, Program, QUICK_START, read};

/// Most questions put at once to a program that answers at the end.
const MOST_AT_ONCE: usize = 1_024;
/// How far apart two copies may be that start at the same time.
const SAME_START: Duration = Duration::from_millis(500);
/// How long a program that writes words may take for a second line to the same question.
const SECOND_LINE: Duration = Duration::from_millis(20);
/// After so many answers of one line it is no longer waited for a second one.
const SURE_OF_ONE_LINE: u32 = 8;
/// More lines to one question are a flood.
const FLOOD: usize = 16;
/// How long a question of a batch may take, on average, before anything is known of the program.
const FIRST_GUESS: Duration = Duration::from_millis(2);

/// Asks a program line by line.
#[derive(Debug)]
pub struct LineByLine {
    command: Command,
    manner: Option<Manner>,
    child: Option<Running>,
    /// Answers in words that were one line each, without one of more lines since.
    one_line_each: u32,
    /// How long it takes to start, as far as is known.
    start: Duration,
    /// How long a question of a batch took at most, on average.
    each: Duration,
    /// Questions put at once to a program that answers at the end.
    at_once: usize,
}

/// A program that has been asked something.
#[derive(Debug)]
struct Running {
    child: Child,
    /// Questions that it has answered.
    answered: usize,
    /// Whether its last line was no answer, so that the next one may belong to the same question.
    in_words: bool,
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
        let (manner, child, one_line_each) = (None, None, 0);
        Self { command, manner, child, one_line_each, start, each: FIRST_GUESS, at_once: 64 }
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
        if let Some(running) = self.child.take() {
            let in_words = running.in_words;
            let got = self.ask_running(running, question, self.command.per_question)?;
            // After words an answer may be the rest of what was said before.
            if !in_words || matches!(got, Got::Nonsense(_)) {
                return Ok(got);
            }
            self.child = None;
        }
        let patience = self.command.per_question + self.start;
        let child = Child::start(&self.command, &[], true)?;
        self.ask_running(Running { child, answered: 0, in_words: false }, question, patience)
    }

    /// Puts a question to this program, which is kept if it goes on.
    fn ask_running(
        &mut self,
        mut running: Running,
        question: &str,
        patience: Duration,
    ) -> io::Result<Got> {
        let child = &mut running.child;
        child.send(line(question));
        let text = match child.next(Instant::now() + patience) {
            Next::Nothing => return Ok(Got::Hung),
            Next::End => {
                let (how, stderr) = running.child.last_words();
                return Ok(Got::Died { how, stderr, after: running.answered });
            }
            Next::Line(text) => text,
        };
        let mut got = read(&text);
        running.in_words = !matches!(got, Got::Answer(_));
        if running.in_words {
            let more = self.more_lines(&mut running.child);
            if more.len() >= FLOOD {
                return Ok(got);
            }
            if !more.is_empty() {
                let first = [super::escaped(&text, super::SHOWN_LETTERS)];
                let lines: Vec<String> = first.into_iter().chain(more).collect();
                got = Got::Nonsense(lines.join(" / "));
            }
        }
        running.answered += 1;
        self.child = Some(running);
        Ok(got)
    }

    /// What a program that writes words adds to its first line.
    fn more_lines(&mut self, child: &mut Child) -> Vec<String> {
        let wait = if self.one_line_each < SURE_OF_ONE_LINE { SECOND_LINE } else { Duration::ZERO };
        let mut more = Vec::new();
        while more.len() < FLOOD
            && let Next::Line(text) = child.next(Instant::now() + wait)
        {
            more.push(super::escaped(&text, super::SHOWN_LETTERS));
        }
        self.one_line_each = if more.is_empty() { self.one_line_each + 1 } else { 0 };
        more
    }

    /// A line more than there were questions spoils the last answer.
    fn look_for_more(&mut self, answers: &mut [Got]) {
        let (Some(running), Some(last)) = (&self.child, answers.last_mut()) else { return };
        if let Some(more) = running.child.waiting() {
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
            let after = answers.len();
            answers.push(Got::Died { how, stderr, after });
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
    fn prepare(&mut self) -> io::Result<Option<Duration>> {
        self.manner().map(|_| None)
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
