//! Asking a program, which may hang, die, flood or refuse to read.
//!
//! A process gets all decks at once, a line each, and then its input ends. What came before it dies are the answers of
//! the first decks; if it hangs, they are if these decks alone are answered. The next deck is asked alone, then ever
//! more. Where it writes more or fewer lines than decks, ever fewer are asked, until the guilty one is alone. A program is
//! started directly, never through a shell, and runs as the user's own programs do.

use std::cmp::Ordering;
use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::answer::{Got, shown};
use crate::core::wording::plain::shortened;

/// What a program may use to start before its first answer counts: virtual machines need it.
const LONGEST_START: Duration = Duration::from_secs(10);
/// A start that no machine is too busy for.
const QUICK_START: Duration = Duration::from_millis(125);
/// How many times as long as the quickest start others may take: on a busy machine, and once the program was seen to
/// hang, so that not each hang takes long.
const STARTS: u32 = 16;
const STARTS_OF_WHO_HANGS: u32 = 4;
/// Most decks that are put together to a process of a program with which something went wrong.
const AT_ONCE: usize = 512;
/// How long a line too many is waited for.
const LINE_TOO_MANY: Duration = Duration::from_millis(100);
/// Lines that wait to be looked at; a program that floods its output waits, too.
const WAITING_LINES: usize = 256;
/// How often it is looked whether a program has ended that says nothing: what it has started may hold its
/// output open.
const LOOK_AFTER: Duration = Duration::from_millis(300);
/// How long a program that has closed its output may take to end by itself.
const LAST_BREATH: Duration = Duration::from_secs(1);
/// Bytes of a line that are kept; the rest of it is read and forgotten.
const LONGEST_LINE: u64 = 4_096;
/// Lines of stderr that are kept, of its beginning and of its end: Java says the reason first, Python last.
const STDERR_LINES: usize = 25;

/// Somebody who answers decks, each a line.
pub trait Program {
    /// The answers, in order; fewer than decks mean that time was up, or that the program hung on the last.
    /// A deck that is asked alone is asked apart from all others. No answer is waited for after this instant.
    ///
    /// Errors: the program cannot be started.
    fn ask(&mut self, decks: &[String], by: Instant) -> io::Result<Vec<Got>>;
}

/// A function of this process, which cannot be stopped while it answers; its error ends the check.
impl<F: FnMut(&str) -> io::Result<Got>> Program for F {
    fn ask(&mut self, decks: &[String], by: Instant) -> io::Result<Vec<Got>> {
        decks.iter().take_while(|_| Instant::now() < by).map(|deck| self(deck)).collect()
    }
}

/// The process that runs now, to be ended with what it has started. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Running(Arc<Mutex<Option<u32>>>);

impl Running {
    fn id(&self) -> MutexGuard<'_, Option<u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends what runs, and whoever wants to start anything waits for ever: for a signal's handler, which then ends
    /// this process.
    pub fn end(&self) {
        let id = self.id();
        id.iter().for_each(|id| kill(*id));
        std::mem::forget(id);
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
    /// The quickest start so far, and how many times as long one may take.
    start: Duration,
    starts: u32,
    /// How many decks the next process gets, and at most.
    at_once: usize,
    most: usize,
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
        let start = LONGEST_START.min(in_all / 8) / STARTS;
        let most = if once { 1 } else { usize::MAX };
        Self { words, once, per_deck, running, start, starts: STARTS, at_once: most, most }
    }

