//! What a rule set's games say of a measure: one number and one interval, for every table, screen and page.

use super::totals::{Totals, values};
use super::until::{Of, Precise, Reached, mean_of, precise, range, share};
use crate::core::game::Often;
use crate::core::stats::histogram::LengthHistogram;
use crate::core::stats::{Moments, ranked, sign_test, two_sided_p};
use crate::core::strata::Stratum;
use crate::lab::spec::Study;
use crate::lab::spec::measure::{Measure, Target};

/// An estimate of a measure of one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value; `None` without a game.
    pub value: Option<f64>,
    /// The ends of its interval; `None` where there is none: of exact counts, and of lengths where games were
    /// given up.
    pub interval: Option<(f64, f64)>,
    /// Its standard error; `None` of exact counts, of medians and where games were given up.
    pub std_err: Option<f64>,
    /// Whether games were given up that could move it: a length is then at least this.
    pub open: bool,
    /// Whether it follows from the draws, because no rule looks at the seat.
    pub from_draws: bool,
    /// How the interval was found.
    pub method: &'static str,
}

impl Estimate {
    /// The words of the `method` column.
    pub fn method(&self) -> String {
        let seats = if self.from_draws { "; equal seats: from the draws" } else { "" };
        let open = if self.open { "; games given up either way" } else { "" };
        format!("{}{seats}{open}", self.method)
    }
}

const WILSON: &str = "Wilson score interval";
const NORMAL: &str = "normal interval of the mean";
const RANKS: &str = "order statistics";
const UNSAID: &str = "none that is valid at any stopping point";

impl Study {
    /// The estimate of a measure of cell `k`, its interval so many standard errors wide to each side; with a wanted precision the one that is valid at any stopping point.
    ///
    /// Panics if there is no such cell.
    pub fn estimate(&self, totals: &Totals, k: usize, measure: Measure, z: f64) -> Estimate {
        let (rules, tally) = (&self.cells[k].rules, &totals.cells[k]);
        let open = rules.given_up(tally) > 0;
        match measure {
            Measure::Outcome(outcome) => self.of_share(rules.often(tally, outcome), z, open),
            Measure::Mean(counter) => {
                let precise = || precise(self, totals, Of::Cell(k), measure);
                self.of_mean(values(tally, counter), z, open, precise)
            }
        }
    }

    fn of_share(&self, often: Often, z: f64, open: bool) -> Estimate {
        let ratio = often.counted as f64 / often.games.max(1) as f64;
        let error = (ratio * (1.0 - ratio) / often.games.max(1) as f64).sqrt();
        let error = often.one_of.map_or(error, |seats| error / seats as f64);
        let fixed = Estimate {
            value: often.value(),
            interval: often.interval(z, self.is_exact()),
            std_err: (often.games > 0 && !open).then_some(error),
            open,
            from_draws: often.one_of.is_some(),
            method: WILSON,
        };
        self.at_any_stop(fixed, || share(self, often))
    }

    fn of_mean(
        &self,
        all: Moments,
        z: f64,
        open: bool,
        precise: impl FnOnce() -> Precise,
    ) -> Estimate {
        let (value, exact) = (all.mean(), self.is_exact());
        let std_err = all.std_err().filter(|_| !exact && !open);
        let ends = value.zip(std_err);
        let interval = ends.map(|(mean, error)| ((mean - z * error).max(0.0), mean + z * error));
        let fixed = Estimate { value, interval, std_err, open, from_draws: false, method: NORMAL };
        self.at_any_stop(fixed, precise)
    }

    /// An estimate, with a wanted precision with this interval, which is valid at any stopping point.
    fn at_any_stop(&self, fixed: Estimate, precise: impl FnOnce() -> Precise) -> Estimate {
        if let Some(exact) = self.exact() {
            return Estimate { std_err: None, method: exact.name(), ..fixed };
        }
        if !self.has_targets() || fixed.value.is_none() {
            return fixed;
        }
        let (interval, method) = precise();
        Estimate {
            interval: Some(interval).filter(|(low, high)| (high - low).is_finite()),
            method,
            ..fixed
        }
    }

    /// The estimate of a share or the length of the games of cell `k` whose deals have one value of a feature, where
    /// seats are not equal; `None` for another counter, of which strata keep no sums.
    pub fn estimate_within(
        &self,
        k: usize,
        stratum: &Stratum,
        measure: Measure,
        z: f64,
    ) -> Option<Estimate> {
        let open = stratum.given_up() > 0;
        match measure {
            Measure::Outcome(outcome) => Some(self.of_share(stratum.often(outcome), z, open)),
            Measure::LENGTH => {
                let range = range(self, Of::Cell(k), measure).filter(|_| !open);
                let precise = || mean_of(self, stratum.lengths, range);
                Some(self.of_mean(stratum.lengths, z, open, precise))
            }
            Measure::Mean(_) => None,
        }
    }

    /// Every estimate of cell `k` behind its name, in the order of the tables: each measure, the length with its
    /// median behind it.
    ///
    /// Panics if there is no such cell.
    pub fn estimates(&self, totals: &Totals, k: usize, z: f64) -> Vec<(String, Estimate)> {
        let info = self.info();
        let mut all = Vec::new();
        for measure in Measure::all(info) {
            let name = measure.name(info);
            all.push((name.to_owned(), self.estimate(totals, k, measure, z)));
            if measure == Measure::LENGTH {
                all.push((format!("{name}_median"), self.median(totals, k, z)));
            }
        }
        all
    }

