//! Which engine is wanted, and why one cannot be had: the words that every game shares.

use super::words::choice;

choice! {
    /// Which engine is wanted: the word of `--engine`.
    EngineChoice {
        /// The fastest that can play the rule set on this machine.
        #[default] Auto = "auto",
        /// The rules as written; plays everything.
        Reference = "reference",
        /// A fast one for any machine.
        Portable = "portable",
        /// One in AVX-512 instructions.
        Vector = "vector",
    }
}

impl EngineChoice {
    /// The choice of this word; the default for a word that names no engine, which the command line
    /// refuses before.
    pub fn of_word(word: &str) -> Self {
        let found = Self::ALL.iter().find(|choice| choice.name() == word);
        found.copied().unwrap_or_default()
    }
}

/// A rule set that an engine was asked for and cannot play, or a machine it cannot run on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("engine \"{engine}\" cannot play {field}: {reason}; use --engine auto")]
pub struct Unsupported {
    /// The engine that was asked for.
    pub engine: &'static str,
    /// The field and its value, or "on this machine".
    pub field: String,
    /// Why not.
    pub reason: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_is_named_by_its_word() {
        for (&choice, &word) in EngineChoice::ALL.iter().zip(EngineChoice::WORDS) {
            assert_eq!((EngineChoice::of_word(word), choice.name()), (choice, word));
        }
        assert_eq!(EngineChoice::of_word("turbo"), EngineChoice::Auto);
    }
}
