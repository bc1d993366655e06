//! What an interval of a difference says, practical size first.

use super::difference::Difference;

/// What may be said of a difference.
///
/// `min_effect` is the smallest difference that matters to the reader; without one, every difference does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// The whole interval is on one side and at least `min_effect` away from zero: different, and by enough to matter.
    Different,
    /// The interval leaves out zero but not the differences below `min_effect`: different, perhaps too little to matter.
    DifferentPerhapsSlightly,
    /// The whole interval is within `min_effect` of zero, even where it leaves out zero: as good as equal.
    EquivalentWithin,
    /// The interval holds zero as well as differences that matter: more games are needed.
    Inconclusive,
}

impl Difference {
    /// What may be said of it; `None` without an interval. "Equivalent" only where the bound says so as well, if there
    /// is one.
    ///
    /// Shapes: ends count as inside. `min_effect` is positive, or `None`, with which only [`Conclusion::Different`] and
    /// [`Conclusion::Inconclusive`] occur.
    /// "Equivalent" from a 95 % interval errs in at most 2.5 % of cases on either side: two one-sided tests.
    /// Source: D. J. Schuirmann, J. Pharmacokin. Biopharm. 15 (1987) 657-680.
    pub fn conclusion(&self, min_effect: Option<f64>) -> Option<Conclusion> {
        let (low, high) = self.interval?;
        assert!(low <= high && min_effect.is_none_or(|effect| effect > 0.0));
        let effect = min_effect.unwrap_or(0.0);
        let is_small = |(low, high): (f64, f64)| -effect <= low && high <= effect;
        let is_large = low >= effect || high <= -effect;
        Some(match low > 0.0 || high < 0.0 {
            _ if effect > 0.0 && is_small((low, high)) && self.bound.is_none_or(is_small) => {
                Conclusion::EquivalentWithin
            }
            true if is_large => Conclusion::Different,
            true => Conclusion::DifferentPerhapsSlightly,
            false => Conclusion::Inconclusive,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::difference::Method;

    fn conclusion(interval: (f64, f64), min_effect: Option<f64>) -> Conclusion {
        let mut row = Difference::empty(9, 9, Method::PAIRED_MEAN);
        row.interval = Some(interval);
        row.conclusion(min_effect).unwrap()
    }

    #[test]
    fn without_a_smallest_effect_only_zero_counts() {
        assert_eq!(conclusion((308.5, 309.9), None), Conclusion::Different);
        assert_eq!(conclusion((-3.0, -1.0), None), Conclusion::Different);
        assert_eq!(conclusion((-3.0, 1.0), None), Conclusion::Inconclusive);
        assert_eq!(conclusion((0.0, 0.0), None), Conclusion::Inconclusive);
    }

    #[test]
    fn with_a_smallest_effect_size_comes_first() {
        let at = |low, high| conclusion((low, high), Some(2.0));
        assert_eq!(at(2.0, 5.0), Conclusion::Different);
        assert_eq!(at(-5.0, -2.5), Conclusion::Different);
        assert_eq!(at(1.0, 5.0), Conclusion::DifferentPerhapsSlightly);
        assert_eq!(at(-5.0, -1.0), Conclusion::DifferentPerhapsSlightly);
        assert_eq!(at(-1.0, 2.0), Conclusion::EquivalentWithin);
        assert_eq!(at(0.5, 1.5), Conclusion::EquivalentWithin);
        assert_eq!(at(-1.5, -0.5), Conclusion::EquivalentWithin);
        assert_eq!(at(0.0, 0.0), Conclusion::EquivalentWithin);
        assert_eq!(at(-1.0, 3.0), Conclusion::Inconclusive);
    }

    #[test]
    #[should_panic(expected = "low <= high")]
    fn a_nan_is_refused() {
        conclusion((f64::NAN, 1.0), None);
    }
}
