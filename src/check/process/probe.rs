//! What a program does when it is asked for the first time: does it answer at all?

use std::io;

use super::super::answer::{ENDED_WELL, Got};
use super::super::reason::reason;
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

/// Starts a program, puts all questions to it and ends its input.
///
/// Errors: it cannot be started.
pub fn start(command: &Command, questions: &[String]) -> io::Result<Child> {
    let mut child = Child::start(command, &[], true)?;
    let text: String = questions.iter().map(|question| format!("{question}\n")).collect();
    child.send(text.into_bytes());
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
            ([line], _) if is_joined(line, questions) => Some(format!(
                "It writes its answers without line ends, `{}` for {questions} lines: write each \
                 answer on a line of its own.",
                String::from_utf8_lossy(line)
            )),
            (lines, Got::Died { how, .. })
                if lines.len() + 1 == questions && questions > 2 && how.starts_with(ENDED_WELL) =>
            {
                Some(format!(
                    "It answers {} of {questions} lines: it reads a line of its input before it is \
                     asked. Does a file that it imports read input, or is the first line taken for \
                     something else than a question?",
                    lines.len()
                ))
            }
            _ => None,
        }
    }
}

/// What is said of a program that gives no answer and ends so.
pub fn silent(end: &Got) -> String {
    match end {
        Got::Died { how, stderr, .. } => match (reason(stderr), how.starts_with(ENDED_WELL)) {
            (Some(reason), _) => format!("It ends before it answers ({how}): {reason}"),
            (None, true) => "It ends without an answer and without an error: is its input read before \
                             it is asked, as by a file that it imports, or does nothing print?"
                .into(),
            (None, false) => format!("It ends before it answers ({how}) and says nothing of why."),
        },
        _ => "It starts, but answers nothing: it must write one line for each that it reads, as soon \
              as it has read it, or when its input ends; and each game must end."
            .into(),
    }
}

/// What is said of a function that gives no answer, not even for this question.
pub fn does_not_return(function: &str, question: &str) -> String {
    format!(
        "{function} does not return in time (--deck-seconds), as for `{question}`: is there a loop \
         that never ends?"
    )
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

    fn seen(lines: &[&str], end: Got) -> Seen {
        Seen { lines: lines.iter().map(|line| line.as_bytes().to_vec()).collect(), end }
    }

    fn died(how: &str, stderr: &str) -> Got {
        Got::Died { how: how.into(), stderr: stderr.into(), after: 0 }
    }

    #[test]
    fn who_cannot_be_asked_is_told_why() {
        let well = || died("exit code 0, without an answer", "");
        let words = |seen: Seen| seen.silence(3).unwrap_or_default();
        assert_eq!(words(seen(&["1", "-1", "1"], well())), "");
        assert_eq!(words(seen(&["Player A wins"], well())), "");
        assert!(words(seen(&["1-11"], well())).contains("without line ends, `1-11` for 3 lines"));
        assert!(words(seen(&["A, B, A"], well())).contains("without line ends"));
        assert!(words(seen(&["1", "-1"], well())).contains("reads a line of its input before"));
        assert_eq!(
            words(seen(&["1", "-1"], died("exit code 1", ""))),
            "",
            "the third deck's fault"
        );
        assert_eq!(words(seen(&["1"], well())), "", "one deck and no more");
        assert!(words(seen(&[], well())).starts_with("It ends without an answer and without an"));
        assert!(words(seen(&[], Got::Hung)).starts_with("It starts, but answers nothing"));
        assert_eq!(
            words(seen(&[], died("exit code 1", "Error: Could not find or load main class War"))),
            "It ends before it answers (exit code 1): Error: Could not find or load main class War"
        );
    }
}
