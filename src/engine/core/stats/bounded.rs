//! A confidence sequence for the mean of bounded values that is exact at every number of games.

use super::normal::{alpha_of, floored};
use super::special::bisected;

/// Bets from the boldest down, each half the one before.
const OCTAVES: i32 = 8;
/// Bets kept above and below the octaves that are weighted alike.
const BEYOND: i32 = 12;
/// No bet risks more than this share of the stake.
const BOLDEST: f64 = 0.9;
/// How finely the first rejected mean is looked for, before it is bisected.
const STEP: f64 = 1.05;
/// The first look is at this share of a game's worth of the room.
const FINEST: f64 = 100.0;
/// One in so many of these distances is looked at for evidence against a nearer mean.
const COARSE: usize = 3;

/// The mean of values between known bounds by an empirical-Bernstein confidence sequence: exact however rare some of
/// them are, from their number, sum and sum of squares.
///
/// Against the hypothesis that the mean is m, bet a share b of the stake on each game's y = (x - m) / (m - low),
/// which is -1 or more: the capital is a product of 1 + b y, a martingale if m is the mean, so capital times
/// 2 / alpha ever has a probability of alpha / 2 (Ville). 1 + b y is at least exp(b y - (-ln(1 - b) - b) y^2), so
/// a lower bound of the capital follows from sums. Many b at once, with fixed weights, are a mixture. A rejected m
/// rejects every smaller one: (x - m) / (m - low) falls with m, whatever x is. The upper side likewise.
/// Where all values are alike the interval is still as wide as rare others could make it.
/// Shapes: `alpha` in `(0, 1)`, `low <= high`.
/// Source: X. Fan, I. Grama, Q. Liu, Electron. J. Probab. 20 (2015) 1, lemma 4.1 for the inequality; capital as
/// evidence: I. Waudby-Smith and A. Ramdas, J. Royal Stat. Soc. B 86 (2024) 1-27.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundedMean {
    alpha: f64,
    low: f64,
    high: f64,
    n: f64,
    /// The mean of the values.
    pub mean: f64,
    /// Divisor n.
    variance: f64,
    /// Share of the stake, -ln(1 - share) - share, logarithm of the weight.
    bets: Vec<(f64, f64, f64)>,
}

impl BoundedMean {
    /// What is true after so many games of this mean and standard deviation (divisor n - 1), of values in
    /// `low..=high`: about narrowest at `tuned_at` games (see [`tuned_for`](super::tuned_for)), which must not depend
    /// on the games played where a run stops by it.
    ///
    /// Errors: none; a confidence outside `(0, 1)`, `tuned_at == 0` or a range of nothing is a caller's bug and panics.
    pub fn new(
        confidence: f64,
        tuned_at: u64,
        (low, high): (f64, f64),
        (games, mean, std_dev): (u64, f64, f64),
    ) -> Self {
        let alpha = alpha_of(confidence);
        assert!(tuned_at > 0 && low <= high, "{tuned_at} games, {low} to {high}");
        // Best for values that spread as widely as the distance to the bound; narrower ones want bolder bets.
        let centre = (2.0 * libm::log(2.0 / alpha) / tuned_at as f64).sqrt();
        let mut bets = Vec::new();
        for octave in -BEYOND..OCTAVES + BEYOND {
            let outside = (-octave).max(octave - (OCTAVES - 1)).max(0);
            let (share, weight) = (libm::ldexp(centre, octave), libm::ldexp(1.0, -outside));
            let last = share >= BOLDEST;
            let share = share.min(BOLDEST);
            bets.push((share, -libm::log1p(-share) - share, weight));
            if last {
                break;
            }
        }
        let total: f64 = bets.iter().map(|&(_, _, weight)| weight).sum();
        for (_, _, weight) in &mut bets {
            *weight = libm::log(*weight / total);
        }
        let n = games as f64;
        let variance = std_dev * std_dev * (n - 1.0) / n;
        Self { alpha, low, high, n, mean, variance, bets }
    }

