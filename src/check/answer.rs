//! What a program answers, and why it does not: what its stderr says, in a line.

use std::fmt;

/// Letters of a line that is no answer.
const SHOWN_LETTERS: usize = 60;

/// Who wins: 1 is A, -1 is B, 0 a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer(pub i32);

impl Answer {
    /// Reads a line of output: `1`, `-1`, `0`, or `A`, `B`, `draw` in any case.
    pub fn read(line: &str) -> Option<Answer> {
        let value = match line.trim().to_ascii_lowercase().as_str() {
            "a" => 1,
            "b" => -1,
            "draw" => 0,
            number => number.parse().ok()?,
        };
        (-1..=1).contains(&value).then_some(Answer(value))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let meaning = ["B wins", "a draw", "A wins"][(self.0.clamp(-1, 1) + 1) as usize];
        write!(f, "{} ({meaning})", self.0)
    }
}

/// How a program ended that found no fault.
pub const NO_FAULT: &str = "exit code 0";

/// What came back for a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Got {
    /// An answer, right or wrong.
    Answer(Answer),
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
    /// A line of output, read as an answer.
    pub fn of_line(line: &[u8]) -> Got {
        match std::str::from_utf8(line).ok().and_then(Answer::read) {
            Some(answer) => Got::Answer(answer),
            None if line.is_empty() => Got::Nonsense("(an empty line)".into()),
            None => Got::Nonsense(shown(line)),
        }
    }
}

impl fmt::Display for Got {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Got::Answer(answer) => write!(f, "{answer}"),
            Got::Nonsense(text) => write!(f, "`{text}`, which is no answer (1, -1, 0)"),
            Got::Died { how, .. } => write!(f, "nothing: it ended ({how})"),
            Got::Hung => write!(f, "nothing within the time limit"),
        }
    }
}

/// A line of unknown origin for a message, shortened.
pub fn shown(line: &[u8]) -> String {
    escaped(line, SHOWN_LETTERS)
}

/// A text of unknown origin for a message: its first letters, with nothing that a terminal obeys.
pub fn escaped(bytes: &[u8], most: usize) -> String {
    let text = String::from_utf8_lossy(bytes);
    let letter = |letter: char| match letter {
        '"' | '\'' | '\\' => letter.to_string(),
        // Behind a letter, for there an accent of its own is seen.
        other => format!("e{other}").escape_debug().skip(1).collect(),
    };
    let mut shown: String = text.chars().take(most).map(letter).collect();
    if text.chars().nth(most).is_some() {
        shown.push_str("...");
    }
    shown
}

/// The line that says why: a compiler's first error, the exception's, else the first line.
pub fn reason(stderr: &str) -> Option<&str> {
    let lines = || stderr.lines().map(str::trim).filter(|line| !line.is_empty() && *line != "...");
    let compiled = lines().find(|line| line.contains(": error:") || line.starts_with("error:"));
    // Python names what was raised at the end, Java where it begins.
    let is_python = lines().any(|line| line.starts_with("Traceback ") || line.starts_with("File "));
    let raised = match is_python {
        true => lines().next_back(),
        false => lines().find(|line| line.starts_with("Exception in thread ")),
    };
    compiled.or(raised).or_else(|| lines().next())
}

/// What is to be done about such an end, as a sentence behind another; nothing where that is not known.
pub fn advice(how: &str, stderr: &str) -> &'static str {
    let says = |word| reason(stderr).is_some_and(|line| line.contains(word));
    if says("StackOverflowError") || says("RecursionError") {
        " It calls itself again and again: play the battles in a loop."
    } else if how == NO_FAULT {
        " Print an answer for each deck: read decks in a loop, until the input ends, or let it be started for \
         each deck with --once, the cards as its arguments."
    } else {
        ""
    }
}

