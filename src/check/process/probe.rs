//! What a program does when it is asked for the first time: does it answer at all?

use crate::check::say;
use std::ffi::OsString;
use std::io;

use super::super::answer::Got;
use super::super::reason::{advice, reason};
use super::Command;
use super::child::{Child, Next, Patience};

/// Lines more than questions that are read.
const SPARE: usize = 4;

/// What came back for some questions, of which the input was ended.
#[derive(Debug)]
pub struct Seen {
    /// What it wrote, line by line.
    pub lines: Vec<Vec<u8>>,
    /// How it ended; hung if it did not.
    pub end: Got,
}

/// Starts a program, puts all questions to it and ends its input; as arguments to one that takes one.
///
/// Errors: it cannot be started.
pub fn start(command: &Command, questions: &[String]) -> io::Result<Child> {
    if command.once {
        let words = questions.iter().flat_map(|question| question.split_whitespace());
        let words: Vec<OsString> = words.map(Into::into).collect();
        return Child::start(command, &words, false);
    }
    let mut child = Child::start(command, &[], true)?;
    child.send(command.text(questions));
    child.close_stdin();
    Ok(child)
}

/// What it says to this many questions.
pub fn see(mut child: Child, questions: usize, patience: Patience) -> Seen {
    let mut lines = Vec::new();
    while lines.len() < questions + SPARE {
        match child.next(patience) {
            Next::Line(line) => lines.push(line),
            end => {
                let after = lines.len();
                return Seen { end: child.ended(end, after), lines };
            }
        }
    }
    Seen { lines, end: Got::Hung }
}

impl Seen {
    /// Why it cannot be asked, as a sentence, if it cannot: what it says to this many questions is
    /// nothing, or not an answer for each.
    pub fn silence(&self, questions: usize) -> Option<String> {
        match (&self.lines[..], &self.end) {
            ([], end) => Some(silent(end)),
            ([line], _) if is_joined(line, questions) => {
                Some(say::writes_joined(String::from_utf8_lossy(line), questions))
            }
            (lines, Got::Died { how, .. })
                if lines.len() + 1 == questions && questions > 2 && how.is_well() =>
            {
                Some(say::answers_fewer(lines.len(), questions))
            }
            _ => None,
        }
    }
}

/// What is said of a program that gives no answer and ends so.
pub fn silent(end: &Got) -> String {
    match end {
        Got::Died { how, stderr, .. } => match reason(stderr) {
            Some(reason) => {
                let said = say::ends_because(how.words(), reason);
                match advice(stderr).as_str() {
                    "" => said,
                    advice => format!("{said}.{advice}"),
                }
            }
            None if how.is_well() => say::ends_silently(),
            None => say::ends_without_reason(how.words()),
        },
        _ => say::answers_nothing(),
    }
}

/// Whether a line is so many answers, one behind the other.
fn is_joined(line: &[u8], answers: usize) -> bool {
    let Ok(text) = std::str::from_utf8(line) else { return false };
    let mut rest = text.trim_start_matches(SEPARATORS);
    let mut found = 0;
    while !rest.is_empty() {
        let Some(after) = ANSWERS.iter().find_map(|answer| rest.strip_prefix(answer)) else {
            return false;
        };
        rest = after.trim_start_matches(SEPARATORS);
        found += 1;
    }
    found == answers && answers > 1
}

/// What stands between answers that are not on lines of their own.
const SEPARATORS: [char; 5] = [' ', '\t', ',', ';', '\r'];
/// Answers as they are written.
const ANSWERS: [&str; 9] = ["-1", "+1", "1", "0", "draw", "Draw", "DRAW", "A", "B"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::answer::Ending;

    fn seen(lines: &[&str], end: Got) -> Seen {
        Seen { lines: lines.iter().map(|line| line.as_bytes().to_vec()).collect(), end }
    }

    fn died(code: i32, stderr: &str) -> Got {
        Got::Died { how: Ending::Code(code), stderr: stderr.into(), after: 0 }
    }

    #[test]
    fn who_cannot_be_asked_is_told_why() {
        let well = || died(0, "");
        let words = |seen: Seen| seen.silence(3).unwrap_or_default();
        assert_eq!(words(seen(&["1", "-1", "1"], well())), "");
        assert_eq!(words(seen(&["Player A wins"], well())), "");
        assert!(words(seen(&["1-11"], well())).contains("without line ends, `1-11` for 3 lines"));
        assert!(words(seen(&["A, B, A"], well())).contains("without line ends"));
        assert!(words(seen(&["1", "-1"], well())).contains("reads a line of its input before"));
        assert_eq!(words(seen(&["1", "-1"], died(1, ""))), "", "the third deck's fault");
        assert_eq!(words(seen(&["1"], well())), "", "one deck and no more");
        assert!(words(seen(&[], well())).starts_with("It ends without an answer and without an"));
        assert!(words(seen(&[], Got::Hung)).starts_with("It starts, but answers nothing"));
        assert_eq!(
            words(seen(&[], died(1, "Error: Could not find or load main class War"))),
            "It ends before it answers (exit code 1): Error: Could not find or load main class War"
        );
    }
}
