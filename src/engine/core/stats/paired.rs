//! Two rule sets on the same deals: what is counted, and the mean difference of what games count.

use serde::{Deserialize, Serialize};

use super::bounded::BoundedMean;
use super::difference::{Difference, Method};
use super::mean::{Bound, Estimate};
use super::normal::two_sided_p;
use super::powers::{Cubes, Moments, Powers, skewness_of_sums};
use super::ratio::PairedRatio;
use crate::core::results::GameBlock;
use crate::core::wide;

/// Exact counts of deals played under two rule sets.
///
/// Shapes: `outcomes[o1][o2]` deals ended in `o1` under the first rule set and `o2` under the second, by the
/// positions of the game's outcomes; the values run over the same deals. Tallies of disjoint deals merge in any order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedTally {
    /// Deals by the two outcomes.
    pub outcomes: Vec<Vec<u64>>,
    /// The values of the counters that are compared, by position: the length, then others.
    pub values: Vec<(usize, PairedValues)>,
}

/// Exact sums of what deals count under two rule sets.
///
/// The sums of d = value_2 - value_1 and of d^2 follow from these and are not stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedValues {
    /// Under the first rule set.
    pub one: Moments,
    /// Under the second: of as many deals.
    pub two: Moments,
    /// Sum of the products of both.
    #[serde(with = "wide")]
    pub products: u128,
    /// Sum of d^3.
    pub sum_cubes: Cubes,
}

impl PairedTally {
    /// No deals yet, of a game with so many outcomes; these counters are compared, and the length.
    pub fn new(outcomes: usize, others: &[usize]) -> Self {
        let counters = [0].iter().chain(others);
        let values = counters.map(|&counter| (counter, PairedValues::default())).collect();
        Self { outcomes: vec![vec![0; outcomes]; outcomes], values }
    }

    /// Adds the deals of two blocks, game by game.
    pub fn add(&mut self, one: &GameBlock, two: &GameBlock) {
        let outcomes = one.outcomes().zip(two.outcomes());
        outcomes.for_each(|(one, two)| self.outcomes[one][two] += 1);
        for (counter, mine) in &mut self.values {
            let values = one.counter(*counter).iter().zip(two.counter(*counter));
            values.for_each(|(&one, &two)| mine.add(one, two));
        }
    }

    /// Whether no deal came out so under one rule set alone.
    pub fn is_alike(&self, outcome: usize) -> bool {
        let PairedRatio { only_1, only_2, .. } = self.ratio(outcome);
        only_1 == 0 && only_2 == 0
    }

    /// The values of a counter; `None` if it is not compared.
    pub fn of(&self, counter: usize) -> Option<&PairedValues> {
        self.values.iter().find(|(other, _)| *other == counter).map(|(_, values)| values)
    }

    /// Adds the counts of other deals.
    pub fn merge(&mut self, Self { outcomes, values }: &Self) {
        let outcomes = self.outcomes.iter_mut().flatten().zip(outcomes.iter().flatten());
        outcomes.for_each(|(mine, theirs)| *mine += theirs);
        let values = self.values.iter_mut().zip(values);
        values.for_each(|((_, mine), (_, theirs))| mine.merge(theirs));
    }

    /// What each outcome scores under the first and under the second, instead of lengths.
    pub fn scored(&self, scores_1: &[u64], scores_2: &[u64]) -> PairedValues {
        let games = |scores: &[u64], won: fn(&Self, usize) -> u64| {
            let counts = scores.iter().enumerate().map(|(o, &score)| (score, won(self, o)));
            Powers::of_counts(counts).moments
        };
        let (one, two) = (games(scores_1, Self::won_1), games(scores_2, Self::won_2));
        let mut scored = PairedValues { one, two, ..PairedValues::default() };
        for (row, &x) in self.outcomes.iter().zip(scores_1) {
            for (&deals, &y) in row.iter().zip(scores_2) {
                let [n, x, y] = [deals, x, y].map(i128::from);
                scored.products += (n * x * y) as u128;
                scored.sum_cubes.add(Cubes::of(y - x, n));
            }
        }
        scored
    }

