//! How many games a precision needs, estimated from a pilot.

use super::sequential::ProportionSequence;

/// No prediction beyond this many games: doubles count them one by one up to here.
const MOST_GAMES: u64 = 1 << 53;

/// Games for a Wilson interval of this half-width, if the ratio is as in the pilot.
///
/// Shapes: `ratio` in `[0, 1]`, `half_width > 0`; `None` above 2^53 games.
/// Units: `half_width` in ratios; `z` in standard errors.
/// Source: [`crate::core::stats::wilson`], solved for n.
pub fn games_for_ratio(ratio: f64, half_width: f64, z: f64) -> Option<u64> {
    least_games(half_width, |n| {
        let (n, scale) = (n as f64, z * z / n as f64);
        z * (ratio * (1.0 - ratio) / n + scale / (4.0 * n)).sqrt() / (1.0 + scale)
    })
}

/// Games for a mean's normal interval of this half-width, if the spread is as in the pilot.
///
/// Shapes: `half_width > 0`; at least 2 games, `None` above 2^53. For a paired difference give the standard deviation
/// of the differences.
/// Units: `half_width` and `std_dev` alike; `z` in standard errors.
/// Source: the interval of a mean, solved for n.
pub fn games_for_mean(std_dev: f64, half_width: f64, z: f64) -> Option<u64> {
    least_games(half_width, |n| z * std_dev / (n as f64).sqrt()).map(|games| games.max(2))
}

/// Games until a ratio's confidence sequence has this half-width, if the ratio is as in the pilot.
///
/// Shapes: as [`games_for_ratio`]; the run stops at the next look, see [`crate::core::stats::LookSchedule::at_or_after`].
/// Source: [`ProportionSequence`], solved for n.
pub fn games_for_ratio_sequence(
    ratio: f64,
    half_width: f64,
    sequence: &ProportionSequence,
) -> Option<u64> {
    least_games(half_width, |n| {
        let (low, high) = sequence.interval_at(ratio, n);
        (high - low) / 2.0
    })
}

/// Games until a mean's confidence sequence has this half-width, given how wide it is after so many games of the
/// pilot's mean and spread.
///
/// Shapes: as [`games_for_mean`]; the run stops at the next look, see [`crate::core::stats::LookSchedule::at_or_after`].
/// Source: the sequence, solved for n.
pub fn games_for_mean_sequence(wanted: f64, half_width: impl Fn(u64) -> f64) -> Option<u64> {
    least_games(wanted, half_width).map(|games| games.max(2))
}

/// The least n whose half-width is small enough; half-widths fall with n.
fn least_games(wanted: f64, half_width: impl Fn(u64) -> f64) -> Option<u64> {
    let enough = |n: u64| half_width(n) <= wanted;
    let mut enough_at = 1;
    while !enough(enough_at) {
        enough_at = Some(enough_at * 2).filter(|&n| n <= MOST_GAMES)?;
    }
    let mut too_few = enough_at / 2;
    while enough_at - too_few > 1 {
        let middle = too_few + (enough_at - too_few) / 2;
        if enough(middle) {
            enough_at = middle;
        } else {
            too_few = middle;
        }
    }
    Some(enough_at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::{LookSchedule, MeanSequence, wilson, z_for_confidence};

    const Z: f64 = 1.959963984540054;

    #[test]
    fn a_mean_needs_the_textbook_number() {
        // (1.959964 * 350 / 0.5)^2 = 1882314.8
        assert_eq!(games_for_mean(350.0, 0.5, Z), Some(1_882_315));
        assert_eq!(games_for_mean(0.0, 0.5, Z), Some(2));
        assert_eq!(games_for_mean(1e9, 1e-9, Z), None);
    }

    #[test]
    fn a_ratio_needs_what_its_interval_then_has() {
        let n = games_for_ratio(0.42, 0.0005, z_for_confidence(0.95)).unwrap();
        let half_width = |n: u64| {
            let (low, high) = wilson((0.42 * n as f64).round() as u64, n, Z);
            (high - low) / 2.0
        };
        assert!(half_width(n) <= 0.0005 + 1e-9 && half_width(n * 999 / 1000) > 0.0005, "{n}");
        // Without a win in the pilot the interval is z^2 / (n + z^2) wide.
        assert_eq!(games_for_ratio(0.0, 0.001, Z), Some(1_917));
    }

    #[test]
    fn sequences_need_two_to_four_times_as_many() {
        let (fixed, at) = (games_for_ratio(0.42, 0.001, Z).unwrap(), 1_000_000);
        let ratio =
            games_for_ratio_sequence(0.42, 0.001, &ProportionSequence::new(0.95, at)).unwrap();
        let sequence = MeanSequence::new(0.95, at);
        let std_dev = 0.42_f64.sqrt() * 0.58_f64.sqrt();
        let mean = games_for_mean_sequence(0.001, |n| sequence.margin(n, std_dev));
        assert!((2 * fixed..3 * fixed).contains(&ratio), "{ratio} of {fixed}");
        assert!((ratio as f64 / mean.unwrap() as f64 - 1.0).abs() < 1e-3, "{ratio} {mean:?}");
        assert!(LookSchedule::new(10_000_000).at_or_after(ratio).unwrap() < ratio + ratio / 8);
    }
}
