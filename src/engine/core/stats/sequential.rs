//! Intervals that stay valid at any stopping point, for runs that stop when they are precise enough.
//!
//! A fixed-n interval covers the truth in 95 % of runs at one number of games chosen in advance.
//! Looked at again and again until it is narrow, it is wrong more often. A confidence sequence
//! covers at *all* looks at once in 95 % of runs, so the run may stop at any of them, for any
//! reason. The price is width: about 1.6 times the fixed-n interval where it is tuned, 1.7 at ten
//! times as many games, 2 at a tenth.

use super::normal::alpha_of;
use super::special::{bisected, deviance, stirling_error};

/// Where a sequence should be narrowest, given the most games a run may play: at a tenth of them.
///
/// Shapes: at least the first look, 1,000. A sequence tuned too early loses less than one tuned too late.
pub fn tuned_for(max_games: u64) -> u64 {
    (max_games / 10).max(FIRST_LOOK)
}

/// The n rho^2 at which the normal mixture's boundary is lowest, relative to the square root of n.
///
/// The y with y = 2 ln(1/alpha) + ln(1 + y); the iteration contracts by 1 / (1 + y).
/// Source: S. R. Howard et al., Ann. Stat. 49 (2021) 1055-1080, on tuning the normal mixture (there with Lambert's W).
fn narrowest_at(alpha: f64) -> f64 {
    let twice = -2.0 * libm::log(alpha);
    (0..64).fold(twice, |y, _| twice + libm::log1p(y))
}

/// An exact confidence sequence for a ratio, from its counts.
///
/// For each ratio p the likelihood of the games under p is compared with its average over ratios drawn from a beta
/// distribution around p (mode p, `concentration` pseudo-games). Were p the truth, that quotient would be a martingale
/// of mean 1, and so exceed 1/alpha ever, at any number of games, with probability at most alpha (Ville). The interval
/// at n games holds the p whose quotient is still below.
/// Shapes: `alpha` in `(0, 1)`, `concentration >= 0`; 0 averages over all ratios alike, which is Robbins' sequence.
/// Exact at every n, not only in the limit; sound for counts of 10^12.
/// Source: H. Robbins, Ann. Math. Stat. 41 (1970) 1397-1409; beta-binomial mixture: S. R. Howard et al.,
/// Ann. Stat. 49 (2021) 1055-1080.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProportionSequence {
    /// One less the confidence.
    pub alpha: f64,
    /// Pseudo-games by which the average keeps to the ratio in question.
    pub concentration: f64,
}

impl ProportionSequence {
    /// A sequence that is narrowest, relative to the fixed-n interval, at `tuned_at` games (see [`tuned_for`]).
    ///
    /// `tuned_at` must not depend on the games played: fix it before the first.
    /// Errors: none; a confidence outside `(0, 1)` is a caller's bug and panics.
    pub fn new(confidence: f64, tuned_at: u64) -> Self {
        let alpha = alpha_of(confidence);
        Self { alpha, concentration: tuned_at as f64 / narrowest_at(alpha) }
    }

    /// The interval after `games` games.
    ///
    /// Shapes: `wins <= games`; returns `(low, high)` in `[0, 1]`; no games give `(0, 1)`.
    /// Errors: none; more wins than games is a caller's bug and panics.
    pub fn interval(&self, wins: u64, games: u64) -> (f64, f64) {
        assert!(wins <= games, "{wins} wins in {games} games");
        if games == 0 {
            return (0.0, 1.0);
        }
        let ratio = wins as f64 / games as f64;
        let is_inside = |p: f64| self.contains(wins, games, p);
        let limit = |outside: f64| bisected(ratio, outside, is_inside);
        (if ratio > 0.0 { limit(0.0) } else { 0.0 }, if ratio < 1.0 { limit(1.0) } else { 1.0 })
    }

    /// Whether ratio `p` is inside the interval after `games` games: cheaper than the interval.
    ///
    /// Shapes: `wins <= games`, `0 < p < 1`.
    pub fn contains(&self, wins: u64, games: u64, p: f64) -> bool {
        self.ln_martingale(wins as f64, games as f64, p) < -libm::log(self.alpha)
    }

