//! What students read, in every language.

mod dutch;
mod phrases;

use crate::games::war::trace::{ENGLISH, Words};

/// The language in which students are told how their programs did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Dutch.
    Nl,
}

/// A phrase into which nothing is filled, in the language asked for.
pub type Phrase = fn(Lang) -> String;

impl Lang {
    /// The languages as they are typed.
    pub const CODES: [&'static str; 2] = ["en", "nl"];

    /// The language that is typed so; English for what is none.
    pub fn of(code: &str) -> Self {
        if code == Lang::Nl.code() { Lang::Nl } else { Lang::En }
    }

    /// As it is typed.
    pub fn code(self) -> &'static str {
        Self::CODES[self as usize]
    }

    /// A whole number, in groups of three digits.
    pub fn grouped(self, number: usize) -> String {
        self.trace().grouped(number as u64)
    }

    /// A number with a decimal point, as it is written there.
    pub fn decimal(self, number: &str) -> String {
        if self == Lang::Nl { number.replace('.', ",") } else { number.to_owned() }
    }

    /// The words of a game of War, battle by battle, and of its end.
    pub fn trace(self) -> &'static Words {
        match self {
            Lang::En => &ENGLISH,
            Lang::Nl => &dutch::TRACE,
        }
    }

    /// A deck, decks and their cards; in English the words for what any question is about.
    pub fn deck(self, english: [&'static str; 3]) -> [&'static str; 3] {
        match self {
            Lang::En => english,
            Lang::Nl => ["kaartspel", "kaartspellen", "kaarten"],
        }
    }

    /// The name of a stage.
    pub fn stage(self, english: &str) -> &str {
        let mut dutch = dutch::STAGES.iter().filter(|_| self == Lang::Nl);
        dutch.find(|(own, _)| *own == english).map_or(english, |(_, name)| name)
    }

    /// The name of a suite of War.
    pub fn suite(self, english: &str) -> &str {
        self.suites(english).map_or(english, |(_, name, _)| name)
    }

    /// What a suite of War tries.
    pub fn about(self, name: &str, english: &'static str) -> &'static str {
        self.suites(name).map_or(english, |(.., about)| about)
    }

    /// The suite of this name, where its words are not beside it.
    fn suites(self, name: &str) -> Option<&'static (&'static str, &'static str, &'static str)> {
        dutch::SUITES.iter().find(|(own, ..)| self == Lang::Nl && *own == name)
    }

    /// Words in several languages, English first, in this one; in English where it is not among them.
    pub fn of_many(self, words: &'static [&'static str]) -> &'static str {
        words.get(self as usize).unwrap_or(&words[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::grade::STAGES;
    use crate::check::war::suites::SUITES;
    use crate::games::war::wrong::Mistake;

    #[test]
    fn every_language_is_complete() {
        fn names<'n, T>(table: &'n [(&'n str, T)]) -> Vec<&'n str> {
            table.iter().map(|(name, _)| *name).collect()
        }
        // Each field of the listing is written in both; its gaps are the same.
        let gaps = |words: &Words| -> Vec<usize> {
            let text = format!("{words:?}");
            text.split('"').skip(1).step_by(2).map(|text| text.matches("{}").count()).collect()
        };
        assert_eq!(gaps(&dutch::TRACE), gaps(&ENGLISH));
        assert!(gaps(&ENGLISH).len() > 30 && dutch::TRACE.head.len() == ENGLISH.head.len());
        assert_eq!(names(&dutch::STAGES), names(&STAGES));
        assert_eq!(dutch::SUITES.map(|(name, ..)| name), SUITES.map(|(name, _)| name));
        assert!(Mistake::ALL.iter().all(|mistake| mistake.slip().words.len() == Lang::CODES.len()));
        assert_eq!([Lang::En, Lang::Nl].map(Lang::code), Lang::CODES);
        assert_eq!(Lang::CODES.map(Lang::of), [Lang::En, Lang::Nl]);
    }
}
