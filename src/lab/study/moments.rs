//! What games count for a measure: moments of lengths, and scores of outcomes.

use crate::core::game::GameInfo;
use crate::core::stats::Moments;
use crate::core::tally::Tally;
use crate::game::Cell;
use crate::lab::spec::measure::Measure;

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

/// Number, sum and sum of squares of a measure over the games: 0 or 1 each for an outcome.
pub fn values(tally: &Tally, measure: Measure) -> Moments {
    match measure {
        Measure::Mean(counter) => tally.moments(counter, &tally.info().all_outcomes()),
        Measure::Outcome(outcome) => {
            let won = u128::from(tally.games_won(outcome));
            Moments { n: tally.games(), sum: won, sum_sq: won }
        }
    }
}
