//! What the games of one end add up to: how many, the shortest and the longest, and each counter.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::info::{CounterInfo, GameInfo, Keep};
use super::results::GameBlock;
use super::stats::histogram::LengthHistogram;
use super::stats::{Moments, Powers};

/// A length and the first game that had it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Extreme {
    /// The length.
    pub length: u64,
    /// The lowest index of a game of this length.
    pub game: u64,
}

impl Extreme {
    /// The first of the longest; the first of the shortest is the least in the order of the type.
    pub fn longest(all: impl IntoIterator<Item = Self>) -> Option<Self> {
        all.into_iter().max_by_key(|one| (one.length, Reverse(one.game)))
    }
}

/// How much a tally keeps of lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// How often each length occurred.
    Histograms,
    /// Number, sum and sum of squares, and the length of the game to two significant digits: for very
    /// many rule sets at once.
    Rounded,
    /// Number, sum and sum of squares: where no table has quantiles.
    Moments,
}

/// What is kept of the values of one counter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum CounterTally {
    /// How often each occurred.
    Histogram(Box<LengthHistogram>),
    /// Number, sum and sum of squares.
    Moments(Moments),
    /// The same and the sum of cubes.
    Powers(Powers),
    /// The largest.
    Max(u64),
    Nothing,
}

impl CounterTally {
    fn new(counter: &CounterInfo, detail: Detail) -> Self {
        match counter.keep {
            Keep::Histogram if detail == Detail::Histograms => Self::Histogram(Box::default()),
            Keep::Histogram | Keep::Sum => Self::Moments(Moments::default()),
            Keep::Mean => Self::Powers(Powers::default()),
            Keep::Max => Self::Max(0),
            Keep::Nothing => Self::Nothing,
        }
    }

    fn add(&mut self, values: impl Iterator<Item = u64>) {
        match self {
            Self::Histogram(histogram) => values.for_each(|value| histogram.record(value)),
            Self::Moments(moments) => values.for_each(|value| moments.add(value)),
            Self::Powers(powers) => powers.add_all(&values.collect::<Vec<_>>()),
            Self::Max(max) => *max = values.fold(*max, u64::max),
            Self::Nothing => {}
        }
    }

    fn merge(&mut self, other: &Self) {
        match (self, other) {
            (Self::Histogram(mine), Self::Histogram(theirs)) => mine.merge(theirs),
            (Self::Moments(mine), Self::Moments(theirs)) => mine.merge(*theirs),
            (Self::Powers(mine), Self::Powers(theirs)) => mine.merge(theirs),
            (Self::Max(mine), Self::Max(theirs)) => *mine = (*mine).max(*theirs),
            (Self::Nothing, Self::Nothing) => {}
            _ => unreachable!("tallies of one game with the same detail keep the same"),
        }
    }

    /// Number, sum and sum of squares; `None` where none of them is kept.
    pub(super) fn moments(&self) -> Option<Moments> {
        match self {
            Self::Histogram(histogram) => Some(histogram.moments()),
            Self::Moments(moments) => Some(*moments),
            Self::Powers(powers) => Some(powers.moments),
            Self::Max(_) | Self::Nothing => None,
        }
    }
}

/// Counts of the games of one end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct EndTally {
    pub games: u64,
    pub shortest: Option<Extreme>,
    pub longest: Option<Extreme>,
    /// In the order of the game's counters.
    pub counters: Vec<CounterTally>,
}

impl EndTally {
    pub fn new(info: &GameInfo, detail: Detail) -> Self {
        let counters = info.counters.iter().map(|counter| CounterTally::new(counter, detail));
        Self { games: 0, shortest: None, longest: None, counters: counters.collect() }
    }

    /// Adds the games at these places of a block.
    pub fn add(&mut self, block: &GameBlock, places: &[usize]) {
        self.games += places.len() as u64;
        for (c, counter) in self.counters.iter_mut().enumerate() {
            let column = block.counter(c);
            counter.add(places.iter().map(|&k| column[k]));
        }
        let (lengths, first) = (block.counter(0), block.games().start);
        let each = places.iter().map(|&k| Extreme { length: lengths[k], game: first + k as u64 });
        self.add_extremes(each.clone().min(), Extreme::longest(each));
    }

    pub fn merge(&mut self, Self { games, shortest, longest, counters }: &Self) {
        self.games += games;
        self.add_extremes(*shortest, *longest);
        self.counters.iter_mut().zip(counters).for_each(|(mine, theirs)| mine.merge(theirs));
    }

    fn add_extremes(&mut self, shortest: Option<Extreme>, longest: Option<Extreme>) {
        self.shortest = self.shortest.into_iter().chain(shortest).min();
        self.longest = Extreme::longest(self.longest.into_iter().chain(longest));
    }
}
