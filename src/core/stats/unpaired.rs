//! Two rule sets on deals of their own: independent ratios and independent means.

use super::difference::{Difference, Method};
use super::interval::{mean_interval, wilson};
use super::normal::{floored, two_sided_p};
use super::special::fisher_exact;
use super::summary::Moments;

/// Up to this many wins (or losses) of both rule sets together Fisher's exact test is used.
const EXACT_UP_TO: u64 = 1_000;

/// Difference of two independent ratios, with Newcombe's hybrid score interval and a test.
///
/// Shapes: `wins <= games` each; a rule set without a game leaves all but its partner's ratio and the method empty.
/// The p-value is Fisher's exact where both together have at most 1,000 wins or 1,000 losses, else the pooled z test.
/// Units: ratios; `z` in standard errors.
/// Errors: none; more wins than games is a caller's bug and panics.
/// Source: R. G. Newcombe, Stat. Med. 17 (1998) 873-890, method 10; K. Pearson's chi-square, Phil. Mag. 50 (1900)
/// 157-175; R. A. Fisher, J. Royal Stat. Soc. 98 (1935) 39-54.
pub fn ratio_difference(
    wins_1: u64,
    games_1: u64,
    wins_2: u64,
    games_2: u64,
    z: f64,
) -> Difference {
    let (low_1, high_1) = wilson(wins_1, games_1, z);
    let (low_2, high_2) = wilson(wins_2, games_2, z);
    let wins = wins_1 + wins_2;
    let losses = games_1 + games_2 - wins;
    let exact = wins.min(losses) <= EXACT_UP_TO;
    let method = if exact { Method::FisherExact } else { Method::PooledZ };
    let mut row = Difference::empty(games_1, games_2, method);
    let (n_1, n_2) = (games_1 as f64, games_2 as f64);
    let (p_1, p_2) = (wins_1 as f64 / n_1, wins_2 as f64 / n_2);
    row.value_1 = (games_1 > 0).then_some(p_1);
    row.value_2 = (games_2 > 0).then_some(p_2);
    if games_1 == 0 || games_2 == 0 {
        return row;
    }
    let difference = exact_difference((wins_1.into(), games_1), (wins_2.into(), games_2));
    row.difference = Some(difference);
    row.std_err = Some((p_1 * (1.0 - p_1) / n_1 + p_2 * (1.0 - p_2) / n_2).sqrt());
    row.ci_low = Some((difference - libm::hypot(p_2 - low_2, high_1 - p_1)).max(-1.0));
    row.ci_high = Some((difference + libm::hypot(high_2 - p_2, p_1 - low_1)).min(1.0));
    row.p_value = Some(match method {
        Method::FisherExact if wins <= losses => {
            floored(fisher_exact(wins_1, games_1, wins_2, games_2))
        }
        Method::FisherExact => {
            floored(fisher_exact(games_1 - wins_1, games_1, games_2 - wins_2, games_2))
        }
        _ => {
            let pooled = wins as f64 / (n_1 + n_2);
            two_sided_p(difference / (pooled * (1.0 - pooled) * (1.0 / n_1 + 1.0 / n_2)).sqrt())
        }
    });
    row
}

/// Difference of two independent means, with Welch's standard error.
///
/// Shapes: needs two games of each for an interval; where neither varies the p-value is 1 for equal means, else missing.
/// Units: those of the values; `z` in standard errors. For some hundred games or more: normal, not Student's t.
/// Source: B. L. Welch, Biometrika 34 (1947) 28-35, at its normal limit.
pub fn mean_difference(first: &Moments, second: &Moments, z: f64) -> Difference {
    let mut row = Difference::empty(first.n, second.n, Method::Welch);
    row.value_1 = first.mean();
    row.value_2 = second.mean();
    if row.value_1.is_none() || row.value_2.is_none() {
        return row;
    }
    let difference = exact_difference((first.sum, first.n), (second.sum, second.n));
    row.difference = Some(difference);
    let (Some(err_1), Some(err_2)) = (first.std_err(), second.std_err()) else {
        return row;
    };
    let std_err = libm::hypot(err_1, err_2);
    let (low, high) = mean_interval(difference, std_err, z);
    row.std_err = Some(std_err);
    row.ci_low = Some(low);
    row.ci_high = Some(high);
    row.p_value = match (std_err > 0.0, difference == 0.0) {
        (true, _) => Some(two_sided_p(difference / std_err)),
        (false, true) => Some(1.0),
        (false, false) => None,
    };
    row
}

/// Difference of two means whose games share deals that nobody counted game by game.
///
/// The standard deviation of a difference is at most the sum of the two standard deviations, however the two
/// hang together, so the sum of the standard errors holds for any dependence: wide, but never too narrow.
/// Shapes and units: as [`mean_difference`]; ratios are means of 0 and 1.
/// Source: Minkowski's inequality.
pub fn any_dependence(first: &Moments, second: &Moments, z: f64) -> Difference {
    let mut row = mean_difference(first, second, z);
    row.method = Method::AnyDependence;
    let (Some(difference), Some(err_1), Some(err_2)) =
        (row.difference, first.std_err(), second.std_err())
    else {
        return row;
    };
    let std_err = err_1 + err_2;
    let (low, high) = mean_interval(difference, std_err, z);
    (row.std_err, row.ci_low, row.ci_high) = (Some(std_err), Some(low), Some(high));
    if std_err > 0.0 {
        row.p_value = Some(two_sided_p(difference / std_err));
    }
    row
}

