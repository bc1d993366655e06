//! What every table of a study repeats, and what a game says of its batch.

use super::between::{Between, share_interval};
use crate::core::wording::said::Said;

/// What every table of a study repeats.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The seed.
    pub seed: u64,
    /// The index of the first game.
    pub first_game: u64,
    /// Games of each rule set.
    pub games: u64,
    /// Whether every deal was played once: such counts are exact, and have no intervals.
    pub exact: bool,
    /// Confidence of the intervals, in (0, 1).
    pub confidence: f64,
    /// Standard errors that the confidence stands for.
    pub z: f64,
    /// The recipe of the deals.
    pub recipe: &'static str,
}

impl Facts {
    /// The interval of a share of the games, `won` of `games`, as [`share_interval`] has it.
    pub fn interval(&self, won: impl Into<Between>, games: u64) -> Option<(f64, f64)> {
        share_interval(won.into(), games, self.z, self.exact)
    }

    /// What is due to chance, such as a standard error; `None` of exact counts.
    pub fn by_chance<T>(&self, value: Option<T>) -> Option<T> {
        value.filter(|_| !self.exact)
    }
}

/// What a game says of its batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// The first line: what was played.
    pub heading: Said,
    /// What came out.
    pub body: Said,
}
