//! What a program answers, and why it does not: what its stderr says, in a line.

use std::fmt;

use crate::core::wording::plain;
use crate::games::war::Outcome;

/// Letters of a line that is no answer.
const SHOWN_LETTERS: usize = 60;

/// Lines of stderr that are shown below the reason.
const PLACE_LINES: usize = 3;

/// What lines of stderr begin with that are about no file of the user's.
const FOREIGN: [&str; 5] = ["File \"<frozen", "at java.", "at jdk.", "at sun.", "at WarCheck."];

/// How a program ended that found no fault.
pub const NO_FAULT: &str = "exit code 0";

/// What came back for a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Got {
    /// An answer, right or wrong.
    Answer(Outcome),
    /// Something that is none; shortened, control characters escaped.
    Nonsense(String),
    /// Nothing: the program ended.
    Died {
        /// With which exit code, signal or exception; control characters are escaped.
        how: String,
        /// The end of what it wrote to stderr, control characters escaped.
        stderr: String,
    },
    /// Nothing within the time limit.
    Hung,
}

impl Got {
    /// A line of output: `1`, `-1`, `0`, or `A`, `B`, `draw` in any case, is an answer.
    pub fn of_line(line: &[u8]) -> Got {
        let text = std::str::from_utf8(line).unwrap_or_default().trim();
        let is_said = |outcome: &Outcome| {
            text.eq_ignore_ascii_case(outcome.name()) || text.parse() == Ok(outcome.value())
        };
        match Outcome::ALL.iter().find(|outcome| is_said(outcome)) {
            Some(outcome) => Got::Answer(*outcome),
            None if line.is_empty() => Got::Nonsense("(an empty line)".into()),
            None => Got::Nonsense(shown(line)),
        }
    }

    /// Whether the program ended and found no fault.
    pub fn is_faultless(&self) -> bool {
        matches!(self, Got::Died { how, .. } if how == NO_FAULT)
    }
}

impl fmt::Display for Got {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Got::Answer(Outcome::Draw) => write!(f, "0 (a draw)"),
            Got::Answer(winner) => write!(f, "{} ({} wins)", winner.value(), winner.name()),
            Got::Nonsense(text) => write!(f, "`{text}`, which is no answer (1, -1, 0)"),
            Got::Died { how, .. } => write!(f, "nothing: it ended ({how})"),
            Got::Hung => write!(f, "nothing within the time limit"),
        }
    }
}

/// A line of unknown origin for a message, shortened.
pub fn shown(line: &[u8]) -> String {
    plain::shortened(line, SHOWN_LETTERS)
}

/// Whether stderr is Python's, which names what was raised at the end, and where before it.
fn is_python(stderr: &str) -> bool {
    let mut lines = stderr.lines().map(str::trim);
    lines.any(|line| line.starts_with("Traceback ") || line.starts_with("File "))
}

/// The line that says why: a compiler's first error, the exception's, else the first line.
pub fn reason(stderr: &str) -> Option<&str> {
    let lines = || stderr.lines().map(str::trim).filter(|line| !line.is_empty() && *line != "...");
    let compiled = lines().find(|line| line.contains(": error:") || line.starts_with("error:"));
    // Java names what was thrown where it begins.
    let raised = match is_python(stderr) {
        true => lines().next_back(),
        false => lines().find(|line| line.starts_with("Exception in thread ")),
    };
    // Rust says where first. Before any of these a program may have said what it does.
    let panicked = || lines().skip_while(|line| !line.contains(" panicked at ")).nth(1);
    let named = || lines().find(|line| line.contains("Error:"));
    compiled.or(raised).or_else(panicked).or_else(named).or_else(|| lines().next())
}

/// Lines that say where: from Python's last file on, the first ones of others; no marks, and nothing of a
/// language's own.
pub fn place(stderr: &str) -> impl Iterator<Item = &str> {
    let is_foreign = |line: &str| FOREIGN.iter().any(|foreign| line.starts_with(foreign));
    let is_place = move |line: &&str| {
        Some(*line) != reason(stderr) && line.contains(char::is_alphanumeric) && !is_foreign(line)
    };
    let lines: Vec<&str> = stderr.lines().map(str::trim).filter(is_place).collect();
    let file = lines.iter().rposition(|line| line.starts_with("File "));
    lines.into_iter().skip(file.unwrap_or_default()).take(PLACE_LINES)
}

/// What is to be done about such an end, as a sentence behind another; nothing where that is not known.
pub fn advice(how: &str, stderr: &str) -> &'static str {
    let says = |word| reason(stderr).is_some_and(|line| line.contains(word));
    if says("StackOverflowError") || says("RecursionError") {
        " It calls itself again and again: play the battles in a loop."
    } else if how == NO_FAULT {
        " Print an answer for each deck: read decks in a loop, until the input ends; a program of one deck is \
         started with --once, the cards as its arguments."
    } else {
        ""
    }
}

