//! Ratios: Wilson's interval of one; of one outcome under two rule sets on the same deals McNemar's test and Tango's
//! interval.

use super::difference::{Difference, Method};
use super::normal::{floored, two_sided_p};
use super::special::{bisected, sign_test};

/// Up to this many discordant deals McNemar's test is exact; beyond it the chi-square differs by less than 3 %
/// of any p-value above 0.001 (tested), and the sums would only get longer.
const EXACT_UP_TO: u64 = 10_000;

/// Wilson score interval for a win rate.
///
/// Shapes: `wins <= games`; returns `(low, high)`, both in `[0, 1]`; `games == 0` gives `(0, 1)`.
/// No win gives `low` exactly 0 and no loss gives `high` exactly 1, and a tiny rate keeps all its digits.
/// Units: `z` in standard errors (1.96 for 95 %).
/// Errors: none; `wins > games` is a caller's bug and panics.
/// Source: E. B. Wilson, J. Amer. Stat. Assoc. 22 (1927) 209-212.
pub fn wilson(wins: u64, games: u64, z: f64) -> (f64, f64) {
    assert!(wins <= games, "{wins} wins in {games} games");
    if games == 0 {
        return (0.0, 1.0);
    }
    if wins > games - wins {
        let (low, high) = wilson(games - wins, games, z);
        return (1.0 - high, 1.0 - low);
    }
    let n = games as f64;
    let (p, scale) = (wins as f64 / n, z * z / n);
    let root = z * (p * (1.0 - p) / n + scale / (4.0 * n)).sqrt();
    let high = (p + scale / 2.0 + root) / (1.0 + scale);
    // The product of the two roots is p^2 / (1 + scale): dividing keeps the digits that subtracting would lose.
    let low = p * p / ((1.0 + scale) * high);
    (low, high)
}

/// The fourfold table of paired deals for one outcome.
///
/// Shapes: the four counts add up to the deals; only `only_1` and `only_2`, the discordant ones,
/// distinguish the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairedRatio {
    /// Deals with the outcome under both rule sets.
    pub both: u64,
    /// Under the first only.
    pub only_1: u64,
    /// Under the second only.
    pub only_2: u64,
    /// Under neither.
    pub neither: u64,
}

impl PairedRatio {
    /// The same with the two exchanged.
    pub fn exchanged(self) -> Self {
        Self { only_1: self.only_2, only_2: self.only_1, ..self }
    }

    /// Number of deals.
    pub fn games(&self) -> u64 {
        self.both + self.only_1 + self.only_2 + self.neither
    }

    /// Difference of the two ratios, with Tango's interval and McNemar's test.
    ///
    /// Shapes: without a deal only the method is filled in.
    /// Units: ratios; `z` in standard errors.
    /// The standard error is the sample one; interval and test do not use it, so they hold at ratios near 0 and 1.
    /// Source: [`PairedRatio::score_interval`], [`PairedRatio::mcnemar`].
    pub fn difference(&self, z: f64) -> Difference {
        let games = self.games();
        let (p_value, method) = self.mcnemar();
        let none = Difference::empty(games, games, method);
        if games == 0 {
            return none;
        }
        let n = games as f64;
        let net = self.net() / n;
        // Of one deal's difference of indicators, -1, 0 or 1; divisor n.
        let variance = (self.only_1 + self.only_2) as f64 / n - net * net;
        Difference {
            value_1: Some((self.both + self.only_1) as f64 / n),
            value_2: Some((self.both + self.only_2) as f64 / n),
            difference: Some(net),
            std_err: Some((variance / n).sqrt()),
            interval: Some(self.score_interval(z)),
            p_value: Some(p_value),
            ..none
        }
    }

    /// McNemar's test that both rule sets have the same ratio: two-sided p-value and which form of it.
    ///
    /// Exact (binomial, twice the smaller tail) up to 10,000 discordant deals, above that the chi-square without
    /// continuity correction. No discordant deal gives 1.
    /// Source: Q. McNemar, Psychometrika 12 (1947) 153-157; why no correction: M. W. Fagerland, S. Lydersen and
    /// P. Laake, BMC Med. Res. Methodol. 13 (2013) 91.
    pub fn mcnemar(&self) -> (f64, Method) {
        let discordant = self.only_1 + self.only_2;
        if discordant <= EXACT_UP_TO {
            return (floored(sign_test(self.only_1, self.only_2)), Method::MCNEMAR_EXACT);
        }
        (two_sided_p(self.net() / (discordant as f64).sqrt()), Method::MCNEMAR)
    }

