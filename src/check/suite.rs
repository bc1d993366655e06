//! What a program is asked: named lists of questions.

use super::answer::{Answer, Got};
use super::noun::{DECK, Noun};

/// A right answer, and why it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Right {
    /// The answer.
    pub answer: Answer,
    /// The reason, in a word: a wrong answer to a question with another reason is another mistake.
    pub why: &'static str,
}

/// A question with its right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question<Q> {
    /// What is asked.
    pub asked: Q,
    /// The right answer.
    pub expected: Answer,
}

/// What a program answered.
#[derive(Clone, Debug)]
pub struct Played<Q> {
    /// What was asked.
    pub asked: Q,
    /// The right answer.
    pub expected: Answer,
    /// The program's.
    pub got: Got,
}

impl<Q> Played<Q> {
    /// A question with what came back.
    pub fn of((Question { asked, expected }, got): (Question<Q>, Got)) -> Self {
        Self { asked, expected, got }
    }

    /// Whether it is wrong.
    pub fn is_different(&self) -> bool {
        self.got.kind(self.expected).is_some()
    }
}

/// Questions that try one thing.
#[derive(Clone, Debug)]
pub struct Suite<Q> {
    /// Its name on the command line and in reports.
    pub name: &'static str,
    /// What it tries, in a few words.
    pub about: &'static str,
    /// The questions, in the order in which they are asked.
    pub questions: Vec<Question<Q>>,
}

impl<Q> Suite<Q> {
    /// These questions, without those that have no right answer.
    pub fn of(
        (name, about): (&'static str, &'static str),
        questions: Vec<Q>,
        mut right: impl FnMut(&Q) -> Option<Right>,
    ) -> Self {
        let question =
            |asked| right(&asked).map(|right| Question { asked, expected: right.answer });
        Self { name, about, questions: questions.into_iter().filter_map(question).collect() }
    }
}

/// The names that are wanted, each with what it tries; all for none.
pub fn wanted(
    all: &[(&'static str, &'static str)],
    names: &[String],
) -> impl Iterator<Item = (&'static str, &'static str)> {
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|other| other == name);
    all.iter().copied().filter(move |(name, _)| is_wanted(name))
}

/// Something that can be asked of a program and made smaller.
pub trait Ask: Clone + Eq + std::hash::Hash {
    /// What it is called.
    const NOUN: Noun = DECK;

    /// Whether functions get it as a text, not as a list of numbers.
    const IS_TEXT: bool = false;

    /// The line that the program gets; it contains no line break.
    fn line(&self) -> String;

    /// The numbers that it consists of.
    fn numbers(&self) -> &[i32];

    /// The same question about other numbers.
    fn with_numbers(&self, numbers: Vec<i32>) -> Self;

    /// The nth of the small lists of numbers among which one with the same mistake may be found
    /// where a large one cannot be taken down.
    fn small_numbers(nth: u64) -> Vec<i32>;
}
