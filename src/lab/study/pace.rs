//! How many games to hand out at once: many, for speed, but only so many that something moves.

use std::time::Duration;

/// The longest that a chunk of games should take: a run reports its progress, and stops, after one.
const CHUNK_S: f64 = 0.1;
/// The longest that a whole group of rows may take; where it would take longer, it is put together
/// from chunks, on one thread.
const GROUP_S: f64 = 0.5;
/// Groups of cells from which on the speed is not tried with single games: each would need engines.
const MANY_GROUPS: u64 = 16;

/// How long the threads play before they meet, the first times: the first game finds nothing in the
/// caches, and the next ones are played by what was learnt from it.
const FIRST: [Duration; 3] = [Duration::ZERO, Duration::from_millis(10), Duration::from_millis(50)];

/// The speed so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    /// Games that a thread plays each second; of a group of cells, games of each.
    games_per_s: Option<f64>,
    /// Times that it was learnt.
    learnt: usize,
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

    /// How long to play before the speed is learnt again, `most` in the long run.
    pub fn until_learnt(self, most: Duration) -> Duration {
        FIRST.get(self.learnt).map_or(most, |first| most.min(*first))
    }

    /// Learns from chunks of so many games together, for which threads were busy so long.
    pub fn learn(&mut self, games: u64, busy: Duration) {
        if games > 0 {
            self.games_per_s = Some(games as f64 / busy.as_secs_f64().max(1e-9));
            self.learnt += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(games_per_s: f64) -> Pace {
        Pace { games_per_s: Some(games_per_s), learnt: 1 }
    }

    #[test]
    fn the_speed_is_learnt_anew_after_a_game_and_soon_after_that() {
        let (mut pace, most) = (Pace::default(), Duration::from_secs(2));
        pace.learn(0, Duration::from_secs(1));
        assert_eq!(pace.games_per_s, None);
        let mut waits = Vec::new();
        for games in [1, 20, 1024, 4096] {
            waits.push(pace.until_learnt(most).as_millis());
            pace.learn(games, Duration::from_millis(10));
        }
        assert_eq!((waits, pace.games_per_s), (vec![0, 10, 50, 2000], Some(409_600.0)));
        let short = Duration::from_millis(3);
        let waits = [Pace::default(), at(1.0), pace].map(|pace| pace.until_learnt(short));
        assert_eq!(waits, [Duration::ZERO, short, short]);
    }

    #[test]
    fn slow_games_are_handed_out_one_by_one_and_fast_ones_in_blocks() {
        let chunk = |speed| at(speed).step(1024, None, 2, 1).chunk;
        assert_eq!([0.01, 50.0, 1e4, 1e9, f64::MAX].map(chunk), [1, 5, 1000, 1024, 1024]);
        let group = |so_far| Some((65_536, so_far));
        for (pace, group, games, step) in [
            // Nothing is known before the first game.
            (Pace::default(), None, 1, (1, 2)),
            (Pace::default(), None, 99, (128, 256)),
            // Groups of rows are whole where that does not take long.
            (at(1e6), group(0), 1, (65_536, u64::MAX)),
            (at(1e6), group(131_072), 1, (65_536, u64::MAX)),
            (at(1e6), group(65_540), 1, (1024, 65_532)),
            (at(100.0), group(65_540), 1, (10, u64::MAX)),
        ] {
            let (chunk, games_of) = step;
            assert_eq!(pace.step(1024, group, 2, games), Step { chunk, games: games_of });
        }
    }
}
