//! A program that reads a question a line and writes an answer a line.
//!
//! Most programs answer each line as it comes; they are asked one question at a time, so that it is
//! known which one they hang or die on. Others keep their answers back until their input ends; they
//! get many questions at once, and if something goes wrong, ever fewer until the guilty one is
//! alone. Or a program gets one question, as its arguments, and is started for each.

use crate::check::say;
use std::io;
use std::time::{Duration, Instant};

use super::super::answer::Got;
use super::super::noun::DECK;
use super::child::{Child, Next, Patience};
use super::probe::{self, Seen};
use super::{Command, Program, QUICK_START, Ready, Time, read};

/// Questions put at once to a program that answers at the end: first, and at most.
const FIRST_AT_ONCE: usize = 64;
const MOST_AT_ONCE: usize = 1_024;
/// How far apart two copies may be that start at the same time.
const SAME_START: Duration = Duration::from_millis(500);
/// How long a program that writes words may take for a second line to the same question.
const SECOND_LINE: Duration = Duration::from_millis(20);
/// After so many answers of one line it is no longer waited for a second one.
const SURE_OF_ONE_LINE: u32 = 8;
/// After so many answers one by one a program is trusted to give one line for each question, and
/// gets this many at once.
const TRUSTED: u32 = 16;
const WINDOW: usize = 64;
/// More lines to one question are a flood.
const FLOOD: usize = 16;
/// Questions of the probe that are put at once; the others only if these are not answered.
const PROBED_AT_ONCE: usize = 3;
/// Starts from which it is measured how long one takes.
const MEASURED: u32 = 2;
/// How long a question of a batch may take, on average, before anything is known of the program.
const FIRST_GUESS: Duration = Duration::from_millis(2);

