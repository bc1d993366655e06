//! Asking a program, which may hang, die, flood or refuse to read.
//!
//! A process gets many decks at once, a line each. Who answers before its input ends is kept for the next ones;
//! the first deck without an answer is asked alone. Who answers that, does not answer before its input ends, or
//! writes lines that are no answers, has its input ended behind the decks; if something goes wrong then, ever fewer
//! are asked at once, until the guilty one is alone. A program is started directly, never through a shell, and runs as the user's own programs do.

use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::answer::{Got, NO_FAULT, shown, why_silent};
use crate::core::wording::plain::shortened;

/// What a program may use to start before its first answer counts: virtual machines need it.
const LONGEST_START: Duration = Duration::from_secs(10);
/// What every program may use to start, and to answer first while its input is open.
const QUICK_START: Duration = Duration::from_millis(500);
/// How many times as long as the first start others may take: of a program that was seen to hang, so that not
/// each hang takes long, and before that, when a busy machine is more likely.
const STARTS: [u32; 2] = [4, 16];
/// Most decks that are put to a process together.
const AT_ONCE: usize = 256;
/// More lines than decks are read until it is a flood.
const FLOOD: usize = 16;
/// Lines that wait to be looked at; a program that floods its output waits, too.
const WAITING_LINES: usize = 256;
/// How often it is looked whether a program has ended that says nothing: what it has started may hold its
/// output open.
const LOOK_AFTER: Duration = Duration::from_millis(300);
/// How long a program that has closed its output may take to end by itself.
const LAST_BREATH: Duration = Duration::from_secs(1);
/// How long after the first answers a line is waited for that is one too many.
const LATE_LINE: Duration = Duration::from_millis(100);
/// Bytes of a line that are kept; the rest of it is read and forgotten.
const LONGEST_LINE: u64 = 4_096;
/// Lines of stderr that are kept, of its beginning and of its end: Java says the reason first, Python last.
const STDERR_LINES: usize = 25;

/// Somebody who answers decks, each a line.
pub trait Program {
    /// Why it cannot be asked, as a sentence, if it does not answer this.
    ///
    /// Errors: the program cannot be started.
    fn silence(&mut self, _deck: &str) -> io::Result<Option<String>> {
        Ok(None)
    }

    /// The answers, in order; fewer than decks mean that time was up, or that the program hung on the last.
    /// No more decks are begun after this instant.
    ///
    /// Errors: the program cannot be started.
    fn ask(&mut self, decks: &[String], begin_by: Instant) -> io::Result<Vec<Got>>;

    /// The answer of a process that is asked nothing else; `None` if time was up.
    ///
    /// Errors: the program cannot be started.
    fn alone(&mut self, deck: &str) -> io::Result<Option<Got>>;
}

/// A function of this process, which cannot be stopped while it answers; its error ends the check.
impl<F: FnMut(&str) -> io::Result<Got>> Program for F {
    fn ask(&mut self, decks: &[String], begin_by: Instant) -> io::Result<Vec<Got>> {
        decks.iter().take_while(|_| Instant::now() < begin_by).map(|deck| self(deck)).collect()
    }

    fn alone(&mut self, deck: &str) -> io::Result<Option<Got>> {
        self(deck).map(Some)
    }
}

/// The processes that run now, to be ended with what they have started. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Processes(Arc<Mutex<Started>>);

#[derive(Debug, Default)]
struct Started {
    ids: Vec<u32>,
    /// Nothing may start any more.
    ended: bool,
}

impl Processes {
    fn state(&self) -> MutexGuard<'_, Started> {
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
        let child = command.spawn()?;
        state.ids.push(child.id());
        Ok(child)
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
    /// When no answer is waited for any more: at all, and of who answers before its input ends.
    end: Instant,
    by: Instant,
    running: Processes,
    /// How long it may take to start, as far as is known, once it was seen to hang.
    start: Duration,
    /// The same before that.
    patience: Duration,
    /// Whether it answers each deck before its input ends, so that a process is kept for the next ones; if known.
    is_prompt: Option<bool>,
    kept: Option<Alive>,
}

