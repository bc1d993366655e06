//! The normal distribution: its tails, accurate far out, and the critical values that follow from them.

use std::f64::consts::FRAC_1_SQRT_2;

use super::special::bisected;

/// The critical values of the usual confidences, as scipy's `norm.ppf` has them: one less the confidence, rounded,
/// would cost their last digit.
const USUAL: [(f64, f64); 4] = [
    (0.90, 1.6448536269514722),
    (0.95, 1.959963984540054),
    (0.99, 2.5758293035489004),
    (0.999, 3.2905267314919255),
];

/// Beyond this the tail is below the smallest double.
const UNDERFLOW_FROM: f64 = 39.0;

/// The critical value of a two-sided interval: 1.96 for 0.95.
///
/// Shapes: `confidence` strictly between 0 and 1.
/// Units: standard errors; relative error below 1e-15 from a confidence of a half on, but for that of `alpha_of`.
/// Errors: none; a confidence outside `(0, 1)` is a caller's bug and panics.
/// Source: the usual ones tabulated, else `normal_survival`, bisected.
pub fn z_for_confidence(confidence: f64) -> f64 {
    let alpha = alpha_of(confidence);
    match USUAL.iter().find(|(usual, _)| *usual == confidence) {
        Some(&(_, z)) => z,
        None => bisected(0.0, UNDERFLOW_FROM, |z| 2.0 * normal_survival(z) > alpha),
    }
}

/// One less the confidence.
///
/// Errors: none; a confidence outside `(0, 1)` is a caller's bug and panics.
pub fn alpha_of(confidence: f64) -> f64 {
    assert!(confidence > 0.0 && confidence < 1.0, "a confidence lies in (0, 1), not {confidence}");
    1.0 - confidence
}

/// Probability that a standard normal value is above `z`.
///
/// Shapes: any `z`; accurate to 12 digits down to 10^-300 (z = 37), 0 beyond z = 39.
/// Source: half the complementary error function of z / sqrt(2).
pub fn normal_survival(z: f64) -> f64 {
    0.5 * libm::erfc(z * FRAC_1_SQRT_2)
}

/// Two-sided p-value of a standard normal test statistic.
///
/// Shapes: any `z`; the result is in `(0, 1]`. A value too small for a double is given as the smallest
/// normal one, 2.2e-308, to be read as "smaller than": no p-value is zero.
/// Source: as `normal_survival`.
pub fn two_sided_p(z: f64) -> f64 {
    floored(2.0 * normal_survival(z.abs()))
}

/// A p-value with the floor of [`two_sided_p`] and the ceiling 1.
pub fn floored(p_value: f64) -> f64 {
    p_value.clamp(f64::MIN_POSITIVE, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::tests::close;

    #[test]
    fn critical_values_and_tails_match_mpmath_down_to_1e_300() {
        // scripts/check_stats.py, mpmath 1.4.1: erfinv to 50 digits, erfc to 60.
        for (confidence, z) in [
            (0.5, 0.6744897501960817),
            (0.85, 1.439531470938456),
            (0.9999, 3.890591886413121),
            (0.999999999999, 7.130509892879273),
        ] {
            close(z_for_confidence(confidence), z, 1e-15, confidence);
        }
        for (confidence, z) in USUAL {
            let alpha = 2.0 * normal_survival(z);
            assert!((alpha - (1.0 - confidence)).abs() < 1e-15, "{confidence}");
        }
        for (z, p) in [
            (-3.0, 0.9986501019683699),
            (0.0, 0.5),
            (1.96, 0.024997895148220435),
            (15.0, 3.670966199312751e-51),
            (37.0, 5.725571222524577e-300),
            (f64::INFINITY, 0.0),
        ] {
            close(normal_survival(z), p, 2e-13, z);
        }
        assert_eq!([883.0, 0.0].map(two_sided_p), [f64::MIN_POSITIVE, 1.0]);
    }
}
