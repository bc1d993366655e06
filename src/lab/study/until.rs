//! Looks at a running study: how precise is it?

use crate::core::stats::{
    BoundedSequence, MeanSequence, PairedValues, ProportionSequence, tuned_for,
};

use super::moments::{scores, values};
use super::totals::Totals;
use crate::lab::spec::Study;
use crate::lab::spec::measure::{Measure, Target};

/// Of what a precision is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The measure of one cell, by position.
    Cell(usize),
    /// The difference of two cells, the second less the first.
    Pair(usize, usize),
}

/// How precise a measure is.
#[derive(Clone, Debug)]
pub struct Reached {
    /// Of which cell or pair.
    pub of: Of,
    /// Its name, or both names of a pair.
    pub name: String,
    /// What was asked for.
    pub target: Target,
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

/// Counters up to this bound have an exact sequence; a larger bound would make it too wide to be of use.
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
    pub fn of(study: &Study, of: Of, measure: Measure) -> Self {
        let most = |cell: usize, counter| {
            study.cells[cell].rules.most_of(counter).filter(|&most| most <= EXACT_UP_TO)
        };
        let range = match (of, measure) {
            (Of::Cell(k), Measure::Mean(c)) => most(k, c).map(|most| (0.0, most as f64)),
            (Of::Cell(_), Measure::Outcome(_)) => Some((0.0, 1.0)),
            (Of::Pair(i, j), Measure::Mean(c)) => {
                most(i, c).zip(most(j, c)).map(|(one, two)| (-(one as f64), two as f64))
            }
            (Of::Pair(i, j), Measure::Outcome(outcome)) => {
                let (unit, scores) =
                    scores([&study.cells[i], &study.cells[j]], study.info(), outcome);
                let most =
                    scores.map(|all| all.into_iter().max().unwrap_or(0) as f64 / unit as f64);
                Some((-most[0], most[1]))
            }
        };
        let (confidence, tuned) = (study.confidence, tuned_for(study.games));
        match range {
            Some(range) => Sequence::Bounded(BoundedSequence::new(confidence, tuned, range)),
            None => Sequence::Asymptotic(MeanSequence::new(confidence, tuned)),
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
        }
    }
}

impl Reached {
    /// Half the interval's width.
    pub fn half_width(&self) -> f64 {
        (self.interval.1 - self.interval.0) / 2.0
    }

