//! The few special functions behind the tests and the sequences: Stirling's error, the deviance, exact tests.
//!
//! The first two are the saddle-point form of Loader (2000): the large logarithms of factorials are cancelled on
//! paper, so that counts of 10^12 cost no digits. A plain log-gamma would lose the third decimal there.

/// Halvings of a distance that reach neighbouring doubles.
const HALVINGS: u32 = 200;

/// The last number on the way from one that `is_inside` to one that is not.
pub fn bisected(mut inside: f64, mut outside: f64, is_inside: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = inside + (outside - inside) / 2.0;
        if middle == inside || middle == outside {
            break;
        }
        if is_inside(middle) { inside = middle } else { outside = middle }
    }
    inside
}

/// Below this the Stirling series is not accurate to the last digit, and the recurrence climbs to it.
const SERIES_FROM: f64 = 16.0;

/// What Stirling's formula leaves out: ln Γ(x) - [(x - 1/2) ln x - x + ln(2π)/2].
///
/// Shapes: `x > 0`.
/// Source: Abramowitz and Stegun (1964) 6.1.41; below 16 by the recurrence of Γ.
pub fn stirling_error(x: f64) -> f64 {
    let mut climbed = 0.0;
    let mut x = x;
    while x < SERIES_FROM {
        climbed += (x + 0.5) * libm::log1p(1.0 / x) - 1.0;
        x += 1.0;
    }
    let y = 1.0 / (x * x);
    let series = 1.0 / 12.0
        - y * (1.0 / 360.0
            - y * (1.0 / 1260.0
                - y * (1.0 / 1680.0 - y * (1.0 / 1188.0 - y * (691.0 / 360_360.0 - y / 156.0)))));
    climbed + series / x
}

/// The deviance x ln(x / m) + m - x of a count `x` from its expectation `m`.
///
/// Shapes: `x >= 0`, `m > 0`; `diff` is `x - m`, given apart because the caller often has it with more digits.
/// Source: C. Loader, Fast and Accurate Computation of Binomial Probabilities (2000), function `bd0`.
pub fn deviance(x: f64, m: f64, diff: f64) -> f64 {
    if x == 0.0 {
        return m;
    }
    if diff.abs() >= 0.1 * (x + m) {
        return x * libm::log(x / m) - diff;
    }
    let v = diff / (x + m);
    let v_squared = v * v;
    let mut power = 2.0 * x * v;
    let mut total = diff * v;
    let mut odd = 1.0;
    loop {
        power *= v_squared;
        odd += 2.0;
        let next = total + power / odd;
        if next == total {
            return total;
        }
        total = next;
    }
}

/// Two-sided exact binomial p-value of `b` against `c` at probability one half: twice the smaller tail, at most 1.
///
/// Each probability follows from its neighbour, in units of that of what was observed, and their sum stands for 1.
/// Shapes: any counts; both 0 gives 1, and what is below the smallest double 0; the time is in proportion to `b + c`.
/// Source: W. J. Conover, Practical Nonparametric Statistics (1999), sign test.
pub fn sign_test(b: u64, c: u64) -> f64 {
    let (n, smaller) = (b + c, b.min(c));
    // The two tails meet or overlap: all there is.
    if n - 2 * smaller <= 1 {
        return 1.0;
    }
    let (mut tail, mut term) = (1.0, 1.0);
    for k in (1..=smaller).rev() {
        term *= k as f64 / (n - k + 1) as f64;
        tail += term;
    }
    let (mut between, mut term) = (0.0, 1.0);
    for k in smaller..n - smaller - 1 {
        term *= (n - k) as f64 / (k + 1) as f64;
        between += term;
    }
    2.0 * tail / (2.0 * tail + between)
}

