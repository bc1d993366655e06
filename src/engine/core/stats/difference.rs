//! The common shape of every comparison of two rule sets, and what may be said of it and of several.

use super::mean::{Bound, Estimate, FEW};

/// A measure of two rule sets, their difference, its interval and its test.
///
/// Shapes: `difference` is `value_2 - value_1`; what is undefined is `None` (no games, or no
/// spread).
/// Units: those of the measure; the interval has the confidence that the caller asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Difference {
    /// Games of the first rule set.
    pub n_1: u64,
    /// Games of the second; paired: the same games.
    pub n_2: u64,
    /// Ratio or mean under the first rule set.
    pub value_1: Option<f64>,
    /// Ratio or mean under the second.
    pub value_2: Option<f64>,
    /// `value_2 - value_1`.
    pub difference: Option<f64>,
    /// Standard error of the difference, estimated.
    pub std_err: Option<f64>,
    /// The ends of the interval of the difference.
    pub interval: Option<(f64, f64)>,
    /// An interval that holds whatever did not occur, where lengths are bounded: what "equivalent" is judged by.
    pub bound: Option<(f64, f64)>,
    /// Two-sided p-value of no difference, before any adjustment for several tests.
    pub p_value: Option<f64>,
    /// Whether so few or so skewed games make interval and p-value rough ones.
    pub rough: bool,
    /// How interval and p-value were found.
    pub method: Method,
}

impl Difference {
    /// A comparison that no game has informed.
    pub fn empty(n_1: u64, n_2: u64, method: Method) -> Self {
        Self { n_1, n_2, method, ..Self::default() }
    }

    /// Of how often nobody wins, what follows for one of so many seats that win equally often.
    pub fn of_one_in(self, seats: u64) -> Self {
        let part = |share: f64| (1.0 - share) / seats as f64;
        let turned = self.in_units_of(-(seats as f64));
        Self { value_1: self.value_1.map(part), value_2: self.value_2.map(part), ..turned }
    }

    /// The same in units of so many; less than 0: the other way round.
    pub fn in_units_of(self, unit: f64) -> Self {
        // Nothing has no sign.
        let of = |value: Option<f64>| value.map(|value| value / unit + 0.0);
        let ends = |ends: Option<(f64, f64)>| {
            let ends = ends.map(|(low, high)| (low / unit + 0.0, high / unit + 0.0));
            ends.map(|(one, two)| if unit < 0.0 { (two, one) } else { (one, two) })
        };
        Self {
            value_1: of(self.value_1),
            value_2: of(self.value_2),
            difference: of(self.difference),
            std_err: of(self.std_err).map(f64::abs),
            interval: ends(self.interval),
            bound: ends(self.bound),
            ..self
        }
    }

    /// The same of exact counts, in the words of this method: no chance, so no interval and no test.
    pub fn exactly(self, method: Method) -> Self {
        let Self { n_1, n_2, value_1, value_2, difference, .. } = self;
        Self { value_1, value_2, difference, ..Self::empty(n_1, n_2, method) }
    }

    /// Enters what the values say of a mean: Student's interval and test where they are honest, else those of the
    /// bound; nothing where there is none.
    ///
    /// Student's are honest where rare values that did not occur in `n` games could not put the mean outside
    /// (so some four of the rarer kind were seen), without a bound where the mean is not a rough one.
    pub(super) fn conclude(
        &mut self,
        estimate: &Estimate,
        n: u64,
        (bound, by_bound): (Option<Bound>, Method),
        z: f64,
    ) {
        let spread = estimate.std_err > 0.0;
        let (low, high) =
            if spread { estimate.interval(z) } else { (estimate.mean, estimate.mean) };
        let honest = match bound {
            None => !estimate.is_rough(n),
            Some(Bound { unseen: (below, above), .. }) => {
                n >= FEW && estimate.mean - low >= below && high - estimate.mean >= above
            }
        };
        self.bound = bound.map(|bound| bound.interval);
        match (spread && honest, bound) {
            (true, _) => {
                self.interval = Some((low, high));
                self.p_value = Some(estimate.p_value());
                self.rough = estimate.is_rough(n);
            }
            (false, Some(bound)) => {
                self.interval = Some(bound.interval);
                self.p_value = Some(bound.p_value);
                self.method = by_bound;
            }
            (false, None) => self.p_value = (!spread && estimate.mean == 0.0).then_some(1.0),
        }
    }
}

/// How an interval and a p-value were found: the words of the `method` column of `comparison.csv`; without a
/// comma, and never changed for an old meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Method(&'static str);

