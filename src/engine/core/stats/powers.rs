//! Sums of powers: all that a mean and its interval need of values that are not kept.

use super::mean::skewness_of_sums;
use super::summary::Moments;
use crate::core::overflow::CountOverflow;

/// Number, sum, and sums of the squares and cubes of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Powers {
    /// Number, sum and sum of squares.
    pub moments: Moments,
    /// Sum of cubes; `None` where it exceeded its type.
    pub sum_cubes: Option<i128>,
}

/// The cube of a value or of a difference; a saturated one is beyond any game that can be played.
pub fn cube(x: i128) -> i128 {
    x.saturating_mul(x).saturating_mul(x)
}

impl Default for Powers {
    fn default() -> Self {
        Self { moments: Moments::default(), sum_cubes: Some(0) }
    }
}

impl Powers {
    /// The sums of values that occurred so often.
    pub fn of_counts(counts: impl Iterator<Item = (u64, u64)>) -> Self {
        let mut all = Self::default();
        for (value, games) in counts {
            let (x, n) = (u128::from(value), u128::from(games));
            all.moments.n += games;
            all.moments.sum += x * n;
            all.moments.sum_sq += x * x * n;
            let cubes = cube(x as i128).checked_mul(n as i128);
            all.sum_cubes = all.sum_cubes.zip(cubes).and_then(|(sum, more)| sum.checked_add(more));
        }
        all
    }

    /// Adds values.
    ///
    /// Errors: as [`Powers::merge`].
    pub fn add_all(&mut self, values: &[u64]) -> Result<(), CountOverflow> {
        // Cubes below 2^48, of which 4,096 fit 64 bits.
        const SHORT: u64 = 1 << 16;
        const AT_ONCE: usize = 1 << 12;
        for values in values.chunks(AT_ONCE) {
            let mut more = Self::default();
            if values.iter().fold(0, |all, value| all | value) < SHORT {
                let sum = |of: fn(u64) -> u64| values.iter().map(|&value| of(value)).sum::<u64>();
                let [sum, sum_sq] = [sum(|x| x), sum(|x| x * x)].map(u128::from);
                let cubes = values.iter().map(|x| x * x * x).sum::<u64>();
                more.moments = Moments { n: values.len() as u64, sum, sum_sq };
                more.sum_cubes = Some(cubes.into());
            } else {
                more = Self::of_counts(values.iter().map(|&value| (value, 1)));
            }
            self.merge(&more)?;
        }
        Ok(())
    }

    /// Adds the sums of other values.
    ///
    /// Errors: [`CountOverflow`]; the sums are of no use then.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountOverflow> {
        self.moments.merge(other.moments)?;
        let cubes = self.sum_cubes.zip(other.sum_cubes);
        self.sum_cubes = cubes.and_then(|(mine, theirs)| mine.checked_add(theirs));
        Ok(())
    }

    /// Skewness of the values.
    ///
    /// Shapes: as [`skewness_of_sums`].
    pub fn skewness(&self) -> Option<f64> {
        let Moments { n, sum, sum_sq } = self.moments;
        skewness_of_sums(n, i128::try_from(sum).ok()?, sum_sq, self.sum_cubes)
    }
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
            whole.add_all(&values).unwrap();
            values.iter().rev().for_each(|&value| parts.add_all(&[value]).unwrap());
            assert_eq!(whole, parts, "{long}");
            let mut moments = Moments::default();
            values.iter().for_each(|&value| moments.add(value));
            assert_eq!(whole.moments, moments);
            assert_eq!(whole, Powers::of_counts(counts.into_iter()));
        }
        assert_eq!(Powers::default().skewness(), None);
    }
}
