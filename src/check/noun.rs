//! What questions and answers of a game are called, in a language.

use super::language::{Lang, Phrase};

/// What questions are called, in a language.
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
    /// The language.
    pub lang: Lang,
}

/// Questions about decks of cards.
pub const DECK: Noun =
    Noun { one: "deck", many: "decks", numbers: "cards", outcomes: None, lang: Lang::En };

impl Noun {
    /// So many: `1 deck`, `1,024 decks`.
    pub fn counted(&self, count: usize) -> String {
        let noun = if count == 1 { self.one } else { self.many };
        format!("{} {noun}", self.lang.grouped(count))
    }

    /// What an answer of this number means.
    pub fn outcome(&self, answer: i32) -> String {
        let of_decks: [Phrase; 3] = [Lang::a_wins, Lang::b_wins, Lang::a_draw];
        let at = [1, -1].iter().position(|&value| value == answer).unwrap_or(2);
        self.outcomes.map_or_else(|| of_decks[at](self.lang), |words| words[at].to_owned())
    }
}

impl Lang {
    /// What questions about decks are called; in English that of any question.
    pub fn noun(self, english: Noun) -> Noun {
        let [one, many, numbers] = self.deck([english.one, english.many, english.numbers]);
        Noun { one, many, numbers, lang: self, ..english }
    }
}
