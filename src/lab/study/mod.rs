//! Experiments: which rule sets play which deals, how many games, and what is asked of them.
//!
//! [`Experiment`] is the checked form, whatever it was written in: options of the command line or a
//! TOML file, which [`mod@file`] reads.

pub mod cells;
pub mod file;
pub mod precision;
pub mod sweep;

use crate::games::war::batch::Cell;
use crate::games::war::comparison::Pairs;
use crate::games::war::feature::Feature;
use crate::games::war::measure::Measure;

pub use precision::Target;

/// Games of a batch that names no number.
pub const DEFAULT_GAMES: u64 = 1_000_000;
/// Seed of a batch that names none.
pub const DEFAULT_SEED: u64 = 42;
/// Confidence of intervals where none is named.
pub const DEFAULT_CONFIDENCE: f64 = 0.95;

/// A rule set of an experiment that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedCell {
    /// What it would have been called.
    pub name: String,
    /// Why not.
    pub reason: String,
}

/// A checked experiment.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Title, reason and expected outcome, as far as written.
    pub story: Story,
    /// The rule sets that play.
    pub cells: Vec<Cell>,
    /// Cells of a sweep that make no game; the others play all the same.
    pub refused: Vec<RefusedCell>,
    /// The seed.
    pub seed: u64,
    /// Index of the first game.
    pub first_game: u64,
    /// Number of games, at most if `until` asks for a precision.
    pub games: u64,
    /// Precisions at which to stop.
    pub until: Vec<Target>,
    /// Confidence of the intervals, in (0, 1).
    pub confidence: f64,
    /// Which rule sets are compared.
    pub pairs: Pairs,
    /// What of them is compared.
    pub measures: Vec<Measure>,
    /// The smallest differences that matter.
    pub min_effects: Vec<(Measure, f64)>,
    /// The feature of the deals by which games are sorted.
    pub by: Option<Feature>,
}

/// What an experiment is about, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// The question.
    pub title: Option<String>,
    /// Why it is asked.
    pub why: Option<String>,
    /// What was expected before the first game.
    pub expected: Option<String>,
}

impl Experiment {
    /// The smallest difference of this measure that matters, if one was named.
    pub fn min_effect(&self, measure: Measure) -> Option<f64> {
        self.min_effects.iter().find(|(of, _)| *of == measure).map(|&(_, effect)| effect)
    }
}
