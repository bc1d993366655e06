//! What is compared between rule sets, and what a precision is asked of.

use super::result::Outcome;

/// A number that a batch estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The ratio of an outcome.
    Ratio(Outcome),
    /// The mean number of battles.
    Battles,
}

impl Measure {
    /// Every measure, in the order of the files.
    pub const ALL: [Measure; 4] = [
        Measure::Ratio(Outcome::A),
        Measure::Ratio(Outcome::B),
        Measure::Ratio(Outcome::Draw),
        Measure::Battles,
    ];

    /// The word of the files and options.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Ratio(Outcome::A) => "a_win",
            Measure::Ratio(Outcome::B) => "b_win",
            Measure::Ratio(Outcome::Draw) => "draw",
            Measure::Battles => "battles",
        }
    }
}

/// A word that names no measure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown measure `{0}`; use a_win, b_win, draw or battles")]
pub struct UnknownMeasure(pub String);

impl std::str::FromStr for Measure {
    type Err = UnknownMeasure;

    fn from_str(word: &str) -> Result<Self, UnknownMeasure> {
        let known = Measure::ALL.into_iter().find(|measure| measure.name() == word);
        known.ok_or_else(|| UnknownMeasure(word.into()))
    }
}