    /// The interval of the mean.
    ///
    /// Shapes: within the bounds; the bounds themselves without games.
    /// Units: those of the values.
    pub fn interval(&self) -> (f64, f64) {
        if self.n == 0.0 {
            return (self.low, self.high);
        }
        let (below, above) = (self.mean - self.low, self.high - self.mean);
        (self.mean - self.distance(below), self.mean + self.distance(above))
    }

    /// How far values that did not occur may put the mean below and above.
    ///
    /// A share of u = z^2 / (n + z^2) of other values would rarely have gone unseen: Wilson's upper end at no win.
    pub fn unseen(&self, z: f64) -> (f64, f64) {
        let share = z * z / (self.n + z * z);
        let (below, above) = (self.mean - self.low, self.high - self.mean);
        (share * below.max(0.0), share * above.max(0.0))
    }

    /// Two-sided p-value of a true mean of `value`: above 1 less the confidence where [`interval`](Self::interval)
    /// holds it, else below, or above by less than a hundredth of that.
    ///
    /// Shapes: 1 without games, the least of [`two_sided_p`](super::two_sided_p) outside the bounds.
    pub fn p_value(&self, value: f64) -> f64 {
        if self.n == 0.0 || value == self.mean {
            return 1.0;
        }
        if value < self.low || value > self.high {
            return floored(0.0);
        }
        let room = if value < self.mean { self.mean - self.low } else { self.high - self.mean };
        let distance = (value - self.mean).abs();
        let evidence = |d: f64| self.ln_capital(d, room - d);
        // What is evidence against a nearer mean is evidence against this one.
        let nearer = self.scan(room).step_by(COARSE).take_while(|&d| d < distance).map(evidence);
        let most = nearer.fold(evidence(distance), f64::max);
        floored(2.0 * libm::exp(-most))
    }

    /// How far from the mean the first rejected value is, towards a bound at distance `room`.
    fn distance(&self, room: f64) -> f64 {
        let threshold = libm::log(2.0 / self.alpha);
        let rejected = |d: f64| self.ln_capital(d, room - d) >= threshold;
        // The capital can fall again near the bound, where its lower bound is poor: the first crossing counts.
        let Some(outside) = self.scan(room).find(|&d| rejected(d)) else { return room };
        bisected(outside, outside / STEP, rejected)
    }

    /// The distances from the mean that are tried, within `room`.
    fn scan(&self, room: f64) -> impl Iterator<Item = f64> {
        let first = (room > 0.0).then(|| room / (self.n * FINEST));
        std::iter::successors(first, |d| Some(d * STEP)).take_while(move |&d| d < room)
    }

