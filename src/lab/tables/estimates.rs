//! Estimates as the screen has them.

use crate::core::wording::digits::grouped;
use crate::lab::spec::measure::Measure;
use crate::lab::study::estimate::Estimate;

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
