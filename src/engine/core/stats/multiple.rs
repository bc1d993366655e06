//! Several tests at once: Holm's adjustment.

/// Holm's adjusted p-values, in the order of the input.
///
/// Shapes: one value out for each value in; a row without a p-value stays without one and does not count as a test.
/// Each adjusted value is in `[0, 1]`; rejecting where it is at most `a` errs anywhere with probability at most `a`,
/// whatever the tests have to do with one another.
/// Errors: none; a NaN or a value outside `[0, 1]` is a caller's bug and panics.
/// Source: S. Holm, Scand. J. Stat. 6 (1979) 65-70.
pub fn holm(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut tests: Vec<(usize, f64)> =
        p_values.iter().enumerate().filter_map(|(row, p)| p.map(|p| (row, p))).collect();
    for &(row, p) in &tests {
        assert!((0.0..=1.0).contains(&p), "p-value {p} of row {row} is not in [0, 1]");
    }
    tests.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut adjusted = vec![None; p_values.len()];
    let mut at_least: f64 = 0.0;
    for (place, &(row, p)) in tests.iter().enumerate() {
        at_least = at_least.max(p * (tests.len() - place) as f64).min(1.0);
        adjusted[row] = Some(at_least);
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holm_matches_statsmodels() {
        // scripts/check_stats.py, statsmodels 0.15.0: multipletests.
        let rows = [
            (0.01, 0.06),
            (0.04, 0.12),
            (0.03, 0.12),
            (0.005, 0.035),
            (0.9, 1.0),
            (0.011, 0.06),
            (1.0, 1.0),
            (1e-12, 8e-12),
        ];
        let found = holm(&rows.map(|(p, _)| Some(p)));
        for ((_, adjusted), found) in rows.iter().zip(found) {
            assert!(
                (found.unwrap() - adjusted).abs() <= 1e-15 * adjusted,
                "{found:?} is not {adjusted}"
            );
        }
    }

    #[test]
    fn missing_p_values_are_no_tests() {
        let adjusted = holm(&[Some(0.04), None, Some(0.03), None]);
        assert_eq!(adjusted, [Some(0.06), None, Some(0.06), None]);
        assert_eq!(holm(&[None, None]), [None, None]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    #[should_panic(expected = "is not in [0, 1]")]
    fn a_nan_is_refused() {
        holm(&[Some(f64::NAN)]);
    }
}
