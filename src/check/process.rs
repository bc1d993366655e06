//! Asking a program, which may hang, die, flood or refuse to read.
//!
//! A process gets many decks at once, a line each, and its input ends; so programs that answer as they read
//! are asked in the same way as those that answer at the end. Who has proved steady is kept and asked on. If something goes wrong, ever fewer decks are
//! asked at once, until the guilty one is alone. A program is started directly, never through a shell, and
//! runs as the user's own programs do.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::answer::{Ending, Got, shown};
use super::lines::{keep_line, pass_on_lines, readable};
use super::reason::why_silent;

/// What a program may use to start before its first answer counts: virtual machines need it.
const LONGEST_START: Duration = Duration::from_secs(10);
/// What every program may use to start.
const QUICK_START: Duration = Duration::from_millis(500);
/// Decks put to a process: first, and at most.
const FIRST_AT_ONCE: usize = 64;
const MOST_AT_ONCE: usize = 1_024;
/// A process that took longer gets fewer decks the next time, so that time is never far over.
const LONG_RUN: Duration = Duration::from_secs(1);
/// After so many runs with an answer a line a process is kept for the next decks: starting takes long.
const STEADY: u32 = 3;
/// Decks by which it is seen whether a program answers, put at once; others only if it dies on these.
const PROBED_AT_ONCE: usize = 3;
/// More lines than decks are read until it is a flood.
const FLOOD: usize = 16;
/// Lines that wait to be looked at; a program that floods its output waits, too.
const WAITING_LINES: usize = 256;
/// How often it is looked whether a program has ended that says nothing.
const LOOK_AFTER: Duration = Duration::from_millis(20);
/// How long a program that has closed its output may take to end by itself.
const LAST_BREATH: Duration = Duration::from_secs(1);

/// How often a program is started that is still being written.
const MOST_TRIES: u32 = 50;

/// Until when decks are asked.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// None is begun after this.
    pub begin_by: Instant,
    /// None is waited for after this.
    pub end: Instant,
}

/// What came back, and in which process: each has a number.
pub type Reply = (Got, usize);

/// Somebody who answers decks, each a line.
pub trait Program {
    /// Why it cannot be asked, as a sentence, if it answers none of these.
    ///
    /// Errors: the program cannot be started.
    fn silence(&mut self, _probes: &[String], _until: Instant) -> io::Result<Option<String>> {
        Ok(None)
    }

    /// The answers, in order; fewer than decks mean that time was up, or that the program hung on the last.
    ///
    /// Errors: the program cannot be started.
    fn ask(&mut self, decks: &[String], time: Time) -> io::Result<Vec<Reply>>;

    /// The answers of one process that is asked nothing else: of one deck its answer, of several as many as
    /// it gives. Nothing means that time was up.
    ///
    /// Errors: the program cannot be started.
    fn ask_together(&mut self, decks: &[String], until: Instant) -> io::Result<Vec<Got>>;
}

/// A function of this process, which cannot be stopped while it answers; its error ends the check.
#[derive(Debug)]
pub struct Function<F>(pub F);

impl<F: FnMut(&str) -> io::Result<Got>> Program for Function<F> {
    fn ask(&mut self, decks: &[String], time: Time) -> io::Result<Vec<Reply>> {
        let in_time = decks.iter().take_while(|_| Instant::now() < time.begin_by);
        in_time.map(|deck| Ok(((self.0)(deck)?, 0))).collect()
    }

    fn ask_together(&mut self, decks: &[String], _: Instant) -> io::Result<Vec<Got>> {
        decks.iter().map(|deck| (self.0)(deck)).collect()
    }
}

/// The processes that run now, to be ended with what they have started. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Running(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    ids: Vec<u32>,
    /// Nothing may start any more.
    ended: bool,
}

impl Running {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends what runs and lets nothing start any more; for a signal's handler.
    pub fn end(&self) {
        let mut state = self.state();
        state.ended = true;
        state.ids.drain(..).for_each(kill);
    }