    /// Logarithm of B(a + wins, b + losses) / B(a, b) / (p^wins (1 - p)^losses), a and b the beta prior of `p`.
    ///
    /// The beta functions in Stirling's form: what is left are deviances and corrections, all small.
    fn ln_martingale(&self, wins: f64, games: f64, p: f64) -> f64 {
        let q = 1.0 - p;
        let (prior_a, prior_b) = (self.concentration * p + 1.0, self.concentration * q + 1.0);
        let prior_n = self.concentration + 2.0;
        let (a, b, n) = (prior_a + wins, prior_b + (games - wins), prior_n + games);
        // How far each is from its share p of the total; the concentration drops out.
        let prior_diff = 1.0 - 2.0 * p;
        let diff = (-games).mul_add(p, wins) + prior_diff;
        let fit = deviance(a, n * p, diff) + deviance(b, n * q, -diff);
        let prior_fit = deviance(prior_a, prior_n * p, prior_diff)
            + deviance(prior_b, prior_n * q, -prior_diff);
        let errors = stirling_error(a) + stirling_error(b) - stirling_error(n);
        let prior_errors =
            stirling_error(prior_a) + stirling_error(prior_b) - stirling_error(prior_n);
        let spread = 0.5 * libm::log((n / prior_n) * (prior_a / a) * (prior_b / b));
        fit - prior_fit + errors - prior_errors + spread
    }
}

/// A confidence sequence for a mean whose variance is estimated from the same games: the interval after so many games
/// of this mean and standard deviation, narrowest, relative to the fixed-n interval, at `tuned_at` games.
///
/// Asymptotic: it covers as a normal mixture would once the mean is as good as normal, which the first look of 1,000
/// games is chosen for. Use it for battles, and for a paired difference.
/// Shapes: infinite without games; `tuned_at` (see [`tuned_for`]) must not depend on the games played.
/// Errors: none; a confidence outside `(0, 1)` or `tuned_at == 0` is a caller's bug and panics.
/// Source: I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas, Time-uniform central limit theory and
/// asymptotic confidence sequences, Ann. Stat. 52 (2024) 2613-2640 (arXiv 2103.06476).
pub fn mean_sequence(
    confidence: f64,
    tuned_at: u64,
    (games, mean, std_dev): (u64, f64, f64),
) -> (f64, f64) {
    let alpha = alpha_of(confidence);
    assert!(tuned_at > 0, "a sequence is tuned at one game or more");
    if games == 0 {
        return (f64::NEG_INFINITY, f64::INFINITY);
    }
    let n = games as f64;
    // The variance of the normal mixture, in units of that of one game.
    let rho_squared = narrowest_at(alpha) / tuned_at as f64;
    let scaled = n * rho_squared;
    let boundary = (1.0 + 1.0 / scaled) * (libm::log1p(scaled) - 2.0 * libm::log(alpha));
    let margin = std_dev * (boundary / n).sqrt();
    (mean - margin, mean + margin)
}

/// Games before the first look: enough for a mean to be as good as normal.
pub const FIRST_LOOK: u64 = 1_000;

/// The game counts at which a run looks: 1,000, then a tenth more each time, then the maximum.
///
/// Each look is the one before and a tenth of it, rounded up to three significant digits:
/// 1000, 1100, 1210, 1340, 1480, 1630 ... The last look is always `max_games`, whatever came before.
/// A run stops at most a tenth late, and a thousand million games need 150 looks.
/// Shapes: rising strictly; without a game to play, no look.
pub fn looks(max_games: u64) -> impl Iterator<Item = u64> {
    let first = (max_games > 0).then(|| FIRST_LOOK.min(max_games));
    std::iter::successors(first, move |&look| {
        (look < max_games).then(|| next_look(look).min(max_games))
    })
}