/// A process that runs, until this is dropped.
#[derive(Debug)]
struct Alive {
    child: Child,
    /// Its input, until that ends.
    stdin: Option<Sender<String>>,
    /// Its output, line by line, until that is closed.
    lines: Receiver<Vec<u8>>,
    /// All that it wrote to stderr, when that is closed.
    stderr: Receiver<String>,
    running: Processes,
}

impl Alive {
    /// Ends it with what it has started, and waits for it. Until then its number is its own.
    fn end(&mut self) {
        let id = self.child.id();
        let is_running = self.running.state().ids.extract_if(.., |other| *other == id).count() > 0;
        if is_running {
            kill(id);
            // Where there are no groups, and if it was not the leader of one. Killed, it keeps nobody waiting.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.end();
    }
}

impl Command {
    /// The program of some words; with `once` it is started for each deck, with the cards as its arguments.
    pub fn new(
        words: Vec<OsString>,
        once: bool,
        per_deck: Duration,
        in_all: Duration,
        running: Processes,
    ) -> Self {
        let (end, start) = (Instant::now() + in_all, LONGEST_START.min(in_all / 8));
        let (by, patience, is_prompt, kept) = (end, start, once.then_some(false), None);
        Self { words, once, per_deck, end, by, running, start, patience, is_prompt, kept }
    }