/// Difference of two quotients (sum, n), the second less the first, rounded once at the end where
/// the integers fit.
fn exact_difference((sum_1, n_1): (u128, u64), (sum_2, n_2): (u128, u64)) -> f64 {
    let (n_1, n_2) = (u128::from(n_1), u128::from(n_2));
    match (sum_2.checked_mul(n_1), sum_1.checked_mul(n_2)) {
        (Some(gain), Some(loss)) => {
            let size = gain.abs_diff(loss) as f64 / (n_1 * n_2) as f64;
            if gain < loss { -size } else { size }
        }
        _ => sum_2 as f64 / n_2 as f64 - sum_1 as f64 / n_1 as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::{LengthSummary, z_for_confidence};

    #[test]
    fn differences_are_rounded_once() {
        let z = z_for_confidence(0.95);
        // In doubles 0.43 - 0.444 is -0.014000000000000012.
        assert_eq!(ratio_difference(444, 1000, 430, 1000, z).difference, Some(-0.014));
        assert_eq!(exact_difference((1 << 126, 8), (1 << 125, 4)), 0.0);
    }

    #[test]
    fn newcombe_matches_the_paper() {
        // Newcombe (1998), table II, method 10: 56/70 less 48/80 is 0.0524 to 0.3339; 9/10 less 3/10 0.1705 to 0.8090;
        // 10/10 less 0/20 0.6791 to 1; 6/7 less 2/7 0.0582 to 0.8062.
        let z = z_for_confidence(0.95);
        for (x_2, n_2, x_1, n_1, low, high) in [
            (56, 70, 48, 80, 0.0524, 0.3339),
            (9, 10, 3, 10, 0.1705, 0.8090),
            (10, 10, 0, 20, 0.6791, 1.0),
            (6, 7, 2, 7, 0.0582, 0.8062),
        ] {
            let (found_low, found_high) =
                ratio_difference(x_1, n_1, x_2, n_2, z).interval().unwrap();
            assert!(
                (found_low - low).abs() < 5.1e-5 && (found_high - high).abs() < 5.1e-5,
                "{found_low} {found_high}"
            );
        }
    }

    #[test]
    fn ratio_tests_match_scipy_and_statsmodels() {
        // scripts/check_stats.py, statsmodels 0.15.0: confint_proportions_2indep(method="newcomb"), proportions_ztest;
        // exact integers (and scipy 1.17.1 fisher_exact) where either kind of outcome has at most 1,000 games.
        let z = z_for_confidence(0.95);
        for (x_1, n_1, x_2, n_2, low, high, p_value) in [
            (48, 80, 56, 70, 0.05243147240236498, 0.33387265403690614, 0.012521129749209154),
            (0, 1000, 3, 1000, -0.001308291651214999, 0.008783014053503176, 0.2496248124062031),
            (
                995,
                1000,
                9990,
                10000,
                0.001016845724519341,
                0.010666617963312228,
                0.008508844180782616,
            ),
            (
                4204,
                10000,
                4331,
                10000,
                -0.0010092350303167671,
                0.026402489497138262,
                0.06942549507138071,
            ),
            (
                420_400,
                1_000_000,
                421_900,
                1_000_000,
                0.0001314379984771563,
                0.002868554060416339,
                0.03169782057853705,
            ),
        ] {
            let row = ratio_difference(x_1, n_1, x_2, n_2, z);
            assert!(
                (row.ci_low.unwrap() - low).abs() < 1e-14
                    && (row.ci_high.unwrap() - high).abs() < 1e-14,
                "{row:?}"
            );
            assert!((row.p_value.unwrap() - p_value).abs() <= 1e-11 * p_value, "{row:?}");
        }
    }

    #[test]
    fn welch_matches_scipy() {
        // scripts/check_stats.py, scipy 1.17.1: norm.sf at the statistic of ttest_ind(equal_var=False).
        let counts = [(26, 3), (100, 17), (250, 40), (251, 1), (700, 25), (1000, 14)];
        let first = LengthSummary::from_counts(counts.into_iter()).moments();
        // Every other value of the first sample, and 30 more.
        let second = [(56, 2), (130, 8), (280, 20), (281, 1), (730, 12), (1030, 7)];
        let second = LengthSummary::from_counts(second.into_iter()).moments();
        let row = mean_difference(&first, &second, 1.96);
        for (found, reference) in [
            (row.difference.unwrap(), 24.769999999999982),
            (row.std_err.unwrap(), 55.36796677255633),
            (row.difference.unwrap() / row.std_err.unwrap(), 0.447370590683808),
            (row.p_value.unwrap(), 0.6546075064134206),
        ] {
            assert!(
                (found - reference).abs() <= 2e-14 * reference.abs().max(1.0),
                "{found} is not {reference}"
            );
        }
    }

    #[test]
    fn a_rule_set_without_games_leaves_fields_empty() {
        let row = ratio_difference(0, 0, 3, 10, 1.96);
        assert_eq!(
            (row.value_1, row.value_2, row.difference, row.p_value),
            (None, Some(0.3), None, None)
        );
        let none =
            mean_difference(&Moments::default(), &Moments { n: 1, sum: 5, sum_sq: 25 }, 1.96);
        assert_eq!(
            (none.value_1, none.value_2, none.interval(), none.p_value),
            (None, Some(5.0), None, None)
        );
    }

    #[test]
    fn equal_rule_sets_have_p_value_one() {
        assert_eq!(ratio_difference(0, 50, 0, 70, 1.96).p_value, Some(1.0));
        assert_eq!(ratio_difference(50, 50, 70, 70, 1.96).p_value, Some(1.0));
        let same = Moments { n: 3, sum: 15, sum_sq: 75 };
        assert_eq!(mean_difference(&same, &same, 1.96).p_value, Some(1.0));
    }
}
