//! Looks at a running study: how precise is it?

use crate::core::stats::{
    BoundedSequence, MeanSequence, PairedTally, ProportionSequence, tuned_for,
};
use crate::core::tally::Tally;

use super::compare::{lengths, scores, skewness};
use super::totals::Totals;
use crate::core::game::Counted;
use crate::lab::spec::Study;
use crate::lab::spec::measure::{Measure, Target};

/// Of what a precision is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The measure of one cell, by position.
    Cell(usize),
    /// The difference of two cells, the second less the first.
    Pair(usize, usize),
    /// The difference of two neighbours of a ranking, by their places.
    Ranked(usize, usize),
}

/// What was decided of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// It is not 0.
    Different,
    /// It is smaller than what matters.
    Alike,
}

/// How precise a measure is.
#[derive(Clone, Debug)]
pub struct Reached {
    /// Of which cell or pair.
    pub of: Of,
    /// Its name, or both names of a pair.
    pub name: String,
    /// What was asked for; of a decision, the smallest difference that matters, or 0.
    pub target: Target,
    /// Whether a decision was asked for, not a width.
    pub decision: bool,
    /// The estimate.
    pub estimate: Option<f64>,
    /// The interval, valid at any stopping point.
    pub interval: (f64, f64),
    /// The sequence it comes from.
    pub method: &'static str,
}

const PROPORTION: &str = "beta-binomial confidence sequence";
/// Of a seat that is equal to the others.
const OF_DRAWS: &str = "beta-binomial confidence sequence of the draws";
const BOUNDED: &str = "empirical-Bernstein confidence sequence";
const MEAN: &str = "asymptotic confidence sequence";
const QUANTILE: &str = "confidence sequence of a quantile";

/// Lengths up to this bound have an exact sequence; a larger bound would make it too wide to be of use.
const EXACT_UP_TO: u64 = 100_000;
/// A mean whose skewness, in standard errors, is at most this is as good as normal: some hundred games of the
/// rarer kind were seen.
const NORMAL_BELOW: f64 = 0.1;

/// A sequence for a mean.
pub enum Sequence {
    /// Exact, for values between known bounds.
    Bounded(BoundedSequence),
    /// Right once the mean is as good as normal.
    Asymptotic(MeanSequence),
}

impl Sequence {
    /// The sequence of a measure of a cell or of a difference: exact for values in a range that is known and
    /// narrow enough.
    pub fn of(study: &Study, confidence: f64, of: Of, measure: Measure) -> Self {
        let longest = |cell: usize| study.cells[cell].rules.longest.filter(|&l| l <= EXACT_UP_TO);
        let range = match (of, measure) {
            (Of::Cell(k), Measure::Length) => longest(k).map(|most| (0.0, most as f64)),
            (Of::Cell(_), Measure::Outcome(_)) => Some((0.0, 1.0)),
            (Of::Ranked(..), _) => Some((-1.0, 1.0)),
            (Of::Pair(i, j), Measure::Length) => {
                longest(i).zip(longest(j)).map(|(one, two)| (-(one as f64), two as f64))
            }
            (Of::Pair(i, j), Measure::Outcome(outcome)) => {
                let (unit, scores) =
                    scores([&study.cells[i], &study.cells[j]], study.info(), outcome);
                let most =
                    scores.map(|all| all.into_iter().max().unwrap_or(0) as f64 / unit as f64);
                Some((-most[0], most[1]))
            }
        };
        let tuned = tuned_for(study.games);
        match range {
            Some(range) => Sequence::Bounded(BoundedSequence::new(confidence, tuned, range)),
            None => Sequence::Asymptotic(MeanSequence::new(confidence, tuned)),
        }
    }

    /// Half the width after this many games of this mean and standard deviation.
    pub fn half_width(&self, games: u64, mean: f64, std_dev: f64) -> f64 {
        match self {
            Sequence::Bounded(sequence) => sequence.half_width(games, mean, std_dev),
            Sequence::Asymptotic(sequence) => sequence.margin(games, std_dev),
        }
    }
}

