//! Which engine is wanted, and why one cannot be had.

/// Which engine is wanted: the word of `--engine`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EngineChoice {
    /// The fastest that can play the rule set on this machine.
    #[default]
    Auto,
    /// The rules as written; plays everything.
    Reference,
    /// Small integers in a ring; any machine.
    Portable,
    /// Many battles in one step of AVX-512 instructions.
    Vector,
}

impl EngineChoice {
    /// Every choice, in the order of the help text.
    pub const ALL: [EngineChoice; 4] =
        [EngineChoice::Auto, EngineChoice::Reference, EngineChoice::Portable, EngineChoice::Vector];

    /// The word of the command line.
    pub const fn name(self) -> &'static str {
        match self {
            EngineChoice::Auto => "auto",
            EngineChoice::Reference => "reference",
            EngineChoice::Portable => "portable",
            EngineChoice::Vector => "vector",
        }
    }
}

/// A word that names no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown engine \"{0}\"; use auto, reference, portable or vector")]
pub struct UnknownEngine(String);

impl std::str::FromStr for EngineChoice {
    type Err = UnknownEngine;

    fn from_str(word: &str) -> Result<Self, UnknownEngine> {
        let known = Self::ALL.into_iter().find(|choice| choice.name() == word);
        known.ok_or_else(|| UnknownEngine(word.into()))
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
