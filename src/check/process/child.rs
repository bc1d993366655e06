//! One process, its three streams each served by a thread, so that none of them can block the check.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::super::answer::{ENDED_WELL, escaped};
use super::Command;

/// Bytes of a line that are kept; the rest of it is read and forgotten.
const LONGEST_LINE: usize = 4_096;
/// Lines that wait to be looked at; a program that floods its output waits, too.
const WAITING_LINES: usize = 256;
/// Bytes of stderr that are kept: the last ones, where the reason is.
const STDERR_TAIL: usize = 2_048;
/// How often it is looked whether a program has ended that says nothing.
const LOOK_AFTER: Duration = Duration::from_millis(50);
/// How long a program that has closed its output may take to end by itself.
const LAST_BREATH: Duration = Duration::from_secs(1);

/// A running program.
#[derive(Debug)]
pub struct Child {
    process: std::process::Child,
    groups: super::Groups,
    stdin: Option<SyncSender<Vec<u8>>>,
    lines: Receiver<Vec<u8>>,
    stderr: Arc<Mutex<Vec<u8>>>,
}

/// What a program did next.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// It wrote a line.
    Line(Vec<u8>),
    /// It closed its output.
    End,
    /// Nothing, in all the time it had.
    Nothing,
}

impl Child {
    /// Starts a program with more arguments; without `asked` its standard input is empty.
    ///
    /// Errors: it cannot be started.
    pub fn start(command: &Command, more: &[OsString], asked: bool) -> io::Result<Self> {
        let Some((program, arguments)) = command.words.split_first() else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let mut starting = std::process::Command::new(program);
        starting
            .args(arguments)
            .args(more)
            .stdin(if asked { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Else Python keeps its answers back until it has thousands.
            .env("PYTHONUNBUFFERED", "1");
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut starting, 0);
        let mut process = command.groups.start(&mut starting)?;
        let (lines_in, lines) = sync_channel(WAITING_LINES);
        if let Some(stdout) = process.stdout.take() {
            std::thread::spawn(move || pass_on_lines(stdout, &lines_in));
        }
        let stderr = Arc::new(Mutex::new(Vec::new()));
        if let Some(from) = process.stderr.take() {
            let tail = Arc::clone(&stderr);
            std::thread::spawn(move || keep_tail(from, &tail));
        }
        let stdin = process.stdin.take().map(|mut into| {
            let (sender, texts) = sync_channel::<Vec<u8>>(1);
            std::thread::spawn(move || {
                // Whoever does not read is found out by the answers that do not come.
                for text in texts {
                    if into.write_all(&text).and_then(|()| into.flush()).is_err() {
                        return;
                    }
                }
            });
            sender
        });
        let groups = command.groups.clone();
        Ok(Self { process, groups, stdin, lines, stderr })
    }

    /// Hands it a text, without waiting until it is read.
    pub fn send(&self, text: Vec<u8>) {
        if let Some(stdin) = &self.stdin {
            // A program that has ended, or does not read what it got, answers nothing either.
            let _ = stdin.try_send(text);
        }
    }

    /// Ends its standard input, once everything sent is read.
    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// Its next line, waited for until then.
    pub fn next(&mut self, until: Instant) -> Next {
        let mut has_ended = false;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK_AFTER)) {
                Ok(line) => return Next::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Next::End,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Next::Nothing,
                // What it has started may hold its output open; what it wrote itself is here by now.
                Err(RecvTimeoutError::Timeout) if has_ended => return Next::End,
                Err(RecvTimeoutError::Timeout) => {
                    has_ended = matches!(self.process.try_wait(), Ok(Some(_)));
                }
            }
        }
    }

    /// A line that is there already.
    pub fn waiting(&self) -> Option<Vec<u8>> {
        self.lines.try_recv().ok()
    }

    /// How it ended, after it closed its output, and the end of its stderr.
    pub fn last_words(mut self) -> (String, String) {
        let patience = Instant::now() + LAST_BREATH;
        let status = loop {
            match self.process.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < patience => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(None) | Err(_) => break None,
            }
        };
        let how = match status {
            Some(status) => how_it_ended(status),
            None => "it closed its output and went on".into(),
        };
        // The thread that reads stderr may be a moment behind.
        std::thread::sleep(Duration::from_millis(2));
        let tail = self.stderr.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (how, escaped_lines(&tail))
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.groups.end(&mut self.process);
        // Killed, it cannot keep us waiting.
        let _ = self.process.wait();
        self.groups.end_orphans();
    }
}

fn how_it_ended(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("signal {signal}");
    }
    match status.code() {
        Some(0) => format!("{ENDED_WELL}, without an answer"),
        Some(code) => format!("exit code {code}"),
        None => "without an exit code".into(),
    }
}

/// The last lines of stderr, readable.
fn escaped_lines(tail: &[u8]) -> String {
    let lines: Vec<String> =
        tail.split(|&byte| byte == b'\n').map(|line| escaped(line.trim_ascii_end(), 200)).collect();
    lines.join("\n").trim().to_owned()
}

/// Cuts what a program writes into lines, until it ends or nobody listens.
fn pass_on_lines(mut from: impl Read, lines: &SyncSender<Vec<u8>>) {
    let mut portion = [0; 8_192];
    let mut line = Vec::new();
    let mut is_open = false;
    loop {
        let count = match from.read(&mut portion) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        for piece in portion[..count].split_inclusive(|&byte| byte == b'\n') {
            let bare = piece.strip_suffix(b"\n").unwrap_or(piece);
            line.extend_from_slice(&bare[..bare.len().min(LONGEST_LINE - line.len())]);
            is_open = bare.len() == piece.len();
            if !is_open && lines.send(std::mem::take(&mut line)).is_err() {
                return;
            }
        }
    }
    if is_open {
        // Whoever has stopped listening does not miss it.
        let _ = lines.send(line);
    }
}

fn keep_tail(mut from: impl Read, tail: &Mutex<Vec<u8>>) {
    let mut portion = [0; 1_024];
    loop {
        let count = match from.read(&mut portion) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(&portion[..count]);
        let surplus = tail.len().saturating_sub(STDERR_TAIL);
        tail.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_cut_into_lines_and_endless_ones_are_cut_short() {
        let (sender, lines) = sync_channel(16);
        let text = [b"1\n\n-1\r\n".to_vec(), vec![b'x'; 100_000], b"\nlast".to_vec()].concat();
        pass_on_lines(&text[..], &sender);
        drop(sender);
        let lines: Vec<Vec<u8>> = lines.iter().collect();
        assert_eq!(lines[..3], [b"1".to_vec(), b"".to_vec(), b"-1\r".to_vec()]);
        assert_eq!(lines[3].len(), LONGEST_LINE);
        assert_eq!(lines[4], b"last");
    }

    #[test]
    fn of_stderr_the_end_is_kept() {
        let tail = Mutex::new(Vec::new());
        keep_tail(&[vec![b'x'; 100_000], b"the reason".to_vec()].concat()[..], &tail);
        let tail = tail.into_inner().expect("no panic");
        assert!(tail.len() == STDERR_TAIL && tail.ends_with(b"the reason"));
    }
}
