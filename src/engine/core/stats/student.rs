//! Student's t: quantiles and two-sided p-values, for any number of degrees of freedom.

use std::f64::consts::PI;

use super::normal::{floored, normal_survival, two_sided_p};
use super::special::{bisected, stirling_error};

/// From here on the quantile is a series in 1/nu around the normal one: every digit, and no logarithm.
const SERIES_FROM: f64 = 1_000.0;
/// From here on the p-value is the normal one of a transformed statistic: the fraction would take long.
const NORMAL_FROM: f64 = 1e5;

/// The t that stands for `z` standard errors at `nu` degrees of freedom: the same two-sided probability.
///
/// Shapes: `z >= 0`, `nu > 0`, fractions allowed (Welch); `nu` infinite gives `z`.
/// Units: standard errors; relative error below 1e-12.
/// Source: R. A. Fisher and E. A. Cornish, Technometrics 2 (1960) 209-225, the expansion of t; else the
/// distribution function, bisected.
pub fn t_critical(z: f64, nu: f64) -> f64 {
    let (z_2, inverse) = (z * z, 1.0 / nu);
    let terms = [
        (z_2 + 1.0) / 4.0,
        ((5.0 * z_2 + 16.0) * z_2 + 3.0) / 96.0,
        (((3.0 * z_2 + 19.0) * z_2 + 17.0) * z_2 - 15.0) / 384.0,
        ((((79.0 * z_2 + 776.0) * z_2 + 1482.0) * z_2 - 1920.0) * z_2 - 945.0) / 92_160.0,
    ];
    let series = z + z * terms.iter().rev().fold(0.0, |sum, term| (sum + term) * inverse);
    if nu >= SERIES_FROM || z == 0.0 {
        return series;
    }
    let wanted = 2.0 * normal_survival(z);
    let (mut inside, mut outside) = (z, 2.0 * z);
    while two_sided(outside, nu) > wanted {
        (inside, outside) = (outside, 2.0 * outside);
    }
    bisected(inside, outside, |middle| two_sided(middle, nu) > wanted)
}

/// Two-sided p-value of a t statistic.
///
/// Shapes: any `t`, `nu > 0`; the result is in `(0, 1]`, with the floor of [`two_sided_p`].
/// Source: Student, Biometrika 6 (1908) 1-25; from 100,000 degrees of freedom on G. W. Hill, Algorithm 395,
/// Comm. ACM 13 (1970) 617-619.
pub fn t_two_sided_p(t: f64, nu: f64) -> f64 {
    if !t.is_finite() {
        return floored(if t.is_nan() { 1.0 } else { 0.0 });
    }
    if nu < NORMAL_FROM {
        return floored(two_sided(t.abs(), nu));
    }
    let a = nu - 0.5;
    let b = 48.0 * a * a;
    let w = a * libm::log1p(t * t / nu);
    // Hill's next term is below the last digit at so many degrees of freedom.
    two_sided_p(((w + 3.0) / b + 1.0) * w.sqrt())
}

/// P(|T| > t), by the incomplete beta function.
fn two_sided(t: f64, nu: f64) -> f64 {
    let (a, square) = (nu / 2.0, t * t / nu);
    if square == 0.0 {
        return 1.0;
    }
    let x = 1.0 / (1.0 + square);
    let rest = square / (1.0 + square);
    // ln of Gamma(a + 1/2) / Gamma(a), the large parts cancelled on paper.
    let ln_ratio = a * libm::log1p(0.5 / a) + 0.5 * libm::log(a) - 0.5 + stirling_error(a + 0.5)
        - stirling_error(a);
    let ln_front = ln_ratio - 0.5 * libm::log(PI) - a * libm::log1p(square) + 0.5 * libm::log(rest);
    if x < (a + 1.0) / (a + 2.5) {
        libm::exp(ln_front) * fraction(a, 0.5, x) / a
    } else {
        1.0 - libm::exp(ln_front) * fraction(0.5, a, rest) / 0.5
    }
}

/// The continued fraction of the incomplete beta function, from its last term back; it needs some sqrt(a + b).
///
/// Source: Abramowitz and Stegun (1964) 26.5.8.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let terms = 30 + (4.0 * a.max(b).sqrt()) as u32;
    let rest = (1..=terms).rev().fold(1.0, |below, m| {
        let m = f64::from(m);
        let place = a + 2.0 * m;
        let even = m * (b - m) * x / ((place - 1.0) * place);
        let odd = -(a + m) * (a + b + m) * x / (place * (place + 1.0));
        1.0 + even / (1.0 + odd / below)
    });
    1.0 / (1.0 - (a + b) * x / ((a + 1.0) * rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::tests::close;
    use crate::core::stats::z_for_confidence;

    #[test]
    fn critical_values_and_tails_match_scipy_and_mpmath() {
        // scripts/check_stats.py, scipy 1.17.1: t.isf at the tail of the normal value.
        for (confidence, nu, t) in [
            (0.95, 9.5, 2.244137461492296),
            (0.95, 999.5, 1.9623402703838457),
            (0.999, 1000.0, 3.300282648423944),
            (0.95, 100000.0, 1.9599877075346095),
            (0.99, 1.0, 63.65674116287151),
            (0.99, 100000.0, 2.5758784699083748),
        ] {
            close(t_critical(z_for_confidence(confidence), nu), t, 2e-12, (confidence, nu));
        }
        // mpmath 1.4.1: betainc to 60 digits. Without Hill's 3 those at a million are off by 1e-10.
        for (t, nu, p, most) in [
            (0.001, 1.0, 0.9993633804398389, 2e-11),
            (1.0, 1.0, 0.5, 2e-11),
            (2.5, 2.5, 0.10456996307815539, 2e-11),
            (8.0, 30.0, 6.265822475700759e-09, 2e-11),
            (3.0, 1000.0, 0.0027667090442381925, 2e-11),
            (37.0, 50000.0, 1.1524139532427809e-295, 2e-11),
            (9.0, 100000000.0, 2.25721474457053e-19, 2e-11),
            (35.0, 1e6, 3.274_983_632_675_13e-268, 2e-12),
            (30.0, 1e7, 1.001_461_369_081_78e-197, 2e-12),
        ] {
            close(t_two_sided_p(t, nu), p, most, (t, nu));
        }
        assert_eq!(t_critical(1.96, f64::INFINITY), 1.96);
        assert_eq!([0.0, f64::INFINITY].map(|t| t_two_sided_p(t, 3.0)), [1.0, f64::MIN_POSITIVE]);
    }
}
