//! What is said of an estimate or a comparison wherever it is said.

use super::Tables;
use crate::core::game::GameInfo;
use crate::core::wording::digits::grouped;
use crate::lab::spec::measure::Measure;
use crate::lab::study::compare::Comparison;
use crate::lab::study::estimate::Estimate;

/// What is said where an interval contains no difference and differences that matter.
pub(super) const UNCLEAR: &str = "no difference found";

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

/// That none of several games differs, and in how many that was seen.
pub fn alike(info: &GameInfo, row: &Comparison) -> String {
    let what = if row.by_index { "pairs of games" } else { info.chance };
    format!("the same in each of {} {what}", grouped(row.difference.n_1))
}

/// Whether the test agrees after the adjustment for all comparisons: only then a direction is claimed.
pub(super) fn reliably(tables: &Tables<'_>, row: &Comparison) -> bool {
    row.p_adjusted.is_none_or(|p| p < 1.0 - tables.confidence())
}

/// An estimate with so many digits: where games were given up a share is its interval, and a mean at least this,
/// for they would have gone on, nobody knows how far.
pub fn as_said(one: &Estimate, measure: Measure, digits: usize) -> String {
    let is_mean = matches!(measure, Measure::Mean(_));
    let least = if one.open && is_mean { "at least " } else { "" };
    let value = one.value.map_or("-".into(), |value| format!("{least}{value:.digits$}"));
    match one.interval.filter(|_| one.open && !is_mean) {
        Some((low, high)) => {
            let mut ends = [low, high].map(|end| format!("{end:.digits$}")).to_vec();
            ends.dedup();
            ends.join(" to ")
        }
        None => value,
    }
}

/// A median, which is at least this where half of the games were given up.
pub fn median(one: &Estimate) -> String {
    let least = if one.open { "at least " } else { "" };
    one.value.map_or("-".into(), |value| format!("{least}{}", grouped(value as u64)))
}
