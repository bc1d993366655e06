//! What a program is asked: named lists of questions.

use super::answer::Answer;

/// A question with its right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question<Q> {
    /// What is asked.
    pub asked: Q,
    /// The right answer.
    pub expected: Answer,
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

/// Something that can be asked of a program and made smaller.
pub trait Ask: Clone + Eq + std::hash::Hash {
    /// The line that the program gets; it contains no line break.
    fn line(&self) -> String;

    /// The numbers that it consists of.
    fn numbers(&self) -> &[i32];

    /// The same question about other numbers.
    fn with_numbers(&self, numbers: Vec<i32>) -> Self;
}
