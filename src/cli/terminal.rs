//! The only way to standard output and standard error: what goes there is [`Plain`].

#![allow(clippy::disallowed_methods)]

use std::ffi::OsString;
use std::fmt;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use terminal_size::{Height, Width};

use crate::core::wording::plain;
use crate::core::wording::text::{WIDTH, hanging};

/// Columns of standard output: what `COLUMNS` says, or those of the terminal; never so few that
/// nothing can be read. `None` where neither is there.
pub fn columns() -> Option<usize> {
    known(terminal_size::terminal_size_of(io::stdout()))
}

/// As [`columns`], or as many as everything is written for.
pub fn width() -> usize {
    columns().unwrap_or(WIDTH)
}

fn known(terminal: Option<(Width, Height)>) -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = terminal.map(|(width, _)| usize::from(width.0));
    said.or(terminal).map(|width| width.max(LEAST))
}

/// Whether standard output was closed when the program began.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Before `main`: there the runtime puts `/dev/null` in its place.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look_at_stdout() {
    let is_open = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_ok();
    IS_CLOSED.store(!is_open, Ordering::Relaxed);
}

/// That nothing can be written to standard output, where it is closed.
pub fn check_open() -> io::Result<()> {
    match IS_CLOSED.load(Ordering::Relaxed) {
        true => Err(io::Error::other("it is closed; `>/dev/null` throws away what is written")),
        false => Ok(()),
    }
}

/// The narrowest terminal that is written for.
const LEAST: usize = 30;

/// Whether standard error is a terminal that can draw a bar; Windows does not say which it is.
pub fn has_room_for_a_bar() -> bool {
    let can_draw = |term: OsString| !term.is_empty() && term != "dumb";
    io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(can_draw)
}

/// Writes a file to standard output, as it would be written elsewhere.
pub fn file(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush())
}

/// Longer lines of a message are cut: what they quote came from outside, and may have no end.
const LONGEST_LINE: usize = 4_000;

/// Writes a text to standard error, in lines that fit a terminal. Nothing can be done about one that
/// cannot be written to.
pub fn say(text: impl fmt::Display) {
    let width = known(terminal_size::terminal_size_of(io::stderr()));
    let text = text.to_string();
    let lines: String = text.split('\n').map(|line| set(line, width)).collect();
    let _ = write!(io::stderr(), "{lines}");
}

/// A line broken between words where that is asked for. Tables and commands, which are copied, stay whole; what is set
/// in is never cut.
fn set(line: &str, width: Option<usize>) -> String {
    let line = match line.starts_with(' ') {
        true => plain::text(line).into_owned(),
        false => plain::shortened(line.as_bytes(), LONGEST_LINE),
    };
    let (indent, words) = line.split_at(line.len() - line.trim_start().len());
    let first = Path::new(words.split(' ').next().unwrap_or_default());
    let is_called = first.file_stem().is_some_and(|stem| stem == env!("CARGO_PKG_NAME"));
    let is_command = !indent.is_empty() && is_called;
    match width {
        Some(width) if !is_command && !words.contains("  ") => {
            hanging(indent, &unbroken(words), width)
        }
        _ => format!("{line}\n"),
    }
}

/// Words of which those between backticks, which are copied, are not broken.
pub fn unbroken(words: &str) -> String {
    let parts = words.split('`').enumerate();
    let kept = parts.map(|(k, part)| match k % 2 {
        0 => part.to_owned(),
        _ => part.replace(' ', "\u{a0}"),
    });
    kept.collect::<Vec<_>>().join("`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_broken_between_words_and_not_in_commands() {
        let said = "war-sim: nothing was saved; run `war-sim list runs` to see\n  \
                    target/war-sim --games 1000000 --resume\n  umass: one two three four five";
        assert_eq!(
            said.split('\n').map(|line| set(line, Some(24))).collect::<String>(),
            "war-sim: nothing was\nsaved; run\n`war-sim list runs` to\nsee\n  target/war-sim --games \
             1000000 --resume\n  umass: one two three\n  four five\n"
        );
    }
}