    /// The median length of cell `k`, the lower of two, with the interval between two of its games by rank.
    ///
    /// Panics if there is no such cell.
    /// Source of the ranks: W. J. Conover, Practical Nonparametric Statistics, 3rd ed. (1999), section 3.2.
    pub fn median(&self, totals: &Totals, k: usize, z: f64) -> Estimate {
        let (rules, tally) = (&self.cells[k].rules, &totals.cells[k]);
        let (n, given_up) = (tally.games(), rules.given_up(tally));
        let lengths = tally.histogram(0, &tally.info().all_outcomes());
        let known = lengths.filter(|_| !self.is_exact() && !self.has_targets());
        // Games that were given up are as long as the longest or longer.
        let interval = known.and_then(|lengths| middle(&lengths, [n, n - given_up], z));
        let method = match (self.exact(), self.has_targets()) {
            (Some(exact), _) => exact.name(),
            (_, true) => UNSAID,
            _ => RANKS,
        };
        Estimate {
            value: tally.all_games().median.map(|length| length as f64),
            interval,
            std_err: None,
            open: 2 * given_up >= n.max(1),
            from_draws: false,
            method,
        }
    }
}

/// Between which lengths the median lies of so many games, of which so many came to an end, the others later than
/// these; `None` of too few games, and where it may be one of the others.
fn middle(lengths: &LengthHistogram, [n, over]: [u64; 2], z: f64) -> Option<(f64, f64)> {
    let ranks = middle_ranks(n, z)?;
    let [low, high] = ranks.map(|rank| ranked(lengths.counts(), rank).map(|length| length as f64));
    Some((low?, high.filter(|_| ranks[1] <= over)?))
}

/// The ranks, from 1, between which the median of all lengths lies with the confidence of these standard errors;
/// `None` for too few games.
fn middle_ranks(n: u64, z: f64) -> Option<[u64; 2]> {
    /// Up to so many games the binomial distribution is summed.
    const SUMMED: u64 = 1_000;
    let low = match n {
        0..=SUMMED => {
            let below: Vec<u64> = (0..n.div_ceil(2)).collect();
            below.partition_point(|&k| sign_test(k, n - k) <= two_sided_p(z)) as u64
        }
        _ => ((n as f64 - z * (n as f64).sqrt()) / 2.0).floor() as u64,
    };
    (low > 0).then(|| [low, n - low + 1])
}

/// What a run on its way says in a few words: with a wanted precision how wide the widest interval was at the last
/// look, which was `reached` then; else the ratio of the first outcome of the first cell with its interval. Empty
/// before the first game.
pub fn so_far(study: &Study, totals: &Totals, reached: &[Reached]) -> String {
    let Some(cell) = study.cells.first() else { return String::new() };
    let games = totals.games();
    if games == 0 {
        return String::new();
    }
    let times = |one: &Reached| one.half_width / one.target.half_width;
    if let Some(one) = reached.iter().max_by(|a, b| times(a).total_cmp(&times(b))) {
        let Target { measure, half_width } = one.target;
        let (name, width) = (measure.name(study.info()), one.width());
        return format!("{}: {name}: {width} of {half_width} wanted", one.name);
    }
    let z = study.facts(games).z;
    let estimate = study.estimate(totals, 0, Measure::Outcome(0), z);
    let interval =
        estimate.interval.map_or(String::new(), |(low, high)| format!(", {low:.5} to {high:.5}"));
    let name = if study.cells.len() > 1 { format!("{}: ", cell.name) } else { String::new() };
    let ratio = estimate.value.unwrap_or(0.0);
    format!("{name}{} {ratio:.5}{interval}", study.info().outcomes[0].label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::z_for_confidence;

    #[test]
    fn ranks_about_the_median_are_those_of_the_binomial_distribution() {
        let z = z_for_confidence(0.95);
        // scipy 1.14, binom(n, 0.5): the largest r with cdf(r - 1) <= 0.025; beyond a thousand the normal
        // distribution is at most one rank wider.
        for (n, low) in [(6, 1), (10, 2), (25, 8), (100, 40), (1_000, 469)] {
            assert_eq!(middle_ranks(n, z).map(|ranks| ranks[0]), Some(low), "{n}");
        }
        assert_eq!(middle_ranks(1_000_000, z), Some([499_020, 500_981]));
        assert_eq!([0, 5].map(|n| middle_ranks(n, z)), [None; 2]);
    }

    #[test]
    fn it_says_of_which_rule_set_it_speaks_and_how_wide_the_widest_interval_is() {
        let said = |study: &Study| {
            let finished = study.clone().run().unwrap();
            so_far(study, &finished.totals, &finished.reached)
        };
        let study = Study::war(["umass", "one-down"]).unwrap().games(2_000);
        let words = said(&study.clone().comparing(false));
        assert!(words.starts_with("umass: A wins 0."), "{words}");
        let words = said(&study.ask(|spec| spec.until.push("a_win:0.0001".into())).unwrap());
        // The draws of umass are fewer, so its seats vary more.
        let half = words.strip_prefix("umass: a_win: half-width ");
        let half = half.and_then(|half| half.strip_suffix(" of 0.0001 wanted")).unwrap();
        assert!((0.02..0.06).contains(&half.parse::<f64>().unwrap()), "{words}");
    }
}
