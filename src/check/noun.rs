//! What questions and answers of a game are called.

use crate::check::say;
use crate::core::wording::digits;

/// What questions are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noun {
    /// One of them.
    pub one: &'static str,
    /// Several.
    pub many: &'static str,
    /// What they consist of.
    pub numbers: &'static str,
    /// What the answers 1, -1 and 0 mean; `None` where A wins, B wins, or neither.
    pub outcomes: Option<[&'static str; 3]>,
}

/// Questions about decks of cards.
pub const DECK: Noun = Noun { one: "deck", many: "decks", numbers: "cards", outcomes: None };

impl Noun {
    /// So many: `1 deck`, `1,024 decks`.
    pub fn counted(&self, count: usize) -> String {
        let noun = if count == 1 { self.one } else { self.many };
        format!("{} {noun}", grouped(count))
    }

    /// What an answer of this number means.
    pub fn outcome(&self, answer: i32) -> String {
        let of_decks: [fn() -> String; 3] = [say::a_wins, say::b_wins, say::a_draw];
        let at = [1, -1].iter().position(|&value| value == answer).unwrap_or(2);
        self.outcomes.map_or_else(|| of_decks[at](), |words| words[at].to_owned())
    }
}

/// A number of decks or the like, in groups of three digits.
pub fn grouped(count: usize) -> String {
    digits::grouped(count as u64)
}
