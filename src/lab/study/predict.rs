//! How many games a precision needs, estimated from a pilot.

use crate::core::stats::predict::{
    games_for_mean, games_for_mean_sequence, games_for_ratio, games_for_ratio_sequence,
};
use crate::core::stats::{LookSchedule, ProportionSequence, tuned_for, z_for_confidence};

use super::Study;
use super::compare::lengths;
use super::measure::{Measure, Target};
use super::totals::Totals;
use super::until::{Of, Sequence, Spread, spread_of_difference, spread_of_length};

/// Games of the pilot from which a precision is predicted.
pub const PILOT: u64 = 10_000;

/// Games that a precision needs.
#[derive(Clone, Debug)]
pub struct Need {
    /// Of which cell or pair.
    pub of: Of,
    /// The precision.
    pub target: Target,
    /// The pilot's estimate; `None` if it saw no two games that differ, and cannot tell.
    pub estimate: Option<f64>,
    /// For an interval at a number of games chosen in advance.
    pub fixed: Option<u64>,
    /// Until `--until` stops, at a look; `None` where it is too many.
    pub sequence: Option<u64>,
}

/// What each precision needs, cell by cell and then pair by pair, from a pilot of this many games.
pub fn needs(study: &Study, totals: &Totals, games: u64, targets: &[Target]) -> Vec<Need> {
    let mut needs = Vec::new();
    for cell in 0..study.cells.len() {
        needs.extend(targets.iter().map(|&target| of_cell(study, totals, cell, games, target)));
    }
    for (first, second) in study.pair_list() {
        for &target in targets {
            needs.push(of_pair(study, totals, (first, second), target));
        }
    }
    needs
}

fn at_look(games: u64) -> Option<u64> {
    LookSchedule::new(u64::MAX).at_or_after(games)
}

fn of_cell(study: &Study, totals: &Totals, cell: usize, games: u64, target: Target) -> Need {
    let (z, tuned) = (z_for_confidence(study.confidence), tuned_for(study.games));
    let (of, tally, half_width) = (Of::Cell(cell), &totals.cells[cell], target.half_width);
    match target.measure {
        Measure::Outcome(outcome) => {
            let won = tally.games_won(outcome);
            if won == 0 || won == games {
                return Need { of, target, estimate: None, fixed: None, sequence: None };
            }
            let ratio = won as f64 / games as f64;
            let sequence = ProportionSequence::new(study.confidence, tuned);
            let fixed = games_for_ratio(ratio, half_width, z);
            let needed = games_for_ratio_sequence(ratio, half_width, &sequence);
            Need { of, target, estimate: Some(ratio), fixed, sequence: needed.and_then(at_look) }
        }
        Measure::Length => {
            let spread = spread_of_length(tally).filter(|spread| spread.std_dev > 0.0);
            let Some(std_dev) = spread.map(|spread| spread.std_dev) else {
                return Need { of, target, estimate: None, fixed: None, sequence: None };
            };
            let fixed = games_for_mean(std_dev, half_width, z);
            let estimate = lengths(tally).mean();
            Need { of, target, estimate, fixed, sequence: until(study, of, target, spread) }
        }
    }
}

/// Games until the sequence of a mean is narrow enough, at a look.
fn until(study: &Study, of: Of, target: Target, spread: Option<Spread>) -> Option<u64> {
    let Spread { mean, std_dev, .. } = spread?;
    let sequence = Sequence::of(study, of, target.measure);
    let half_width = |games| sequence.half_width(games, mean, std_dev);
    games_for_mean_sequence(target.half_width, half_width).and_then(at_look)
}

fn of_pair(
    study: &Study,
    totals: &Totals,
    (first, second): (usize, usize),
    target: Target,
) -> Need {
    let z = z_for_confidence(study.confidence);
    let of = Of::Pair(first, second);
    let spread = spread_of_difference(totals, first, second, target.measure);
    let spread = spread.filter(|spread| spread.std_dev > 0.0);
    Need {
        of,
        target,
        estimate: spread.map(|spread| spread.mean),
        fixed: spread.and_then(|spread| games_for_mean(spread.std_dev, target.half_width, z)),
        sequence: until(study, of, target, spread),
    }
}