    fn start(&self, command: &mut std::process::Command) -> io::Result<Child> {
        let mut state = self.state();
        if state.ended {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let mut tries = 0;
        let child = loop {
            match command.spawn() {
                // What was just written may be held open by another process, until that one runs.
                Err(e) if e.kind() == io::ErrorKind::ExecutableFileBusy && tries < MOST_TRIES => {
                    tries += 1;
                    std::thread::sleep(Duration::from_millis(2));
                }
                done => break done?,
            }
        };
        state.ids.push(child.id());
        Ok(child)
    }

    /// Ends this process with what it has started, and waits for it. Until then its number is its own.
    fn end_one(&self, child: &mut Child) {
        self.state().ids.retain(|id| *id != child.id());
        kill(child.id());
        // Where there are no groups, and if it was not the leader of one. Killed, it keeps nobody waiting.
        let _ = child.kill();
        let _ = child.wait();
    }
}

#[cfg(unix)]
fn kill(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // A group that has gone by itself is no error.
    let _ = Pid::from_raw(id as i32).map(|group| kill_process_group(group, Signal::KILL));
}

#[cfg(not(unix))]
fn kill(_: u32) {}

/// A command that reads a deck a line, or gets one as its arguments.
#[derive(Debug)]
pub struct Command {
    words: Vec<OsString>,
    once: bool,
    per_deck: Duration,
    running: Running,
    /// How long it may take to start, as far as is known.
    start: Duration,
    at_once: usize,
    /// Processes started so far.
    processes: usize,
    /// Runs in a row with an answer a line; `None` of a program that answers only when its input ends.
    steady: Option<u32>,
    kept: Option<Alive>,
}

/// What a process did.
struct Run {
    /// What it wrote, line by line.
    lines: Vec<Vec<u8>>,
    /// What it did after that.
    end: Got,
    /// Whether it was waited for no longer because the check has no more time.
    time_is_up: bool,
}

/// A process that runs.
#[derive(Debug)]
struct Alive {
    child: Child,
    /// Its input, until that ends.
    stdin: Option<Sender<String>>,
    pieces: Receiver<Piece>,
}

/// What is read of a process.
#[derive(Debug)]
enum Piece {
    Output(Vec<u8>),
    /// There is no more output.
    Closed,
    Error(Vec<u8>),
}

impl Command {
    /// The program of some words; with `once` it is started for each deck, with the cards as its arguments.
    pub fn new(
        words: Vec<OsString>,
        once: bool,
        per_deck: Duration,
        in_all: Duration,
        running: Running,
    ) -> Self {
        let at_once = if once { 1 } else { FIRST_AT_ONCE };
        let start = LONGEST_START.min(in_all / 8);
        let (steady, kept) = (Some(0), None);
        Self { words, once, per_deck, running, start, at_once, processes: 0, steady, kept }
    }