    /// Tango's score interval for the difference of the ratios, second less first.
    ///
    /// The differences that a score test at `z` would not reject; at difference 0 that test is McNemar's chi-square,
    /// so interval and test agree wherever the chi-square is used.
    /// Shapes: returns `(low, high)` within `[-1, 1]`; `(-1, 1)` without a deal. Never empty, never beyond the range.
    /// Units: `z` in standard errors.
    /// Source: T. Tango, Stat. Med. 17 (1998) 891-908.
    pub fn score_interval(&self, z: f64) -> (f64, f64) {
        if self.games() == 0 {
            return (-1.0, 1.0);
        }
        let n = self.games() as f64;
        let (gain, loss) = (self.only_2 as f64 / n, self.only_1 as f64 / n);
        // The lower limit is the upper one of the two rule sets exchanged.
        (-upper_limit(loss, gain, n, z), upper_limit(gain, loss, n, z))
    }

    fn net(&self) -> f64 {
        (i128::from(self.only_2) - i128::from(self.only_1)) as f64
    }
}

/// The largest difference that the score test does not reject.
///
/// Shapes: `gain` and `loss` are the discordant shares, `n` the deals.
fn upper_limit(gain: f64, loss: f64, n: f64, z: f64) -> f64 {
    bisected(gain - loss, 1.0, |middle| score(gain, loss, n, middle) > -z)
}