/// Asks a program line by line.
#[derive(Debug)]
pub struct LineByLine {
    command: Command,
    manner: Manner,
    child: Option<Running>,
    /// Answers in words that were one line each, without one of more lines since.
    one_line_each: u32,
    /// How long it takes to start, as far as is known.
    start: Duration,
    /// How long a question of a batch took at most, on average.
    each: Duration,
    /// Questions put at once to a program that answers at the end.
    at_once: usize,
    /// Answers, each alone on its line, since it last did otherwise.
    good: u32,
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
        Self {
            manner: if command.once { Manner::AtTheEnd } else { Manner::Promptly },
            child: None,
            one_line_each: 0,
            start: command.longest_start(),
            each: FIRST_GUESS,
            at_once: first_at_once(&command),
            good: 0,
            command,
        }
    }

    /// Finds out when the program answers, if it does: one copy is asked with its input left open,
    /// another is asked everything and its input ended.
    /// Why it cannot be asked, and whether it says anything, comes back.
    fn find_manner(
        &mut self,
        probes: &[String],
        until: Instant,
    ) -> io::Result<Option<(String, bool)>> {
        let Some(first) = probes.first() else { return Ok(None) };
        let patience = Patience { allowance: self.start + self.command.per_question, until };
        let begun = Instant::now();
        let mut open = Child::start(&self.command, &[], true)?;
        let ended = probe::start(&self.command, probes)?;
        open.send(self.command.text(&[first]));
        let seen = probe::see(ended, probes.len(), patience);
        // The other copy started at the same time: it needs no more than a moment.
        let took = begun.elapsed();
        let allowance = took + SAME_START.max(took);
        let is_prompt = matches!(open.next(Patience { allowance, until }), Next::Line(_));
        let took = if seen.lines.is_empty() { Duration::ZERO } else { took };
        self.start = (took * 4).max(QUICK_START).min(self.start);
        self.manner = match is_prompt || seen.lines.is_empty() {
            true => Manner::Promptly,
            false => Manner::AtTheEnd,
        };
        let silence = seen.silence(probes.len()).filter(|_| !is_prompt);
        Ok(silence.map(|sentence| (sentence, !seen.lines.is_empty())))
    }

    /// Whether it answers one of these, each put to a copy of its own.
    fn answers_any(&self, probes: &[String], until: Instant) -> io::Result<bool> {
        let allowance = self.start + self.command.per_question;
        let copies =
            probes.iter().map(|probe| probe::start(&self.command, std::slice::from_ref(probe)));
        let copies = copies.collect::<io::Result<Vec<Child>>>()?;
        let seen =
            copies.into_iter().map(|copy| probe::see(copy, 1, Patience { allowance, until }));
        let seen: Vec<Seen> = seen.collect();
        Ok(seen.iter().any(|seen| !seen.lines.is_empty()))
    }

    /// How long a process for each question takes, by the first of these that is answered.
    fn measured(&mut self, probes: &[String], until: Instant) -> io::Result<Ready> {
        let mut silence = None;
        for question in probes {
            match self.ask_alone(question, until)? {
                None | Some(Got::Answer(_) | Got::Nonsense(_)) => {
                    // The first start is the slowest.
                    let begun = Instant::now();
                    for _ in 0..MEASURED {
                        self.ask_alone(question, until)?;
                    }
                    let each = begun.elapsed() / MEASURED;
                    self.start = (each * 4).max(QUICK_START).min(self.start);
                    return Ok(Ready::Asked(Some(each)));
                }
                Some(end) => silence = silence.or(Some(end)),
            }
        }
        Ok(match silence.map(|end| probe::silent(&end)) {
            // It got no input.
            Some(words)
                if ["EOFError", "NoSuchElement"].iter().any(|name| words.contains(name)) =>
            {
                Ready::Silent(say::reads_lines(words))
            }
            Some(words) => Ready::Silent(words),
            None => Ready::Asked(None),
        })
    }

    /// Puts one question to the running program, or to a new one; `None` when time is up.
    fn ask_promptly(&mut self, question: &str, until: Instant) -> io::Result<Option<Got>> {
        if let Some(running) = self.child.take() {
            let in_words = running.in_words;
            let patience = Patience { allowance: self.command.per_question, until };
            let got = self.ask_running(running, question, patience);
            // After words an answer may be the rest of what was said before.
            if !in_words || matches!(got, None | Some(Got::Nonsense(_))) {
                return Ok(got);
            }
            self.child = None;
        }
        let patience = Patience { allowance: self.command.per_question + self.start, until };
        let child = Child::start(&self.command, &[], true)?;
        let running = Running { child, answered: 0, in_words: false };
        Ok(self.ask_running(running, question, patience))
    }

    /// Puts a question to this program, which is kept if it goes on.
    fn ask_running(
        &mut self,
        mut running: Running,
        question: &str,
        patience: Patience,
    ) -> Option<Got> {
        let child = &mut running.child;
        child.send(self.command.text(&[question]));
        let text = match child.next(patience) {
            Next::Line(text) => text,
            Next::TimeIsUp => return None,
            end => return Some(running.child.ended(end, running.answered)),
        };
        let mut got = read(&text);
        running.in_words = !matches!(got, Got::Answer(_));
        if running.in_words {
            let more = self.more_lines(&mut running.child);
            if more.len() >= FLOOD {
                return Some(got);
            }
            if !more.is_empty() {
                let first = [super::escaped(&text, super::SHOWN_LETTERS)];
                let lines: Vec<String> = first.into_iter().chain(more).collect();
                got = Got::Nonsense(lines.join(" / "));
            }
        }
        self.good = if running.in_words { 0 } else { self.good + 1 };
        running.answered += 1;
        self.child = Some(running);
        Some(got)
    }

    /// What a program that writes words adds to its first line.
    fn more_lines(&mut self, child: &mut Child) -> Vec<String> {
        let wait = if self.one_line_each < SURE_OF_ONE_LINE { SECOND_LINE } else { Duration::ZERO };
        let mut more = Vec::new();
        while more.len() < FLOOD
            && let Next::Line(text) =
                child.next(Patience { allowance: Duration::MAX, until: Instant::now() + wait })
        {
            more.push(super::escaped(&text, super::SHOWN_LETTERS));
        }
        self.one_line_each = if more.is_empty() { self.one_line_each + 1 } else { 0 };
        more
    }

    /// Puts many questions at once to a program that has answered line by line so far. The answers
    /// up to the first that is none; `None` if there is a line too many, or no program to be trusted.
    fn ask_window(&mut self, questions: &[String], end: Instant) -> Option<Vec<Got>> {
        let mut running = self.child.take_if(|_| self.good >= TRUSTED && questions.len() > 1)?;
        let child = &mut running.child;
        child.send(self.command.text(questions));
        let patience = Patience { allowance: self.command.per_question, until: end };
        let mut answers = Vec::with_capacity(questions.len());
        while answers.len() < questions.len() {
            match child.next(patience) {
                Next::Line(text) => match read(&text) {
                    Got::Answer(answer) => answers.push(Got::Answer(answer)),
                    _ => return self.trust_no_more(),
                },
                Next::TimeIsUp => return Some(answers),
                last => {
                    answers.push(running.child.ended(last, running.answered + answers.len()));
                    return Some(answers);
                }
            }
        }
        if child.waiting().is_some() {
            return self.trust_no_more();
        }
        running.answered += answers.len();
        self.child = Some(running);
        Some(answers)
    }

    /// One by one it comes out which question an odd line belongs to.
    fn trust_no_more(&mut self) -> Option<Vec<Got>> {
        self.good = 0;
        None
    }

    /// A line more than there were questions spoils the last answer.
    fn look_for_more(&mut self, answers: &mut [Got]) {
        let (Some(running), Some(last)) = (&self.child, answers.last_mut()) else { return };
        if let Some(more) = running.child.waiting() {
            self.good = 0;
            let more = super::escaped(&more, super::SHOWN_LETTERS);
            *last = Got::Nonsense(say::then_more(last.words(&DECK), more));
            self.child = None;
        }
    }

    /// Puts all questions to a new program and ends its input.
    ///
    /// The answers, and whether everything was well: as many answers as questions, and a good end.
    /// `None` when time is up.
    fn ask_batch(
        &mut self,
        questions: &[String],
        until: Instant,
    ) -> io::Result<Option<(Vec<Got>, bool)>> {
        let begun = Instant::now();
        let mut child = probe::start(&self.command, questions)?;
        let count = questions.len() as u32;
        let allowance = self.start + self.command.per_question + self.each * 4 * count;
        let (mut answers, mut last) = (Vec::with_capacity(questions.len()), Vec::new());
        loop {
            match child.next(Patience { allowance, until }) {
                Next::Line(more) if answers.len() == questions.len() => {
                    // One at a time it comes out whose line it is.
                    let lines =
                        [last, more].map(|line| super::escaped(&line, super::SHOWN_LETTERS));
                    return Ok(Some((vec![Got::Nonsense(lines.join(" / "))], false)));
                }
                Next::Line(text) => {
                    answers.push(read(&text));
                    last = text;
                }
                Next::TimeIsUp => return Ok(None),
                Next::End if answers.len() == questions.len() => break,
                end => {
                    let after = answers.len();
                    answers.push(child.ended(end, after));
                    return Ok(Some((answers, false)));
                }
            }
        }
        // Without what it takes to start, of which four times is allowed.
        let took = begun.elapsed().saturating_sub(self.start / 4);
        self.each = self.each.max(took / count.max(1));
        Ok(Some((answers, true)))
    }

    fn ask_in_batches(&mut self, questions: &[String], time: Time) -> io::Result<Vec<Got>> {
        let mut answers = Vec::with_capacity(questions.len());
        // Among the questions before this one is a guilty one.
        let mut guilty_before: Option<usize> = None;
        while answers.len() < questions.len() && Instant::now() < time.begin_by {
            let done = answers.len();
            let rest = &questions[done..];
            let at_once = match guilty_before {
                Some(end) => (end - done).div_ceil(2),
                None => self.at_once,
            };
            let batch = &rest[..at_once.min(rest.len())];
            let Some((mut got, is_whole)) = self.ask_batch(batch, time.end)? else { break };
            if is_whole {
                answers.append(&mut got);
                if !self.command.once {
                    self.at_once = (self.at_once * 2).min(MOST_AT_ONCE);
                }
                guilty_before = guilty_before.filter(|&end| end > answers.len());
            } else if batch.len() == 1 {
                answers.extend(got.pop());
                guilty_before = None;
                if answers.last() == Some(&Got::Hung) {
                    break;
                }
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
    fn prepare(&mut self, probes: &[String], until: Instant) -> io::Result<Ready> {
        if self.command.once {
            return self.measured(probes, until);
        }
        let asked = probes.len().min(PROBED_AT_ONCE);
        let silence = self.find_manner(&probes[..asked], until)?;
        Ok(match silence {
            Some((words, says)) if says || !self.answers_any(&probes[asked..], until)? => {
                Ready::Silent(words)
            }
            _ => Ready::Asked(None),
        })
    }

    fn ask(&mut self, questions: &[String], time: Time) -> io::Result<Vec<Got>> {
        if self.manner == Manner::AtTheEnd {
            return self.ask_in_batches(questions, time);
        }
        let mut answers = Vec::with_capacity(questions.len());
        while answers.len() < questions.len() {
            self.look_for_more(&mut answers);
            if Instant::now() >= time.begin_by {
                break;
            }
            let rest = &questions[answers.len()..];
            let window = &rest[..rest.len().min(WINDOW)];
            let got = match self.ask_window(window, time.end) {
                Some(got) => got,
                None => self.ask_promptly(&rest[0], time.end)?.into_iter().collect(),
            };
            let is_up = got.is_empty();
            answers.extend(got);
            if is_up || answers.last() == Some(&Got::Hung) {
                return Ok(answers);
            }
        }
        self.look_for_more(&mut answers);
        Ok(answers)
    }

    fn ask_alone(&mut self, question: &str, until: Instant) -> io::Result<Option<Got>> {
        if self.manner == Manner::AtTheEnd {
            let answers = self.ask_batch(&[question.to_owned()], until)?;
            return Ok(answers.and_then(|(mut answers, _)| answers.pop()));
        }
        let before = self.child.take();
        let got = self.ask_promptly(question, until);
        self.child = before;
        got
    }

    fn begin_again(&mut self) {
        (self.child, self.at_once, self.good) = (None, first_at_once(&self.command), 0);
    }
}

fn first_at_once(command: &Command) -> usize {
    if command.once { 1 } else { FIRST_AT_ONCE }
}
