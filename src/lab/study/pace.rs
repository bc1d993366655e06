//! How many games to hand out at once: many, for speed, but only so many that something moves.

use std::time::Duration;

use crate::lab::run::Threads;

/// The longest that a chunk of games should take: a run reports its progress, and stops, after one.
const CHUNK_S: f64 = 0.1;
/// The longest that a whole group of rows may take; where it would take longer, it is put together
/// from chunks, on one thread.
const GROUP_S: f64 = 0.5;
/// Groups of cells from which on the speed is not tried with single games: each would need engines.
const MANY_GROUPS: u64 = 16;

/// The speed so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    /// Games that a thread plays each second; of a group of cells, games of each.
    games_per_s: Option<f64>,
}

/// What to play next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Games of each cell that are handed out at once.
    pub chunk: u64,
    /// Games of each cell, at most.
    pub games: u64,
}

impl Pace {
    /// What to play next, where a game's engines like blocks of this size. `group` is the number of
    /// rows of a group, if rows come in groups, and how many rows the groups so far have together.
    pub fn step(self, block: u64, group: Option<(u64, u64)>, threads: u64, groups: u64) -> Step {
        let Some(games_per_s) = self.games_per_s else {
            let chunk = if groups > MANY_GROUPS { (block / 8).max(1) } else { 1 };
            return Step { chunk, games: chunk.saturating_mul(threads) };
        };
        // Beyond 2^64 the conversion saturates.
        let chunk = ((games_per_s * CHUNK_S) as u64).clamp(1, block);
        match group {
            None => Step { chunk, games: u64::MAX },
            Some((rows, _)) if games_per_s * GROUP_S < rows as f64 => {
                Step { chunk, games: u64::MAX }
            }
            // Whole groups are encoded on many threads, but only from a group's beginning.
            Some((rows, so_far)) if so_far % rows == 0 => Step { chunk: rows, games: u64::MAX },
            Some((rows, so_far)) => Step { chunk, games: rows - so_far % rows },
        }
    }

    /// Learns from chunks of so many games together, played by these threads.
    pub fn learn(&mut self, games: u64, threads: Threads, elapsed: Duration) {
        if games > 0 {
            let seconds = elapsed.as_secs_f64().max(1e-9) * threads.count() as f64;
            self.games_per_s = Some(games as f64 / seconds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(games_per_s: f64) -> Pace {
        Pace { games_per_s: Some(games_per_s) }
    }

    #[test]
    fn nothing_is_known_before_the_first_game() {
        assert_eq!(Pace::default().step(1024, None, 2, 1), Step { chunk: 1, games: 2 });
        assert_eq!(Pace::default().step(1024, None, 2, 99), Step { chunk: 128, games: 256 });
        let mut pace = Pace::default();
        pace.learn(0, Threads::All, Duration::from_secs(1));
        assert_eq!(pace.games_per_s, None);
    }

    #[test]
    fn slow_games_are_handed_out_one_by_one_and_fast_ones_in_blocks() {
        let chunk = |speed| at(speed).step(1024, None, 2, 1).chunk;
        assert_eq!([0.01, 50.0, 1e4, 1e9, f64::MAX].map(chunk), [1, 5, 1000, 1024, 1024]);
    }

    #[test]
    fn groups_of_rows_are_whole_where_that_does_not_take_long() {
        let step = |speed, so_far| at(speed).step(1024, Some((65_536, so_far)), 2, 1);
        assert_eq!(step(1e6, 0), Step { chunk: 65_536, games: u64::MAX });
        assert_eq!(step(1e6, 131_072), Step { chunk: 65_536, games: u64::MAX });
        assert_eq!(step(1e6, 65_540), Step { chunk: 1024, games: 65_532 });
        assert_eq!(step(100.0, 65_540), Step { chunk: 10, games: u64::MAX });
    }
}
