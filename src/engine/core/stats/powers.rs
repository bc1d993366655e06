//! Sums of powers: all that a mean and its interval need of values that are not kept.

use serde::{Deserialize, Serialize};

use crate::core::wide;

/// Number, sum and sum of squares: all that a mean and its standard error need.
///
/// Shapes: exact integers; add two field by field to merge them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// Number of games.
    pub n: u64,
    /// Sum of the values.
    #[serde(with = "wide")]
    pub sum: u128,
    /// Sum of the squared values.
    #[serde(with = "wide")]
    pub sum_sq: u128,
}

impl Moments {
    /// Adds one value.
    #[inline]
    pub fn add(&mut self, value: u64) {
        self.n += 1;
        self.sum += u128::from(value);
        self.sum_sq += u128::from(value) * u128::from(value);
    }

    /// Adds the values of others.
    pub fn merge(&mut self, Self { n, sum, sum_sq }: Self) {
        self.n += n;
        self.sum += sum;
        self.sum_sq += sum_sq;
    }

    /// Arithmetic mean; `None` without a game.
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| ratio(self.sum, self.n))
    }

    /// Variance with divisor n - 1; `None` below two games.
    ///
    /// Taken around a whole number near the mean, in integers, so that nothing cancels.
    pub fn variance(&self) -> Option<f64> {
        let n = u128::from(self.n);
        (n > 1).then(|| self.deviation() / (n * (n - 1)) as f64)
    }

    /// n * sum_sq - sum^2, which is the same around any other number; rounded once where it is below 2^128.
    ///
    /// Panics without a game.
    pub fn deviation(&self) -> f64 {
        let n = u128::from(self.n);
        let centre = self.sum / n;
        // What is too large on the way wraps round, and back.
        let twice = centre.wrapping_mul(2).wrapping_mul(self.sum);
        let square = centre.wrapping_mul(centre).wrapping_mul(n);
        let sum_sq = self.sum_sq.wrapping_sub(twice).wrapping_add(square);
        let rest = self.sum % n * (self.sum % n);
        match n.checked_mul(sum_sq) {
            Some(product) => (product - rest) as f64,
            None => n as f64 * sum_sq as f64 - rest as f64,
        }
    }

    /// Standard deviation, divisor n - 1; `None` below two games.
    pub fn std_dev(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// Standard error of the mean; `None` below two games.
    pub fn std_err(&self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.n as f64).sqrt())
    }
}

/// A quotient of integers: the whole part apart, so that a sum beyond 2^53 loses nothing before the division.
fn ratio(sum: u128, n: u64) -> f64 {
    let n_wide = u128::from(n);
    (sum / n_wide) as f64 + (sum % n_wide) as f64 / n as f64
}

/// All of these counts, whatever was written down.
pub fn total(counts: impl IntoIterator<Item = u64>) -> u128 {
    counts.into_iter().map(u128::from).sum()
}

/// Sum of the cubes of values or of differences; nothing where it exceeded its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cubes(pub Option<Sum>);

/// A sum beyond 64 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sum(#[serde(with = "wide")] pub i128);

impl Default for Cubes {
    fn default() -> Self {
        Self(Some(Sum(0)))
    }
}

impl Cubes {
    /// Of a value that occurred so often.
    pub fn of(value: i128, times: i128) -> Self {
        // A saturated one is beyond any game that can be played.
        Self(value.saturating_mul(value).saturating_mul(value).checked_mul(times).map(Sum))
    }

    /// Adds others.
    pub fn add(&mut self, more: Self) {
        let both = self.0.zip(more.0);
        self.0 = both.and_then(|(Sum(sum), Sum(more))| sum.checked_add(more)).map(Sum);
    }
}

/// Number, sum, and sums of the squares and cubes of values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Powers {
    /// Number, sum and sum of squares.
    pub moments: Moments,
    /// Sum of cubes.
    pub sum_cubes: Cubes,
}

impl Powers {
    /// The sums of values that occurred so often.
    pub fn of_counts(counts: impl Iterator<Item = (u64, u64)>) -> Self {
        let mut all = Self::default();
        for (value, games) in counts {
            let (x, n) = (u128::from(value), u128::from(games));
            all.moments.merge(Moments { n: games, sum: x * n, sum_sq: x * x * n });
            all.sum_cubes.add(Cubes::of(x as i128, n as i128));
        }
        all
    }