/// Mean, standard deviation and skewness of the values of one game; `skewness` is `None` where it is not known.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, divisor n - 1.
    pub std_dev: f64,
    /// Their skewness.
    pub skewness: Option<f64>,
}

impl Of {
    /// The cell's name, or both names of a pair.
    pub fn name(self, study: &Study) -> String {
        let name = |k: usize| study.cells[k].name.as_str();
        match self {
            Of::Cell(k) => name(k).to_owned(),
            Of::Pair(first, second) => format!("{} less {}", name(second), name(first)),
            Of::Ranked(first, second) => format!("place {} less place {}", first + 1, second + 1),
        }
    }
}

impl Reached {
    fn new(
        study: &Study,
        of: Of,
        target: Target,
        estimate: Option<f64>,
        interval: (f64, f64),
        method: &'static str,
    ) -> Self {
        Self { of, name: of.name(study), target, decision: false, estimate, interval, method }
    }

    /// Half the interval's width.
    pub fn half_width(&self) -> f64 {
        (self.interval.1 - self.interval.0) / 2.0
    }

    /// What the interval of a difference decides, if anything: that it is none of 0, or that it is
    /// smaller than what matters.
    pub fn decided(&self) -> Option<Decided> {
        let ((low, high), effect) = (self.interval, self.target.half_width);
        match self.decision {
            true if low > 0.0 || high < 0.0 => Some(Decided::Different),
            true if -effect < low && high < effect => Some(Decided::Alike),
            _ => None,
        }
    }

    /// Whether it is as narrow as asked for, or decided.
    pub fn is_reached(&self) -> bool {
        match self.decision {
            true => self.decided().is_some(),
            false => self.half_width() <= self.target.half_width,
        }
    }
}

/// The lengths of the games of a cell, and which quantile of them is asked for.
pub struct Lengths {
    /// A length, the games that were shorter, and those that were not longer; rising.
    steps: Vec<(u64, u64, u64)>,
    games: u64,
    /// Games that were not given up: the others may be longer than they are counted.
    ended: u64,
    percent: u8,
}

impl Lengths {
    /// Those of this cell.
    pub fn new(study: &Study, tally: &Tally, cell: usize, percent: u8) -> Self {
        let histogram = tally.histogram(0, &tally.info().all_outcomes()).unwrap_or_default();
        let mut games = 0;
        let step = |(length, more): (u64, u64)| {
            let shorter = games;
            games += more;
            (length, shorter, games)
        };
        let steps = histogram.counts().filter(|&(_, games)| games > 0).map(step).collect();
        let ended = games - study.cells[cell].rules.given_up(tally);
        Self { steps, games, ended, percent }
    }

    /// The quantile of these games.
    pub fn estimate(&self) -> Option<f64> {
        let (games, percent) = (u128::from(self.games), u128::from(self.percent));
        let at = self.steps.partition_point(|step| 100 * u128::from(step.2) < percent * games);
        self.steps.get(at).map(|step| step.0 as f64)
    }

    /// The lengths that the quantile of all games may be, if `of_share` is the interval of a share.
    ///
    /// Of games of which a share p is at most as long as the p-quantile, and at most p shorter, the length is ruled out
    /// if p is above the interval of those up to it, or below that of those shorter. With a confidence sequence of a
    /// share it holds at all looks together, ties and all. Without an upper end it is infinite.
    /// Source: S. R. Howard and A. Ramdas, Bernoulli 28 (2022) 1704-1728, theorem 1.
    pub fn interval(&self, of_share: impl Fn(f64) -> (f64, f64)) -> (f64, f64) {
        let share = f64::from(self.percent) / 100.0;
        let ends = |games: u64| of_share(games as f64 / self.games as f64);
        if self.games == 0 {
            return (0.0, f64::INFINITY);
        }
        let low = self.steps.partition_point(|&(_, _, upto)| ends(upto).1 < share);
        let low = if ends(0).1 >= share { 0 } else { self.steps[low].0 };
        let above = |shorter: u64| ends(shorter.min(self.ended)).0 > share;
        let high = self.steps.partition_point(|&(_, shorter, _)| !above(shorter));
        let high = if above(self.games) { self.steps[high - 1].0 as f64 } else { f64::INFINITY };
        (low as f64, high)
    }
}