    /// Deals with this outcome under the first rule set.
    fn won_1(&self, outcome: usize) -> u64 {
        self.outcomes[outcome].iter().sum()
    }

    /// Deals with this outcome under the second.
    fn won_2(&self, outcome: usize) -> u64 {
        self.outcomes.iter().map(|row| row[outcome]).sum()
    }

    /// Number of deals.
    pub fn games(&self) -> u64 {
        self.values[0].1.one.n
    }

    /// The fourfold table of one outcome.
    ///
    /// Errors: none; an outcome that the game has not is a caller's bug and panics.
    pub fn ratio(&self, outcome: usize) -> PairedRatio {
        let both = self.outcomes[outcome][outcome];
        let (only_1, only_2) = (self.won_1(outcome) - both, self.won_2(outcome) - both);
        PairedRatio { both, only_1, only_2, neither: self.games() - both - only_1 - only_2 }
    }
}

impl PairedValues {
    /// Adds one deal.
    #[inline]
    pub fn add(&mut self, value_1: u64, value_2: u64) {
        self.one.add(value_1);
        self.two.add(value_2);
        self.products += u128::from(value_1) * u128::from(value_2);
        self.sum_cubes.add(Cubes::of(i128::from(value_2) - i128::from(value_1), 1));
    }

    /// Adds the sums of other deals.
    pub fn merge(&mut self, Self { one, two, products, sum_cubes }: &Self) {
        self.one.merge(*one);
        self.two.merge(*two);
        self.products += products;
        self.sum_cubes.add(*sum_cubes);
    }

    /// Number, size of the sum, and sum of squares of d.
    pub fn difference(&self) -> Moments {
        let sum_sq = self.one.sum_sq + self.two.sum_sq - 2 * self.products;
        Moments { n: self.one.n, sum: self.sum_difference().unsigned_abs(), sum_sq }
    }

    /// Exact sum of d = value_2 - value_1.
    pub fn sum_difference(&self) -> i128 {
        self.two.sum as i128 - self.one.sum as i128
    }

    /// Whether no deal has another value under the second rule set than under the first.
    pub fn are_alike(&self) -> bool {
        self.difference().sum_sq == 0
    }

    /// Mean difference of the values, its interval and its test.
    ///
    /// Student's t with Hall's correction for skewness. `range` says how far a difference can be from 0 in the two
    /// directions, where that is known. Where rarer deals than were seen could put the mean outside that interval,
    /// it is an empirical-Bernstein bound; without a range it is then missing, and so is the p-value, which is 1
    /// if no deal made a difference.
    /// Shapes: no interval and no p-value below two deals.
    /// Units: those of the values; `z` in standard errors of a normal estimate.
    /// Source: Student, Biometrika 6 (1908) 1-25, paired comparison; P. Hall, J. Royal Stat. Soc. B 54 (1992)
    /// 221-228; [`BoundedMean`].
    pub fn mean_difference(&self, z: f64, range: Option<(f64, f64)>) -> Difference {
        let n = self.one.n;
        let mut row = Difference::empty(n, n, Method::PAIRED_MEAN);
        if n == 0 {
            return row;
        }
        row.value_1 = self.one.mean();
        row.value_2 = self.two.mean();
        row.difference = Some(self.sum_difference() as f64 / n as f64);
        let Some((estimate, variance)) = self.estimate().zip(self.variance_of_difference()) else {
            return row;
        };
        row.std_err = Some(estimate.std_err);
        let bound = range.map(|range| {
            let spread = (n, estimate.mean, variance.sqrt());
            let mean = BoundedMean::new(1.0 - two_sided_p(z), n, range, spread);
            let (unseen, interval) = (mean.unseen(z), mean.interval());
            Bound { unseen, interval, p_value: mean.p_value(0.0) }
        });
        row.conclude(&estimate, n, (bound, Method::PAIRED_BOUND), z);
        row
    }

    /// The mean of d as Student's t has it, with Hall's correction; `None` below two deals.
    pub(super) fn estimate(&self) -> Option<Estimate> {
        let n = self.one.n;
        let variance = self.variance_of_difference()?;
        Some(Estimate {
            mean: self.sum_difference() as f64 / n as f64,
            std_err: (variance / n as f64).sqrt(),
            freedom: (n - 1) as f64,
            skewness: self.skewness_of_difference().unwrap_or(0.0) / (n as f64).sqrt(),
        })
    }

