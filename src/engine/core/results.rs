//! The results of a block of games, column by column.

use std::collections::BTreeMap;
use std::ops::Range;

use super::info::GameInfo;

/// The end of a game that was not reported.
const UNPLAYED: u8 = u8::MAX;

/// How the games of a block ended, under one rule set.
///
/// Shapes: game `games().start + k` has its values at position `k` of every column.
#[derive(Clone, Debug, PartialEq)]
pub struct GameBlock {
    first: u64,
    reasons: usize,
    /// Outcome times the number of end reasons, plus end reason.
    ends: Vec<u8>,
    outcomes: Vec<u8>,
    counters: Vec<Vec<u64>>,
    series: Vec<BTreeMap<[u64; 2], u64>>,
}

impl GameBlock {
    /// A block without games.
    pub fn new(info: &GameInfo) -> Self {
        Self::of(info.end_reasons.len(), info.counters.len(), info.series.len())
    }

    /// A block without games, of so many end reasons, counters and series.
    pub fn of(reasons: usize, counters: usize, series: usize) -> Self {
        Self {
            first: 0,
            reasons,
            ends: Vec::new(),
            outcomes: Vec::new(),
            counters: vec![Vec::new(); counters],
            series: vec![BTreeMap::new(); series],
        }
    }

    /// Forgets everything and makes room for these games.
    pub fn reset(&mut self, games: Range<u64>) {
        let len = (games.end - games.start) as usize;
        self.first = games.start;
        self.ends.clear();
        self.ends.resize(len, UNPLAYED);
        // Every game reports everything, so what else stood here need not be cleared.
        self.outcomes.resize(len, 0);
        self.counters.iter_mut().for_each(|column| column.resize(len, 0));
        self.series.iter_mut().for_each(BTreeMap::clear);
    }

    /// The games.
    pub fn games(&self) -> Range<u64> {
        self.first..self.first + self.ends.len() as u64
    }

    /// Reports a game: the positions of its outcome and end reason, and its counters, of
    /// which the block keeps as many as it has.
    ///
    /// Panics if the game or the end is not of this block.
    #[inline]
    pub fn report(
        &mut self,
        game: u64,
        outcome: usize,
        reason: usize,
        counters: impl IntoIterator<Item = u64>,
    ) {
        let k = (game - self.first) as usize;
        #[cfg(test)]
        assert_eq!(self.ends[k], UNPLAYED, "game {game} was reported twice");
        self.ends[k] = (outcome * self.reasons + reason) as u8;
        self.outcomes[k] = outcome as u8;
        for (column, value) in self.counters.iter_mut().zip(counters) {
            column[k] = value;
        }
    }

    /// Counts `times` more of this key in a series.
    pub fn count(&mut self, series: usize, key: [u64; 2], times: u64) {
        *self.series[series].entry(key).or_insert(0) += times;
    }

    /// The end of each game: outcome times the number of end reasons, plus end reason.
    pub fn ends(&self) -> &[u8] {
        &self.ends
    }

    /// The outcomes, game by game.
    pub fn outcomes(&self) -> impl Iterator<Item = usize> + Clone {
        self.outcomes.iter().map(|&outcome| usize::from(outcome))
    }

    /// A counter of each game.
    pub fn counter(&self, counter: usize) -> &[u64] {
        &self.counters[counter]
    }

    /// The counts of a series.
    pub fn series(&self, series: usize) -> &BTreeMap<[u64; 2], u64> {
        &self.series[series]
    }
}