impl Method {
    /// Few discordant games.
    pub const MCNEMAR_EXACT: Self = Self("paired: exact McNemar test; Tango score interval");
    /// Many discordant games.
    pub const MCNEMAR: Self = Self("paired: McNemar chi-square test; Tango score interval");
    /// Student's t.
    pub const PAIRED_MEAN: Self =
        Self("paired: skewness-corrected t test and interval of the mean difference");
    /// Of few or of very uneven games.
    pub const PAIRED_BOUND: Self = Self("paired: empirical-Bernstein bound of the mean difference");
    /// Few wins or few losses.
    pub const FISHER_EXACT: Self = Self("unpaired: Fisher exact test; Newcombe score interval");
    /// Many of both.
    pub const POOLED_Z: Self = Self("unpaired: pooled z test; Newcombe score interval");
    /// Student's t of two means.
    pub const WELCH: Self = Self("unpaired: skewness-corrected Welch t test and interval");
    /// Of few or of very uneven games.
    pub const UNPAIRED_BOUND: Self = Self("unpaired: empirical-Bernstein bounds of both means");
    /// Over deals that are partly the same.
    pub const ANY_DEPENDENCE: Self = Self("shared deals: t interval for any dependence");
    /// The same of few or of very uneven games.
    pub const ANY_BOUND: Self = Self("shared deals: empirical-Bernstein bounds of both means");
    /// Nothing is left to chance, and the orders are the same for both.
    pub const EXACT_SAME: Self = Self("exact: every order of the deck");
    /// Each one has a deck of its own.
    pub const EXACT_APART: Self = Self("exact: every order of each deck");
    /// Of a part of the orders.
    pub const EXACT_PART: Self = Self("exact: of these orders alone");

    /// Its words.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// Whether it is over the same games, one by one.
    pub fn is_paired(self) -> bool {
        self == Self::EXACT_SAME || self.0.starts_with("paired")
    }

    /// Whether it is over games that have no deal in common.
    pub fn is_independent(self) -> bool {
        self.0.starts_with("unpaired")
    }

    /// Whether it is over games that may have deals in common, which nobody counted one by one.
    pub fn is_shared(self) -> bool {
        self.0.starts_with("shared")
    }

    /// Whether nothing in it is due to chance.
    pub fn is_exact(self) -> bool {
        self.0.starts_with("exact")
    }
}

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
    use crate::core::stats::tests::close;

    fn conclusion(interval: (f64, f64), min_effect: Option<f64>) -> Conclusion {
        let mut row = Difference::empty(9, 9, Method::PAIRED_MEAN);
        row.interval = Some(interval);
        row.conclusion(min_effect).unwrap()
    }

    #[test]
    fn with_a_smallest_effect_size_comes_first_without_one_only_zero_counts() {
        for (low, high, effect, expected) in [
            (308.5, 309.9, None, Conclusion::Different),
            (-3.0, 1.0, None, Conclusion::Inconclusive),
            (0.0, 0.0, None, Conclusion::Inconclusive),
            (2.0, 5.0, Some(2.0), Conclusion::Different),
            (1.0, 5.0, Some(2.0), Conclusion::DifferentPerhapsSlightly),
            (-5.0, -1.0, Some(2.0), Conclusion::DifferentPerhapsSlightly),
            (-1.0, 2.0, Some(2.0), Conclusion::EquivalentWithin),
            (0.5, 1.5, Some(2.0), Conclusion::EquivalentWithin),
            (-1.0, 3.0, Some(2.0), Conclusion::Inconclusive),
        ] {
            assert_eq!(conclusion((low, high), effect), expected, "{low} {high} {effect:?}");
        }
    }

    #[test]
    fn holm_matches_statsmodels_and_counts_no_missing_test() {
        // scripts/check_stats.py, statsmodels 0.15.0: multipletests.
        let p = [0.01, 0.04, 0.03, 0.005, 0.9, 0.011, 1.0, 1e-12];
        let adjusted = [0.06, 0.12, 0.12, 0.035, 1.0, 0.06, 1.0, 8e-12];
        let found = holm(&p.map(Some));
        found.iter().zip(adjusted).for_each(|(p, of)| close(p.unwrap(), of, 1e-15, of));
        let adjusted = holm(&[Some(0.04), None, Some(0.03), None]);
        assert_eq!(adjusted, [Some(0.06), None, Some(0.06), None]);
        assert!(holm(&[]).is_empty());
    }
}
