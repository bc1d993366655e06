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
    fn no_game_leaves_every_field_empty() {
        assert_eq!(summary(&[]), LengthSummary::default());
        assert_eq!(summary(&[(7, 0)]), LengthSummary::default());
    }

    #[test]
    fn one_game_has_no_spread() {
        let one = summary(&[(0, 0), (26, 1)]);
        assert_eq!((one.mean, one.std_dev, one.std_err), (Some(26.0), None, None));
        assert_eq!(
            (one.min, one.p05, one.median, one.p99, one.max),
            (Some(26), Some(26), Some(26), Some(26), Some(26))
        );
    }

    #[test]
    fn moments_match_numpy() {
        // scripts/check_stats.py, numpy 2.4.6: mean, std(ddof=1), sem, quantile(method="inverted_cdf").
        let found = summary(&[(26, 3), (100, 17), (250, 40), (251, 1), (700, 25), (1000, 14)]);
        assert_eq!(
            (found.n, found.mean, found.min, found.max),
            (100, Some(435.29), Some(26), Some(1000))
        );
        assert!((found.std_dev.unwrap() - 318.412898037067).abs() < 1e-12);
        assert!((found.std_err.unwrap() - 31.8412898037067).abs() < 1e-13);
        let quantiles = [found.p05, found.p25, found.median, found.p75, found.p95, found.p99];
        assert_eq!(quantiles, [Some(100), Some(250), Some(250), Some(700), Some(1000), Some(1000)]);
    }

    #[test]
    fn quantiles_are_nearest_rank() {
        // Worked example of the definition: 15 20 35 40 50; the 5th, 30th, 40th, 50th, 100th percentile.
        let counts = [(15, 1), (20, 1), (35, 1), (40, 1), (50, 1)];
        let at = |percent| nearest_rank(counts.iter().copied(), 5, percent);
        assert_eq!(
            [at(5), at(30), at(40), at(50), at(100)],
            [Some(15), Some(20), Some(20), Some(35), Some(50)]
        );
        let even = summary(&[(1, 10), (2, 10)]);
        assert_eq!((even.median, even.p75), (Some(1), Some(2)));
    }

    #[test]
    fn quantile_ranks_are_exact_at_a_million_million_games() {
        let n = 1_000_000_000_000;
        let exactly = summary(&[(1, n / 100 * 95), (2, n / 100 * 5)]);
        let one_less = summary(&[(1, n / 100 * 95 - 1), (2, n / 100 * 5 + 1)]);
        assert_eq!((exactly.p95, one_less.p95), (Some(1), Some(2)));
    }

    #[test]
    fn a_million_million_long_games_lose_no_digit() {
        // Half are 10,000,000 battles long, half 10,000,002: the mean is exact, the variance n / (n - 1).
        let n = 1_000_000_000_000;
        let long = summary(&[(10_000_000, n / 2), (10_000_002, n / 2)]);
        assert_eq!(long.mean, Some(10_000_001.0));
        assert!((long.std_dev.unwrap() - 1.0).abs() < 1e-12);
        assert!((long.std_err.unwrap() - 1e-6).abs() < 1e-18);
    }

    #[test]
    #[should_panic(expected = "lengths must rise")]
    fn lengths_out_of_order_are_refused() {
        summary(&[(3, 1), (2, 1)]);
    }

    #[test]
    fn moments_alone_say_what_counts_say_but_for_the_quantiles() {
        let counts = [(26, 3), (100, 17), (250, 40), (1000, 14)];
        let whole = summary(&counts);
        let mut one_by_one = Moments::default();
        let mut merged = Moments::default();
        for (value, games) in counts {
            let mut part = Moments::default();
            for _ in 0..games {
                part.add(value);
                one_by_one.add(value);
            }
            merged.merge(part);
        }
        assert_eq!(one_by_one, merged);
        let found = LengthSummary::new(merged, [None; 2], std::iter::empty());
        assert_eq!(
            (found.n, found.mean, found.std_dev, found.std_err),
            (whole.n, whole.mean, whole.std_dev, whole.std_err)
        );
        assert_eq!((found.min, found.median, found.max), (None, None, None));
    }
}
