//! Counts that games left open which were given up: at least so many, and at most.

use crate::core::stats::{PairedRatio, wilson};

/// How many games came out so, where some may have been given up before their end: none of these, or all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Between {
    /// Without those that were given up.
    pub least: u64,
    /// With all of them.
    pub most: u64,
}

impl Between {
    /// Whether games were given up, so that the number is open.
    pub fn is_open(self) -> bool {
        self.least < self.most
    }
}

impl From<u64> for Between {
    fn from(games: u64) -> Self {
        Self { least: games, most: games }
    }
}

/// The Wilson interval of `won` of `games`, or, of exact counts, the shares themselves; with games given up from
/// the lower end without them to the upper end with all. `None` of exact counts that nothing leaves open.
pub fn share_interval(won: Between, games: u64, z: f64, exact: bool) -> Option<(f64, f64)> {
    let Between { least, most } = won;
    match exact {
        false => Some((wilson(least, games, z).0, wilson(most, games, z).1)),
        true => won.is_open().then(|| (least as f64 / games as f64, most as f64 / games as f64)),
    }
}

/// The interval of how much more often the first wins than the second: a game that one wins is one that the
/// other does not win, so the two shares are paired game by game. Those that were given up may all be the
/// second's, or all the first's. `None` without a game, or of exact counts that nothing leaves open.
pub fn edge_interval(
    [first, second]: [Between; 2],
    games: u64,
    z: f64,
    exact: bool,
) -> Option<(f64, f64)> {
    let of = |only_2: u64, only_1: u64| {
        PairedRatio { both: 0, only_1, only_2, neither: games - only_1 - only_2 }.difference(z)
    };
    let (low, high) = (of(first.least, second.most), of(first.most, second.least));
    match exact {
        false => low.ci_low.zip(high.ci_high),
        true => low.difference.zip(high.difference).filter(|_| first.is_open()),
    }
}