    /// Starts it, with this deck as its arguments where it is started for each.
    fn started(&mut self, deck: &str) -> io::Result<Alive> {
        self.processes += 1;
        let (program, arguments) = self.words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = std::process::Command::new(program);
        command.args(arguments);
        if self.once {
            command.args(deck.split_whitespace());
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Else Python keeps its answers back, and who hangs has answered nothing.
        command.env("PYTHONUNBUFFERED", "1");
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = self.running.start(&mut command)?;
        let (stdin, texts) = channel::<String>();
        let (to, pieces) = sync_channel(WAITING_LINES);
        if let (Some(mut into), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        {
            // Whoever does not read is found out by the answers that do not come.
            std::thread::spawn(move || {
                texts.iter().try_for_each(|text| into.write_all(text.as_bytes()))
            });
            let also_to = to.clone();
            std::thread::spawn(move || pass_on_lines(stderr, &also_to, Piece::Error));
            std::thread::spawn(move || {
                pass_on_lines(stdout, &to, Piece::Output);
                // Whoever has stopped listening does not miss it.
                let _ = to.send(Piece::Closed);
            });
        }
        Ok(Alive { child, stdin: Some(stdin), pieces })
    }

    /// Puts these decks to a new process and ends its input; or to the one that is kept, or is to be kept.
    fn run(&mut self, decks: &[String], until: Instant, keep: bool) -> io::Result<Run> {
        let mut alive = match self.kept.take_if(|_| keep) {
            Some(kept) => kept,
            None => self.started(decks.first().map_or("", String::as_str))?,
        };
        let text = decks.iter().flat_map(|deck| [deck, "\n"]).collect::<String>();
        // Who has ended reads nothing.
        let _ = alive.stdin.as_ref().map(|stdin| stdin.send(text));
        alive.stdin = alive.stdin.filter(|_| keep);
        let (mut lines, mut errors, mut ended) = (Vec::new(), Vec::new(), None);
        // Who answers only when its input ends is found out soon, and asked in the other way.
        let per_deck = if keep { self.per_deck.min(QUICK_START) } else { self.per_deck };
        let (mut since, mut allowance) = (Instant::now(), self.start + per_deck);
        let mut time_is_up = false;
        let is_over = |ended: Instant| ended.elapsed() >= LAST_BREATH;
        let end = loop {
            match alive.pieces.recv_timeout(LOOK_AFTER) {
                Ok(Piece::Output(line)) => {
                    lines.push(line);
                    (since, allowance) = (Instant::now(), self.per_deck);
                }
                Ok(Piece::Error(line)) => keep_line(&mut errors, line),
                Ok(Piece::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    break Some(ending(&mut alive.child));
                }
                // What it has started may hold its output open.
                Err(RecvTimeoutError::Timeout) if ended.is_some_and(is_over) => {
                    break Some(ending(&mut alive.child));
                }
                Err(RecvTimeoutError::Timeout) if ended.is_none() => {
                    ended = matches!(alive.child.try_wait(), Ok(Some(_))).then(Instant::now);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if keep && lines.len() == decks.len() {
                match alive.pieces.try_recv() {
                    Ok(Piece::Output(line)) => lines.push(line),
                    Ok(_) => {}
                    Err(_) => {
                        self.kept = Some(alive);
                        return Ok(Run { lines, end: Got::Hung, time_is_up });
                    }
                }
            }
            time_is_up = Instant::now() >= until;
            let is_late = ended.is_none() && since.elapsed() >= allowance;
            if time_is_up || is_late || lines.len() > decks.len() + FLOOD {
                break None;
            }
        };
        self.running.end_one(&mut alive.child);
        let last = Instant::now() + LAST_BREATH;
        while end.is_some() && Instant::now() < last {
            match alive.pieces.recv_timeout(LAST_BREATH) {
                Ok(Piece::Error(line)) => keep_line(&mut errors, line),
                Ok(_) => {}
                Err(_) => break,
            }
        }
        let (stderr, after) = (readable(&errors), lines.len());
        let end = end.map_or(Got::Hung, |how| Got::Died { how, stderr, after });
        Ok(Run { lines, end, time_is_up })
    }

    /// The answers of one process, which may be the one that has answered others before; and whether all is
    /// well: one for each deck, and a good end.
    fn answers(&mut self, decks: &[String], until: Instant) -> io::Result<(Vec<Got>, bool)> {
        let is_steady = self.steady.is_some_and(|runs| runs >= STEADY) && !self.once;
        let run = self.run(decks, until, is_steady)?;
        let is_odd = run.lines.iter().any(|line| !matches!(Got::of_line(line), Got::Answer(_)));
        let is_whole = run.lines.len() == decks.len() && !is_odd;
        self.steady = match (is_whole, is_steady && run.lines.is_empty()) {
            (_, true) => None,
            (true, _) => self.steady.map(|runs| runs + 1),
            (false, _) => self.steady.map(|_| 0),
        };
        // Whose line it is comes out when the input ends, and who answers at the end does so then.
        if is_steady && (is_odd || run.lines.is_empty()) && !run.time_is_up {
            return self.answers(decks, until);
        }
        Ok(run.judged(decks))
    }
}

impl Run {
    /// What came back for these decks; and whether all is well.
    fn judged(self, decks: &[String]) -> (Vec<Got>, bool) {
        let mut got: Vec<Got> = self.lines.iter().map(|line| Got::of_line(line)).collect();
        if got.len() > decks.len() {
            // Whose line it is comes out when a deck is asked alone.
            let odd = got.iter().position(|got| matches!(got, Got::Nonsense(_)));
            let odd = odd.filter(|_| decks.len() > 1).unwrap_or_default();
            let two = self.lines[odd..].iter().take(2).map(|line| shown(line));
            return (vec![Got::Nonsense(two.collect::<Vec<_>>().join(" / "))], false);
        }
        let is_whole = got.len() == decks.len();
        if self.time_is_up && !is_whole {
            return (Vec::new(), true);
        }
        got.extend((!is_whole).then_some(self.end));
        (got, is_whole)
    }
}

impl Program for Command {
    fn silence(&mut self, probes: &[String], until: Instant) -> io::Result<Option<String>> {
        let together = if self.once { 1 } else { PROBED_AT_ONCE.min(probes.len()) };
        let begun = Instant::now();
        let seen = self.run(&probes[..together], until, false)?;
        let Some(why) = why_silent(&seen.lines, &seen.end, together) else {
            self.start = (begun.elapsed() * 4).max(QUICK_START).min(self.start);
            return Ok(None);
        };
        for probe in &probes[together..] {
            if !seen.lines.is_empty() || seen.end == Got::Hung {
                break;
            }
            if !self.run(std::slice::from_ref(probe), until, false)?.lines.is_empty() {
                return Ok(None);
            }
        }
        Ok(Some(why))
    }

    fn ask(&mut self, decks: &[String], time: Time) -> io::Result<Vec<Reply>> {
        let mut replies: Vec<Reply> = Vec::with_capacity(decks.len());
        // A process went wrong on one of the decks before this one: if none of them does alone, it is said
        // of the last.
        let mut guilty: Option<(usize, Got)> = None;
        while replies.len() < decks.len() && Instant::now() < time.begin_by {
            let rest = &decks[replies.len()..];
            let batch = &rest[..self.at_once.min(rest.len())];
            let begun = Instant::now();
            let (mut got, is_whole) = self.answers(batch, time.end)?;
            let process = self.processes;
            if got.is_empty() {
                break;
            }
            if is_whole || batch.len() == 1 {
                guilty = guilty.filter(|_| is_whole);
                replies.extend(got.into_iter().map(|got| (got, process)));
                if !self.once && is_whole {
                    let is_long = begun.elapsed() > LONG_RUN;
                    let next = if is_long { batch.len() / 2 } else { self.at_once * 4 };
                    self.at_once = next.clamp(1, MOST_AT_ONCE);
                }
            } else {
                let failure = got.pop();
                let is_clear = got.iter().all(|got| matches!(got, Got::Answer(_)));
                let is_crash =
                    matches!(&failure, Some(Got::Died { how, .. }) if *how != Ending::Code(0));
                let mut is_found = false;
                // Who crashed or hangs has mostly answered all that came before: the next is the suspect.
                if is_clear && (is_crash || failure == Some(Got::Hung)) {
                    let suspect = got.len();
                    let (alone, is_well) = self.answers(&batch[suspect..=suspect], time.end)?;
                    is_found = !is_well;
                    replies.extend(got.into_iter().map(|got| (got, process)));
                    replies.extend(alone.into_iter().map(|got| (got, self.processes)));
                }
                guilty = guilty.filter(|_| !is_found);
                if !is_found {
                    self.at_once = batch.len().div_ceil(2);
                    let end = decks.len() - rest.len() + batch.len();
                    let failure = failure.filter(|got| *got != Got::Hung);
                    guilty = guilty.or(failure.map(|got| (end, got)));
                }
            }
            if let Some((_, failure)) = guilty.take_if(|(end, _)| *end <= replies.len())
                && let Some(last) = replies.last_mut()
            {
                last.0 = failure;
            }
            if replies.last().is_some_and(|(got, _)| *got == Got::Hung) {
                break;
            }
        }
        Ok(replies)
    }

    fn ask_together(&mut self, decks: &[String], until: Instant) -> io::Result<Vec<Got>> {
        Ok(self.run(decks, until, false)?.judged(decks).0)
    }
}

impl Drop for Command {
    fn drop(&mut self) {
        if let Some(mut kept) = self.kept.take() {
            self.running.end_one(&mut kept.child);
        }
    }
}

/// How a process ended whose output is closed.
fn ending(child: &mut Child) -> Ending {
    let patience = Instant::now() + LAST_BREATH;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return how_it_ended(status),
            Ok(None) if Instant::now() < patience => std::thread::sleep(Duration::from_millis(1)),
            Ok(None) | Err(_) => return Ending::Closed,
        }
    }
}

fn how_it_ended(status: ExitStatus) -> Ending {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Ending::Signal(signal);
    }
    Ending::Code(status.code().unwrap_or_default())
}
