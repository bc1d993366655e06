//! What a program answers.

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
}
