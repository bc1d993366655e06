//! The verdict on a program, in several forms: for people, for programs and for autograders.

mod gradescope;
mod json;
mod junit;
mod list;
mod text;

pub use self::gradescope::gradescope;
pub use self::json::json;
pub use self::junit::junit;
pub use self::list::{for_people, for_shell};
pub use self::text::{about_smallest, text};

use super::answer::{Answer, Got};

/// Rules that give every answer of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// The changed fields: the keys of a rules file and their values.
    pub fields: Vec<(String, toml::Value)>,
    /// Differences that it explains.
    pub explains: usize,
    /// Differences in all. Those not explained are no answers.
    pub of: usize,
}

/// How a program did.
#[derive(Clone, Debug)]
pub struct Report {
    /// The rule set that it should play.
    pub rules: String,
    /// The program as it was called, or the file of its answers.
    pub program: String,
    /// What it plays instead, if that is known.
    pub diagnosis: Option<Diagnosis>,
    /// Each suite, in the order played.
    pub suites: Vec<SuiteReport>,
}

/// How a suite went.
#[derive(Clone, Debug)]
pub struct SuiteReport {
    /// Its name.
    pub name: &'static str,
    /// What it tries.
    pub about: &'static str,
    /// What is usually wrong with a program that fails here alone; empty if nobody knows.
    pub hint: &'static str,
    /// Decks played.
    pub decks: usize,
    /// Decks answered wrongly or not at all.
    pub different: usize,
    /// Decks not played, for want of time.
    pub not_played: usize,
    /// A small deck that is answered wrongly.
    pub smallest: Option<Smallest>,
}

/// A small deck that is answered wrongly.
#[derive(Clone, Debug)]
pub struct Smallest {
    /// The deck.
    pub numbers: Vec<i32>,
    /// The right answer.
    pub expected: Answer,
    /// How the game ends, in words.
    pub why: String,
    /// What the program answered.
    pub got: Got,
    /// Whether it answers so only when other decks were played before.
    pub only_after_others: bool,
    /// The command that plays the deck, battle by battle.
    pub replay: String,
    /// The game, battle by battle.
    pub trace: String,
}

impl Report {
    /// Whether every deck played was answered rightly, and no suite was left out for want of time.
    pub fn equal(&self) -> bool {
        let left_out = |suite: &SuiteReport| suite.decks == 0 && suite.not_played > 0;
        self.decks() > 0 && self.different() == 0 && !self.suites.iter().any(left_out)
    }

    /// Decks played.
    pub fn decks(&self) -> usize {
        self.suites.iter().map(|suite| suite.decks).sum()
    }

    /// Decks answered wrongly.
    pub fn different(&self) -> usize {
        self.suites.iter().map(|suite| suite.different).sum()
    }
}

impl Diagnosis {
    /// The changes in words: `limit.asked = "before"`.
    pub fn changes(&self) -> String {
        let changes: Vec<String> =
            self.fields.iter().map(|(field, value)| format!("`{field} = {value}`")).collect();
        changes.join(" and ")
    }
}
