//! Rule sets against one another: differences, intervals and tests.

use std::collections::HashMap;

use crate::core::stats::{Difference, Moments, PairedTally, PairingGain, holm, unpaired};
use crate::core::tally::Tally;

use super::measure::Measure;
use super::totals::Totals;

/// One row of `comparison.csv`.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Position of the first cell.
    pub first: usize,
    /// Position of the second.
    pub second: usize,
    /// What is compared.
    pub measure: Measure,
    /// Values, difference, interval and test.
    pub difference: Difference,
    /// The p-value adjusted for all rows of the comparison.
    pub p_adjusted: Option<f64>,
    /// Correlation of the two over the same deals; `None` if unpaired.
    pub correlation: Option<f64>,
    /// What the same deals were worth; `None` if unpaired.
    pub gain: Option<PairingGain>,
}

/// How the games of two cells are related.
#[derive(Clone, Copy, Debug)]
pub enum Sharing<'a> {
    /// The same chance, counted game by game.
    Paired(&'a PairedTally),
    /// Different deals: independent.
    Independent,
    /// Some or all deals are the same, but nobody counted them game by game.
    Unknown,
}

/// The difference of a measure between two cells, the second less the first.
pub fn difference(
    first: &Tally,
    second: &Tally,
    measure: Measure,
    sharing: Sharing<'_>,
    z: f64,
) -> Comparison {
    let (mut correlation, mut gain) = (None, None);
    let difference = match (sharing, measure) {
        (Sharing::Paired(tally), Measure::Outcome(outcome)) => {
            let ratio = tally.ratio(outcome);
            (correlation, gain) = (ratio.correlation(), ratio.pairing_gain());
            ratio.difference(z)
        }
        (Sharing::Paired(tally), Measure::Length) => {
            (correlation, gain) = (tally.correlation(), tally.pairing_gain());
            tally.mean_difference(z)
        }
        (Sharing::Independent, Measure::Outcome(outcome)) => unpaired::ratio_difference(
            first.games_won(outcome),
            first.games(),
            second.games_won(outcome),
            second.games(),
            z,
        ),
        (Sharing::Independent, Measure::Length) => {
            unpaired::mean_difference(&lengths(first), &lengths(second), z)
        }
        (Sharing::Unknown, measure) => {
            unpaired::any_dependence(&values(first, measure), &values(second, measure), z)
        }
    };
    Comparison { first: 0, second: 0, measure, difference, p_adjusted: None, correlation, gain }
}

/// Compares these pairs, game by game where both met the same chance.
pub fn compare(
    totals: &Totals,
    pairs: &[(usize, usize)],
    measures: &[Measure],
    z: f64,
) -> Vec<Comparison> {
    let counted: HashMap<(usize, usize), &PairedTally> =
        totals.pairs.iter().map(|(pair, tally)| (*pair, tally)).collect();
    let mut rows = Vec::new();
    for &(first, second) in pairs {
        let paired = counted.get(&(first, second)).copied();
        let sharing = paired.map_or(Sharing::Independent, Sharing::Paired);
        let (one, two) = (&totals.cells[first], &totals.cells[second]);
        for &measure in measures {
            rows.push(Comparison { first, second, ..difference(one, two, measure, sharing, z) });
        }
    }
    adjust(&mut rows);
    rows
}

/// Holm's adjustment over all rows.
pub fn adjust(rows: &mut [Comparison]) {
    let p_values: Vec<Option<f64>> = rows.iter().map(|row| row.difference.p_value).collect();
    for (row, p_adjusted) in rows.iter_mut().zip(holm(&p_values)) {
        row.p_adjusted = p_adjusted;
    }
}

/// Number, sum and sum of squares of the lengths.
pub fn lengths(tally: &Tally) -> Moments {
    tally.moments(0, &tally.info().all_outcomes())
}

/// Number, sum and sum of squares of a measure over the games: 0 or 1 each for an outcome.
pub fn values(tally: &Tally, measure: Measure) -> Moments {
    match measure {
        Measure::Length => lengths(tally),
        Measure::Outcome(outcome) => {
            let won = u128::from(tally.games_won(outcome));
            Moments { n: tally.games(), sum: won, sum_sq: won }
        }
    }
}
