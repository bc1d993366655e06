//! What an interval of a difference says, practical size first.

use super::difference::Difference;

/// What may be said of a difference.
///
/// `min_effect` is the smallest difference that matters to the reader; without one, every difference does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
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
    /// Shapes: ends count as inside. `min_effect` is positive, or `None`, with which only [`Verdict::Different`] and
    /// [`Verdict::Inconclusive`] occur.
    /// "Equivalent" from a 95 % interval errs in at most 2.5 % of cases on either side: two one-sided tests.
    /// Source: D. J. Schuirmann, J. Pharmacokin. Biopharm. 15 (1987) 657-680.
    pub fn verdict(&self, min_effect: Option<f64>) -> Option<Verdict> {
        let (low, high) = self.interval?;
        assert!(low <= high && min_effect.is_none_or(|effect| effect > 0.0));
        let effect = min_effect.unwrap_or(0.0);
        let is_small = |(low, high): (f64, f64)| -effect <= low && high <= effect;
        let is_large = low >= effect || high <= -effect;
        Some(match low > 0.0 || high < 0.0 {
            _ if effect > 0.0 && is_small((low, high)) && self.bound.is_none_or(is_small) => {
                Verdict::EquivalentWithin
            }
            true if is_large => Verdict::Different,
            true => Verdict::DifferentPerhapsSlightly,
            false => Verdict::Inconclusive,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::difference::Method;

    fn verdict(interval: (f64, f64), min_effect: Option<f64>) -> Verdict {
        let mut row = Difference::empty(9, 9, Method::PAIRED_MEAN);
        row.interval = Some(interval);
        row.verdict(min_effect).unwrap()
    }

    #[test]
    fn without_a_smallest_effect_only_zero_counts() {
        assert_eq!(verdict((308.5, 309.9), None), Verdict::Different);
        assert_eq!(verdict((-3.0, -1.0), None), Verdict::Different);
        assert_eq!(verdict((-3.0, 1.0), None), Verdict::Inconclusive);
        assert_eq!(verdict((0.0, 0.0), None), Verdict::Inconclusive);
    }

    #[test]
    fn with_a_smallest_effect_size_comes_first() {
        let at = |low, high| verdict((low, high), Some(2.0));
        assert_eq!(at(2.0, 5.0), Verdict::Different);
        assert_eq!(at(-5.0, -2.5), Verdict::Different);
        assert_eq!(at(1.0, 5.0), Verdict::DifferentPerhapsSlightly);
        assert_eq!(at(-5.0, -1.0), Verdict::DifferentPerhapsSlightly);
        assert_eq!(at(-1.0, 2.0), Verdict::EquivalentWithin);
        assert_eq!(at(0.5, 1.5), Verdict::EquivalentWithin);
        assert_eq!(at(-1.5, -0.5), Verdict::EquivalentWithin);
        assert_eq!(at(0.0, 0.0), Verdict::EquivalentWithin);
        assert_eq!(at(-1.0, 3.0), Verdict::Inconclusive);
    }

    #[test]
    #[should_panic(expected = "low <= high")]
    fn a_nan_is_refused() {
        verdict((f64::NAN, 1.0), None);
    }
}
