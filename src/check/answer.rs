//! What a program answers.
use super::noun::Noun;
use crate::check::say;

/// What a question has for an answer: a number that a program prints.
///
/// For a game of two these are 1, -1 and 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Answer(pub i32);

impl Answer {
    /// Reads a line of output: `1`, `-1`, `0`, or `A`, `B`, `draw` in any case.
    pub fn read(line: &str) -> Option<Answer> {
        let word = line.trim();
        let named = [("A", 1), ("B", -1), ("draw", 0)];
        let by_name = named.iter().find(|(name, _)| word.eq_ignore_ascii_case(name));
        let value = by_name.map(|&(_, value)| value).or_else(|| word.parse().ok())?;
        (-1..=1).contains(&value).then_some(Answer(value))
    }

    /// The number, and what it means.
    pub fn words(self, noun: &Noun) -> String {
        format!("{} ({})", self.0, noun.outcome(self.0))
    }
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// With this exit code; 0 says that it has found no fault.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// It closed its output, and was stopped.
    Closed,
    /// With this exception; control characters are escaped.
    Raised(String),
}

impl Ending {
    /// Whether it ended as a program does that has found no fault.
    pub fn is_well(&self) -> bool {
        *self == Ending::Code(0)
    }

    /// The same in words.
    pub fn words(&self) -> String {
        match self {
            Ending::Code(0) => say::ended_well(),
            Ending::Code(code) => say::exit_code(code),
            Ending::Signal(signal) => say::by_signal(signal),
            Ending::Closed => say::closed_output(),
            Ending::Raised(exception) => exception.clone(),
        }
    }
}

/// What came back for a question.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Got {
    /// An answer, right or wrong.
    Answer(Answer),
    /// Something that is none; shortened, control characters escaped.
    Nonsense(String),
    /// Nothing: the program ended.
    Died {
        /// How.
        how: Ending,
        /// The end of what it wrote to stderr, control characters escaped.
        stderr: String,
        /// Questions that the same process had answered before.
        after: usize,
    },
    /// Nothing within the time limit.
    Hung,
}

/// What two answers must have in common to be the same mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// This answer instead of that one.
    Wrong {
        /// The right answer.
        expected: Answer,
        /// The one given.
        got: Answer,
    },
    /// No answer at all, but words.
    Nonsense,
    /// The program ended.
    Died,
    /// The program went on and on.
    Hung,
}

impl Got {
    /// Whether the program ended without a fault though it had been asked: it answers only some.
    pub fn is_early_end(&self) -> bool {
        matches!(self, Got::Died { how, after, .. } if *after > 0 && how.is_well())
    }

    /// The kind of mistake, if it is one.
    pub fn kind(&self, expected: Answer) -> Option<Kind> {
        match self {
            Got::Answer(got) if *got == expected => None,
            Got::Answer(got) => Some(Kind::Wrong { expected, got: *got }),
            Got::Nonsense(_) => Some(Kind::Nonsense),
            Got::Died { .. } => Some(Kind::Died),
            Got::Hung => Some(Kind::Hung),
        }
    }

    /// What it is, in words.
    pub fn words(&self, noun: &Noun) -> String {
        match self {
            Got::Answer(answer) => answer.words(noun),
            Got::Nonsense(text) => say::no_answer(text),
            Got::Died { how, .. } => say::it_ended(how.words()),
            Got::Hung => say::it_hung(),
        }
    }
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

    #[test]
    fn kinds_tell_mistakes_apart() {
        let right = Answer(1);
        assert_eq!(Got::Answer(Answer(1)).kind(right), None);
        assert_ne!(Got::Answer(Answer(0)).kind(right), Got::Answer(Answer(-1)).kind(right));
        assert_eq!(Got::Hung.kind(right), Some(Kind::Hung));
    }
}
