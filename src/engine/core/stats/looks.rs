//! When a run on request looks at its numbers: at fixed game counts, so that threads and speed decide nothing.

use std::iter;

/// Games before the first look: enough for a mean to be as good as normal.
pub const FIRST_LOOK: u64 = 1_000;

/// The game counts at which a run looks: 1,000, then a tenth more each time, then the maximum.
///
/// Each look is the one before and a tenth of it, rounded up to three significant digits:
/// 1000, 1100, 1210, 1340, 1480, 1630 ... The last look is always `max_games`, whatever came before.
/// A run stops at most a tenth late, and a thousand million games need 150 looks.
/// Shapes: rising strictly; without a game to play, no look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookSchedule {
    max_games: u64,
}

impl LookSchedule {
    /// The looks of a run of at most `max_games` games.
    pub fn new(max_games: u64) -> Self {
        Self { max_games }
    }

    /// The looks, rising.
    pub fn looks(self) -> impl Iterator<Item = u64> + Clone {
        let first = (self.max_games > 0).then(|| FIRST_LOOK.min(self.max_games));
        iter::successors(first, move |&look| {
            (look < self.max_games).then(|| next_look(look).min(self.max_games))
        })
    }

    /// The first look at or after `games`; `None` beyond the maximum.
    pub fn at_or_after(self, games: u64) -> Option<u64> {
        self.looks().find(|&look| look >= games)
    }
}

fn next_look(look: u64) -> u64 {
    let grown = look.saturating_add(look / 10);
    let unit = 10u64.pow(grown.ilog10().saturating_sub(2));
    grown.div_ceil(unit).saturating_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_follow_the_written_rule() {
        let looks: Vec<u64> = LookSchedule::new(2_500).looks().collect();
        assert_eq!(looks, [1000, 1100, 1210, 1340, 1480, 1630, 1800, 1980, 2180, 2400, 2500]);
    }

    #[test]
    fn short_runs_look_once_at_their_end() {
        assert_eq!(LookSchedule::new(0).looks().count(), 0);
        assert_eq!(LookSchedule::new(1).looks().collect::<Vec<_>>(), [1]);
        assert_eq!(LookSchedule::new(1000).looks().collect::<Vec<_>>(), [1000]);
        assert_eq!(LookSchedule::new(1001).looks().collect::<Vec<_>>(), [1000, 1001]);
    }

    #[test]
    fn looks_rise_to_the_maximum_even_the_largest() {
        for max in [999_999, 1_000_000_000, u64::MAX] {
            let looks: Vec<u64> = LookSchedule::new(max).looks().collect();
            assert!(looks.windows(2).all(|pair| pair[0] < pair[1]));
            assert_eq!(looks.last(), Some(&max));
        }
        assert_eq!(LookSchedule::new(1_000_000_000).looks().count(), 144);
    }

    #[test]
    fn a_predicted_number_is_met_at_the_next_look() {
        let schedule = LookSchedule::new(1_000_000);
        assert_eq!(schedule.at_or_after(1), Some(1000));
        assert_eq!(schedule.at_or_after(1500), Some(1630));
        assert_eq!(schedule.at_or_after(1_000_001), None);
    }
}