    /// Skewness of d: its third central moment over the cube of its standard deviation.
    ///
    /// Shapes: 0 where there is no spread; `None` without values, or where a sum was not kept.
    pub fn skewness_of_difference(&self) -> Option<f64> {
        let Moments { n, sum_sq, .. } = self.difference();
        skewness_of_sums(n, self.sum_difference(), sum_sq, self.sum_cubes)
    }

    /// Variance of d, divisor n - 1; `None` below two deals.
    pub fn variance_of_difference(&self) -> Option<f64> {
        self.difference().variance()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::core::stats::tests::{close, near};
    use crate::core::stats::{Conclusion, z_for_confidence};

    /// (outcome_1, battles_1, outcome_2, battles_2).
    type Deal = (usize, u64, usize, u64);

    /// The sample of scripts/check_stats.py.
    fn sample() -> Vec<Deal> {
        let outcomes = [[0, 1, 2, 0, 1, 0, 2, 1, 0, 0, 1, 0], [0, 1, 0, 1, 1, 0, 2, 0, 1, 0, 2, 0]];
        let one = [212, 85, 1000, 330, 97, 150, 1000, 26, 541, 77, 402, 63];
        let two = [240, 130, 611, 402, 88, 333, 1000, 75, 498, 191, 1000, 58];
        (0..12).map(|k| (outcomes[0][k], one[k], outcomes[1][k], two[k])).collect()
    }

    fn tally(deals: &[Deal]) -> PairedTally {
        let mut tally = PairedTally::new(3, &[]);
        for &(o1, b1, o2, b2) in deals {
            tally.outcomes[o1][o2] += 1;
            tally.values[0].1.add(b1, b2);
        }
        tally
    }

    fn length(deals: &[Deal]) -> PairedValues {
        tally(deals).values.remove(0).1
    }

    /// So many deals of length 5 that have these under the second.
    fn second(deals: u64, length_of: fn(u64) -> u64) -> PairedValues {
        length(&(0..deals).map(|k| (0, 5, 0, length_of(k))).collect::<Vec<_>>())
    }

    #[test]
    fn mean_difference_matches_scipy() {
        // scripts/check_stats.py, scipy 1.17.1: sem, skew, t.sf. Of so few deals interval and test are not shown.
        let whole = length(&sample());
        let estimate = whole.estimate().unwrap();
        let row = whole.mean_difference(z_for_confidence(0.95), None);
        let interval = (-68.47924480407531, 223.08266675025672);
        near(estimate.interval(z_for_confidence(0.95)), interval, 2e-10, "scipy");
        // Cubes that were not kept leave Student's: ttest_rel.
        let old = PairedValues { sum_cubes: Cubes(None), ..whole.clone() };
        for (found, reference) in [
            (row.difference.unwrap(), 53.583333333333336),
            (row.std_err.unwrap(), 63.56247920452965),
            (whole.skewness_of_difference().unwrap(), 0.671917470336787),
            (estimate.p_value(), 0.3762518894267102),
            (old.estimate().unwrap().p_value(), 0.4171809290505267),
        ] {
            close(found, reference, 2e-12, reference);
        }
        assert_eq!((row.interval, row.p_value, row.conclusion(Some(1e9))), (None, None, None));
        let mut both = whole.clone();
        both.merge(&old);
        assert_eq!(both.sum_cubes, Cubes(None));
        let mut far = sample();
        far.iter_mut().for_each(|(.., two)| *two += 1_000_000_000);
        let far = length(&far).skewness_of_difference().unwrap();
        close(far, 0.671917470336787, 1e-12, "far from zero");
        assert_eq!(PairedValues::default().skewness_of_difference(), None);
    }

    #[test]
    fn deals_at_once_and_in_parts_count_as_one_by_one() {
        let long = [(0, 1 << 26, 2, 7), (1, 3, 1, 1 << 40), (2, (1 << 26) - 1, 0, (1 << 26) - 1)];
        let all = [sample(), long.to_vec()].concat();
        let mut blocks = [GameBlock::of(1, 1, 0), GameBlock::of(1, 1, 0)];
        blocks.iter_mut().for_each(|block| block.reset(0..all.len() as u64));
        for (game, &(o1, b1, o2, b2)) in (0..).zip(&all) {
            blocks[0].report(game, o1, 0, [b1]);
            blocks[1].report(game, o2, 0, [b2]);
        }
        let mut at_once = PairedTally::new(3, &[]);
        at_once.add(&blocks[0], &blocks[1]);
        assert_eq!(at_once, tally(&all));
        for cut in 0..=all.len() {
            let mut parts = tally(&all[cut..]);
            parts.merge(&tally(&all[..cut]));
            assert_eq!(parts, at_once, "{cut}");
        }
    }

    #[test]
    fn without_deals_or_spread_fields_are_empty() {
        for (deals, difference, p_value) in [
            (PairedValues::default(), None, None),
            (length(&sample()[..1]), Some(28.0), None),
            (second(2, |_| 6), Some(1.0), None),
            (second(3, |_| 5), Some(0.0), Some(1.0)),
        ] {
            let row = deals.mean_difference(1.96, None);
            assert_eq!((row.difference, row.p_value), (difference, p_value));
            assert_eq!((row.interval, row.method), (None, Method::PAIRED_MEAN));
        }
        // With lengths of 0 to 10 two deals in three could differ by 10 and not have been seen.
        let row = second(3, |_| 5).mean_difference(1.96, Some((-10.0, 10.0)));
        let (low, high) = row.interval.unwrap();
        assert!(high > 6.6 && (low + high).abs() < 1e-12, "{low} {high}");
        assert_eq!((row.bound, row.p_value), (row.interval, Some(1.0)));
    }

    #[test]
    fn deals_that_hide_long_games_are_never_called_equivalent() {
        const BOUND: Method = Method::PAIRED_BOUND;
        let thirds = |deals| second(deals, |k| 4 + k % 3);
        let quarters = second(400, |k| 5 + 3 * (k % 4 / 3));
        // 60 deals that differ by little, of lengths up to 1,000: one in 30 could be a thousand battles off. Without
        // the bound they would be called equivalent; with lengths of up to 10 so are 600 deals. In the last row
        // Student's interval lies within, and leaves out 0; the bound reaches further.
        for (deals, most, method, effect, conclusion) in [
            (thirds(60), Some(1_000.0), BOUND, 5.0, Conclusion::Inconclusive),
            (thirds(60), Some(1_000.0), BOUND, 200.0, Conclusion::EquivalentWithin),
            (thirds(60), None, Method::PAIRED_MEAN, 5.0, Conclusion::EquivalentWithin),
            (thirds(600), Some(10.0), Method::PAIRED_MEAN, 1.0, Conclusion::EquivalentWithin),
            (quarters, Some(10.0), Method::PAIRED_MEAN, 0.9, Conclusion::DifferentPerhapsSlightly),
        ] {
            let row = deals.mean_difference(1.96, most.map(|most: f64| (-most, most)));
            assert_eq!((row.method, row.conclusion(Some(effect))), (method, Some(conclusion)));
        }
    }

    #[test]
    fn a_tally_comes_back_as_it_was() {
        // Another key is another version of the state.
        let sums = |n, sum, sum_sq| json!({"n": n, "sum": sum, "sum_sq": sum_sq});
        let values = json!({
            "one": sums(1, "212", "44944"),
            "two": sums(1, "240", "57600"),
            "products": "50880",
            "sum_cubes": "21952",
        });
        let outcomes = [[1, 0, 0], [0, 0, 0], [0, 0, 0]];
        let first = json!({"outcomes": outcomes, "values": [[0, values]]});
        assert_eq!(json!(tally(&sample()[..1])), first);
        assert_eq!(PairedTally::deserialize(json!(tally(&sample()))).unwrap(), tally(&sample()));
        let lost = PairedValues { sum_cubes: Cubes(None), ..PairedValues::default() };
        assert_eq!(PairedValues::deserialize(json!(lost)).unwrap(), lost);
    }
}
