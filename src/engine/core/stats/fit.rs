//! Whether a part of the games fits the others.

use super::normal::two_sided_p;

/// Expected counts below this make the chi-square distribution a poor guide.
const FEWEST_EXPECTED: f64 = 5.0;

/// The p-value of Pearson's chi-square test that a part's outcomes come from the same distribution
/// as those of the rest.
///
/// Shapes: one count for each of at most three outcomes, the same in both; outcomes that never
/// occurred do not count. `None` where nothing can be said: a single outcome, or an expected count
/// below 5. Errors: none; more outcomes are a caller's bug and panic.
/// Source: K. Pearson, Phil. Mag. 50 (1900) 157-175; W. G. Cochran, Biometrics 10 (1954) 417-451 for
/// the bound of 5.
pub fn fit(part: &[u64], rest: &[u64]) -> Option<f64> {
    let n = |counts: &[u64]| counts.iter().map(|&count| count as f64).sum::<f64>();
    let (n_part, n_rest) = (n(part), n(rest));
    let n_all = n_part + n_rest;
    let (mut statistic, mut outcomes) = (0.0, 0);
    for (&in_part, &in_rest) in part.iter().zip(rest) {
        let both = in_part as f64 + in_rest as f64;
        if both == 0.0 {
            continue;
        }
        outcomes += 1;
        for (count, n) in [(in_part, n_part), (in_rest, n_rest)] {
            let expected = both * n / n_all;
            if expected < FEWEST_EXPECTED {
                return None;
            }
            let off = count as f64 - expected;
            statistic += off * off / expected;
        }
    }
    match outcomes {
        0 | 1 => None,
        // One degree of freedom: the square of a normal variable.
        2 => Some(two_sided_p(statistic.sqrt())),
        // Two: an exponential variable of mean 2.
        3 => Some(libm::exp(-statistic / 2.0)),
        more => panic!("{more} outcomes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_match_scipy() {
        // scipy 1.17.1: chi2_contingency([part, rest], correction=False).pvalue
        for (part, rest, expected) in [
            (&[50, 30, 20][..], &[400, 390, 210][..], 0.122_807_651_591_696_45),
            (&[60, 40, 0], &[500, 500, 0], 0.056_489_457_529_113_08),
            (&[10, 90], &[400, 600], 3.306_043_548_364_238_5e-9),
        ] {
            let p = fit(part, rest).unwrap();
            assert!((p / expected - 1.0).abs() < 1e-9, "{part:?}: {p}");
        }
    }

    #[test]
    fn nothing_is_said_of_single_outcomes_and_few_games() {
        assert_eq!(fit(&[10, 0, 0], &[400, 0, 0]), None);
        assert_eq!(fit(&[2, 2, 1], &[400, 390, 210]), None);
        assert_eq!(fit(&[], &[]), None);
        assert_eq!(fit(&[0, 0], &[100, 100]), None);
        assert_eq!(fit(&[42, 38, 20], &[420, 380, 200]), Some(1.0));
    }

    #[test]
    fn five_expected_games_are_enough() {
        assert_eq!(fit(&[5, 5], &[5, 5]), Some(1.0));
        assert_eq!(fit(&[5, 4], &[5, 5]), None);
    }
}