/// What is to be precise: these measures of each cell, then those of each compared difference.
pub fn each(study: &Study, of_cells: &[Target], of_pairs: &[Target]) -> Vec<(Of, Target)> {
    let cells = (0..study.cells.len()).map(Of::Cell);
    let mut all: Vec<_> = cells.flat_map(|of| of_cells.iter().map(move |&t| (of, t))).collect();
    if !of_pairs.is_empty() {
        let pairs = study.pair_list().into_iter().map(|(first, second)| Of::Pair(first, second));
        all.extend(pairs.flat_map(|of| of_pairs.iter().map(move |&target| (of, target))));
    }
    all
}

/// What a study wants to be precise.
pub fn asked(study: &Study) -> Vec<(Of, Target)> {
    each(study, &study.until, &study.until_difference)
}

/// The precision of everything that a precision was asked for, after this many games of each cell.
pub fn look(study: &Study, totals: &Totals, games: u64) -> Vec<Reached> {
    let sequence = ProportionSequence::new(study.confidence, tuned_for(study.games));
    let precision = |(of, target): (Of, Target)| match (of, target.quantile, target.measure) {
        (Of::Cell(cell), Some(percent), _) => {
            let lengths = Lengths::new(study, &totals.cells[cell], cell, percent);
            let interval = lengths.interval(|share| sequence.interval_at(share, games));
            Reached::new(study, of, target, lengths.estimate(), interval, QUANTILE)
        }
        (Of::Cell(cell), None, Measure::Outcome(outcome)) => {
            let often = study.cells[cell].rules.often(&totals.cells[cell], outcome);
            let interval = often.of_interval(sequence.interval(often.counted, games));
            let method = often.one_of.map_or(PROPORTION, |_| OF_DRAWS);
            Reached::new(study, of, target, often.value(), interval, method)
        }
        _ => {
            let spread = spread(study, totals, of, target.measure);
            mean(study, study.confidence, of, target, games, spread)
        }
    };
    let reached = asked(study).into_iter().map(precision).chain(decisions(study, totals, games));
    reached.map(|found| with_given_up(study, totals, found)).collect()
}

/// How far games that were given up may move a measure down and up: a share by theirs, a length by any number.
///
/// The interval of a quantile knows of them already.
pub fn given_up(study: &Study, totals: &Totals, of: Of, target: Target) -> (f64, f64) {
    let of_cell = |k: usize| {
        let (rules, tally) = (&study.cells[k].rules, &totals.cells[k]);
        match target.measure {
            _ if target.quantile.is_some() || rules.given_up(tally) == 0 => (0.0, 0.0),
            Measure::Length => (0.0, f64::INFINITY),
            Measure::Outcome(outcome) => rules.often(tally, outcome).moved_by_given_up(),
        }
    };
    match of {
        Of::Cell(k) => of_cell(k),
        Of::Pair(first, second) => {
            let ((down_1, up_1), (down_2, up_2)) = (of_cell(first), of_cell(second));
            (down_2 + up_1, up_2 + down_1)
        }
        // Who has a ranking has no games without a limit.
        Of::Ranked(..) => (0.0, 0.0),
    }
}

/// What was reached if the games that were given up could have gone either way.
fn with_given_up(study: &Study, totals: &Totals, reached: Reached) -> Reached {
    let (down, up) = given_up(study, totals, reached.of, reached.target);
    let (low, high) = reached.interval;
    Reached { interval: (low - down, high + up), ..reached }
}

/// The confidence at which each of so many differences is decided, so that all are right together with the
/// confidence of the study (Bonferroni).
pub fn confidence_of_each(study: &Study, differences: usize) -> f64 {
    1.0 - (1.0 - study.confidence) / differences.max(1) as f64
}

