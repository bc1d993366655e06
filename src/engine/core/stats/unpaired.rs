//! Two rule sets on deals of their own: independent ratios and independent means.

use super::bounded::BoundedMean;
use super::difference::{Difference, Method};
use super::mean::{Bound, Estimate, Values};
use super::normal::{floored, two_sided_p};
use super::ratio::wilson;
use super::special::fisher_exact;

/// Up to this many wins (or losses) of both rule sets together Fisher's exact test is used.
const EXACT_UP_TO: u64 = 1_000;
/// Halvings on the way to the common mean that two bounds say least against.
const HALVINGS: u32 = 24;

/// Difference of two independent ratios of games won, with Newcombe's hybrid score interval and a test.
///
/// Shapes: `wins <= games` each; a rule set without a game leaves all but its partner's ratio and the method empty.
/// The p-value is Fisher's exact where both together have at most 1,000 wins or 1,000 losses, else the pooled z test.
/// Units: ratios; `z` in standard errors.
/// Errors: none; more wins than games is a caller's bug and panics.
/// Source: R. G. Newcombe, Stat. Med. 17 (1998) 873-890, method 10; K. Pearson's chi-square, Phil. Mag. 50 (1900)
/// 157-175; R. A. Fisher, J. Royal Stat. Soc. 98 (1935) 39-54.
pub fn ratio_difference(
    (wins_1, games_1): (u64, u64),
    (wins_2, games_2): (u64, u64),
    z: f64,
) -> Difference {
    let (low_1, high_1) = wilson(wins_1, games_1, z);
    let (low_2, high_2) = wilson(wins_2, games_2, z);
    let wins = wins_1 + wins_2;
    let losses = games_1 + games_2 - wins;
    let exact = wins.min(losses) <= EXACT_UP_TO;
    let method = if exact { Method::FISHER_EXACT } else { Method::POOLED_Z };
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
    let low = difference - libm::hypot(p_2 - low_2, high_1 - p_1);
    let high = difference + libm::hypot(high_2 - p_2, p_1 - low_1);
    row.interval = Some((low.max(-1.0), high.min(1.0)));
    // Exactly of what is rarer, wins or losses.
    let rarer = |won: u64, of: u64| if wins <= losses { won } else { of - won };
    row.p_value = Some(if exact {
        let (x_1, x_2) = (rarer(wins_1, games_1), rarer(wins_2, games_2));
        floored(fisher_exact(x_1, games_1, x_2, games_2))
    } else {
        let pooled = wins as f64 / (n_1 + n_2);
        two_sided_p(difference / (pooled * (1.0 - pooled) * (1.0 / n_1 + 1.0 / n_2)).sqrt())
    });
    row
}

/// Difference of two means: of independent samples Welch's t with Hall's correction for skewness; else, where games
/// share deals that nobody counted game by game, one that holds for any dependence.
///
/// The standard deviation of a difference is at most the sum of the two standard deviations, however the two
/// hang together, so the sum of the standard errors, with the freedom of the smaller sample, is never too narrow.
/// Where rarer values than were seen could put the difference outside that interval, it is that of two
/// empirical-Bernstein bounds, from the ranges; without these it is then missing, and so is the p-value, which is 1
/// where neither varies and the means are equal.
/// Shapes: needs two games of each for an interval; ratios are means of 0 and 1.
/// Units: those of the values; `z` in standard errors of a normal estimate.
/// Source: B. L. Welch, Biometrika 34 (1947) 28-35; F. E. Satterthwaite, Biometrics Bull. 2 (1946) 110-114;
/// P. Hall, J. Royal Stat. Soc. B 54 (1992) 221-228; Minkowski's inequality.
pub fn mean_difference(
    first: &Values,
    second: &Values,
    are_independent: bool,
    z: f64,
) -> Difference {
    let (method, by_bound) = match are_independent {
        true => (Method::WELCH, Method::UNPAIRED_BOUND),
        false => (Method::ANY_DEPENDENCE, Method::ANY_BOUND),
    };
    let (one, two) = (first.moments, second.moments);
    let mut row = Difference::empty(one.n, two.n, method);
    row.value_1 = one.mean();
    row.value_2 = two.mean();
    if row.value_1.is_none() || row.value_2.is_none() {
        return row;
    }
    let difference = exact_difference((one.sum, one.n), (two.sum, two.n));
    row.difference = Some(difference);
    let (Some(err_1), Some(err_2)) = (one.std_err(), two.std_err()) else {
        return row;
    };
    let both: fn(f64, f64) -> f64 =
        if are_independent { libm::hypot } else { |one, two| one + two };
    let std_err = both(err_1, err_2);
    row.std_err = Some(std_err);
    let share = |err: f64, n: u64| {
        let share = (err / std_err) * (err / std_err);
        share * share / (n - 1) as f64
    };
    let freedom = match are_independent {
        true => 1.0 / (share(err_1, one.n) + share(err_2, two.n)),
        false => (one.n.min(two.n) - 1) as f64,
    };
    // Of any dependence that of independent samples: exact where one of them has all the spread.
    let skewness = (cumulant(second, err_2) - cumulant(first, err_1)) / cubed(std_err);
    let estimate = Estimate { mean: difference, std_err, freedom, skewness };
    let bound = bound(first, second, z, both);
    // An approximation rests on no values where a sample shows no spread.
    let least = if err_1 > 0.0 && err_2 > 0.0 { one.n.min(two.n) } else { 0 };
    row.conclude(&estimate, least, (bound, by_bound), z);
    row
}

