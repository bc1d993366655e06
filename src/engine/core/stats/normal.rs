//! The normal distribution: quantiles and tails, accurate far out.

use std::f64::consts::TAU;

/// Numerators and denominators of algorithm AS 241, constant term first, rounded to doubles.
const CENTRE: [[f64; 8]; 2] = [
    [
        3.3871328727963665,
        133.14166789178438,
        1971.5909503065513,
        13731.69376550946,
        45921.95393154987,
        67265.7709270087,
        33430.57558358813,
        2509.0809287301227,
    ],
    [
        1.0,
        42.31333070160091,
        687.1870074920579,
        5394.196021424751,
        21213.794301586597,
        39307.89580009271,
        28729.085735721943,
        5226.495278852854,
    ],
];
const TAIL: [[f64; 8]; 2] = [
    [
        1.4234371107496835,
        4.630337846156546,
        5.769497221460691,
        3.6478483247632045,
        1.2704582524523684,
        0.2417807251774506,
        0.022723844989269184,
        0.0007745450142783414,
    ],
    [
        1.0,
        2.053191626637759,
        1.6763848301838038,
        0.6897673349851,
        0.14810397642748008,
        0.015198666563616457,
        0.0005475938084995345,
        1.0507500716444169e-09,
    ],
];
const FAR_TAIL: [[f64; 8]; 2] = [
    [
        6.657904643501103,
        5.463784911164114,
        1.7848265399172913,
        0.29656057182850487,
        0.026532189526576124,
        0.0012426609473880784,
        2.7115555687434876e-05,
        2.0103343992922881e-07,
    ],
    [
        1.0,
        0.599832206555888,
        0.1369298809227358,
        0.014875361290850615,
        0.0007868691311456133,
        1.8463183175100548e-05,
        1.421511758316446e-07,
        2.0442631033899397e-15,
    ],
];

/// The critical values of the usual confidences, so that an interval at one of them is the same on every machine:
/// only these avoid a logarithm, whose last digit may differ between systems. From scipy's `norm.ppf`.
const USUAL: [(f64, f64); 4] = [
    (0.90, 1.6448536269514722),
    (0.95, 1.959963984540054),
    (0.99, 2.5758293035489004),
    (0.999, 3.2905267314919255),
];

/// Below this the tail is one half less a series, above it a continued fraction: both keep 13 digits there.
const FRACTION_FROM: f64 = 2.0;
/// Terms of the continued fraction; at 2, where it is slowest, 90 already give every digit.
const FRACTION_TERMS: u32 = 120;

/// Beyond this the tail is below the smallest double.
const UNDERFLOW_FROM: f64 = 39.0;

fn rational(coefficients: &[[f64; 8]; 2], x: f64) -> f64 {
    let at = |series: &[f64; 8]| series.iter().rev().fold(0.0, |sum, c| sum * x + c);
    at(&coefficients[0]) / at(&coefficients[1])
}

/// The `p`-quantile of the standard normal distribution.
///
/// Shapes: `p` in `[0, 1]`; 0 and 1 give minus and plus infinity.
/// Units: standard deviations; relative error below 10^-15.
/// Errors: none; `p` outside `[0, 1]` is a caller's bug and panics.
/// Source: M. J. Wichura, Algorithm AS 241, Appl. Stat. 37 (1988) 477-484, function PPND16.
pub fn normal_quantile(p: f64) -> f64 {
    assert!((0.0..=1.0).contains(&p), "a probability lies in [0, 1], not {p}");
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        return q * rational(&CENTRE, 0.180625 - q * q);
    }
    let tail = if q < 0.0 { p } else { 1.0 - p };
    let r = (-libm::log(tail)).sqrt();
    let magnitude = match r {
        _ if tail == 0.0 => f64::INFINITY,
        r if r <= 5.0 => rational(&TAIL, r - 1.6),
        r => rational(&FAR_TAIL, r - 5.0),
    };
    magnitude.copysign(q)
}