/// What has to be decided: every compared pair by every measure asked for, or neighbours in a ranking.
fn decisions(study: &Study, totals: &Totals, games: u64) -> Vec<Reached> {
    let target = |measure: Measure| Target::of(measure, study.matters(measure).unwrap_or(0.0));
    let mut all = Vec::new();
    if !study.compares() && study.decides {
        let facts = study.facts(games);
        let (cells, tallies) = (&study.cells[..], &totals.cells[..]);
        let counted = Counted { cells, tallies, facts: &facts, pairs: &[] };
        let Some(ranked) = study.game.ranked(counted) else { return all };
        let confidence = confidence_of_each(study, ranked.pairs);
        for (place, rival) in ranked.neighbours.into_iter().enumerate() {
            let spread = Spread { mean: rival.mean, std_dev: rival.std_dev, skewness: None };
            let of = Of::Ranked(place, place + 1);
            let target = target(study.decided()[0]);
            let found = mean(study, confidence, of, target, games, Some(spread));
            all.push(Reached { name: rival.name, decision: true, ..found });
        }
        return all;
    }
    let pairs = if !study.decides { Vec::new() } else { study.pair_list() };
    let confidence = confidence_of_each(study, hypotheses(study, &pairs));
    for (first, second) in pairs {
        for &measure in study.decided() {
            let of = Of::Pair(first, second);
            let spread = spread(study, totals, of, measure);
            let found = mean(study, confidence, of, target(measure), games, spread);
            all.push(Reached { decision: true, ..found });
        }
    }
    all
}

/// How many differences are decided, those that follow from the draws counted once.
pub fn hypotheses(study: &Study, pairs: &[(usize, usize)]) -> usize {
    let of_pair = |&(first, second): &(usize, usize)| {
        let rules = [first, second].map(|k| &study.cells[k].rules);
        let all = study.decided().iter().map(|measure| measure.follows(study.info(), rules));
        let mut all: Vec<Measure> =
            all.zip(study.decided()).map(|(f, &m)| f.unwrap_or(m)).collect();
        all.dedup();
        all.len()
    };
    pairs.iter().map(of_pair).sum()
}

fn mean(
    study: &Study,
    confidence: f64,
    of: Of,
    target: Target,
    games: u64,
    spread: Option<Spread>,
) -> Reached {
    let sequence = Sequence::of(study, confidence, of, target.measure);
    let estimate = spread.map(|spread| spread.mean);
    let nothing = (f64::NEG_INFINITY, f64::INFINITY);
    let (interval, method) = match (sequence, spread) {
        (Sequence::Bounded(sequence), Some(Spread { mean, std_dev, .. })) => {
            (sequence.interval(games, mean, std_dev), BOUNDED)
        }
        (Sequence::Bounded(_), None) => (nothing, BOUNDED),
        (Sequence::Asymptotic(sequence), Some(spread)) if is_as_good_as_normal(&spread, games) => {
            (sequence.interval(games, spread.mean, spread.std_dev), MEAN)
        }
        (Sequence::Asymptotic(_), _) => (nothing, MEAN),
    };
    Reached::new(study, of, target, estimate, interval, method)
}

/// Whether a mean of so many values may be taken as normal. Values that are all alike tell nothing of rarer ones.
fn is_as_good_as_normal(spread: &Spread, games: u64) -> bool {
    let skewness = spread.skewness.unwrap_or(0.0) / (games as f64).sqrt();
    spread.std_dev > 0.0 && skewness.abs() <= NORMAL_BELOW
}

