//! What a batch says about a length (battles, rounds, rolls): from exact counts, rounded once at the end.

use super::powers::{Moments, Powers};

/// Mean, spread, range and quantiles of a whole-number length, from how often each value occurred.
///
/// Shapes: without a game every `Option` is `None`; with one game `std_dev` and `std_err` are `None`.
/// Units: those of the length; `std_dev` divides by n - 1, `std_err` is `std_dev / sqrt(n)`.
/// Sums are exact integers, so the same counts give the same bits in whatever order they were collected.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LengthSummary {
    /// Number of games.
    pub n: u64,
    /// Arithmetic mean.
    pub mean: Option<f64>,
    /// Standard deviation, divisor n - 1.
    pub std_dev: Option<f64>,
    /// Standard error of the mean.
    pub std_err: Option<f64>,
    /// Shortest.
    pub min: Option<u64>,
    /// 0.05-quantile, nearest rank.
    pub p05: Option<u64>,
    /// 0.25-quantile, nearest rank.
    pub p25: Option<u64>,
    /// 0.5-quantile, nearest rank: of an even number of games the lower of the two middle ones.
    pub median: Option<u64>,
    /// 0.75-quantile, nearest rank.
    pub p75: Option<u64>,
    /// 0.95-quantile, nearest rank.
    pub p95: Option<u64>,
    /// 0.99-quantile, nearest rank.
    pub p99: Option<u64>,
    /// Longest.
    pub max: Option<u64>,
}

impl LengthSummary {
    /// Summarises `(length, games)` pairs.
    ///
    /// Shapes: lengths rise strictly; a count of 0 is allowed and says nothing. Read three times, hence `Clone`.
    /// Errors: none; lengths out of order are a caller's bug and panic, as do sums that no machine can play (10^12
    /// games of 10^13 battles).
    pub fn from_counts(counts: impl Iterator<Item = (u64, u64)> + Clone) -> Self {
        assert!(counts.clone().is_sorted_by(|one, two| one.0 < two.0), "lengths must rise");
        let moments = Powers::of_counts(counts.clone()).moments;
        let range = [0, 100].map(|percent| nearest_rank(counts.clone(), moments.n, percent));
        Self::new(moments, range, counts)
    }

    /// What exact moments and a range say together with lengths that were rounded up: quantiles are those
    /// of the rounded lengths, none beyond the range; without lengths there are none.
    ///
    /// Shapes: lengths rise strictly; as many games as `moments` has, or none.
    pub fn new(
        moments: Moments,
        [min, max]: [Option<u64>; 2],
        counts: impl Iterator<Item = (u64, u64)>,
    ) -> Self {
        let counts: Vec<(u64, u64)> = counts.collect();
        let quantile = |percent| nearest_rank(counts.iter().copied(), moments.n, percent).min(max);
        Self {
            n: moments.n,
            mean: moments.mean(),
            std_dev: moments.std_dev(),
            std_err: moments.std_err(),
            min,
            p05: quantile(5),
            p25: quantile(25),
            median: quantile(50),
            p75: quantile(75),
            p95: quantile(95),
            p99: quantile(99),
            max,
        }
    }
}

/// Nearest-rank quantile: the smallest length that at least `percent` per cent of the games do not exceed.
///
/// Shapes: `counts` rising, `n` their total; the rank is `percent * n / 100` rounded up, at least 1, in integers,
/// so no float decides. 0 gives the minimum, 100 the maximum; `None` without a game.
/// Errors: none; a percentage above 100 is a caller's bug and panics.
/// Source: definition 1 of R. J. Hyndman and Y. Fan, Amer. Stat. 50 (1996) 361-365.
pub fn nearest_rank(counts: impl Iterator<Item = (u64, u64)>, n: u64, percent: u64) -> Option<u64> {
    assert!(percent <= 100, "{percent} per cent");
    // No more than `n`.
    ranked(counts, (u128::from(percent) * u128::from(n)).div_ceil(100).max(1) as u64)
}

/// The length of the game with this rank, from 1; `None` of fewer games.
///
/// Shapes: `counts` rising.
pub fn ranked(mut counts: impl Iterator<Item = (u64, u64)>, rank: u64) -> Option<u64> {
    let mut games = 0;
    let found = counts.find(|(_, count)| {
        games += count;
        games >= rank
    });
    found.map(|(length, _)| length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(counts: &[(u64, u64)]) -> LengthSummary {
        LengthSummary::from_counts(counts.iter().copied())
    }

    #[test]
    fn moments_and_quantiles_match_numpy() {
        // scripts/check_stats.py, numpy 2.4.6: mean, std(ddof=1), sem, quantile(method="inverted_cdf").
        let counts = [(26, 3), (100, 17), (250, 40), (251, 1), (700, 25), (1000, 14)];
        let found = summary(&counts);
        assert_eq!((found.n, found.mean), (100, Some(435.29)));
        assert_eq!((found.min, found.max), (Some(26), Some(1000)));
        assert!((found.std_dev.unwrap() - 318.412898037067).abs() < 1e-12);
        assert!((found.std_err.unwrap() - 31.8412898037067).abs() < 1e-13);
        let quantiles = [found.p05, found.p25, found.median, found.p75, found.p95, found.p99];
        assert_eq!(quantiles, [100, 250, 250, 700, 1000, 1000].map(Some));
        // Moments alone say the same, but for these.
        let mut moments = Moments::default();
        for (length, games) in counts {
            (0..games).for_each(|_| moments.add(length));
        }
        let LengthSummary { n, mean, std_dev, std_err, .. } = found;
        let alone = LengthSummary::new(moments, [None; 2], std::iter::empty());
        assert_eq!(alone, LengthSummary { n, mean, std_dev, std_err, ..LengthSummary::default() });
    }

    #[test]
    fn no_game_leaves_every_field_empty_and_one_has_no_spread() {
        assert_eq!(summary(&[]), LengthSummary::default());
        assert_eq!(summary(&[(7, 0)]), LengthSummary::default());
        let one = summary(&[(0, 0), (26, 1)]);
        assert_eq!((one.mean, one.std_dev, one.std_err), (Some(26.0), None, None));
        assert_eq!([one.min, one.p05, one.median, one.p99, one.max], [Some(26); 5]);
    }

    #[test]
    fn quantiles_are_nearest_rank_and_exact_at_a_million_million_games() {
        // Worked example of the definition.
        let counts = [15, 20, 35, 40, 50].map(|length| (length, 1));
        let at = |percent| nearest_rank(counts.into_iter(), 5, percent);
        assert_eq!([5, 30, 40, 50, 100].map(at), [15, 20, 20, 35, 50].map(Some));
        let even = summary(&[(1, 10), (2, 10)]);
        assert_eq!((even.median, even.p75), (Some(1), Some(2)));
        let part = 10_000_000_000;
        let p95 = |less| summary(&[(1, part * 95 - less), (2, part * 5 + less)]).p95;
        assert_eq!([0, 1].map(p95), [Some(1), Some(2)]);
        // Half are 10,000,000 battles long, half 10,000,002: the mean is exact, the variance n / (n - 1).
        let long = summary(&[(10_000_000, part * 50), (10_000_002, part * 50)]);
        assert_eq!(long.mean, Some(10_000_001.0));
        assert!((long.std_dev.unwrap() - 1.0).abs() < 1e-12);
        assert!((long.std_err.unwrap() - 1e-6).abs() < 1e-18);
    }
}