    /// Whether it is as narrow as asked for.
    pub fn is_reached(&self) -> bool {
        self.half_width() <= self.target.half_width
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
    let precision = |(of, target): (Of, Target)| {
        let (interval, method) = precise(study, totals, games, of, target.measure);
        let estimate = match (of, target.measure) {
            (Of::Cell(k), Measure::Outcome(outcome)) => {
                study.cells[k].rules.often(&totals.cells[k], outcome).value()
            }
            _ => spread(study, totals, of, target.measure).map(|spread| spread.mean),
        };
        Reached { of, name: of.name(study), target, estimate, interval, method }
    };
    asked(study).into_iter().map(precision).collect()
}

/// The interval of a measure that is valid at any stopping point, and its method; infinite where there is none
/// yet. What was given up could have gone either way.
pub fn precise(
    study: &Study,
    totals: &Totals,
    games: u64,
    of: Of,
    measure: Measure,
) -> ((f64, f64), &'static str) {
    let ((low, high), method) = match (of, measure) {
        (Of::Cell(cell), Measure::Outcome(outcome)) => {
            let sequence = ProportionSequence::new(study.confidence, tuned_for(study.games));
            let often = study.cells[cell].rules.often(&totals.cells[cell], outcome);
            let interval = often.of_interval(sequence.interval(often.counted, games));
            (interval, often.one_of.map_or(PROPORTION, |_| OF_DRAWS))
        }
        _ => mean(study, of, measure, games, spread(study, totals, of, measure)),
    };
    let (down, up) = given_up(study, totals, of, measure);
    let (low, high) = (low - down, high + up);
    match (of, measure) {
        // No share is beyond what there can be, of two equal seats half.
        (Of::Cell(k), Measure::Outcome(outcome)) => {
            let equal = study.cells[k].rules.one_of_equal_seats(study.info(), outcome);
            let most = equal.map_or(1.0, |(_, seats)| 1.0 / seats as f64);
            ((low.max(0.0), high.min(most)), method)
        }
        _ => ((low, high), method),
    }
}

/// How far games that were given up may move a measure down and up: a share by theirs, a mean by any number.
pub fn given_up(study: &Study, totals: &Totals, of: Of, measure: Measure) -> (f64, f64) {
    let of_cell = |k: usize| {
        let (rules, tally) = (&study.cells[k].rules, &totals.cells[k]);
        match measure {
            _ if rules.given_up(tally) == 0 => (0.0, 0.0),
            Measure::Mean(_) => (0.0, f64::INFINITY),
            Measure::Outcome(outcome) => rules.often(tally, outcome).moved_by_given_up(),
        }
    };
    match of {
        Of::Cell(k) => of_cell(k),
        Of::Pair(first, second) => {
            let ((down_1, up_1), (down_2, up_2)) = (of_cell(first), of_cell(second));
            (down_2 + up_1, up_2 + down_1)
        }
    }
}

fn mean(
    study: &Study,
    of: Of,
    measure: Measure,
    games: u64,
    spread: Option<Spread>,
) -> ((f64, f64), &'static str) {
    let nothing = (f64::NEG_INFINITY, f64::INFINITY);
    match (Sequence::of(study, of, measure), spread) {
        (Sequence::Bounded(sequence), Some(Spread { mean, std_dev, .. })) => {
            (sequence.interval(games, mean, std_dev), BOUNDED)
        }
        (Sequence::Bounded(_), None) => (nothing, BOUNDED),
        (Sequence::Asymptotic(sequence), Some(spread)) if is_as_good_as_normal(&spread, games) => {
            (sequence.interval(games, spread.mean, spread.std_dev), MEAN)
        }
        (Sequence::Asymptotic(_), _) => (nothing, MEAN),
    }
}

/// Whether a mean of so many values may be taken as normal. Values that are all alike tell nothing of rarer ones.
fn is_as_good_as_normal(spread: &Spread, games: u64) -> bool {
    let skewness = spread.skewness.unwrap_or(0.0) / (games as f64).sqrt();
    spread.std_dev > 0.0 && skewness.abs() <= NORMAL_BELOW
}

/// The mean of a measure of a cell, or of its difference, and the spread of one game's. `None` below two games.
pub fn spread(study: &Study, totals: &Totals, of: Of, measure: Measure) -> Option<Spread> {
    let (first, second) = match of {
        Of::Pair(first, second) => (first, second),
        Of::Cell(cell) => {
            let (tally, all) = (&totals.cells[cell], values(&totals.cells[cell], measure));
            let (mean, std_dev) = (all.mean()?, all.std_dev()?);
            let skewness = match measure {
                Measure::Mean(counter) => tally.skewness(counter),
                Measure::Outcome(_) => None,
            };
            return Some(Spread { mean, std_dev, skewness });
        }
    };
    let tally = totals.paired(first, second)?;
    let mean =
        |values: &PairedValues| Some(values.moments_2().mean()? - values.moments_1().mean()?);
    let outcome = match measure {
        Measure::Outcome(outcome) => outcome,
        Measure::Mean(counter) => {
            let values = tally.of(counter)?;
            let (mean, skewness) = (mean(values)?, values.skewness_of_difference());
            let std_dev = values.variance_of_difference()?.max(0.0).sqrt();
            return Some(Spread { mean, std_dev, skewness });
        }
    };
    let cells = [first, second].map(|k| &study.cells[k]);
    let (unit, [one, two]) = scores(cells, study.info(), outcome);
    let scored = tally.scored(&one, &two);
    let (mean, n) = (mean(&scored)?, scored.n as f64);
    // Divisor n - 1.
    let squares = scored.sum_sq_difference() as f64;
    let variance = (n > 1.0).then(|| (squares - n * mean * mean) / (n - 1.0))?;
    let (std_dev, unit) = (variance.max(0.0).sqrt(), unit as f64);
    Some(Spread { mean: mean / unit, std_dev: std_dev / unit, skewness: None })
}