/// The mean length of a cell, or the mean difference of a measure, and the spread of one game's. `None` below
/// two games.
pub fn spread(study: &Study, totals: &Totals, of: Of, measure: Measure) -> Option<Spread> {
    let (first, second) = match of {
        Of::Pair(first, second) => (first, second),
        Of::Ranked(..) => return None,
        Of::Cell(cell) => {
            let (tally, all) = (&totals.cells[cell], lengths(&totals.cells[cell]));
            let (mean, std_dev) = (all.mean()?, all.std_dev()?);
            return Some(Spread { mean, std_dev, skewness: skewness(tally) });
        }
    };
    let tally = totals.paired(first, second)?;
    let mean = |tally: &PairedTally| Some(tally.moments_2().mean()? - tally.moments_1().mean()?);
    let Measure::Outcome(outcome) = measure else {
        let (mean, skewness) = (mean(tally)?, tally.skewness_of_difference());
        let std_dev = tally.variance_of_difference()?.max(0.0).sqrt();
        return Some(Spread { mean, std_dev, skewness });
    };
    let cells = [first, second].map(|k| &study.cells[k]);
    let (unit, [one, two]) = scores(cells, study.info(), outcome);
    let scored = tally.scored(&one, &two);
    let (mean, n) = (mean(&scored)?, scored.games() as f64);
    // Divisor n - 1.
    let squares = scored.sum_sq_difference() as f64;
    let variance = (n > 1.0).then(|| (squares - n * mean * mean) / (n - 1.0))?;
    let (std_dev, unit) = (variance.max(0.0).sqrt(), unit as f64);
    Some(Spread { mean: mean / unit, std_dev: std_dev / unit, skewness: None })
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::lab::run::{Control, Threads};

    /// Of 4 million games of seed 7000001, 49.83 % are shorter and 50.08 % are not longer.
    const MEDIAN: f64 = 219.0;

    fn run(rules: &str, seed: u64, target: &str) -> crate::lab::study::Finished {
        let study = Study::war([rules]).unwrap().seed(seed).until(target).unwrap();
        study.run_on(Threads::Exactly(NonZeroUsize::MIN), &Control::default()).unwrap()
    }

    #[test]
    fn of_500_runs_at_most_5_per_cent_miss_the_known_median() {
        let runs = (0..500).map(|seed| run("bicycle", seed, "battles_median:25").reached.remove(0));
        let missed = runs.filter(|found| {
            assert!(found.is_reached() && found.half_width() <= 25.0, "{found:?}");
            !(found.interval.0..=found.interval.1).contains(&MEDIAN)
        });
        let missed = missed.count();
        assert!(missed <= 25, "{missed} of 500");
    }

    #[test]
    fn interval_holds_the_lengths_that_no_share_rules_out() {
        let finished = run("umass", 5, "battles_p95:40");
        let (study, tally) = (&finished.study, &finished.totals.cells[0]);
        let games: Vec<(u64, u64)> = tally.histogram(0, &[0, 1, 2]).unwrap().counts().collect();
        let upto = |x: i64| {
            let such = games.iter().filter(|&&(length, _)| (length as i64) <= x);
            such.map(|&(_, games)| games).sum::<u64>()
        };
        for (percent, n) in [(50_u8, 200), (1, 5000), (95, 5000), (95, 20), (99, 1_000_000)] {
            let sequence = ProportionSequence::new(0.95, 1000);
            let ends = |games: u64| sequence.interval_at(games as f64 / finished.games as f64, n);
            let share = f64::from(percent) / 100.0;
            let fits = |x: &i64| ends(upto(*x)).1 >= share && ends(upto(x - 1)).0 <= share;
            let all: Vec<i64> = (0..=5001).filter(fits).collect();
            // Beyond the longest nothing changes.
            let most = Some(*all.last().unwrap() as f64).filter(|&x| x < 5001.0);
            let found =
                Lengths::new(study, tally, 0, percent).interval(|s| sequence.interval_at(s, n));
            assert_eq!(found, (all[0] as f64, most.unwrap_or(f64::INFINITY)), "{percent} {n}");
        }
    }

    #[test]
    fn games_that_were_given_up_may_be_longer() {
        // Some of these games never end; under a ceiling their length is not known.
        let finished = run("no-limit", 1, "battles_p95:1000");
        let cell = &finished.study.cells[0];
        let lengths = |given_up: u64| {
            let mut lengths = Lengths::new(&finished.study, &finished.totals.cells[0], 0, 99);
            (lengths.ended = lengths.games - given_up, lengths.interval(|share| (share, share))).1
        };
        let (low, high) = lengths(0);
        assert!(low == high && high.is_finite(), "{} {low} {high}", cell.name);
        assert_eq!(lengths(finished.games / 10), (low, f64::INFINITY));
    }
}
