//! Products of two `u128`, exact: a variance is the small difference of two of them.

/// A 256-bit unsigned integer: `high * 2^128 + low`; the derived order compares `high` first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wide {
    high: u128,
    low: u128,
}

impl Wide {
    /// The product of two 128-bit integers.
    pub fn product(a: u128, b: u128) -> Self {
        const HALF: u128 = u64::MAX as u128;
        let (a_high, a_low, b_high, b_low) = (a >> 64, a & HALF, b >> 64, b & HALF);
        let low_low = a_low * b_low;
        let high_low = a_high * b_low;
        let low_high = a_low * b_high;
        // Each summand is below 2^64 apart from the first half-product, so the sum cannot overflow.
        let middle = (low_low >> 64) + (high_low & HALF) + (low_high & HALF);
        Self {
            high: a_high * b_high + (high_low >> 64) + (low_high >> 64) + (middle >> 64),
            low: (middle << 64) | (low_low & HALF),
        }
    }

    /// The signed difference `a - b`, rounded to `f64` once, at the end.
    pub fn difference(a: Self, b: Self) -> f64 {
        if a >= b { a.minus(b).to_f64() } else { -b.minus(a).to_f64() }
    }

    fn minus(self, other: Self) -> Self {
        let (low, borrow) = self.low.overflowing_sub(other.low);
        Self { high: self.high - other.high - u128::from(borrow), low }
    }

    fn to_f64(self) -> f64 {
        // 2^128, a power of two and so exact.
        const TWO_TO_128: f64 = 340_282_366_920_938_463_463_374_607_431_768_211_456.0;
        self.high as f64 * TWO_TO_128 + self.low as f64
    }
}

/// `n * sum_xy - sum_x * sum_y`, exact until the one rounding at the end: n^2 times the covariance.
pub fn cross_deviation(n: u128, sum_xy: u128, sum_x: u128, sum_y: u128) -> f64 {
    Wide::difference(Wide::product(n, sum_xy), Wide::product(sum_x, sum_y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_the_largest_integers_are_exact() {
        // (2^128 - 1)^2 = 2^256 - 2^129 + 1.
        let square = Wide::product(u128::MAX, u128::MAX);
        assert_eq!(square, Wide { high: u128::MAX - 1, low: 1 });
        let mixed = Wide::product(u128::MAX, 1 << 100);
        assert_eq!(mixed, Wide { high: (1 << 100) - 1, low: u128::MAX - ((1 << 100) - 1) });
    }

    #[test]
    fn differences_keep_the_last_unit_and_the_sign() {
        let n = u128::MAX / 3;
        let a = Wide::product(n, n);
        let b = Wide::product(n - 1, n + 1);
        assert_eq!(Wide::difference(a, b), 1.0);
        assert_eq!(Wide::difference(b, a), -1.0);
        assert_eq!(Wide::difference(a, a), 0.0);
        // A borrow: 2^128 less 1.
        let (over, one) = (Wide::product(1 << 64, 1 << 64), Wide::product(1, 1));
        assert_eq!(over.minus(one), Wide { high: 0, low: u128::MAX });
    }

    #[test]
    fn a_variance_beyond_128_bits_is_exact() {
        // Half the values are 10^13, half 10^13 + 2, of 10^12 games: n^2 times the variance is exactly n^2.
        let (n, v) = (1_000_000_000_000_u128, 10_000_000_000_000_u128);
        let sum = n / 2 * v + n / 2 * (v + 2);
        let sum_sq = n / 2 * v * v + n / 2 * (v + 2) * (v + 2);
        assert_eq!(cross_deviation(n, sum_sq, sum, sum), 1e24);
    }

    #[test]
    fn products_beyond_128_bits_keep_their_size() {
        let big = 1_u128 << 100;
        assert_eq!(cross_deviation(big, big, 0, 0), 2_f64.powi(200));
        assert_eq!(cross_deviation(0, 0, big, 1 << 90), -2_f64.powi(190));
    }
}
