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
pub fn looks(max_games: u64) -> impl Iterator<Item = u64> {
    let first = (max_games > 0).then(|| FIRST_LOOK.min(max_games));
    iter::successors(first, move |&look| (look < max_games).then(|| next_look(look).min(max_games)))
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
        let all: Vec<u64> = looks(2_500).collect();
        assert_eq!(all, [1000, 1100, 1210, 1340, 1480, 1630, 1800, 1980, 2180, 2400, 2500]);
    }

    #[test]
    fn short_runs_look_once_at_their_end() {
        assert_eq!(looks(0).count(), 0);
        assert_eq!(looks(1).collect::<Vec<_>>(), [1]);
        assert_eq!(looks(1000).collect::<Vec<_>>(), [1000]);
        assert_eq!(looks(1001).collect::<Vec<_>>(), [1000, 1001]);
    }

    #[test]
    fn looks_rise_to_the_maximum_even_the_largest() {
        for max in [999_999, 1_000_000_000, u64::MAX] {
            let all: Vec<u64> = looks(max).collect();
            assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
            assert_eq!(all.last(), Some(&max));
        }
        assert_eq!(looks(1_000_000_000).count(), 144);
    }
}
