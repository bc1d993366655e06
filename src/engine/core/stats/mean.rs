//! Means of few or of skewed values: Student's t with Hall's correction, and what can be said where
//! all values are alike.

use super::powers::{Moments, Powers};
use super::student::{t_critical, t_two_sided_p};

/// Values below this many are too few to trust an interval of their mean.
pub const FEW: u64 = 20;
/// A mean whose skewness, in standard errors, is above this is far from normal.
const SKEWED: f64 = 0.3;
/// The correction for skewness is one of the interval's ends, some two standard errors out; a p-value below this
/// is an extrapolation.
const CORRECTED_TO: f64 = 1e-6;

/// What is known of the values whose mean is estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Values {
    /// Number, sum and sum of squares.
    pub moments: Moments,
    /// Third central moment over the cube of the standard deviation; 0 where it was not kept.
    pub skewness: f64,
    /// What no value can be below or above, where such bounds are known.
    pub range: Option<(f64, f64)>,
}

impl Values {
    /// Values that occurred so often.
    pub fn of_counts(counts: impl Iterator<Item = (u64, u64)>, range: Option<(f64, f64)>) -> Self {
        let powers = Powers::of_counts(counts);
        Self { moments: powers.moments, skewness: powers.skewness().unwrap_or(0.0), range }
    }
}

/// What bounds say of a mean, or of a difference of means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// How far values that did not occur may put the mean below and above.
    pub unseen: (f64, f64),
    /// The interval.
    pub interval: (f64, f64),
    /// The p-value of a mean of 0.
    pub p_value: f64,
}

/// A mean, or a difference of means, with what its interval depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub mean: f64,
    /// Its standard error.
    pub std_err: f64,
    /// Degrees of freedom of the standard error.
    pub freedom: f64,
    /// Skewness of the estimate: that of the values over the square root of their number.
    pub skewness: f64,
}

impl Estimate {
    /// The interval at `z` standard errors of a normal estimate.
    ///
    /// Shapes: the ends are `mean` where there is no spread.
    /// Source: P. Hall, J. Royal Stat. Soc. B 54 (1992) 221-228, the cubic transformation of Student's t, which
    /// keeps the order of the ends, unlike N. J. Johnson, J. Amer. Stat. Assoc. 73 (1978) 536-544.
    pub fn interval(&self, z: f64) -> (f64, f64) {
        let t = t_critical(z, self.freedom);
        (
            self.mean - self.std_err * self.untransformed(t),
            self.mean - self.std_err * self.untransformed(-t),
        )
    }

    /// Two-sided p-value of a true mean of 0, by the same transformation: at most 0.05 exactly where the
    /// 95 % interval leaves out 0.
    ///
    /// So far out that the transformation, a cubic, means nothing any more, it is Student's own.
    /// Shapes: needs a standard error above 0.
    pub fn p_value(&self) -> f64 {
        let (t, g) = (self.mean / self.std_err, self.skewness);
        let transformed = t + g * t * t / 3.0 + g * g * t * t * t / 27.0 + g / 6.0;
        match t_two_sided_p(transformed, self.freedom) {
            p if p >= CORRECTED_TO => p,
            _ => t_two_sided_p(t, self.freedom).min(CORRECTED_TO),
        }
    }

    /// Whether so few or so skewed values make the interval a rough one.
    pub fn is_rough(&self, n: u64) -> bool {
        n < FEW || self.skewness.abs() > SKEWED
    }

    /// The statistic whose transformation is `q`.
    fn untransformed(&self, q: f64) -> f64 {
        let rest = q - self.skewness / 6.0;
        // 3 (cbrt(1 + g r) - 1) / g, without its cancellation.
        let root = libm::cbrt(1.0 + self.skewness * rest);
        3.0 * rest / (root * root + root + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::tests::{close, near};
    use crate::core::stats::z_for_confidence;

    fn estimate(mean: f64, freedom: f64, skewness: f64) -> Estimate {
        Estimate { mean, std_err: 1.0, freedom, skewness }
    }

    #[test]
    fn interval_and_p_value_agree_about_nothing() {
        let z = z_for_confidence(0.95);
        for skewness in [-1.0, -0.2, 0.0, 1e-9, 0.01, 0.3, 0.9] {
            for step in -400..400 {
                let estimate = estimate(f64::from(step) / 50.0, 12.0, skewness);
                let (low, high) = estimate.interval(z);
                assert!(low <= high, "{estimate:?}");
                let out = low > 0.0 || high < 0.0;
                let near = low.abs().min(high.abs()) < 1e-9;
                assert!(near || out == (estimate.p_value() < 0.05), "{estimate:?} {low} {high}");
            }
        }
        // Without skewness both are Student's. scipy 1.17.1: t.ppf(0.975, 4).
        let even = Estimate { mean: 5.0, std_err: 2.0, freedom: 4.0, skewness: 0.0 };
        let reach = 2.0 * 2.7764451051977987;
        near(even.interval(z), (5.0 - reach, 5.0 + reach), 1e-12, "Student");
        close(even.p_value(), 0.06676654481574, 1e-9, "Student");
        // Long games make the upper side longer.
        let (low, high) = estimate(0.0, 99.0, 0.2).interval(1.96);
        assert!(high > -low + 0.4, "{low} {high}");
    }

    #[test]
    fn far_out_the_p_value_is_students_own() {
        let of = |mean, skewness| estimate(mean, 99.0, skewness).p_value();
        // The transformation is flat at -3 / skewness: at 0.15, 20 standard errors would come out as 7.
        for skewness in [0.1, 0.15, 0.3] {
            assert_eq!(of(-20.0, skewness), of(-20.0, 0.0));
            assert!(of(20.0, skewness) < 1e-30);
        }
        assert!(of(4.0, 0.1) != of(4.0, 0.0));
    }

    #[test]
    fn skewness_of_counts_is_that_of_scipy() {
        // scripts/check_stats.py, scipy 1.17.1: skew of COUNTS.
        for (far, most) in [(0, 1e-13), (1_000_000_000, 1e-12)] {
            let counts = [(26, 3), (100, 17), (250, 40), (251, 1), (700, 25), (1000, 14)];
            let counts = counts.into_iter().map(|(length, games)| (length + far, games));
            close(Values::of_counts(counts, None).skewness, 0.5904775239336758, most, far);
        }
        assert_eq!(Values::of_counts([(5, 9)].into_iter(), None).skewness, 0.0);
    }

    #[test]
    fn few_or_skewed_values_make_it_rough() {
        let of = |n, skewness| estimate(0.0, 9.0, skewness).is_rough(n);
        assert!(of(FEW - 1, 0.0) && !of(FEW, 0.0) && !of(1_000, 0.0));
        assert!(!of(1_000, SKEWED) && of(1_000, 0.31) && of(1_000, -0.31) && of(3, 0.31));
    }
}