    /// Logarithm of the least capital against a mean `d` beyond the observed one and `scale` from the bound.
    fn ln_capital(&self, d: f64, scale: f64) -> f64 {
        let Self { n, variance, .. } = self;
        if scale <= 0.0 {
            return f64::INFINITY;
        }
        let (gain, risk) = (n * d / scale, n * (variance + d * d) / (scale * scale));
        let of = |&(share, psi, weight): &(f64, f64, f64)| weight + share * gain - psi * risk;
        let largest = self.bets.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = self.bets.iter().map(|bet| libm::exp(of(bet) - largest)).sum();
        largest + libm::log(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::tests::near;

    #[test]
    fn the_capital_never_exceeds_the_product_of_bets() {
        // Against the plain product, value by value, for every small sample of lengths 0 to 4.
        for sample in 1..5_u32.pow(4) {
            let values = [0, 1, 2, 3].map(|k| f64::from(sample / 5_u32.pow(k) % 5));
            let mean = values.iter().sum::<f64>() / 4.0;
            let squares = values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
            let of_sample = (4, mean, (squares / 3.0).sqrt());
            let bounded = BoundedMean::new(0.95, 50, (0.0, 4.0), of_sample);
            for m in (1..20).map(|step| mean * f64::from(step) / 20.0) {
                let capital = |&(share, _, weight): &(f64, f64, f64)| {
                    let product: f64 = values.iter().map(|x| 1.0 + share * (x - m) / m).product();
                    weight.exp() * product
                };
                let capital: f64 = bounded.bets.iter().map(capital).sum();
                let bound = bounded.ln_capital(mean - m, m);
                assert!(bound <= capital.ln() + 1e-12, "{values:?} {m}: {bound} {capital}");
            }
        }
    }

    #[test]
    fn interval_and_p_value_agree() {
        for confidence in [0.9, 0.95, 0.99] {
            for values in
                [(3, -2.0, 1.0), (20, -35.0, 180.0), (60, 0.5, 2.3), (5_000, -35.5, 184.0)]
            {
                let bounded = BoundedMean::new(confidence, values.0, (-1_000.0, 1_000.0), values);
                let (low, high) = bounded.interval();
                for value in (-199..200).map(|step| f64::from(step) * 5.0) {
                    let out = value < low || value > high;
                    let near = (value - low).abs().min((value - high).abs()) < 1e-6;
                    let p = bounded.p_value(value);
                    // Between the distances that are looked at the evidence can be a little stronger.
                    let small = |slack: f64| p <= (1.0 - confidence) * slack;
                    assert!(near || if out { small(1.01) } else { !small(1.0) }, "{value} {p}");
                }
            }
        }
        let bounded = |games| BoundedMean::new(0.95, 60, (0.0, 9.0), (games, 4.0, 1.0));
        near(bounded(60).unseen(2.0), (4.0 / 64.0 * 4.0, 4.0 / 64.0 * 5.0), 1e-15, "unseen");
        for (games, value, p) in [(60, 4.0, 1.0), (60, -1.0, f64::MIN_POSITIVE), (0, 3.0, 1.0)] {
            assert_eq!(bounded(games).p_value(value), p, "{games} {value}");
        }
    }

    #[test]
    fn intervals_are_those_of_a_fine_scan_of_the_same_capital() {
        // A second program: a scan of steps of one in a thousand from a ten-thousandth, then bisection.
        const SMALL: (f64, f64) = (-5.0, 15.0);
        const TO_1000: (f64, f64) = (0.0, 1_000.0);
        for (confidence, tuned, bounds, values, (low, high)) in [
            (0.95, 10_000, SMALL, (0, 0.0, 0.0), SMALL),
            (0.95, 10_000, SMALL, (1, 3.0, 0.0), SMALL),
            (0.95, 10_000, SMALL, (12, 2.0, 4.0), SMALL),
            (0.95, 10_000, SMALL, (30, 2.0, 0.5), (-0.3179484518249116, 6.148274913715344)),
            (0.95, 10_000, SMALL, (3_000, 2.0, 4.0), (1.7490295090073913, 2.261555311847756)),
            (0.99, 100, (0.0, 1.0), (1_000, 0.25, 0.3), (0.21057563606701202, 0.2903213961480516)),
            (
                0.95,
                1_000_000,
                TO_1000,
                (1_000_000_000, 400.0, 300.0),
                (399.9604292695, 400.0390918792),
            ),
            (0.95, 50, (0.0, 4.0), (40, 1.5, 0.0), (1.2914746679599913, 1.8475422200666811)),
            (0.95, 50, (0.0, 4.0), (40, 1.5, 1.9), (0.0, 2.858752988791058)),
        ] {
            let of =
                |bounds, values| BoundedMean::new(confidence, tuned, bounds, values).interval();
            near(of(bounds, values), (low, high), 1e-11 * bounds.1, values);
            // The other way round.
            let (games, mean, std_dev) = values;
            let mirrored = of((-bounds.1, -bounds.0), (games, -mean, std_dev));
            near(mirrored, (-high, -low), 1e-11 * bounds.1, values);
        }
        // Games that are all alike leave room for rare others: one in 300 of length 0 would go unseen in 3.5 % of runs.
        let alike = BoundedMean::new(0.95, 100_000, (0.0, 20.0), (1_000, 20.0, 0.0)).interval();
        assert!(alike.1 == 20.0 && alike.0 < 20.0 - 20.0 / 300.0 && alike.0 > 19.8, "{alike:?}");
    }
}