/// Fisher's exact two-sided p-value of `x_1` of `n_1` against `x_2` of `n_2`.
///
/// As [`sign_test`], from neighbour to neighbour.
/// Shapes: `x_1 <= n_1`, `x_2 <= n_2`, both `n` positive; the time is in proportion to `x_1 + x_2`.
/// Two-sided as R and scipy do it: the sum over every table that is no more probable than the observed one.
/// Source: R. A. Fisher, J. Royal Stat. Soc. 98 (1935) 39-54.
pub fn fisher_exact(x_1: u64, n_1: u64, x_2: u64, n_2: u64) -> f64 {
    let k = x_1 + x_2;
    // How much more probable one more is.
    let ratio = |x: u64| {
        let gain = (n_1 - x) as f64 * (k - x) as f64;
        gain / ((x + 1) as f64 * (n_2 + x + 1 - k) as f64)
    };
    let (mut all, mut extreme) = (1.0, 1.0);
    let mut count = |probability: f64| {
        all += probability;
        // Tables as probable as the observed one count, and rounding must not drop them (R's fisher.test: 1e-7).
        extreme += if probability <= 1.0 + 1e-7 { probability } else { 0.0 };
    };
    let mut probability = 1.0;
    for x in x_1..k.min(n_1) {
        probability *= ratio(x);
        count(probability);
    }
    probability = 1.0;
    for x in (k.saturating_sub(n_2)..x_1).rev() {
        probability /= ratio(x);
        count(probability);
    }
    extreme / all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::tests::close;

    #[test]
    fn stirling_errors_match_mpmath() {
        // scripts/check_stats.py, mpmath 1.4.1: loggamma to 60 digits; from 16 on, where the series begins, to the
        // last digits.
        for (x, error) in [
            (0.01, 1.4340079537031842),
            (2.5, 0.03316287351993629),
            (15.9, 0.005240399880756108),
            (16.0, 0.0052076559196096404),
            (17.0, 0.004_901_395_948_434_738),
            (1000000.0, 8.333333333333056e-08),
            (1000000000000.0, 8.333333333333334e-14),
        ] {
            let most = if x < 16.0 { 2e-15 / error } else { 1e-15 };
            close(stirling_error(x), error, most, x);
        }
    }

    #[test]
    fn exact_tests_match_scipy() {
        // scripts/check_stats.py, scipy 1.17.1: binomtest; exact integers, with which fisher_exact agrees to 1e-9.
        for (b, c, p_value) in [
            (1, 7, 0.0703125),
            (0, 5, 0.0625),
            (30, 70, 7.85013964559367e-05),
            (4700, 5200, 5.271465522742394e-07),
            (1, 999, 1.8683937642434442e-298),
        ] {
            close(sign_test(b, c), p_value, 2e-14, (b, c));
        }
        for (x_1, n_1, x_2, n_2, p_value) in [
            (0, 1_000_000, 3, 1_000_000, 0.2499996249998125),
            (8, 16, 1, 6, 0.33303847854931445),
            (120, 1000, 90, 1000, 0.03420250970696871),
            (400, 100_000, 520, 120_000, 0.2324534726262406),
        ] {
            close(fisher_exact(x_1, n_1, x_2, n_2), p_value, 1e-11, (x_1, n_1, x_2, n_2));
        }
        // Nothing against chance is exactly one.
        for k in 1..2_000 {
            assert_eq!([(k, k), (k, k + 1), (k + 1, k)].map(|(b, c)| sign_test(b, c)), [1.0; 3]);
            let one = [2, 3].map(|part| fisher_exact(k / 10, k / 10 * part, k / 10, k / 10 * part));
            assert!(k < 10 || one == [1.0; 2], "{k}: {one:?}");
        }
    }

    #[test]
    fn fisher_equals_whole_numbers_on_every_small_table() {
        // Equally probable tables count for each other, and only whole numbers know which are equal.
        let choose = |n: u64, k: u64| (0..k).fold(1u64, |c, i| c * (n - i) / (i + 1));
        for (n_1, n_2) in (1..=12).flat_map(|n_1| (1..=12).map(move |n_2| (n_1, n_2))) {
            for (x_1, x_2) in (0..=n_1).flat_map(|x_1| (0..=n_2).map(move |x_2| (x_1, x_2))) {
                let k = x_1 + x_2;
                let weight = |x: u64| choose(n_1, x) * choose(n_2, k - x);
                let weights = (k.saturating_sub(n_2)..=k.min(n_1)).map(weight);
                let tail: u64 = weights.filter(|&w| w <= weight(x_1)).sum();
                let exact = tail as f64 / choose(n_1 + n_2, k) as f64;
                close(fisher_exact(x_1, n_1, x_2, n_2), exact, 1e-12, (x_1, n_1, x_2, n_2));
            }
        }
    }
}