    /// Starts it, with this deck as its arguments where it is started for each.
    fn started(&self, deck: &str) -> io::Result<Alive> {
        let (program, arguments) = self.words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = std::process::Command::new(program);
        command.args(arguments).args(deck.split_whitespace().filter(|_| self.once));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Else Python keeps its answers back, and who hangs has answered nothing.
        command.env("PYTHONUNBUFFERED", "1");
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = self.running.start(&mut command)?;
        let (stdin, texts) = channel::<String>();
        let (to, lines) = sync_channel(WAITING_LINES);
        let (said, stderr) = channel();
        if let (Some(mut into), Some(from), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        {
            // Whoever does not read is found out by the answers that do not come.
            std::thread::spawn(move || {
                texts.iter().try_for_each(|text| into.write_all(text.as_bytes()))
            });
            std::thread::spawn(move || each_line(from, |line| to.send(line).is_ok()));
            std::thread::spawn(move || said.send(readable(errors)));
        }
        Ok(Alive { child, stdin: Some(stdin), lines, stderr, running: self.running.clone() })
    }

    /// What a process writes when these decks are put to it, line by line, and what it does then; `None` if
    /// it was waited for no longer because time is up. It is a new one whose input ends, or one that is kept.
    fn run(&mut self, decks: &[String], keep: bool) -> io::Result<(Vec<Vec<u8>>, Option<Got>)> {
        let mut alive = match self.kept.take_if(|_| keep) {
            Some(kept) => kept,
            None => self.started(decks.first().map_or("", String::as_str))?,
        };
        let text = decks.iter().flat_map(|deck| [deck, "\n"]).collect::<String>();
        // Who has ended reads nothing.
        let _ = alive.stdin.as_ref().map(|stdin| stdin.send(text));
        alive.stdin = alive.stdin.take().filter(|_| keep);
        let (mut lines, mut ended) = (Vec::new(), false);
        // Who answers only when its input ends is found out soon, and asked in the other way.
        let is_trial = keep && self.is_prompt.is_none();
        let first = match is_trial {
            true => self.start + self.per_deck.min(QUICK_START),
            false => self.patience + self.per_deck,
        };
        let mut by = Instant::now() + first;
        let how = loop {
            let rest = by.saturating_duration_since(Instant::now());
            match alive.lines.recv_timeout(LOOK_AFTER.min(rest)) {
                Ok(line) => {
                    lines.push(line);
                    by = Instant::now() + self.per_deck;
                }
                // What came before the end is read first.
                Err(RecvTimeoutError::Timeout) if !ended => {
                    ended = matches!(alive.child.try_wait(), Ok(Some(_)));
                }
                Err(_) => break ending(&mut alive.child),
            }
            if keep && lines.len() == decks.len() {
                let wait = if is_trial { LATE_LINE } else { Duration::ZERO };
                let Ok(line) = alive.lines.recv_timeout(wait) else {
                    self.kept = Some(alive);
                    return Ok((lines, None));
                };
                lines.push(line);
            }
            let is_flood = lines.len() > decks.len() + FLOOD;
            let now = Instant::now();
            let time_is_up = now >= if keep { self.by } else { self.end };
            if time_is_up || is_flood || now >= by {
                if !is_trial && lines.is_empty() {
                    self.patience = self.start;
                }
                return Ok((lines, (!time_is_up).then_some(Got::Hung)));
            }
        };
        alive.end();
        let stderr = alive.stderr.recv_timeout(LAST_BREATH).unwrap_or_default();
        Ok((lines, Some(Got::Died { how, stderr })))
    }

    /// What came back for the first of these decks, or for all; none if time is up.
    fn answers(&mut self, decks: &[String], keep: bool) -> io::Result<Vec<Got>> {
        let (lines, end) = self.run(decks, keep)?;
        if !keep && end.is_none() {
            // What is not finished is no answer.
            return Ok(Vec::new());
        }
        if let [line] = lines.as_slice()
            && !keep
            && decks.len() > 1
            && answers_in(line) == decks.len()
        {
            return Ok(vec![Got::Nonsense(shown(line)); decks.len()]);
        }
        let mut got: Vec<Got> = lines.iter().map(|line| Got::of_line(line)).collect();
        let is_odd = got.iter().any(|got| matches!(got, Got::Nonsense(_)));
        let has_more = got.len() > decks.len();
        if keep {
            // Whose line it is comes out when the input ends, and who answers at the end does so then.
            let is_clear = !is_odd && !has_more && (self.is_prompt.is_some() || !got.is_empty());
            self.is_prompt = Some(is_clear);
            if !is_clear {
                self.kept = None;
                return self.answers(decks, false);
            }
        }
        if has_more {
            // Whose line it is comes out when a deck is asked alone.
            let two = lines.iter().take(2).map(|line| shown(line));
            got = vec![Got::Nonsense(two.collect::<Vec<_>>().join(" / "))];
        } else if got.len() < decks.len() {
            got.extend(end);
        }
        Ok(got)
    }

    /// As [`Program::ask`], of decks that one process gets. Of who answers before its input ends, the deck without an
    /// answer is asked alone. Else each half is asked, till it is known on which deck; if on none of them, it is said
    /// of the last.
    fn judged(&mut self, decks: &[String]) -> io::Result<Vec<Got>> {
        let mut got = self.answers(decks, self.is_prompt != Some(false))?;
        let has_failed = matches!(got.last(), Some(Got::Hung | Got::Died { .. }));
        if self.is_prompt == Some(true) && has_failed {
            got.pop();
            let suspect = self.answers(&decks[got.len()..=got.len()], false)?;
            let is_error = |got: &Got| matches!(got, Got::Died { how, .. } if how != NO_FAULT);
            if suspect.first().is_none_or(|got| *got == Got::Hung || is_error(got)) {
                got.extend(suspect);
                return Ok(got);
            }
            // A right program may read ahead, answer in blocks or pause once, and another leaves out a line, after
            // which no answer is that of its deck: all are asked once more, and from now on its input ends.
            self.is_prompt = Some(false);
            return self.judged(decks);
        }
        let is_whole = got.len() == decks.len() && !has_failed;
        if is_whole || decks.len() == 1 || self.is_prompt == Some(true) {
            return Ok(got);
        }
        let Some(failure) = got.pop() else { return Ok(got) };
        let (first, second) = decks.split_at(decks.len() / 2);
        got = self.judged(first)?;
        if got.len() == first.len() && got.last() != Some(&Got::Hung) {
            got.extend(self.judged(second)?);
        }
        let is_nobody = got.iter().all(|got| matches!(got, Got::Answer(_)));
        if is_nobody && got.len() == decks.len() && failure != Got::Hung {
            got[decks.len() - 1] = failure;
        }
        Ok(got)
    }
}

impl Program for Command {
    fn silence(&mut self, deck: &str) -> io::Result<Option<String>> {
        let begun = Instant::now();
        let why = why_silent(self.alone(deck)?);
        if why.is_none() {
            let times = STARTS.map(|times| begun.elapsed().max(QUICK_START / 4) * times);
            [self.start, self.patience] = times.map(|time| time.min(self.start));
        }
        Ok(why)
    }

