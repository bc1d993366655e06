//! Looks at a running study: how precise is it?

use std::borrow::Cow;

use crate::core::game::Often;
use crate::core::stats::{BoundedMean, Moments, mean_sequence, tuned_for};
use crate::core::wording::digits::decimals;

use super::totals::{Totals, scores, values};
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
    /// Half the width of the interval that is valid at any stopping point; infinite where there is none yet.
    pub half_width: f64,
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

/// How low and how high what a game counts for a measure of a cell, or for a difference, can be; `None` where
/// that is not known, or too wide for an exact sequence.
pub fn range(study: &Study, of: Of, measure: Measure) -> Option<(f64, f64)> {
    let most = |k: usize| {
        let rules = &study.cells[k].rules;
        match measure {
            Measure::Mean(counter) => {
                let most = rules.most_of(counter).filter(|&most| most <= EXACT_UP_TO);
                most.map(|most| most as f64)
            }
            Measure::Outcome(outcome) => {
                let equal = rules.one_of_equal_seats(study.info(), outcome);
                Some(equal.map_or(1.0, |(_, seats)| 1.0 / seats as f64))
            }
        }
    };
    Some(match of {
        Of::Cell(k) => (0.0, most(k)?),
        Of::Pair(i, j) => (-most(i)?, most(j)?),
    })
}

/// Number, mean, standard deviation (divisor n - 1) and skewness of values; 0 where that is not known.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    n: u64,
    mean: f64,
    /// 0 where all are alike.
    pub std_dev: f64,
    skewness: f64,
}

impl Reached {
    /// The half-width in words.
    pub fn width(&self) -> String {
        match self.half_width {
            half if half.is_finite() => format!("half-width {half:.*}", decimals(half, 5)),
            _ => "no interval yet".into(),
        }
    }

    /// Whether it is as narrow as asked for.
    pub fn is_reached(&self) -> bool {
        self.half_width <= self.target.half_width
    }
}

/// The precision of everything that a precision was asked for: measures of each cell, then those of each compared
/// difference.
pub fn precisions(study: &Study, totals: &Totals) -> Vec<Reached> {
    let mut all = Vec::new();
    let mut add = |of: Of, name: String, targets: &[Target]| {
        all.extend(targets.iter().map(|&target| {
            let ((low, high), _) = precise(study, totals, of, target.measure);
            Reached { of, name: name.clone(), target, half_width: (high - low) / 2.0 }
        }));
    };
    for (k, cell) in study.cells.iter().enumerate() {
        add(Of::Cell(k), cell.name.clone(), &study.until);
    }
    let is_of_pairs = !study.until_difference.is_empty();
    for (i, j) in is_of_pairs.then(|| study.pair_list()).into_iter().flatten() {
        let [one, two] = [i, j].map(|k| &study.cells[k].name);
        add(Of::Pair(i, j), format!("{two} less {one}"), &study.until_difference);
    }
    all
}

/// The interval of a measure, and its method.
pub type Precise = ((f64, f64), &'static str);

/// The interval of a measure that is valid at any stopping point, and its method; infinite where there is none
/// yet. What was given up could have gone either way.
pub fn precise(study: &Study, totals: &Totals, of: Of, measure: Measure) -> Precise {
    if let (Of::Cell(cell), Measure::Outcome(outcome)) = (of, measure) {
        return share(study, study.cells[cell].rules.often(&totals.cells[cell], outcome));
    }
    let spread = spread(study, totals, of, measure);
    let ((low, high), method) = mean(study, spread, range(study, of, measure));
    let (down, up) = given_up(study, totals, of, measure);
    ((low - down, high + up), method)
}

/// That of a share.
pub fn share(study: &Study, often: Often) -> Precise {
    let (low, high) = often.of_interval(study.sequence().interval(often.counted, often.games));
    let (down, up) = often.moved_by_given_up();
    // No share is beyond what there can be, of two equal seats half.
    let most = often.one_of.map_or(1.0, |seats| 1.0 / seats as f64);
    let method = often.one_of.map_or(PROPORTION, |_| OF_DRAWS);
    (((low - down).max(0.0), (high + up).min(most)), method)
}

/// That of a mean of which nothing is known but these moments and the most that a game counts.
pub fn mean_of(study: &Study, all: Moments, range: Option<(f64, f64)>) -> Precise {
    let spread = all.mean().zip(all.std_dev());
    let spread =
        spread.map(|(mean, std_dev)| Spread { n: all.n, mean, std_dev, skewness: f64::INFINITY });
    mean(study, spread, range)
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

/// The sequence of a mean: exact for values in a known range, else right once the mean is as good as normal.
/// Values that are all alike tell nothing of rarer ones.
fn mean(study: &Study, spread: Option<Spread>, range: Option<(f64, f64)>) -> Precise {
    let (confidence, tuned) = (study.confidence, tuned_for(study.games));
    let method = if range.is_some() { BOUNDED } else { MEAN };
    let interval = spread.and_then(|Spread { n, mean, std_dev, skewness }| {
        let skewness = skewness / (n as f64).sqrt();
        let games = (n, mean, std_dev);
        match range {
            Some(range) => Some(BoundedMean::new(confidence, tuned, range, games).interval()),
            None if std_dev <= 0.0 || skewness.abs() > NORMAL_BELOW => None,
            None => Some(mean_sequence(confidence, tuned, games)),
        }
    });
    (interval.unwrap_or((f64::NEG_INFINITY, f64::INFINITY)), method)
}

/// The mean of a counter of a cell, or of the difference of a measure, and the spread of one game's. `None` below two
/// games.
pub fn spread(study: &Study, totals: &Totals, of: Of, measure: Measure) -> Option<Spread> {
    let (first, second) = match of {
        Of::Pair(first, second) => (first, second),
        Of::Cell(cell) => {
            let Measure::Mean(counter) = measure else { return None };
            let (tally, all) = (&totals.cells[cell], values(&totals.cells[cell], counter));
            let (mean, std_dev) = (all.mean()?, all.std_dev()?);
            let skewness = tally.skewness(counter).unwrap_or(0.0);
            return Some(Spread { n: all.n, mean, std_dev, skewness });
        }
    };
    let tally = totals.paired(first, second)?;
    let (unit, values) = match measure {
        Measure::Mean(counter) => (1, Cow::Borrowed(tally.of(counter)?)),
        Measure::Outcome(outcome) => {
            let cells = [first, second].map(|k| &study.cells[k]);
            let (unit, [one, two]) = scores(cells, study.info(), outcome);
            (unit, Cow::Owned(tally.scored(&one, &two)))
        }
    };
    Some(Spread {
        n: values.one.n,
        mean: (values.two.mean()? - values.one.mean()?) / unit as f64,
        std_dev: values.variance_of_difference()?.sqrt() / unit as f64,
        skewness: values.skewness_of_difference().unwrap_or(0.0),
    })
}
