//! Do intervals hold what they promise? By enumeration where the sample space is small, else by simulation.
//!
//! A simulated rate over R runs has a Monte Carlo standard error of sqrt(0.05 * 0.95 / R); the bounds below allow
//! four of them (`slack`), so a correct method fails a check with a probability below 1 in 15,000, and the seeds are
//! fixed: it passes always or never.

use crate::core::stats::mean::Values;
use crate::core::stats::share::{Record, ShareOf, Stop, mean_share, share_difference};
use crate::core::stats::unpaired::{mean_difference, ratio_difference};
use crate::core::stats::{
    BoundedMean, Conclusion, Moments, PairedRatio, PairedTally, PairedValues, ProportionSequence,
    looks, mean_sequence, tuned_for, wilson, z_for_confidence,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Normal interval for a mean.
fn mean_interval(mean: f64, std_err: f64, z: f64) -> (f64, f64) {
    (mean - z * std_err, mean + z * std_err)
}

/// Four Monte Carlo standard errors of a 5 % rate.
fn slack(runs: u32) -> f64 {
    4.0 * (0.05 * 0.95 / f64::from(runs)).sqrt()
}

/// Numbers in [0, 1) from raw words only: no value-unstable library call.
struct Uniform(ChaCha8Rng);

impl Uniform {
    fn new(seed: u8) -> Self {
        Self(ChaCha8Rng::from_seed([seed; 32]))
    }

    fn next(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Wins in n games.
    fn wins(&mut self, n: u64, p: f64) -> u64 {
        (0..n).filter(|_| self.next() < p).count() as u64
    }
}

/// A battle length with the shape of War's: skewed, a fifth of the games at the limit of 1,000.
fn battles(u: f64) -> u64 {
    if u < 0.2 {
        1000
    } else {
        (26.0 - 330.0 * (u - 0.2).mul_add(1.25, 1e-9).ln()).min(1000.0) as u64
    }
}

/// Mean of [`battles`], by a fine sum over its quantiles.
fn true_mean_battles() -> f64 {
    const STEPS: u32 = 4_000_000;
    let total: f64 =
        (0..STEPS).map(|k| battles((f64::from(k) + 0.5) / f64::from(STEPS)) as f64).sum();
    total / f64::from(STEPS)
}

/// The binomial probabilities of 0..=n, by their own recurrence.
fn binomial(n: u64, p: f64) -> Vec<f64> {
    let ratio = p / (1.0 - p);
    // From the mode outwards, scaled to 1 at the end: no power of a small number underflows.
    let mode = ((n + 1) as f64 * p) as usize;
    let mut weights = vec![1.0; n as usize + 1];
    for k in mode + 1..=n as usize {
        weights[k] = weights[k - 1] * (n as usize - k + 1) as f64 / k as f64 * ratio;
    }
    for k in (0..mode).rev() {
        weights[k] = weights[k + 1] * (k + 1) as f64 / (n as usize - k) as f64 / ratio;
    }
    let total: f64 = weights.iter().sum();
    weights.iter().map(|w| w / total).collect()
}

fn covers((low, high): (f64, f64), truth: f64) -> bool {
    low <= truth && truth <= high
}

fn z() -> f64 {
    z_for_confidence(0.95)
}

fn wald(wins: u64, games: u64) -> (f64, f64) {
    let p = wins as f64 / games as f64;
    mean_interval(p, (p * (1.0 - p) / games as f64).sqrt(), z())
}

#[test]
fn wilson_covers_rare_events_where_wald_does_not() {
    // Exact: no chance involved.
    let (n, p) = (1000, 0.002);
    let coverage = |interval: fn(u64, u64) -> (f64, f64)| -> f64 {
        let chances = binomial(n, p);
        (0..=n).filter(|&k| covers(interval(k, n), p)).map(|k| chances[k as usize]).sum()
    };
    let (of_wilson, of_wald) = (coverage(|k, n| wilson(k, n, z())), coverage(wald));
    assert!((of_wilson - 0.948).abs() < 5e-4, "{of_wilson}");
    assert!((of_wald - 0.864).abs() < 5e-4, "{of_wald}");
}

#[test]
fn wilson_covers_rare_events_in_simulation_too() {
    const RUNS: u32 = 20_000;
    let mut uniform = Uniform::new(1);
    let covered =
        (0..RUNS).filter(|_| covers(wilson(uniform.wins(1000, 0.002), 1000, z()), 0.002)).count();
    let coverage = covered as f64 / f64::from(RUNS);
    assert!((coverage - 0.948).abs() < slack(RUNS), "{coverage}");
}

#[test]
fn wilson_covers_95_per_cent_on_average_over_ratios() {
    let n = 1000;
    let at = |p: f64| -> f64 {
        let chances = binomial(n, p);
        (0..=n).filter(|&k| covers(wilson(k, n, z()), p)).map(|k| chances[k as usize]).sum()
    };
    let coverages: Vec<f64> = (1..200).map(|step| at(f64::from(step) / 200.0 + 1e-4)).collect();
    let mean = coverages.iter().sum::<f64>() / coverages.len() as f64;
    assert!((mean - 0.95).abs() < 0.002, "{mean}");
    assert!(coverages.iter().all(|&coverage| coverage > 0.93));
}

#[test]
fn tango_covers_by_enumeration() {
    // Every (only_1, only_2) of 100 deals with its trinomial probability; exact.
    let n = 100;
    for (loss, gain) in [(0.1, 0.1), (0.1, 0.15), (0.02, 0.02), (0.005, 0.03), (0.3, 0.45)] {
        let discordant = binomial(n, loss + gain);
        let mut coverage = 0.0;
        for (d, of_discordant) in (0..=n).zip(&discordant) {
            if *of_discordant < 1e-9 {
                continue;
            }
            for (only_2, chance) in (0..=d).zip(binomial(d, gain / (loss + gain))) {
                let table = PairedRatio { both: 0, only_1: d - only_2, only_2, neither: n - d };
                if chance > 1e-9 && covers(table.score_interval(z()), gain - loss) {
                    coverage += of_discordant * chance;
                }
            }
        }
        assert!((0.935..0.985).contains(&coverage), "{loss} {gain}: {coverage}");
    }
}

#[test]
fn mcnemar_false_alarms_stay_at_five_per_cent() {
    // Exact: given d discordant deals of two equal rule sets, each side gets half.
    let alarms = |d: u64| -> f64 {
        let chances = binomial(d, 0.5);
        let alarm = |k: u64| {
            PairedRatio { only_1: d - k, only_2: k, ..PairedRatio::default() }.mcnemar().0 <= 0.05
        };
        (0..=d)
            .filter(|&k| chances[k as usize] > 1e-12 && alarm(k))
            .map(|k| chances[k as usize])
            .sum()
    };
    for d in (1..200).chain([500, 999, 2_000, 10_000]) {
        assert!(alarms(d) <= 0.05, "{d}: {}", alarms(d));
    }
    // The chi-square may exceed it by the width of one table.
    for d in [10_001, 10_002, 20_003, 50_000] {
        assert!((alarms(d) - 0.05).abs() < 0.0025, "{d}: {}", alarms(d));
    }
}

#[test]
fn paired_methods_hold_from_deal_to_row() {
    const RUNS: u32 = 4_000;
    let (mut uniform, mut mean_covered, mut ratio_covered, mut alarms) = (Uniform::new(2), 0, 0, 0);
    let mean = true_mean_battles();
    for _ in 0..RUNS {
        let mut tally = PairedTally::new(3, &[]);
        for _ in 0..500 {
            // Half the deals go alike under both rule sets, half are drawn anew for the second, whose lengths double.
            let (first, anew, fresh) = (uniform.next(), uniform.next(), uniform.next());
            let second = if anew < 0.5 { first } else { fresh };
            let outcome = |u: f64| if u < 0.2 { 2 } else { usize::from(u > 0.62) };
            tally.outcomes[outcome(first)][outcome(second)] += 1;
            tally.values[0].1.add(battles(first), 2 * battles(second));
        }
        mean_covered +=
            u32::from(covers(tally.values[0].1.mean_difference(z(), None).interval.unwrap(), mean));
        let row = tally.ratio(0).difference(z());
        ratio_covered += u32::from(covers(row.interval.unwrap(), 0.0));
        alarms += u32::from(row.p_value.unwrap() <= 0.05);
    }
    let rate = |count: u32| f64::from(count) / f64::from(RUNS);
    assert!((rate(mean_covered) - 0.95).abs() < slack(RUNS), "{}", rate(mean_covered));
    assert!((rate(ratio_covered) - 0.95).abs() < slack(RUNS), "{}", rate(ratio_covered));
    // The exact test is careful: it may stay below 5 %, but not by half.
    assert!((0.025..0.05 + slack(RUNS)).contains(&rate(alarms)), "{}", rate(alarms));
}

#[test]
fn newcombe_and_fisher_hold_by_enumeration() {
    // Every pair of counts of 60 and 90 games; exact.
    let (n_1, n_2) = (60, 90);
    for (p_1, p_2) in [(0.4, 0.4), (0.4, 0.55), (0.03, 0.03), (0.01, 0.1), (0.9, 0.97)] {
        let (chances_1, chances_2) = (binomial(n_1, p_1), binomial(n_2, p_2));
        let (mut coverage, mut alarms) = (0.0, 0.0);
        for (x_1, chance_1) in (0..=n_1).zip(&chances_1) {
            for (x_2, chance_2) in (0..=n_2).zip(&chances_2) {
                if chance_1 * chance_2 < 1e-10 {
                    continue;
                }
                let row = ratio_difference((x_1, n_1), (x_2, n_2), z());
                coverage += if covers(row.interval.unwrap(), p_2 - p_1) {
                    chance_1 * chance_2
                } else {
                    0.0
                };
                alarms += if row.p_value.unwrap() <= 0.05 { chance_1 * chance_2 } else { 0.0 };
            }
        }
        assert!((0.93..0.99).contains(&coverage), "{p_1} {p_2}: {coverage}");
        assert!(p_1 != p_2 || alarms <= 0.05, "{p_1} {p_2}: {alarms}");
    }
}

#[test]
fn mean_intervals_cover_skewed_lengths() {
    const RUNS: u32 = 3_000;
    let (mut uniform, mut covered, mut welch_covered) = (Uniform::new(3), 0, 0);
    let mean = true_mean_battles();
    let sample = |uniform: &mut Uniform, n: u64, factor: u64| {
        let mut moments = Moments { n, ..Moments::default() };
        for _ in 0..n {
            let length = u128::from(factor * battles(uniform.next()));
            moments.sum += length;
            moments.sum_sq += length * length;
        }
        moments
    };
    for _ in 0..RUNS {
        let (first, second) = (sample(&mut uniform, 600, 1), sample(&mut uniform, 300, 3));
        covered += u32::from(covers(
            mean_interval(first.mean().unwrap(), first.std_err().unwrap(), z()),
            mean,
        ));
        welch_covered += u32::from(covers(
            mean_difference(
                &Values { moments: first, ..Values::default() },
                &Values { moments: second, ..Values::default() },
                true,
                z(),
            )
            .interval
            .unwrap(),
            2.0 * mean,
        ));
    }
    for count in [covered, welch_covered] {
        let coverage = f64::from(count) / f64::from(RUNS);
        assert!((coverage - 0.95).abs() < slack(RUNS), "{coverage}");
    }
}

#[test]
fn sequences_hold_at_the_worst_time_where_fixed_intervals_do_not() {
    // A run counts as wrong if any look, from 1,000 to 20,000 games, misses the truth: the worst time to stop.
    const RUNS: u32 = 2_000;
    const GAMES: u64 = 20_000;
    let (common, rare) = (0.42, 0.002);
    let proportion = ProportionSequence::new(0.95, tuned_for(GAMES));
    let robbins = ProportionSequence { concentration: 0.0, ..proportion };
    let table: Vec<u32> = (0..1 << 16).map(|k| battles(f64::from(k) / 65_536.0) as u32).collect();
    let mean = table.iter().map(|&length| f64::from(length)).sum::<f64>() / table.len() as f64;
    let mut uniform = Uniform::new(4);
    let [mut wrong_common, mut wrong_rare, mut wrong_robbins, mut wrong_mean, mut wrong_wilson] =
        [0; 5];
    for _ in 0..RUNS {
        let (mut n, mut wins, mut rare_wins, mut sum, mut sum_sq) = (0, 0, 0, 0u64, 0u64);
        let mut wrong = [false; 5];
        for look in looks(GAMES) {
            for _ in n..look {
                let word = uniform.0.next_u64();
                let u = (word >> 11) as f64 / (1u64 << 53) as f64;
                let length = u64::from(table[(word & 0xffff) as usize]);
                wins += u64::from(u < common);
                rare_wins += u64::from(u < rare);
                sum += length;
                sum_sq += length * length;
            }
            n = look;
            let moments = Moments { n, sum: u128::from(sum), sum_sq: u128::from(sum_sq) };
            let values = (n, moments.mean().unwrap(), moments.std_dev().unwrap());
            let interval = mean_sequence(0.95, tuned_for(GAMES), values);
            wrong[0] |= !proportion.contains(wins, n, common);
            wrong[1] |= !proportion.contains(rare_wins, n, rare);
            wrong[2] |= !robbins.contains(wins, n, common);
            wrong[3] |= !covers(interval, mean);
            wrong[4] |= !covers(wilson(wins, n, z()), common);
        }
        for (count, wrong) in [
            &mut wrong_common,
            &mut wrong_rare,
            &mut wrong_robbins,
            &mut wrong_mean,
            &mut wrong_wilson,
        ]
        .into_iter()
        .zip(wrong)
        {
            *count += u32::from(wrong);
        }
    }
    for wrong in [wrong_common, wrong_rare, wrong_robbins, wrong_mean] {
        assert!(wrong > 0 && f64::from(wrong) <= 0.05 * f64::from(RUNS), "{wrong} of {RUNS} runs");
    }
    // The same looks with an interval made for one look: wrong in a fifth of the runs or more.
    assert!(wrong_wilson > RUNS / 6, "{wrong_wilson} of {RUNS} runs");
}

#[test]
fn shares_cover_and_equal_neighbours_are_rarely_told_apart() {
    const RUNS: u32 = 4_000;
    const GAMES: u64 = 100;
    // Three players: the first two are even and both beat the third; the third hardly ever wins.
    let (even, strong) = (0.5, 0.97);
    let (mut uniform, mut covered, mut covered_last, mut alarms) = (Uniform::new(5), 0, 0, 0);
    let record = |wins: u64| Record { wins, ties: 0, games: GAMES };
    for _ in 0..RUNS {
        let [first, over_third, second_over_third] =
            [even, strong, strong].map(|p| uniform.wins(GAMES, p));
        let share =
            mean_share(&[record(first), record(over_third)], ShareOf::Wins, Stop::Planned(z()))
                .unwrap();
        covered += u32::from(covers((share.ci_low, share.ci_high), (even + strong) / 2.0));
        let third = [record(GAMES - over_third), record(GAMES - second_over_third)];
        let share = mean_share(&third, ShareOf::Wins, Stop::Planned(z())).unwrap();
        covered_last += u32::from(covers((share.ci_low, share.ci_high), 1.0 - strong));
        let others = [(record(over_third), record(second_over_third))];
        let found =
            share_difference(record(first), &others, ShareOf::Wins, Stop::Planned(z())).unwrap();
        alarms += u32::from(found.is_apart());
    }
    let rate = |count: u32| f64::from(count) / f64::from(RUNS);
    for coverage in [rate(covered), rate(covered_last)] {
        assert!((0.95 - slack(RUNS)..0.985).contains(&coverage), "{coverage}");
    }
    assert!((0.03..0.05 + slack(RUNS)).contains(&rate(alarms)), "{}", rate(alarms));
}

/// An exponential length of mean 100, and the share of runs that a paired mean of `n` of them covers.
fn paired_coverage(n: u64, runs: u32, length: impl Fn(f64) -> u64, mean: f64) -> f64 {
    let mut uniform = Uniform::new(6);
    let mut covered = 0;
    for _ in 0..runs {
        let mut tally = PairedValues::default();
        for _ in 0..n {
            tally.add(1_000, 1_000 + length(uniform.next()));
        }
        covered += u32::from(covers(tally.estimate().unwrap().interval(z()), mean));
    }
    f64::from(covered) / f64::from(runs)
}

#[test]
fn means_of_few_games_cover_as_the_page_says() {
    const RUNS: u32 = 4_000;
    let true_mean = |length: fn(f64) -> u64| {
        const STEPS: u32 = 1_000_000;
        let at = |k: u32| length((f64::from(k) + 0.5) / f64::from(STEPS)) as f64;
        (0..STEPS).map(at).sum::<f64>() / f64::from(STEPS)
    };
    // A triangle, an exponential, a very skewed one (the square of an exponential has skewness 6.6).
    let even = |u: f64| {
        (1e6 * if u < 0.5 { (u / 2.0).sqrt() } else { 1.0 - ((1.0 - u) / 2.0).sqrt() }) as u64
    };
    let skewed = |u: f64| (-1e6 * (1.0 - u).ln()) as u64;
    let very = |u: f64| (1e6 * (1.0 - u).ln().powi(2)) as u64;
    type Shape = fn(f64) -> u64;
    let shapes: [(Shape, [f64; 4]); 3] = [
        (even, [0.945, 0.945, 0.945, 0.945]),
        (skewed, [0.905, 0.915, 0.94, 0.945]),
        (very, [0.755, 0.83, 0.92, 0.93]),
    ];
    for (length, least) in shapes {
        let mean = true_mean(length);
        for (n, least) in [2, 5, 20, 100].into_iter().zip(least) {
            let coverage = paired_coverage(n, RUNS, length, mean);
            assert!(coverage >= least - slack(RUNS) / 2.0 && coverage < 0.98, "{n}: {coverage}");
        }
    }
}

#[test]
fn alike_games_hide_rare_others_from_no_interval() {
    // Under a limit of 20 battles all but a few games last 20: no run may quote a width of nothing.
    const RUNS: u32 = 400;
    for rare in [0.0005, 0.002, 0.01] {
        let (truth, limit) = (20.0 - 10.0 * rare, 20);
        let (mut uniform, mut wrong, mut covered) = (Uniform::new(7), 0, 0);
        for _ in 0..RUNS {
            let (mut moments, mut missed) = (Moments::default(), false);
            for look in looks(6_000) {
                while moments.n < look {
                    moments.add(if uniform.next() < rare { limit - 10 } else { limit });
                }
                let (mean, std_dev) = (moments.mean().unwrap(), moments.std_dev().unwrap());
                let of_look = (look, mean, std_dev);
                let bounded = BoundedMean::new(0.95, tuned_for(6_000), (0.0, 20.0), of_look);
                missed |= !covers(bounded.interval(), truth);
                if look == 1_000 {
                    let few = (20 * u128::from(look) - moments.sum) as u64 / 10;
                    let counts = [(10, few), (20, look - few)].into_iter();
                    let spread = Values::of_counts(counts, Some((0.0, 20.0)));
                    let zero = Moments { n: look, sum: 0, sum_sq: 0 };
                    let zero =
                        Values { range: Some((0.0, 0.0)), moments: zero, ..Values::default() };
                    let row = mean_difference(&zero, &spread, true, z());
                    covered += u32::from(covers(row.interval.unwrap(), truth));
                }
            }
            wrong += u32::from(missed);
        }
        assert!(f64::from(wrong) <= 0.05 * f64::from(RUNS), "{rare}: {wrong}");
        assert!(f64::from(covered) >= 0.93 * f64::from(RUNS), "{rare}: {covered}");
    }
}

/// A difference of lengths as of small decks under a limit of 1,000 battles: mostly little, but a share `rare` of
/// the deals goes round to the limit under the first rule set alone.
fn rarely_long(uniform: &mut Uniform, rare: f64, tally: &mut PairedValues) -> bool {
    let (long, one, two) = (uniform.next() < rare, uniform.next(), uniform.next());
    let short = |u: f64| 3 + (5.0 * u * u) as u64;
    tally.add(if long { 1_000 } else { short(one) }, short(two));
    long
}

/// A quarter of the runs by default; all with `WAR_SIM_LONG_TESTS=1`.
#[test]
fn rare_long_games_are_in_no_interval_too_seldom_and_never_equivalent() {
    // 1,000 for every 28th deal, as umass and winner-first differ on three ranks of four cards.
    let most = if std::env::var_os("WAR_SIM_LONG_TESTS").is_some() { 2_000 } else { 500 };
    let short = |u: f64| 3.0 + (5.0 * u * u).floor();
    let mean_short = (0..1_000_000).map(|k| short((f64::from(k) + 0.5) / 1e6)).sum::<f64>() / 1e6;
    let range = (-1_000.0, 1_000.0);
    for rare in [0.0355, 0.01, 0.002] {
        let truth = rare * (mean_short - 1_000.0);
        let mut uniform = Uniform::new(8);
        for n in [2, 3, 20, 60, 150, 400, 1_500] {
            let [mut covered, mut welch, mut any, mut equivalent, mut blind] = [0; 5];
            let runs = most / if n > 100 { 4 } else { 1 };
            for _ in 0..runs {
                let mut tally = PairedValues::default();
                let long =
                    (0..n).filter(|_| rarely_long(&mut uniform, rare, &mut tally)).count() as u64;
                let row = tally.mean_difference(z(), Some(range));
                covered += u32::from(covers(row.interval.unwrap(), truth));
                let small = matches!(
                    row.conclusion(Some(-truth / 2.0)),
                    Some(Conclusion::EquivalentWithin)
                );
                equivalent += u32::from(small);
                // Without the bound, as it was: Student's interval, and nothing else.
                let student = tally.estimate().unwrap();
                blind += u32::from(student.std_err > 0.0 && covers(student.interval(z()), truth));
                let of = |moments: Moments, long: u64| Values {
                    range: Some((0.0, 1_000.0)),
                    moments,
                    ..Values::of_counts([(5, n - long), (1_000, long)].into_iter(), None)
                };
                let (one, two) = (of(tally.one, long), of(tally.two, 0));
                welch += u32::from(covers(
                    mean_difference(&one, &two, true, z()).interval.unwrap(),
                    truth,
                ));
                any += u32::from(covers(
                    mean_difference(&one, &two, false, z()).interval.unwrap(),
                    truth,
                ));
            }
            let rate = |count: u32| f64::from(count) / f64::from(runs);
            for (count, what) in [(covered, "paired"), (welch, "unpaired"), (any, "any")] {
                assert!(rate(count) >= 0.95 - slack(runs), "{what} {rare} {n}: {}", rate(count));
            }
            assert!(rate(equivalent) <= 0.025 + slack(runs), "{rare} {n}: {}", rate(equivalent));
            // This is what the bound is for.
            assert!(rare != 0.0355 || n > 20 || rate(blind) < 0.6, "{n}: {}", rate(blind));
        }
    }
}
