//! One process, its three streams each served by a thread, so that none of them can block the check.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use super::super::answer::{Ending, Got, escaped};
use super::Command;
use super::stream::{Kept, Stream};

/// Bytes of a line that are kept; the rest of it is read and forgotten.
const LONGEST_LINE: usize = 4_096;
/// Lines that wait to be looked at; a program that floods its output waits, too.
const WAITING_LINES: usize = 256;
/// Bytes of stderr that are kept, of its beginning and of its end: Java says the reason first, Python
/// last.
const STDERR_KEPT: usize = 2_048;
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
    stderr: Option<Stream>,
    /// When it was asked, or wrote its last line.
    since: Instant,
}

/// How long is waited for a program.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The time that it may take, since it was asked or wrote its last line.
    pub allowance: Duration,
    /// When the check has no more time.
    pub until: Instant,
}

/// What a program did next.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// It wrote a line.
    Line(Vec<u8>),
    /// It closed its output.
    End,
    /// Nothing, and its time is over.
    Nothing,
    /// Nothing, and the check has no more time.
    TimeIsUp,
}

impl Child {
    /// Starts a program with more arguments; without `asked` its standard input is empty.
    ///
    /// Errors: it cannot be started.
    pub fn start(command: &Command, more: &[OsString], asked: bool) -> io::Result<Self> {
        let mut starting = command.groups.command(&command.words)?;
        starting
            .args(more)
            .stdin(if asked { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut process = command.groups.start(&mut starting)?;
        let (lines_in, lines) = sync_channel(WAITING_LINES);
        if let Some(stdout) = process.stdout.take() {
            std::thread::spawn(move || pass_on_lines(stdout, &lines_in));
        }
        let stderr = process.stderr.take().map(|from| Stream::of(from, STDERR_KEPT));
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
        let (groups, since) = (command.groups.clone(), Instant::now());
        Ok(Self { process, groups, stdin, lines, stderr, since })
    }

    /// Hands it a text, without waiting until it is read; its time begins anew.
    pub fn send(&mut self, text: Vec<u8>) {
        self.since = Instant::now();
        if let Some(stdin) = &self.stdin {
            // A program that has ended, or does not read what it got, answers nothing either.
            let _ = stdin.try_send(text);
        }
    }

    /// Ends its standard input, once everything sent is read.
    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// Its next line.
    pub fn next(&mut self, patience: Patience) -> Next {
        let mut has_ended = false;
        loop {
            let left = patience.until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK_AFTER)) {
                Ok(line) => {
                    self.since = Instant::now();
                    return Next::Line(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Next::End,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Next::TimeIsUp,
                // What it has started may hold its output open; what it wrote itself is here by now.
                Err(RecvTimeoutError::Timeout) if has_ended => return Next::End,
                Err(RecvTimeoutError::Timeout) => {
                    has_ended = matches!(self.process.try_wait(), Ok(Some(_)));
                    if !has_ended && self.since.elapsed() >= patience.allowance {
                        return Next::Nothing;
                    }
                }
            }
        }
    }

    /// A line that is there already.
    pub fn waiting(&self) -> Option<Vec<u8>> {
        self.lines.try_recv().ok()
    }

    /// What a program that gives no line gives instead; `after` questions it has answered.
    pub fn ended(self, how: Next, after: usize) -> Got {
        let (how, stderr) = match how {
            Next::End => self.last_words(),
            Next::Nothing | Next::TimeIsUp | Next::Line(_) => return Got::Hung,
        };
        Got::Died { how, stderr, after }
    }

    /// How it ended, after it closed its output, and what it wrote to stderr.
    fn last_words(mut self) -> (Ending, String) {
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
            None => Ending::Closed,
        };
        // What it has started may hold its stderr open.
        self.groups.end(&mut self.process);
        let kept = self.stderr.as_ref().map(|stderr| stderr.kept(LAST_BREATH));
        (how, lines(&kept.unwrap_or_default()))
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.groups.end(&mut self.process);
    }
}

fn how_it_ended(status: ExitStatus) -> Ending {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Ending::Signal(signal);
    }
    Ending::Code(status.code().unwrap_or_default())
}

/// Readable lines; where some are left out, a line says so.
fn lines(kept: &Kept) -> String {
    let readable = |text: &[u8]| {
        let lines = text.split(|&byte| byte == b'\n');
        let lines: Vec<String> = lines.map(|line| escaped(line.trim_ascii_end(), 200)).collect();
        lines.join("\n").trim().to_owned()
    };
    match kept.left_out {
        true => format!("{}\n...\n{}", readable(&kept.head), readable(&kept.tail)),
        false => readable(&[&kept.head[..], &kept.tail].concat()),
    }
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
    fn where_lines_are_left_out_it_is_said() {
        let kept = Kept { head: b"one\n".into(), tail: b"last\n".into(), left_out: true };
        assert_eq!(lines(&kept), "one\n...\nlast");
    }
}
