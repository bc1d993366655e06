//! Looks at a running study: how precise is it?

use crate::core::stats::{MeanSequence, Moments, ProportionSequence, tuned_for};

use super::Study;
use super::compare::{lengths, values};
use super::measure::{Measure, Target};
use super::totals::Totals;

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
const MEAN: &str = "asymptotic confidence sequence";

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

/// The precision of everything that a precision was asked for, after this many games of each cell.
pub fn look(study: &Study, totals: &Totals, games: u64) -> Vec<Reached> {
    let mut reached = Vec::new();
    for (cell, tally) in totals.cells.iter().enumerate() {
        for &target in &study.until {
            let of = Of::Cell(cell);
            reached.push(match target.measure {
                Measure::Outcome(outcome) => {
                    let won = tally.games_won(outcome);
                    let sequence =
                        ProportionSequence::new(study.confidence, tuned_for(study.games));
                    let estimate = (games > 0).then(|| won as f64 / games as f64);
                    let interval = sequence.interval(won, games);
                    Reached { of, target, estimate, interval, method: PROPORTION }
                }
                Measure::Length => {
                    let lengths = lengths(tally);
                    mean(study, of, target, games, lengths.mean(), lengths.std_dev())
                }
            });
        }
    }
    if !study.until_difference.is_empty() {
        for (first, second) in study.pair_list() {
            for &target in &study.until_difference {
                let spread = spread_of_difference(totals, first, second, target.measure);
                let (estimate, std_dev) = spread.unzip();
                reached.push(mean(
                    study,
                    Of::Pair(first, second),
                    target,
                    games,
                    estimate,
                    std_dev,
                ));
            }
        }
    }
    reached
}

fn mean(
    study: &Study,
    of: Of,
    target: Target,
    games: u64,
    estimate: Option<f64>,
    std_dev: Option<f64>,
) -> Reached {
    let sequence = MeanSequence::new(study.confidence, tuned_for(study.games));
    let interval = match (estimate, std_dev) {
        (Some(mean), Some(std_dev)) => sequence.interval(games, mean, std_dev),
        _ => (f64::NEG_INFINITY, f64::INFINITY),
    };
    Reached { of, target, estimate, interval, method: MEAN }
}

/// The mean difference of a measure and the standard deviation of one game's difference: of the
/// same deal where both met it, else of two deals, one each. `None` below two games.
pub fn spread_of_difference(
    totals: &Totals,
    first: usize,
    second: usize,
    measure: Measure,
) -> Option<(f64, f64)> {
    let (one, two) = (&totals.cells[first], &totals.cells[second]);
    let (one, two): (Moments, Moments) = (values(one, measure), values(two, measure));
    let difference = two.mean()? - one.mean()?;
    let variance = match (totals.paired(first, second), measure) {
        (None, _) => one.variance()? + two.variance()?,
        (Some(tally), Measure::Length) => tally.variance_of_difference()?,
        (Some(tally), Measure::Outcome(outcome)) => {
            let ratio = tally.ratio(outcome);
            let n = tally.games() as f64;
            // A deal's difference is 1, -1 or 0; divisor n - 1.
            let squares = (ratio.only_1 + ratio.only_2) as f64;
            (n > 1.0).then(|| (squares - n * difference * difference) / (n - 1.0))?
        }
    };
    Some((difference, variance.max(0.0).sqrt()))
}