fn cubed(x: f64) -> f64 {
    x * x * x
}

/// The third cumulant of a mean: its skewness times its standard error, cubed.
fn cumulant(of: &Values, std_err: f64) -> f64 {
    of.skewness / (of.moments.n as f64).sqrt() * cubed(std_err)
}

/// What is true of one of two means, to err half as often as both may.
fn bounded(of: &Values, z: f64) -> Option<BoundedMean> {
    let n = of.moments.n;
    let spread = (n, of.moments.mean()?, of.moments.std_dev()?);
    Some(BoundedMean::new(1.0 - two_sided_p(z) / 2.0, n, of.range?, spread))
}

/// What holds of the difference of two bounded means however their games hang together: a bound of each, at half
/// the error. `both` puts together what each may hide.
fn bound(first: &Values, second: &Values, z: f64, both: fn(f64, f64) -> f64) -> Option<Bound> {
    let (one, two) = (bounded(first, z)?, bounded(second, z)?);
    // The common mean that both say least against lies between the two.
    let (mut near_one, mut near_two) = (one.mean, two.mean);
    let mut p = if near_one == near_two { 1.0 } else { 0.0_f64 };
    for _ in 0..HALVINGS {
        let middle = near_one + (near_two - near_one) / 2.0;
        let (of_one, of_two) = (one.p_value(middle), two.p_value(middle));
        p = p.max(2.0 * of_one.min(of_two));
        if of_one > of_two { near_one = middle } else { near_two = middle }
    }
    let ((low_1, high_1), (low_2, high_2)) = (one.interval(), two.interval());
    let ((below_1, above_1), (below_2, above_2)) = (one.unseen(z), two.unseen(z));
    Some(Bound {
        unseen: (both(above_1, below_2), both(below_1, above_2)),
        interval: (low_2 - high_1, high_2 - low_1),
        p_value: floored(p),
    })
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
    use crate::core::stats::student::t_critical;
    use crate::core::stats::tests::{close, near};
    use crate::core::stats::{Moments, z_for_confidence};

    /// So often two lengths so far apart, around this one.
    fn values(n: u64, length: u64, apart: u64, range: Option<(f64, f64)>) -> Values {
        let mut moments = Moments::default();
        (0..n).for_each(|k| moments.add(length + k % 2 * apart));
        Values { moments, range, ..Values::default() }
    }

    #[test]
    fn ratio_intervals_and_tests_match_scipy_statsmodels_and_newcombe() {
        // Four digits: Newcombe (1998), table II, method 10. Else scripts/check_stats.py, statsmodels 0.15.0:
        // confint_proportions_2indep(method="newcomb"), proportions_ztest; exact integers (and scipy 1.17.1
        // fisher_exact) where either kind of outcome has at most 1,000 games.
        const M: u64 = 1_000_000;
        let z = z_for_confidence(0.95);
        for (x_1, n_1, x_2, n_2, interval, most) in [
            (3, 10, 9, 10, (0.1705, 0.8090), 5.1e-5),
            (0, 20, 10, 10, (0.6791, 1.0), 5.1e-5),
            (2, 7, 6, 7, (0.0582, 0.8062), 5.1e-5),
            (48, 80, 56, 70, (0.05243147240236498, 0.33387265403690614), 1e-14),
            (0, 1000, 3, 1000, (-0.001308291651214999, 0.008783014053503176), 1e-14),
            (995, 1000, 9990, 10000, (0.001016845724519341, 0.010666617963312228), 1e-14),
            (420_400, M, 421_900, M, (0.0001314379984771563, 0.002868554060416339), 1e-14),
        ] {
            let row = ratio_difference((x_1, n_1), (x_2, n_2), z);
            near(row.interval.unwrap(), interval, most, (x_1, n_1, x_2, n_2));
        }
        for (x_1, n_1, x_2, n_2, p_value) in [
            (0, 50, 0, 70, 1.0),
            (50, 50, 70, 70, 1.0),
            (48, 80, 56, 70, 0.012521129749209154),
            (0, 1000, 3, 1000, 0.2496248124062031),
            (995, 1000, 9990, 10000, 0.008508844180782616),
            (4204, 10000, 4331, 10000, 0.06942549507138071),
            (420_400, M, 421_900, M, 0.03169782057853705),
        ] {
            let row = ratio_difference((x_1, n_1), (x_2, n_2), z);
            close(row.p_value.unwrap(), p_value, 1e-11, (x_1, n_1, x_2, n_2));
        }
        let row = ratio_difference((30, 100), (20, 50), 1.96);
        assert_eq!((row.value_1, row.value_2), (Some(0.3), Some(0.4)));
        let expected = (0.3_f64 * 0.7 / 100.0 + 0.4 * 0.6 / 50.0).sqrt();
        close(row.std_err.unwrap(), expected, 1e-14, "the variances add up");
        // Rounded once: in doubles 0.43 - 0.444 is -0.014000000000000012.
        assert_eq!(ratio_difference((444, 1000), (430, 1000), 2.0).difference, Some(-0.014));
        assert_eq!(exact_difference((1 << 126, 8), (1 << 125, 4)), 0.0);
        assert!(exact_difference((3, 6), (5, 10)).is_sign_positive());
    }

    #[test]
    fn welch_matches_scipy() {
        // scripts/check_stats.py, scipy 1.17.1: skew, t.sf, brentq; the freedom is that of ttest_ind(equal_var=False).
        let of = |counts: [(u64, u64); 6]| Values::of_counts(counts.into_iter(), None);
        let first = of([(26, 3), (100, 17), (250, 40), (251, 1), (700, 25), (1000, 14)]);
        // Every other value of the first sample, and 30 more.
        let second = of([(56, 2), (130, 8), (280, 20), (281, 1), (730, 12), (1030, 7)]);
        let row = mean_difference(&first, &second, true, z_for_confidence(0.95));
        let [one, two] = [first, second].map(|values| Values { skewness: 0.0, ..values });
        let plain = mean_difference(&one, &two, true, 1.96);
        near(row.interval.unwrap(), (-82.21157033754241, 137.80331298414058), 1e-10, "Welch");
        for (found, reference) in [
            (row.difference, 24.769999999999982),
            (row.std_err, 55.36796677255633),
            (row.p_value, 0.6494190982730649),
            (plain.p_value, 0.6555988453520007),
        ] {
            close(found.unwrap(), reference, 1e-12, row);
        }
        // However they hang together: the standard errors add up, with the freedom of the smaller sample.
        let reach = (one.moments.std_err().unwrap() + two.moments.std_err().unwrap())
            * t_critical(1.96, 49.0);
        let any = mean_difference(&one, &two, false, 1.96).interval.unwrap();
        near(any, (24.77 - reach, 24.77 + reach), 1e-9, "any dependence");
    }

    #[test]
    fn without_games_or_spread_fields_are_empty() {
        let (none, one) = (Values::default(), values(1, 5, 0, None));
        let (five, six) = (values(20, 5, 0, None), values(20, 6, 0, None));
        for is_independent in [true, false] {
            for (first, second, value_1, difference, p_value) in [
                (&none, &one, None, None, None),
                (&one, &five, Some(5.0), Some(0.0), None),
                (&five, &five, Some(5.0), Some(0.0), Some(1.0)),
                (&five, &six, Some(5.0), Some(1.0), None),
            ] {
                let row = mean_difference(first, second, is_independent, 1.96);
                assert_eq!((row.value_1, row.value_2), (value_1, second.moments.mean()));
                assert_eq!((row.difference, row.p_value), (difference, p_value), "{row:?}");
                assert_eq!((row.interval, row.rough), (None, false), "{row:?}");
            }
        }
        for (first, second, value_1, value_2) in
            [((0, 0), (3, 10), None, Some(0.3)), ((3, 10), (0, 0), Some(0.3), None)]
        {
            let row = ratio_difference(first, second, 1.96);
            assert_eq!((row.value_1, row.value_2), (value_1, value_2));
            assert_eq!((row.difference, row.interval, row.p_value), (None, None, None));
        }
    }

    #[test]
    fn a_sample_without_spread_is_as_uncertain_as_its_range() {
        let alike = values(100, 20, 0, Some((0.0, 20.0)));
        let spread = values(100, 5, 20, Some((0.0, 60.0)));
        let unknown = Values { range: None, ..spread };
        let [one, two] = [&alike, &spread].map(|all| bounded(all, 1.96).unwrap().interval());
        // The first mean may be lower by some games that were shorter, never higher.
        assert!(one.1 == 20.0 && one.0 < 20.0 - 60.0 / 100.0, "{one:?}");
        for is_independent in [true, false] {
            let row = mean_difference(&alike, &spread, is_independent, 1.96);
            assert_eq!(row.interval, Some((two.0 - 20.0, two.1 - one.0)));
            assert!(row.interval == row.bound && row.method.name().contains("Bernstein"));
            // Nothing is known of the range of one of them.
            let row = mean_difference(&alike, &unknown, is_independent, 1.96);
            assert_eq!((row.interval, row.p_value), (None, None));
        }
    }

    #[test]
    fn the_bounds_of_two_samples_and_their_p_value_agree() {
        let values = |n, length| values(n, length, 10, Some((0.0, 400.0)));
        for (n, length) in (10..130).flat_map(|length| [(20, length), (400, length + 100)]) {
            let bound = bound(&values(n, length), &values(n, 120), 1.96, libm::hypot).unwrap();
            let out = bound.interval.0 > 0.0 || bound.interval.1 < 0.0;
            assert_eq!(out, bound.p_value < two_sided_p(1.96), "{n} {length} {bound:?}");
            assert!(length != 120 || bound.p_value == 1.0, "{n} {bound:?}");
        }
    }
}