/// The critical value of a two-sided interval: 1.96 for 0.95.
///
/// Shapes: `confidence` strictly between 0 and 1.
/// Units: standard errors.
/// Errors: none; a confidence outside `(0, 1)` is a caller's bug and panics.
/// Source: `normal_quantile`; the usual confidences are tabulated, so their files agree on every machine.
pub fn z_for_confidence(confidence: f64) -> f64 {
    let alpha = alpha_of(confidence);
    match USUAL.iter().find(|(usual, _)| *usual == confidence) {
        Some(&(_, z)) => z,
        None => -normal_quantile(alpha / 2.0),
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
/// Shapes: any `z`; accurate to 13 digits down to 10^-300 (z = 37), 0 beyond z = 38.
/// Source: series and continued fraction of Abramowitz and Stegun (1964) 26.2.11 and 26.2.14.
pub fn normal_survival(z: f64) -> f64 {
    if z < 0.0 {
        return 1.0 - normal_survival(-z);
    }
    if z > UNDERFLOW_FROM {
        return 0.0;
    }
    // The rounding of z * z would cost digits at z = 37; its error is known exactly and put back.
    let square = z * z;
    let lost = z.mul_add(z, -square);
    let density = libm::exp(-0.5 * square) * (1.0 - 0.5 * lost) / TAU.sqrt();
    if z >= FRACTION_FROM {
        let fraction = (1..=FRACTION_TERMS).rev().fold(z, |below, k| z + f64::from(k) / below);
        return density / fraction;
    }
    let (mut term, mut sum, mut odd) = (z, z, 1.0);
    while term > sum * f64::EPSILON / 4.0 {
        odd += 2.0;
        term *= square / odd;
        sum += term;
    }
    0.5 - density * sum
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

    #[test]
    fn quantiles_match_scipy() {
        // scripts/check_stats.py, scipy 1.17.1: norm.ppf.
        for (p, z) in [
            (1e-300, -37.0470962993612),
            (1e-100, -21.273453560965322),
            (1e-20, -9.262340089798409),
            (1e-09, -5.9978070150076865),
            (0.001, -3.090232306167813),
            (0.025, -1.9599639845400545),
            (0.0749, -1.4402382675279635),
            (0.0751, -1.4388253927525403),
            (0.3, -0.5244005127080409),
            (0.5, 0.0),
            (0.75, 0.6744897501960817),
            (0.95, 1.6448536269514722),
            (0.975, 1.959963984540054),
            (0.995, 2.5758293035489004),
            (0.999999, 4.753424308817087),
        ] {
            assert!(
                (normal_quantile(p) - z).abs() <= 1e-15 * z.abs().max(0.1),
                "{p}: {}",
                normal_quantile(p)
            );
        }
    }

    #[test]
    fn tails_match_scipy_down_to_1e_300() {
        // scripts/check_stats.py, mpmath 1.4.1: erfc to 60 digits.
        for (z, p) in [
            (-3.0, 0.9986501019683699),
            (-0.5, 0.6914624612740131),
            (0.0, 0.5),
            (0.1, 0.460172162722971),
            (1.0, 0.15865525393145705),
            (1.96, 0.024997895148220435),
            (1.999, 0.022804176932658883),
            (2.0, 0.02275013194817921),
            (2.5, 0.006209665325776135),
            (4.0, 3.1671241833119924e-05),
            (8.0, 6.220960574271784e-16),
            (15.0, 3.670966199312751e-51),
            (25.0, 3.056696706382561e-138),
            (31.7, 7.768349074351506e-221),
            (33.3, 1.93050550592784e-243),
            (36.9, 2.3105244811406173e-298),
            (37.0, 5.725571222524577e-300),
        ] {
            let found = normal_survival(z);
            assert!((found - p).abs() <= 2e-14 * p, "{z}: {found:e} is not {p:e}");
        }
    }

    #[test]
    fn quantile_undoes_the_distribution_function() {
        for step in 1..4000 {
            let p = f64::from(step) / 4000.0;
            assert!((normal_survival(-normal_quantile(p)) - p).abs() < 1e-15, "at {p}");
        }
    }

    #[test]
    fn tabulated_confidences_agree_with_the_quantile() {
        for (confidence, z) in USUAL {
            assert!((normal_quantile(0.5 + confidence / 2.0) - z).abs() < 1e-14);
        }
        assert!((z_for_confidence(0.8) - 1.2815515655446004).abs() < 1e-15);
    }

    #[test]
    fn ends_of_the_range_are_infinite() {
        assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(normal_quantile(1.0), f64::INFINITY);
        assert_eq!(normal_survival(f64::INFINITY), 0.0);
    }

    #[test]
    fn no_p_value_is_zero() {
        assert_eq!(two_sided_p(883.0), f64::MIN_POSITIVE);
        assert_eq!(two_sided_p(0.0), 1.0);
    }
}