/// Why a program cannot be asked, as a sentence, if it says nothing and then ends so.
pub fn why_silent(lines: &[Vec<u8>], end: Option<&Got>) -> Option<String> {
    if !lines.is_empty() {
        return None;
    }
    let Some(Got::Died { how, stderr }) = end else {
        let why = "It starts, but answers nothing: it must write one line for each that it reads, as soon as \
                   it has read it, or when its input ends; and each game must end.";
        return Some(why.into());
    };
    let why = reason(stderr).map_or(" and says nothing of why".into(), |line| format!(": {line}"));
    let advice = match advice(how, stderr) {
        "" => String::new(),
        advice => format!(".{advice}"),
    };
    Some(format!("It ends before it answers ({how}){why}{advice}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_numbers_or_words() {
        for (line, value) in
            [("1", 1), ("-1", -1), ("0", 0), ("+1\r", 1), (" A ", 1), ("b", -1), ("Draw", 0)]
        {
            assert_eq!(Answer::read(line), Some(Answer(value)), "{line:?}");
        }
        for line in ["", "2", "-2", "A wins", "1 0", "1.0", "true", "None", "01x"] {
            assert_eq!(Answer::read(line), None, "{line:?}");
        }
    }

    #[test]
    fn output_of_any_bytes_is_shown_readable_and_short() {
        assert_eq!(escaped(b"a\x1b[31m\xff\tb", 40), "a\\u{1b}[31m\u{fffd}\\tb");
        assert_eq!(escaped("é\u{202e}".as_bytes(), 40), "é\\u{202e}");
        assert_eq!(escaped("Ope\u{301}".as_bytes(), 40), "Ope\u{301}", "as macOS writes names");
        assert_eq!(escaped(&[b'x'; 100], 4), "xxxx...");
    }

    #[test]
    fn the_line_of_the_exception_is_found_in_every_language() {
        let python = "Traceback (most recent call last):\n  File \"war.py\", line 3, in <module>\n    \
                      a.pop()\nIndexError: pop from empty list";
        let java = "dealt 4 cards\nException in thread \"main\" java.lang.StackOverflowError\n\tat \
                    War.play(War.java:7)\n...\n\tat War.play(War.java:7)";
        let javac = "War.java:5: error: ';' expected\n  int x = 3\nerror: compilation failed";
        let syntax =
            "  File \"war.py\", line 1\n    def f(:\n          ^\nSyntaxError: invalid syntax";
        let no_class = "Error: Could not find or load main class W";
        for (stderr, line) in [
            (python, "IndexError: pop from empty list"),
            (java, "Exception in thread \"main\" java.lang.StackOverflowError"),
            (javac, "War.java:5: error: ';' expected"),
            (syntax, "SyntaxError: invalid syntax"),
            (no_class, no_class),
            ("KeyboardInterrupt", "KeyboardInterrupt"),
            ("\nsegmentation fault", "segmentation fault"),
        ] {
            assert_eq!(reason(stderr), Some(line));
        }
        assert_eq!((reason(""), reason("...")), (None, None));
        assert!(advice("", java).contains("in a loop") && advice("", python).is_empty());
    }

    #[test]
    fn who_cannot_be_asked_is_told_why() {
        let died = |how: &str, stderr: &str| Got::Died { how: how.into(), stderr: stderr.into() };
        let words = |lines: &[&str], end: Got| {
            let lines: Vec<Vec<u8>> = lines.iter().map(|line| line.as_bytes().to_vec()).collect();
            why_silent(&lines, Some(&end)).unwrap_or_default()
        };
        let well = || died(NO_FAULT, "");
        assert_eq!(words(&["1", "-1", "1"], well()), "");
        assert_eq!(words(&["Player A wins"], well()), "");
        assert!(
            words(&[], well()).contains("(exit code 0) and says nothing of why. Print an answer")
        );
        assert!(words(&[], Got::Hung).starts_with("It starts, but answers nothing"));
        assert_eq!(
            words(&[], died("exit code 1", "Error: Could not find or load main class War")),
            "It ends before it answers (exit code 1): Error: Could not find or load main class War"
        );
    }
}