fn next_look(look: u64) -> u64 {
    let grown = look.saturating_add(look / 10);
    let unit = 10u64.pow(grown.ilog10().saturating_sub(2));
    grown.div_ceil(unit).saturating_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::tests::{close, near};
    use crate::core::stats::{wilson, z_for_confidence};

    #[test]
    fn sequences_match_mpmath_and_lambert_form() {
        const M: u64 = 1_000_000;
        // scripts/check_stats.py, mpmath 1.4.1: the martingale by log-gammas to 60 digits, bisected.
        for (wins, games, concentration, low, high) in [
            (0, 10, 0.0, 0.0, 0.41688027565653607),
            (1, 10, 0.0, 0.0004564168826774281, 0.5451182527131891),
            (420_400, M, 0.0, 0.4182279156131186, 0.4225741413519318),
            (0, 1000, 12000.0, 0.0, 0.07233381306559046),
            (1, 1000, 12000.0, 3.7088734156163613e-06, 0.07418975557995007),
            (420, 1000, 12000.0, 0.2920420247704295, 0.559533512259349),
            (420_400, M, 12000.0, 0.41879722834738764, 0.4220040573142142),
            (420_400 * M, M * M, 12_000.0 * 1e6, 0.4203983965717925, 0.4204016034294932),
        ] {
            let sequence = ProportionSequence { alpha: 0.05, concentration };
            near(sequence.interval(wins, games), (low, high), 1e-14, (wins, games, concentration));
        }
        // scipy 1.17.1: special.lambertw.
        close(narrowest_at(0.05), 8.211968062068253, 2e-15, "Lambert");
        let (_, high) = mean_sequence(0.95, 100_000, (250_000, 0.0, 350.0));
        close(high, 2.157801464251196, 5e-15, "mean");
        let tuned = ProportionSequence::new(0.95, M);
        close(tuned.concentration, M as f64 / 8.211968062068253, 1e-14, "tuned");
        assert_eq!(tuned.interval(0, 0), (0.0, 1.0));
        assert_eq!([M, 123_456_789, 10].map(tuned_for), [100_000, 12_345_678, 1_000]);
        assert_eq!(mean_sequence(0.95, 1000, (0, 0.0, 1.0)).1, f64::INFINITY);
    }

    #[test]
    fn inside_is_what_the_interval_says() {
        // The quotient rises on both sides of the observed ratio: the set of good ratios has no holes.
        let sequence = ProportionSequence::new(0.95, 5_000);
        for (wins, games) in [(0, 1000), (1, 1000), (420, 1000), (999, 1000), (4204, 10_000)] {
            let (low, high) = sequence.interval(wins, games);
            for p in (1..2000).map(|step| f64::from(step) / 2000.0) {
                let is_in = low <= p && p <= high;
                assert_eq!(sequence.contains(wins, games, p), is_in, "{wins} {games} {p}");
            }
        }
    }

    #[test]
    fn looks_follow_the_written_rule_to_the_maximum_even_the_largest() {
        let all = [1000, 1100, 1210, 1340, 1480, 1630, 1800, 1980, 2180, 2400, 2500];
        for (most, expected) in
            [(0, &[][..]), (1, &[1]), (1000, &[1000]), (1001, &[1000, 1001]), (2_500, &all)]
        {
            assert_eq!(looks(most).collect::<Vec<u64>>(), expected);
        }
        for most in [999_999, 1_000_000_000, u64::MAX] {
            assert!(looks(most).is_sorted_by(|one, next| one < next));
            assert_eq!(looks(most).last(), Some(most));
        }
        assert_eq!(looks(1_000_000_000).count(), 144);
    }
    #[test]
    fn sequences_are_wider_than_fixed_intervals_by_the_stated_factors() {
        let (z, of) = (z_for_confidence(0.95), ProportionSequence::new(0.95, 1_000_000));
        let width = |(low, high): (f64, f64)| high - low;
        for (games, factors) in
            [(100_000, 1.94..2.0), (1_000_000, 1.5..1.6), (10_000_000, 1.6..1.7)]
        {
            let wins = games / 5 * 2;
            let of_share = width(of.interval(wins, games)) / width(wilson(wins, games, z));
            let (_, high) = mean_sequence(0.95, 1_000_000, (games, 0.0, 1.0));
            for factor in [of_share, high * (games as f64).sqrt() / z] {
                assert!(factors.contains(&factor), "{games}: {factor}");
            }
        }
    }
}