    fn ask(&mut self, decks: &[String], begin_by: Instant) -> io::Result<Vec<Got>> {
        let (mut got, most) = (Vec::new(), if self.once { 1 } else { AT_ONCE });
        self.by = begin_by;
        while got.len() < decks.len() && Instant::now() < begin_by {
            let rest = &decks[got.len()..];
            let some = self.judged(&rest[..most.min(rest.len())])?;
            let is_over = matches!(some.last(), None | Some(Got::Hung));
            got.extend(some);
            if is_over {
                break;
            }
        }
        Ok(got)
    }

    fn alone(&mut self, deck: &str) -> io::Result<Option<Got>> {
        Ok(self.answers(&[deck.to_owned()], false)?.pop())
    }
}

/// How many answers stand in a line, of whoever never ends it; none where anything else does, too.
fn answers_in(line: &[u8]) -> usize {
    let words = line.split(|byte| b" ,\t".contains(byte)).filter(|word| !word.is_empty());
    let of_word = |word: &[u8]| match Got::of_line(word) {
        Got::Answer(_) => Some(1),
        // Without anything between them.
        _ => word
            .iter()
            .all(|byte| b"-01".contains(byte))
            .then(|| word.iter().filter(|byte| byte.is_ascii_digit()).count()),
    };
    words.map(of_word).sum::<Option<usize>>().unwrap_or(0)
}

/// How a process ended whose output is closed.
fn ending(child: &mut Child) -> String {
    let patience = Instant::now() + LAST_BREATH;
    while Instant::now() < patience {
        if let Ok(Some(status)) = child.try_wait() {
            #[cfg(unix)]
            if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
                return format!("signal {signal}");
            }
            return format!("exit code {}", status.code().unwrap_or_default());
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

    fn lines_of(text: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        each_line(text, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn answers_that_stand_in_one_line_are_counted() {
        for (line, count) in
            [("1 -1 0", 3), ("1-101", 4), ("A, B,draw", 3), ("", 0), ("1 none", 0), ("-", 0)]
        {
            assert_eq!(answers_in(line.as_bytes()), count, "{line}");
        }
    }

    #[test]
    fn output_is_cut_into_lines_and_endless_ones_are_cut_short() {
        let lines =
            lines_of(&[b"1\n\n-1\r\n".to_vec(), vec![b'x'; 100_000], b"\nlast".to_vec()].concat());
        assert_eq!(lines[..3], [b"1".to_vec(), b"".to_vec(), b"-1\r".to_vec()]);
        assert_eq!(lines[3].len() as u64, LONGEST_LINE);
        assert_eq!(lines[4], b"last");
    }

    #[test]
    fn where_lines_are_left_out_it_is_said() {
        assert_eq!(readable(&b"one\nlast\r"[..]), "one\nlast");
        assert_eq!(readable(&b"thrown\n\tat War.play\n"[..]), "thrown\n at War.play");
        let many: String = (0..1_000).map(|k| format!("{k}\n")).collect();
        let lines = readable(many.as_bytes());
        assert!(lines.starts_with("0\n1\n") && lines.ends_with("\n998\n999"), "{lines}");
        assert!(lines.contains("\n11\n...\n988\n"), "{lines}");
    }
}
