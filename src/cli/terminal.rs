//! The only way to standard output and standard error: what goes there is [`Plain`].

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write as _};
use std::path::Path;

use terminal_size::{Height, Width};

use crate::core::wording::digits::counted;
use crate::core::wording::plain::Plain;
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

/// As [`width`], of standard error.
pub fn width_of_stderr() -> usize {
    known(terminal_size::terminal_size_of(io::stderr())).unwrap_or(WIDTH)
}

fn known(terminal: Option<(Width, Height)>) -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = terminal.map(|(width, _)| usize::from(width.0));
    said.or(terminal).map(|width| width.max(LEAST))
}

/// Whether standard output is a terminal.
pub fn is_watched() -> bool {
    io::stdout().is_terminal()
}

/// The narrowest terminal that is written for.
const LEAST: usize = 30;

/// Room for text that is not yet written.
const BUFFER: usize = 1 << 16;

/// Standard output, buffered.
pub fn open() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(BUFFER, io::stdout().lock())
}

/// A text as standard output shows it: in colours where it is for people and a terminal has them.
pub fn set<'t>(text: &'t Plain<'_>, is_data: bool) -> Cow<'t, str> {
    let text = text.as_str();
    match !is_data && is_watched() && has_colours(|name| std::env::var_os(name)) {
        true => coloured(text).into(),
        false => text.into(),
    }
}

/// Whether a terminal may be written to in colour, by this environment.
fn has_colours(said: impl Fn(&str) -> Option<OsString>) -> bool {
    let is_said = |name| said(name).is_some_and(|value| !value.is_empty());
    !is_said("NO_COLOR") && is_said("TERM") && moves_its_cursor(said)
}

/// Whether a terminal can draw over what it shows, by this environment; Windows says nothing.
fn moves_its_cursor(said: impl Fn(&str) -> Option<OsString>) -> bool {
    said("TERM").is_none_or(|term| !term.is_empty() && term != "dumb")
}

/// Whether standard error is a terminal that can draw a bar.
pub fn has_room_for_a_bar() -> bool {
    io::stderr().is_terminal() && moves_its_cursor(|name| std::env::var_os(name))
}

/// What A wins in blue, what B wins in red, as on pages; red suits in red.
fn coloured(text: &str) -> String {
    const BLUE: &str = "94";
    const RED: &str = "91";
    let in_colour = |colour: &str, text: &str| format!("\u{1b}[{colour}m{text}\u{1b}[0m");
    let mut said = String::with_capacity(text.len());
    // Lines and the spaces between words stay as they are.
    for part in text.split_inclusive([' ', '\n']) {
        let word = part.trim_end();
        let (bare, rest) = (word.trim_end_matches([',', ':', ';']), &part[word.len()..]);
        match bare.ends_with(['\u{2665}', '\u{2666}']) {
            true => said += &(in_colour(RED, bare) + &word[bare.len()..] + rest),
            false => said += part,
        }
    }
    let said = said.replace("A wins", &in_colour(BLUE, "A wins"));
    said.replace("B wins", &in_colour(RED, "B wins"))
}

/// Writes a file to standard output, as it would be written elsewhere.
pub fn file(bytes: &[u8]) -> io::Result<()> {
    io::stdout().write_all(bytes)
}

/// Longer lines of a message are cut: what they quote came from outside, and may have no end.
const LONGEST_LINE: usize = 4_000;

/// A message with its long lines cut, but for those that are set in: commands, to be copied.
fn shortened(text: &str) -> String {
    let line = |line: &str| match line.char_indices().nth(LONGEST_LINE) {
        Some((at, _)) if !line.starts_with(' ') => {
            let left = line[at..].chars().count() as u64;
            format!("{} ... ({})", &line[..at], counted(left, "more character", "more characters"))
        }
        _ => line.to_owned(),
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Writes a text to standard error, in lines that fit a terminal. Nothing can be done about one that
/// cannot be written to.
pub fn say(text: impl fmt::Display) {
    let text = shortened(&text.to_string());
    let text = Plain::text(&text);
    let text = text.as_str();
    let text = match known(terminal_size::terminal_size_of(io::stderr())) {
        Some(width) => broken(text, width),
        None => format!("{text}\n"),
    };
    let _ = write!(io::stderr(), "{text}");
}

/// Lines broken between words. Tables and commands, which are copied, stay whole.
fn broken(text: &str, width: usize) -> String {
    let line = |line: &str| {
        let (indent, words) = line.split_at(line.len() - line.trim_start().len());
        let first = Path::new(words.split(' ').next().unwrap_or_default());
        let is_called = first.file_stem().is_some_and(|stem| stem == env!("CARGO_PKG_NAME"));
        let is_command = !indent.is_empty() && is_called;
        if is_command || words.contains("  ") {
            return format!("{line}\n");
        }
        let parts = words.split('`').enumerate();
        let kept = parts.map(|(k, part)| match k % 2 {
            0 => part.to_owned(),
            _ => part.replace(' ', "\u{a0}"),
        });
        hanging(indent, &kept.collect::<Vec<_>>().join("`"), width)
    };
    text.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_and_red_suits_have_colours_unless_the_environment_wants_none() {
        let shown = coloured("  A wins  1\n9\u{2665} 9\u{2660}, Jo\u{2666}: B wins 2\n");
        assert_eq!(
            shown,
            "  \u{1b}[94mA wins\u{1b}[0m  1\n\u{1b}[91m9\u{2665}\u{1b}[0m 9\u{2660}, \
             \u{1b}[91mJo\u{2666}\u{1b}[0m: \u{1b}[91mB wins\u{1b}[0m 2\n"
        );
        let environment = |no_color: &'static str, term: &'static str| {
            has_colours(|name| Some(OsString::from(if name == "TERM" { term } else { no_color })))
        };
        assert!(environment("", "xterm-256color"));
        assert!(!environment("1", "xterm-256color") && !environment("", "dumb"));
        assert!(!environment("", "") && !has_colours(|_| None));
        for (term, can) in [("xterm", true), ("dumb", false), ("", false)] {
            assert_eq!(moves_its_cursor(|_| Some(term.into())), can, "{term}");
        }
        assert!(moves_its_cursor(|_| None));
    }

    #[test]
    fn what_is_said_is_broken_between_words_and_not_in_commands() {
        let said = "war-sim: nothing was saved; run `war-sim list runs` to see\n  \
                    target/war-sim --games 1000000 --resume\n  umass: one two three four five";
        assert_eq!(
            broken(said, 32),
            "war-sim: nothing was saved; run\n`war-sim list runs` to see\n  target/war-sim --games \
             1000000 --resume\n  umass: one two three four five\n"
        );
        assert_eq!(
            broken(said, 24),
            "war-sim: nothing was\nsaved; run\n`war-sim list runs` to\nsee\n  target/war-sim --games \
             1000000 --resume\n  umass: one two three\n  four five\n"
        );
    }
}