/// Why a program cannot be asked, as a sentence, if that is all that comes of the first deck.
pub fn why_silent(got: Option<Got>) -> Option<String> {
    let (how, stderr) = match got {
        Some(Got::Answer(_) | Got::Nonsense(_)) => return None,
        Some(Got::Died { how, stderr }) => (how, stderr),
        Some(Got::Hung) | None => {
            let why = "It starts, but answers nothing: it must write one line for each that it reads, as soon \
                       as it has read it, or when its input ends; and each game must end.";
            return Some(why.into());
        }
    };
    // A program that finds no fault gives no reason.
    let line = reason(&stderr).filter(|_| how != NO_FAULT);
    let mut why = line.map_or(" and says nothing of why".into(), |line| format!(": {line}"));
    if is_python(&stderr) {
        why += &format!(" ({})", place(&stderr).collect::<Vec<_>>().join(": "));
    }
    let mut advice = advice(&how, &stderr).to_owned();
    if how == NO_FAULT || line.is_some_and(|line| line.contains("Main method")) {
        advice += " A findWinner alone needs a wrapper: `war-sim check --harness java` (or python) prints one.";
    }
    let end = if advice.is_empty() { "" } else { "." };
    Some(format!("It ends before it answers ({how}){why}{end}{advice}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_numbers_or_words() {
        for (line, value) in
            [("1", 1), ("-1", -1), ("0", 0), ("+1\r", 1), (" A ", 1), ("b", -1), ("Draw", 0)]
        {
            let got = Got::of_line(line.as_bytes());
            assert!(matches!(got, Got::Answer(who) if who.value() == value), "{line:?}");
        }
        for line in ["", "2", "-2", "A wins", "1 0", "1.0", "true", "None", "01x"] {
            assert!(matches!(Got::of_line(line.as_bytes()), Got::Nonsense(_)), "{line:?}");
        }
    }

    #[test]
    fn the_line_of_the_exception_is_found_in_every_language() {
        let python = "Traceback (most recent call last):\n  File \"war.py\", line 3, in <module>\n    \
                      a.pop()\nIndexError: pop from empty list";
        let java = "dealt 4 cards\nException in thread \"main\" java.lang.StackOverflowError\n\tat \
                    War.play(War.java:7)\n...\n\tat War.play(War.java:7)";
        let javac = "War.java:5: error: ';' expected\n  int x = 3\nerror: compilation failed";
        let syntax =
            "  File \"war.py\", line 1\n    def f(:\n        ^\nSyntaxError: invalid syntax";
        let rust = "thread 'main' panicked at src/main.rs:2:5:\nindex out of bounds\nnote: run";
        let thrown = "Exception in thread \"main\" java.util.NoSuchElementException\n at \
                      java.base/java.util.LinkedList.removeFirst(LinkedList.java:274)\n at \
                      War.findWinner(War.java:12)\n at WarCheck.asked(WarCheck.java:46)";
        for (stderr, line) in [
            (python, "IndexError: pop from empty list"),
            (java, "Exception in thread \"main\" java.lang.StackOverflowError"),
            (javac, "War.java:5: error: ';' expected"),
            (syntax, "SyntaxError: invalid syntax"),
            ("KeyboardInterrupt", "KeyboardInterrupt"),
            ("\nsegmentation fault", "segmentation fault"),
            (rust, "index out of bounds"),
            ("hello\nerror: war.py has no find_winner", "error: war.py has no find_winner"),
            ("panic: out of range\n\ngoroutine 1:\nexit status 2", "panic: out of range"),
            ("war.js:3\n\nTypeError: x\n    at a.js:1\n\nNode.js v20.1.0", "TypeError: x"),
        ] {
            assert_eq!(reason(stderr), Some(line));
        }
        assert_eq!((reason(""), reason("...")), (None, None));
        for (stderr, places) in [
            (python, "File \"war.py\", line 3, in <module>: a.pop()"),
            (thrown, "at War.findWinner(War.java:12)"),
            (javac, "int x = 3: error: compilation failed"),
        ] {
            assert_eq!(place(stderr).collect::<Vec<_>>().join(": "), places);
        }
        assert!(advice("", java).contains("in a loop") && advice("", python).is_empty());
        // Who cannot be asked is told why; more: `tests/cli/check/conduct.rs`.
        let wrapper = "--harness java` (or python) prints one.";
        let no_class = "Error: Could not find or load main class War";
        for (how, stderr, words) in [
            (NO_FAULT, "", wrapper),
            ("exit code 1", syntax, "(exit code 1): SyntaxError: invalid syntax (File \"war.py\""),
            ("exit code 1", "Error: Main method not found in class War", wrapper),
            ("exit code 1", no_class, no_class),
        ] {
            let told = why_silent(Some(Got::Died { how: how.into(), stderr: stderr.into() }));
            assert!(told.as_ref().is_some_and(|told| told.contains(words)), "{told:?}");
        }
        assert_eq!(why_silent(Some(Got::of_line(b"Player A wins"))), None);
    }
}
