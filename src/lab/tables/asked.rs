//! What a comparison was asked with, for the words about it.

use crate::core::game::GameInfo;
use crate::lab::spec::Study;
use crate::lab::spec::measure::{Measure, Target};

/// What a comparison was asked with.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The game's words.
    pub info: &'static GameInfo,
    /// Confidence of the intervals.
    pub confidence: f64,
    /// The smallest differences that matter.
    pub min_effects: &'a [Target],
}

impl<'a> Asked<'a> {
    /// What a study asks.
    pub fn of(study: &'a Study) -> Self {
        let (info, confidence) = (study.info(), study.confidence);
        Self { info, confidence, min_effects: &study.min_effects }
    }

    pub(super) fn min_effect(&self, measure: Measure) -> Option<f64> {
        let found = self.min_effects.iter().find(|effect| effect.measure == measure);
        found.map(|effect| effect.half_width)
    }
}
