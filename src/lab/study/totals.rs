//! Everything that a study counts.

use crate::core::info::GameInfo;
use crate::core::overflow::CountOverflow;
use crate::core::records::Records;
use crate::core::stats::PairedTally;
use crate::core::strata::Strata;
use crate::core::tally::{Detail, Tally};

use crate::lab::spec::Study;
use crate::lab::spec::hunt::Hunt;

/// More cells than this are counted without exact histograms, which would take too much memory.
pub const MOST_HISTOGRAMS: usize = 1_000;

/// The counts of a study.
#[derive(Clone, Debug)]
pub struct Totals {
    /// The tally of each cell.
    pub cells: Vec<Tally>,
    /// The compared pairs, by positions, with their counts game by game.
    pub pairs: Vec<((usize, usize), PairedTally)>,
    /// The games of each cell by the value of each feature asked for; empty if none was.
    pub strata: Vec<Vec<Strata>>,
    /// The extreme games of each cell, by hunt; empty if none was asked for.
    pub records: Vec<Vec<Records>>,
}

impl Totals {
    /// No games yet.
    pub fn new(study: &Study) -> Self {
        let cells = study.cells.len();
        Self {
            cells: vec![Tally::new(study.info(), detail(study)); cells],
            pairs: study
                .pair_list()
                .into_iter()
                .map(|pair| (pair, PairedTally::new(study.info().outcomes.len())))
                .collect(),
            strata: vec![no_strata(study); if study.by.is_empty() { 0 } else { cells }],
            records: vec![no_records(study); if study.hunts.is_empty() { 0 } else { cells }],
        }
    }

    /// The counts of a pair; `None` if it was not counted game by game.
    pub fn paired(&self, first: usize, second: usize) -> Option<&PairedTally> {
        self.pairs.iter().find(|(pair, _)| *pair == (first, second)).map(|(_, tally)| tally)
    }

    /// The same counts, beside those of rule sets with more seats.
    pub(crate) fn widen(&mut self, info: &'static GameInfo) {
        let outcomes = info.outcomes.len();
        self.cells.iter_mut().for_each(|tally| tally.widen(info));
        self.pairs.iter_mut().for_each(|(_, tally)| tally.widen(outcomes));
        self.strata.iter_mut().flatten().for_each(|strata| strata.widen(outcomes));
    }

    /// Adds the counts of other games of the same study.
    ///
    /// Errors: [`CountOverflow`]; the counts are of no use then.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountOverflow> {
        let Self { cells, pairs, strata, records } = other;
        for (mine, theirs) in self.cells.iter_mut().zip(cells) {
            mine.merge(theirs)?;
        }
        for ((_, mine), (_, theirs)) in self.pairs.iter_mut().zip(pairs) {
            mine.merge(theirs)?;
        }
        for (mine, theirs) in self.strata.iter_mut().flatten().zip(strata.iter().flatten()) {
            mine.merge(theirs)?;
        }
        for (mine, theirs) in self.records.iter_mut().flatten().zip(records.iter().flatten()) {
            mine.merge(theirs);
        }
        Ok(())
    }
}

/// No extreme games yet, of each hunt.
pub fn no_records(study: &Study) -> Vec<Records> {
    study.hunts.iter().map(Hunt::records).collect()
}

/// No games yet, by each feature.
pub fn no_strata(study: &Study) -> Vec<Strata> {
    vec![Strata::default(); study.by.len()]
}

/// How much the tallies of a study keep.
pub fn detail(study: &Study) -> Detail {
    match study.cells.len() {
        0..=MOST_HISTOGRAMS => Detail::Histograms,
        // The tables of a game that has its own have no quantiles.
        _ if study.info().tables.is_empty() => Detail::Rounded,
        _ => Detail::Moments,
    }
}
