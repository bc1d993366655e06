//! Everything that a study counts, and what its games count for a measure.

use crate::core::game::GameInfo;
use crate::core::stats::{Moments, PairedTally};
use crate::core::strata::Strata;
use crate::core::tally::{Detail, Tally};
use crate::game::Cell;
use crate::lab::spec::Study;

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
}

impl Totals {
    /// No games yet.
    pub fn new(study: &Study) -> Self {
        Self::of(study, study.cells.len(), study.pair_list())
    }

    /// No games yet of so many cells of a study and these pairs of them.
    pub fn of(
        study: &Study,
        cells: usize,
        pairs: impl IntoIterator<Item = (usize, usize)>,
    ) -> Self {
        let counters = study.compared_counters();
        let no_pairs = PairedTally::new(study.info().outcomes.len(), &counters);
        let no_strata = vec![Strata::default(); study.by.len()];
        Self {
            cells: vec![Tally::new(study.info(), detail(study)); cells],
            pairs: pairs.into_iter().map(|pair| (pair, no_pairs.clone())).collect(),
            strata: vec![no_strata; if study.by.is_empty() { 0 } else { cells }],
        }
    }

    /// Games of each cell.
    pub fn games(&self) -> u64 {
        self.cells.first().map_or(0, Tally::games)
    }

    /// The counts of a pair; `None` if it was not counted game by game.
    pub fn paired(&self, first: usize, second: usize) -> Option<&PairedTally> {
        self.pairs.iter().find(|(pair, _)| *pair == (first, second)).map(|(_, tally)| tally)
    }

    /// Adds the counts of other games of the same study.
    pub fn merge(&mut self, other: &Self) {
        let cells: Vec<usize> = (0..self.cells.len()).collect();
        self.merge_at(&cells, 0..self.pairs.len(), other);
    }

    /// Adds the counts of cells and pairs that have these positions here.
    pub fn merge_at(&mut self, cells: &[usize], pairs: impl Iterator<Item = usize>, other: &Self) {
        for (&k, theirs) in cells.iter().zip(&other.cells) {
            self.cells[k].merge(theirs);
        }
        for (p, (_, theirs)) in pairs.zip(&other.pairs) {
            self.pairs[p].1.merge(theirs);
        }
        for (&k, theirs) in cells.iter().zip(&other.strata) {
            self.strata[k].iter_mut().zip(theirs).for_each(|(mine, by)| mine.merge(by));
        }
    }
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

/// What a game counts for an outcome under each of these, by how it came out, in parts of a unit: all of it
/// or nothing; of equal seats to each its part of a game that somebody wins.
pub fn scores(cells: [&Cell; 2], info: &GameInfo, outcome: usize) -> (u64, [Vec<u64>; 2]) {
    let equal = cells.map(|cell| cell.rules.one_of_equal_seats(info, outcome));
    let unit = equal.iter().flatten().map(|(_, seats)| seats).product();
    let of = |k: usize| {
        (0..info.outcomes.len())
            .map(|o| match equal[k] {
                None => unit * u64::from(o == outcome),
                Some((nobody, seats)) => unit / seats * u64::from(o != nobody),
            })
            .collect()
    };
    (unit, [of(0), of(1)])
}

/// Number, sum and sum of squares of a counter over the games.
pub fn values(tally: &Tally, counter: usize) -> Moments {
    tally.moments(counter, &tally.info().all_outcomes())
}
