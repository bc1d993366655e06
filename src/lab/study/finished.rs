//! A study that was played: numbers for those who call it from Rust.

use std::time::Duration;

use crate::core::game::Facts;
use crate::core::tally::Tally;
use crate::game::Tournaments;

use super::compare::Comparison;
use super::estimate::Estimate;
use super::totals::Totals;
use super::until::Reached;
use crate::lab::run::Threads;
use crate::lab::spec::Study;
use crate::lab::spec::measure::Measure;

/// A study and what came out of it.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The study.
    pub study: Study,
    /// The counts.
    pub totals: Totals,
    /// Games of each cell.
    pub games: u64,
    /// How precise the estimates are, where a precision was asked for.
    pub reached: Vec<Reached>,
    /// How long the games took; no time where nobody knows.
    pub elapsed: Duration,
    /// How many threads played them then.
    pub threads: Threads,
}

impl Finished {
    /// A study of which this was played, nobody knows how, where no precision is told.
    pub(crate) fn new(study: Study, totals: Totals) -> Self {
        let (games, reached) = (totals.games(), Vec::new());
        Self { study, games, totals, reached, elapsed: Duration::ZERO, threads: Threads::All }
    }

    /// The estimate of a measure of cell `k`.
    ///
    /// Panics if there is no such cell.
    pub fn estimate(&self, k: usize, measure: Measure) -> Estimate {
        self.study.estimate(&self.totals, k, measure, self.facts().z)
    }

    /// Every estimate of cell `k` behind its name, in the order of the tables.
    ///
    /// Panics if there is no such cell.
    pub fn estimates(&self, k: usize) -> Vec<(String, Estimate)> {
        self.study.estimates(&self.totals, k, self.facts().z)
    }

    /// The exact counts of cell `k`.
    ///
    /// Panics if there is no such cell.
    pub fn tally(&self, k: usize) -> &Tally {
        &self.totals.cells[k]
    }

    /// The differences of cell `second` less cell `first`, one for each measure of the study, the
    /// p-values adjusted for these by Holm's method; game by game.
    ///
    /// Panics if there is no such cell.
    pub fn compare(&self, first: usize, second: usize) -> Vec<Comparison> {
        self.study.compare_in(&self.totals, &[(first, second)])
    }

    /// Every comparison that the study asks for, in the order of the tables.
    pub fn comparisons(&self) -> Vec<Comparison> {
        self.study.compare_in(&self.totals, &self.study.pair_list())
    }

    /// What every table repeats.
    pub fn facts(&self) -> Facts {
        self.study.facts(self.games)
    }

    /// What only the game makes of the counts; `None` where it has nothing of its own.
    pub fn own(&self) -> Option<Tournaments<'_>> {
        self.study.game.own(self.facts(), &self.study.cells, &self.totals.cells)
    }

    /// Checks that every game ended in exactly one way.
    ///
    /// Errors: a sentence on what does not add up: a bug.
    pub fn check(&self) -> Result<(), String> {
        for (cell, tally) in self.study.cells.iter().zip(&self.totals.cells) {
            tally.check(self.games).map_err(|what| format!("{}: {what}", cell.name))?;
        }
        Ok(())
    }
}