/// Tango's statistic for the hypothesis that the difference is `delta`.
fn score(gain: f64, loss: f64, n: f64, delta: f64) -> f64 {
    if delta < 0.0 {
        return -score(loss, gain, n, -delta);
    }
    // The share of losses most probable under the hypothesis solves 2 x^2 + b x + c = 0, where c <= 0.
    let b = (2.0 - gain + loss) * delta - gain - loss;
    let c = -loss * delta * (1.0 - delta);
    let root = (b * b - 8.0 * c).sqrt();
    let share = match (b > 0.0, b + root > 0.0) {
        (false, _) => (root - b) / 4.0,
        // Written so that nothing cancels.
        (true, true) => -2.0 * c / (b + root),
        (true, false) => 0.0,
    };
    let variance = (2.0 * share + delta * (1.0 - delta)) / n;
    let distance = gain - loss - delta;
    if distance == 0.0 { 0.0 } else { distance / variance.max(0.0).sqrt() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::tests::{close, near};
    use crate::core::stats::z_for_confidence;

    fn table(both: u64, only_1: u64, only_2: u64, neither: u64) -> PairedRatio {
        PairedRatio { both, only_1, only_2, neither }
    }

    #[test]
    fn mcnemar_matches_statsmodels_and_a_published_p_value() {
        // scripts/check_stats.py, statsmodels 0.15.0: mcnemar(exact up to 10,000, correction=False). 1 and 7: Bentur
        // et al. in Fagerland et al. (2013), exact conditional test.
        for (only_1, only_2, p_value, method) in [
            (1, 7, 0.0703125, Method::MCNEMAR_EXACT),
            (59, 6, 4.964650327128616e-12, Method::MCNEMAR_EXACT),
            (5100, 4900, 0.04658552770494645, Method::MCNEMAR_EXACT),
            (5101, 4900, 0.044441825900176764, Method::MCNEMAR),
            (1_000_000, 1_009_000, 2.157488770403877e-10, Method::MCNEMAR),
        ] {
            let (found, of) = table(5, only_1, only_2, 7).mcnemar();
            close(found, p_value, 1e-11, (only_1, only_2));
            assert_eq!(of, method, "{only_1} {only_2}");
        }
    }

    #[test]
    fn tango_matches_constrained_likelihood_and_a_published_interval() {
        // scripts/check_stats.py, scipy 1.17.1: minimize_scalar finds the constrained maximum, brentq the limits. The
        // first in Fagerland et al., Stat. Med. 33 (2014) 2850-2875: 0.026 to 0.517.
        let z = z_for_confidence(0.95);
        for (both, only_1, only_2, neither, low, high) in [
            (1, 1, 7, 12, 0.02600303250706881, 0.5172322757576967),
            (36, 12, 2, 0, -0.3447087497693676, -0.06111240593900042),
            (900, 3, 1, 96, -0.00789176126197676, 0.0029002884981660093),
            (4204, 900, 700, 4196, -0.02784886189341279, -0.012176103133791544),
        ] {
            let all = table(both, only_1, only_2, neither);
            near(all.score_interval(z), (low, high), 2e-9, all);
            assert_eq!(all.exchanged().score_interval(2.0).0, -all.score_interval(2.0).1);
        }
        // Without a discordant deal the limit has a closed form.
        let none = z * z / (100.0 + z * z);
        near(table(40, 0, 0, 60).score_interval(z), (-none, none), 1e-15, "none");
        let (low, high) = table(0, 0, 10, 0).score_interval(1.96);
        assert!(high == 1.0 && low > 0.4 && low < 1.0, "{low} {high}");
        assert_eq!(PairedRatio::default().score_interval(1.96), (-1.0, 1.0));
    }

    #[test]
    fn values_are_the_shares_of_each_rule_set() {
        let row = table(30, 20, 10, 40).difference(1.96);
        assert_eq!((row.value_1, row.value_2, row.difference), (Some(0.5), Some(0.4), Some(-0.1)));
        assert_eq!((row.n_1, row.n_2), (100, 100));
        let row = table(40, 0, 0, 60).difference(1.96);
        assert_eq!((row.difference, row.p_value), (Some(0.0), Some(1.0)));
        let row = PairedRatio::default().difference(1.96);
        assert_eq!((row.n_1, row.value_1, row.interval, row.p_value), (0, None, None, None));
        // Of a million million deals the interval is the plain one.
        let n = 1_000_000_000_000;
        let row = table(n / 5, n / 5, n / 5 + 3_000_000, n / 5 * 2 - 3_000_000).difference(1.96);
        let (mean, std_err) = (row.difference.unwrap(), row.std_err.unwrap());
        let plain = (mean - 1.96 * std_err, mean + 1.96 * std_err);
        near(row.interval.unwrap(), plain, 1e-6 * std_err, "plain");
        close(std_err, 0.4_f64.sqrt() * 1e-6, 1e-5, "of many");
    }

    #[test]
    fn wilson_matches_statsmodels_and_newcombe_1998() {
        // scripts/check_stats.py, statsmodels 0.15.0: proportion_confint. Four digits: R. G. Newcombe, Stat. Med. 17
        // (1998) 857-872, table I.
        let z = z_for_confidence(0.95);
        for (wins, games, low, high, most) in [
            (0, 0, 0.0, 1.0, 0.0),
            (0, 10, 0.0, 0.27753279986288926, 1e-15),
            (10, 10, 0.7224672001371106, 1.0, 1e-15),
            (1, 10, 0.017876213095072924, 0.40415002679523854, 1e-15),
            (2, 1000, 0.0005486435881207267, 0.007262807863492178, 1e-15),
            (420_400, 1_000_000, 0.41943282394177084, 0.42136778761612426, 1e-15),
            (999_999, 1_000_000, 0.9999943350881957, 0.9999998234754233, 1e-15),
            (3, 1_000_000_000, 1.0202707288769228e-09, 8.821188054011642e-09, 1e-22),
            (15, 148, 0.0624, 0.1605, 5.1e-5),
            (1, 29, 0.0061, 0.1718, 5.1e-5),
        ] {
            near(wilson(wins, games, z), (low, high), most, (wins, games));
        }
        for games in [1, 2, 7, 1000, 1_000_000_000_000] {
            assert_eq!((wilson(0, games, 1.96).0, wilson(games, games, 1.96).1), (0.0, 1.0));
            let (low, high) = wilson(games / 3, games, 1.96);
            near(wilson(games - games / 3, games, 1.96), (1.0 - high, 1.0 - low), 1e-15, games);
        }
    }
}
