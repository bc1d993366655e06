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
    /// The choice of this word.
    ///
    /// Errors: [`Unsupported`] for a word that names no engine.
    pub fn of_word(word: &'static str) -> Result<Self, Unsupported> {
        let found = Self::ALL.iter().find(|choice| choice.name() == word).copied();
        let (field, reason) = ("any rule set".into(), "there is no such engine");
        found.ok_or(Unsupported { engine: word, field, reason })
    }
}

/// An engine made for one rule set, of the three that a game has.
#[derive(Debug)]
pub enum Engine<R, P, V> {
    /// The rules as written.
    Reference(Box<R>),
    /// For any machine.
    Portable(Box<P>),
    /// Many games side by side; on machines of another kind there is none.
    Vector(Box<V>),
}

impl<R, P, V> Engine<R, P, V> {
    /// The engine of this choice.
    ///
    /// Errors: those of the vector engine if it is asked for by name.
    pub fn made(
        choice: EngineChoice,
        reference: impl FnOnce() -> R,
        portable: impl FnOnce() -> P,
        vector: impl FnOnce() -> Result<V, Unsupported>,
    ) -> Result<Self, Unsupported> {
        Ok(match choice {
            EngineChoice::Reference => Self::Reference(Box::new(reference())),
            EngineChoice::Portable => Self::Portable(Box::new(portable())),
            EngineChoice::Vector => Self::Vector(Box::new(vector()?)),
            EngineChoice::Auto => match vector() {
                Ok(engine) => Self::Vector(Box::new(engine)),
                Err(_) => Self::Portable(Box::new(portable())),
            },
        })
    }

    /// The word of the engine that plays; never `auto`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Reference(_) => EngineChoice::Reference.name(),
            Self::Portable(_) => EngineChoice::Portable.name(),
            Self::Vector(_) => EngineChoice::Vector.name(),
        }
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

impl Unsupported {
    /// The vector engine, where the processor lacks what it needs.
    pub fn here() -> Self {
        let reason = "it has no AVX-512 VBMI2 and VPOPCNTDQ instructions";
        Self { engine: EngineChoice::Vector.name(), field: "on this machine".into(), reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_is_named_by_its_word() {
        for (&choice, &word) in EngineChoice::ALL.iter().zip(EngineChoice::WORDS) {
            assert_eq!((EngineChoice::of_word(word), choice.name()), (Ok(choice), word));
        }
        let error = EngineChoice::of_word("turbo").unwrap_err().to_string();
        assert!(
            error.starts_with("engine \"turbo\" cannot play any rule set: there is no"),
            "{error}"
        );
    }
}
