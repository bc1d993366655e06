//! What a comparison was asked with, for the words about it.

use crate::core::game::GameInfo;
use crate::core::wording::digits::grouped;
use crate::lab::spec::Study;
use crate::lab::spec::measure::Measure;
use crate::lab::study::compare::Comparison;

/// What is said where an interval contains no difference and differences that matter.
pub(super) const UNCLEAR: &str = "no difference found";

/// A confidence in percent, without what a binary fraction adds to it.
pub fn percent(confidence: f64) -> f64 {
    (confidence * 1e12).round() / 1e10
}

/// What a comparison was asked with.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// The game's words.
    pub info: &'static GameInfo,
    /// Confidence of the intervals.
    pub confidence: f64,
    /// The study that says which differences matter, if one does.
    pub study: Option<&'a Study>,
}

impl<'a> Terms<'a> {
    /// What a study asks.
    pub fn of(study: &'a Study) -> Self {
        Self { info: study.info(), confidence: study.confidence, study: Some(study) }
    }

    /// The smallest difference of this measure that matters.
    pub fn matters(&self, measure: Measure) -> Option<f64> {
        self.study?.matters(measure)
    }
}

/// On which games two cells were compared.
pub(super) fn deals(info: &GameInfo, row: &Comparison) -> String {
    let chance = info.chance;
    match (row.difference.method.is_paired(), row.difference.n_1) {
        (true, n) if row.by_index => {
            format!("{} {chance} each, paired by game index", grouped(n))
        }
        (true, 1) => format!("on the same {}", info.one_chance),
        (false, 1) if row.difference.n_2 == 1 => format!("1 {} each", info.one_chance),
        (true, n) => format!("on the same {} {chance}", grouped(n)),
        (false, n) if n == row.difference.n_2 => format!("{} {chance} each", grouped(n)),
        (false, n) => format!("{} and {} {chance}", grouped(n), grouped(row.difference.n_2)),
    }
}

/// Whether the test agrees after the adjustment for all comparisons: only then a direction is claimed.
pub(super) fn reliably(asked: &Terms<'_>, row: &Comparison) -> bool {
    row.p_adjusted.is_none_or(|p| p < 1.0 - asked.confidence)
}