    /// Adds values.
    pub fn add_all(&mut self, values: &[u64]) {
        // Cubes below 2^48, of which 4,096 fit 64 bits.
        const SHORT: u64 = 1 << 16;
        const AT_ONCE: usize = 1 << 12;
        for values in values.chunks(AT_ONCE) {
            let mut more = Self::default();
            if values.iter().fold(0, |all, value| all | value) < SHORT {
                let [mut sum, mut sum_sq, mut cubes] = [0_u64; 3];
                for &x in values {
                    sum += x;
                    sum_sq += x * x;
                    cubes += x * x * x;
                }
                let [sum, sum_sq] = [sum, sum_sq].map(u128::from);
                more.moments = Moments { n: values.len() as u64, sum, sum_sq };
                more.sum_cubes = Cubes(Some(Sum(cubes.into())));
            } else {
                more = Self::of_counts(values.iter().map(|&value| (value, 1)));
            }
            self.merge(&more);
        }
    }

    /// Adds the sums of other values.
    pub fn merge(&mut self, other: &Self) {
        self.moments.merge(other.moments);
        self.sum_cubes.add(other.sum_cubes);
    }

    /// Skewness of the values.
    ///
    /// Shapes: 0 where there is no spread; `None` without values, or where a sum was not kept.
    pub fn skewness(&self) -> Option<f64> {
        let Moments { n, sum, sum_sq } = self.moments;
        skewness_of_sums(n, i128::try_from(sum).ok()?, sum_sq, self.sum_cubes)
    }
}

/// Skewness from exact sums of first, second and third powers.
///
/// Shapes: 0 where there is no spread; `None` without values, or where a sum was not kept or is too large.
pub fn skewness_of_sums(n: u64, one: i128, two: u128, Cubes(three): Cubes) -> Option<f64> {
    let (games, two, Sum(three)) = (i128::from(n), i128::try_from(two).ok()?, three?);
    // Around the whole number nearest to the mean, so that nothing cancels.
    let c = (one as f64 / games as f64).round() as i128;
    let square = c.checked_mul(c)?;
    let moved_two =
        two.checked_sub(one.checked_mul(2 * c)?)?.checked_add(square.checked_mul(games)?)?;
    let moved_three = three
        .checked_sub(two.checked_mul(3 * c)?)?
        .checked_add(one.checked_mul(square.checked_mul(3)?)?)?
        .checked_sub(square.checked_mul(c)?.checked_mul(games)?)?;
    let mean_of = |sum: i128| sum as f64 / n as f64;
    let [mean, square, cube] = [one - games * c, moved_two, moved_three].map(mean_of);
    let variance = square - mean * mean;
    let third = cube - 3.0 * mean * square + 2.0 * mean * mean * mean;
    let is_spread = n > 1 && variance > 0.0;
    (n > 0).then(|| if is_spread { third / (variance * variance.sqrt()) } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_at_once_and_in_parts_say_what_counts_say() {
        let edge = 1 << 16;
        for long in [7, edge - 1, edge, 1 << 40] {
            let counts = [(3, 5_000_u64), (5, 40), (700, 25), (1000, 14), (long + 1_000, 3)];
            let each = |&(value, games): &(u64, u64)| vec![value; games as usize];
            let values: Vec<u64> = counts.iter().flat_map(each).collect();
            let (mut whole, mut parts) = (Powers::default(), Powers::default());
            whole.add_all(&values);
            values.iter().rev().for_each(|&value| parts.add_all(&[value]));
            assert_eq!(whole, parts, "{long}");
            let mut moments = Moments::default();
            values.iter().for_each(|&value| moments.add(value));
            assert_eq!(whole.moments, moments);
            assert_eq!(whole, Powers::of_counts(counts.into_iter()));
        }
        assert_eq!(Powers::default().skewness(), None);
    }

    #[test]
    fn a_variance_beyond_128_bits_is_exact() {
        // Half the values are 10^13, half 10^13 + 2, of 10^12 games: the variance is n / (n - 1).
        let (n, v) = (1_000_000_000_000_u64, 10_000_000_000_000_u128);
        let half = u128::from(n / 2);
        let sum_sq = half * v * v + half * (v + 2) * (v + 2);
        let moments = Moments { n, sum: half * (2 * v + 2), sum_sq };
        assert_eq!(moments.deviation(), 1e24);
        // Values so far apart that their squares hardly fit.
        let far = Moments { n: 1 << 40, sum: 1 << 83, sum_sq: 1 << 127 };
        assert_eq!(far.deviation(), 2_f64.powi(167) - 2_f64.powi(166));
    }
}
