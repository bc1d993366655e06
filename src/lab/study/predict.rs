//! How many games a precision needs, estimated from a pilot.

use crate::core::stats::predict::{
    games_for_mean, games_for_mean_sequence, games_for_ratio, games_for_ratio_sequence,
};
use crate::core::stats::{
    LookSchedule, MeanSequence, ProportionSequence, tuned_for, z_for_confidence,
};

use super::Study;
use super::compare::lengths;
use super::measure::{Measure, Target};
use super::totals::Totals;
use super::until::{Of, spread_of_difference};

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
            let lengths = lengths(tally);
            let Some(std_dev) = lengths.std_dev().filter(|&spread| spread > 0.0) else {
                return Need { of, target, estimate: None, fixed: None, sequence: None };
            };
            let sequence = MeanSequence::new(study.confidence, tuned);
            let fixed = games_for_mean(std_dev, half_width, z);
            let needed = games_for_mean_sequence(std_dev, half_width, &sequence);
            let (estimate, sequence) = (lengths.mean(), needed.and_then(at_look));
            Need { of, target, estimate, fixed, sequence }
        }
    }
}

fn of_pair(
    study: &Study,
    totals: &Totals,
    (first, second): (usize, usize),
    target: Target,
) -> Need {
    let (z, tuned) = (z_for_confidence(study.confidence), tuned_for(study.games));
    let spread = spread_of_difference(totals, first, second, target.measure);
    let spread = spread.filter(|&(_, std_dev)| std_dev > 0.0);
    let sequence = MeanSequence::new(study.confidence, tuned);
    let (half_width, std_dev) = (target.half_width, spread.map(|(_, std_dev)| std_dev));
    Need {
        of: Of::Pair(first, second),
        target,
        estimate: spread.map(|(difference, _)| difference),
        fixed: std_dev.and_then(|std_dev| games_for_mean(std_dev, half_width, z)),
        sequence: std_dev
            .and_then(|std_dev| games_for_mean_sequence(std_dev, half_width, &sequence))
            .and_then(at_look),
    }
}
