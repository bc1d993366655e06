//! Rule sets against one another: differences, intervals and tests.

use std::collections::HashMap;

use crate::core::game::Cell;
use crate::core::stats::mean::{Values, skewness_of_counts};
use crate::core::stats::{Difference, Moments, PairedTally, PairingGain, holm, unpaired};
use crate::core::tally::Tally;

use super::totals::Totals;
use crate::lab::spec::measure::Measure;

impl crate::lab::spec::Study {
    /// The comparisons of these pairs over these counts of the study.
    pub fn compare_in(
        &self,
        totals: &Totals,
        pairs: &[(usize, usize)],
        measures: &[Measure],
        z: f64,
    ) -> Vec<Comparison> {
        let rows = compare(&self.cells, totals, pairs, measures, z);
        match self.is_exact() {
            true => exactly(rows, |row| self.same_chance(row.first, row.second)),
            false => rows,
        }
    }
}

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
    /// Whether games were paired that share their index and the words that shuffled their decks, but not the deck.
    pub by_index: bool,
    /// Correlation of the two over the same deals; `None` if unpaired.
    pub correlation: Option<f64>,
    /// What the same deals were worth; `None` if unpaired.
    pub gain: Option<PairingGain>,
}

/// How the games of two cells are related.
#[derive(Clone, Copy, Debug)]
pub enum Sharing<'a> {
    /// Counted game by game.
    Paired(&'a PairedTally),
    /// Other words of chance: independent.
    Independent,
    /// Some or all deals are the same, but nobody counted them game by game.
    Unknown,
}

/// The counts of a cell, and what is known of its games before they are counted.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// The counts.
    pub tally: &'a Tally,
    /// What no game is longer than.
    pub longest: Option<u64>,
    /// What must be equal for two cells to meet the same chance.
    pub setup: &'a str,
}

impl<'a> Counted<'a> {
    /// The counts of this cell.
    pub fn new(cell: &'a Cell, tally: &'a Tally) -> Self {
        Self { tally, longest: cell.rules.longest, setup: &cell.rules.setup }
    }

    /// All that the interval of a mean needs to know of a measure.
    fn values(&self, measure: Measure) -> Values {
        let moments = values(self.tally, measure);
        let (skewness, highest) = match measure {
            Measure::Length => (skewness(self.tally).unwrap_or(0.0), self.longest),
            Measure::Outcome(_) => (0.0, Some(1)),
        };
        Values { moments, skewness, range: highest.map(|highest| (0.0, highest as f64)) }
    }
}

impl Comparison {
    /// The words of the `method` column.
    pub fn method(&self) -> String {
        let name = self.difference.method.name();
        match name.strip_prefix("paired: ") {
            Some(rest) if self.by_index => format!("paired by game index: {rest}"),
            _ => name.to_owned(),
        }
    }
}

/// The difference of a measure between two cells, the second less the first.
pub fn difference(
    first: Counted<'_>,
    second: Counted<'_>,
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
            let range = first.longest.zip(second.longest);
            tally.mean_difference(z, range.map(|(one, two)| (-(one as f64), two as f64)))
        }
        (Sharing::Independent, Measure::Outcome(outcome)) => unpaired::ratio_difference(
            first.tally.games_won(outcome),
            first.tally.games(),
            second.tally.games_won(outcome),
            second.tally.games(),
            z,
        ),
        (Sharing::Independent, Measure::Length) => {
            unpaired::mean_difference(&first.values(measure), &second.values(measure), z)
        }
        (Sharing::Unknown, measure) => {
            unpaired::any_dependence(&first.values(measure), &second.values(measure), z)
        }
    };
    let by_index = difference.method.is_paired() && first.setup != second.setup;
    Comparison {
        first: 0,
        second: 0,
        measure,
        difference,
        p_adjusted: None,
        by_index,
        correlation,
        gain,
    }
}

/// Compares these pairs, game by game.
pub fn compare(
    cells: &[Cell],
    totals: &Totals,
    pairs: &[(usize, usize)],
    measures: &[Measure],
    z: f64,
) -> Vec<Comparison> {
    let counted: HashMap<(usize, usize), &PairedTally> =
        totals.pairs.iter().map(|(pair, tally)| (*pair, tally)).collect();
    let mut rows = Vec::with_capacity(pairs.len() * measures.len());
    for &(first, second) in pairs {
        let paired = counted.get(&(first, second)).copied();
        let sharing = paired.map_or(Sharing::Independent, Sharing::Paired);
        let [one, two] = [first, second].map(|k| Counted::new(&cells[k], &totals.cells[k]));
        for &measure in measures {
            rows.push(Comparison { first, second, ..difference(one, two, measure, sharing, z) });
        }
    }
    adjust(&mut rows);
    rows
}

/// The comparisons of exact counts, `same` if of the same deals: differences without chance.
pub fn exactly(rows: Vec<Comparison>, same: impl Fn(&Comparison) -> bool) -> Vec<Comparison> {
    let rows = rows.into_iter().map(|row| {
        let difference = row.difference.exactly(same(&row));
        Comparison { difference, p_adjusted: None, gain: None, ..row }
    });
    rows.collect()
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

/// Skewness of the lengths; `None` if only moments were kept.
pub fn skewness(tally: &Tally) -> Option<f64> {
    let histogram = tally.histogram(0, &tally.info().all_outcomes())?;
    Some(skewness_of_counts(histogram.counts(), &lengths(tally)))
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