    /// Starts it and puts these decks to it, of which it is started for one as its arguments.
    fn started(
        &self,
        decks: &[String],
    ) -> io::Result<(Child, Receiver<Vec<u8>>, Receiver<String>)> {
        let (program, arguments) = self.words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let cards = decks.iter().filter(|_| self.once).flat_map(|deck| deck.split_whitespace());
        let mut command = std::process::Command::new(program);
        command.args(arguments).args(cards);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Else Python keeps its answers back, and who hangs has answered nothing.
        command.env("PYTHONUNBUFFERED", "1");
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut running = self.running.id();
        let mut child = command.spawn()?;
        *running = Some(child.id());
        let text = decks.iter().flat_map(|deck| [deck, "\n"]).collect::<String>();
        let (to, lines) = sync_channel(WAITING_LINES);
        let (said, stderr) = channel();
        if let (Some(mut into), Some(from), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        {
            // Whoever does not read is found out by the answers that do not come.
            std::thread::spawn(move || into.write_all(text.as_bytes()));
            std::thread::spawn(move || each_line(from, |line| to.send(line).is_ok()));
            std::thread::spawn(move || said.send(readable(errors)));
        }
        Ok((child, lines, stderr))
    }

    /// What a new process writes when these decks are put to it, line by line, and what it does then; `None` if
    /// it was waited for no longer because time is up.
    fn run(&mut self, decks: &[String], end: Instant) -> io::Result<(Vec<Vec<u8>>, Option<Got>)> {
        let begun = Instant::now();
        let (mut child, output, stderr) = self.started(decks)?;
        // Who answers when all decks are read answers many.
        let first = self.per_deck * (1 + decks.len() / AT_ONCE) as u32;
        let mut by = begun + self.start * self.starts + first;
        let (mut lines, mut has_ended) = (Vec::new(), false);
        let how = loop {
            let now = Instant::now();
            if now >= by.min(end) || lines.len() > decks.len() {
                break None;
            }
            match output.recv_timeout(LOOK_AFTER.min(by - now)) {
                Ok(line) => {
                    lines.push(line);
                    self.start = self.start.min(begun.elapsed().max(QUICK_START));
                    let is_last = lines.len() == decks.len();
                    by = Instant::now() + if is_last { LINE_TOO_MANY } else { self.per_deck };
                }
                // What came before the end is read first.
                Err(RecvTimeoutError::Timeout) if !has_ended => {
                    has_ended = matches!(child.try_wait(), Ok(Some(_)));
                }
                Err(_) => break Some(ending(&mut child)),
            }
        };
        // Until it was waited for, its number is its own.
        self.running.id().take().into_iter().for_each(kill);
        // Where there are no groups, and if it was not the leader of one. Killed, it keeps nobody waiting.
        let _ = child.kill();
        let _ = child.wait();
        let Some(how) = how else {
            if lines.is_empty() {
                self.starts = STARTS_OF_WHO_HANGS;
            }
            return Ok((lines, (Instant::now() < end).then_some(Got::Hung)));
        };
        let stderr = stderr.recv_timeout(LAST_BREATH).unwrap_or_default();
        Ok((lines, Some(Got::Died { how, stderr })))
    }

    /// What a new process answers to these decks, and what it does instead if that is not a line for each; nothing if
    /// time is up.
    fn answers(&mut self, decks: &[String], by: Instant) -> io::Result<(Vec<Got>, Option<Got>)> {
        let (lines, end) = self.run(decks, by)?;
        let got: Vec<Got> = lines.iter().map(|line| Got::of_line(line)).collect();
        // It writes all answers in a line, which it never ends.
        if let [only @ Got::Nonsense(_)] = got.as_slice()
            && end.as_ref().is_some_and(Got::is_faultless)
        {
            return Ok((vec![only.clone(); decks.len()], None));
        }
        let failure = match lines.len().cmp(&decks.len()) {
            // Of who leaves out lines, what is not finished is no answer.
            Ordering::Less if end.is_none() && self.most == AT_ONCE => return Ok((vec![], None)),
            Ordering::Less => end,
            Ordering::Equal => None,
            Ordering::Greater => {
                let two = lines.iter().take(2).map(|line| shown(line));
                Some(Got::Nonsense(two.collect::<Vec<_>>().join(" / ")))
            }
        };
        Ok((got, failure))
    }
}

impl Program for Command {
    fn ask(&mut self, decks: &[String], by: Instant) -> io::Result<Vec<Got>> {
        let mut got = Vec::new();
        // What several decks failed with together, and the place behind them: if none of them fails alone, it is said
        // of the last.
        let mut failed: Option<(usize, Got)> = None;
        // Whether these decks were answered before it hung, if it did not leave out lines.
        let mut again = false;
        while got.len() < decks.len() && Instant::now() < by {
            let end = failed.as_ref().map_or(decks.len(), |(end, _)| *end);
            let end = end.min(got.len().saturating_add(self.at_once));
            let some = &decks[got.len()..end];
            let (answers, failure) = self.answers(some, by)?;
            match failure {
                None => {
                    got.extend(answers);
                    let most = if std::mem::take(&mut again) { 1 } else { self.most };
                    self.at_once = most.min(self.at_once.saturating_mul(2));
                }
                Some(failure) if some.len() == 1 => {
                    (failed, again) = (None, false);
                    got.push(failure);
                    if got.last() == Some(&Got::Hung) {
                        break;
                    }
                }
                Some(failure) => {
                    // Of who leaves out a line, or writes one too many, no answer is known to be that of its deck.
                    let is_hung = failure == Got::Hung && !answers.is_empty();
                    let is_in_order =
                        answers.len() < some.len() && !failure.is_faultless() && !is_hung;
                    self.most = AT_ONCE;
                    let half = AT_ONCE.min(some.len() / 2);
                    let fewer = if is_hung && !again { answers.len() } else { half };
                    self.at_once = if is_in_order { 1 } else { fewer };
                    got.extend(answers.into_iter().filter(|_| is_in_order));
                    again = is_hung;
                    // A right program may read ahead, answer in blocks or pause once.
                    failed = (failure != Got::Hung).then_some((end, failure));
                }
            }
            if let Some((end, failure)) = failed.take_if(|(end, _)| *end == got.len()) {
                got[end - 1] = failure;
            }
        }
        Ok(got)
    }
}

/// How a process ended whose output is closed.
fn ending(child: &mut Child) -> String {
    let patience = Instant::now() + LAST_BREATH;
    while Instant::now() < patience {
        if let Ok(Some(status)) = child.try_wait() {
            return status
                .code()
                .map_or_else(|| status.to_string(), |code| format!("exit code {code}"));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    "it closed its output and went on".into()
}

/// Hands on what a process writes, line by line, until it ends or nobody listens.
fn each_line(from: impl Read, mut to: impl FnMut(Vec<u8>) -> bool) {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        let read = from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let is_over = !read.is_ok_and(|bytes| bytes > 0)
            || line.pop_if(|last| *last == b'\n').is_none() && from.skip_until(b'\n').is_err();
        if is_over || !to(line) {
            break;
        }
    }
}

/// What a process writes to stderr; where lines are left out, one says so.
fn readable(from: impl Read) -> String {
    let mut lines: Vec<String> = Vec::new();
    each_line(from, |mut line| {
        line.iter_mut().filter(|byte| **byte == b'\t').for_each(|tab| *tab = b' ');
        lines.push(shortened(line.trim_ascii_end(), 200));
        if lines.len() > STDERR_LINES {
            lines.remove(STDERR_LINES / 2);
            lines[STDERR_LINES / 2] = "...".into();
        }
        true
    });
    lines.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_cut_into_lines_and_endless_ones_are_cut_short() {
        let text = [b"1\n\n-1\r\n".to_vec(), vec![b'x'; 100_000], b"\nlast".to_vec()].concat();
        let mut lines = Vec::new();
        each_line(&text[..], |line| {
            lines.push(line);
            true
        });
        let long = vec![b'x'; LONGEST_LINE as usize];
        assert_eq!(lines, [&b"1"[..], b"", b"-1\r", &long, b"last"]);
        // Where lines are left out it is said.
        assert_eq!(readable(&b"one\nlast\r"[..]), "one\nlast");
        assert_eq!(readable(&b"thrown\n\tat War.play\n"[..]), "thrown\n at War.play");
        let many: String = (0..1_000).map(|k| format!("{k}\n")).collect();
        let lines = readable(many.as_bytes());
        assert!(lines.starts_with("0\n1\n") && lines.ends_with("\n998\n999"), "{lines}");
        assert!(lines.contains("\n11\n...\n988\n"), "{lines}");
    }
}
