//! Ready wrappers around somebody's `findWinner`.

/// A language that wrappers are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Language {
    /// A class beside War.java.
    Java,
    /// A program beside war.py.
    Python,
}

impl Language {
    /// A program that reads decks and prints what `findWinner` (`find_winner`) of a class `War` or a file
    /// `war.py` returns. What that itself prints goes to stderr, where it does no harm.
    pub fn harness(self) -> &'static str {
        match self {
            Language::Java => include_str!("WarCheck.java"),
            Language::Python => include_str!("war_check.py"),
        }
    }
}
