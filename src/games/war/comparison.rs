//! Rule sets against one another: which pairs, on the same deals or not, and the tables of it.

use super::batch::{Cell, WarTotals};
use super::measure::Measure;
use super::result::Outcome;
use super::tables::lengths;
use super::tally::WarTally;
use crate::core::stats::table::{Table, Value};
use crate::core::stats::{Difference, PairedTally, PairingGain, holm, unpaired};

/// Which rule sets are compared, by their positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// None.
    None,
    /// Every one with every later one.
    All,
    /// Each with this one, which comes first.
    Baseline(usize),
}

impl Pairs {
    /// The pairs of `cells` rule sets, in the order of the tables.
    pub fn list(self, cells: usize) -> Vec<(usize, usize)> {
        match self {
            Pairs::None => Vec::new(),
            Pairs::All => (0..cells).flat_map(|i| (i + 1..cells).map(move |j| (i, j))).collect(),
            Pairs::Baseline(base) => {
                (0..cells).filter(|&other| other != base).map(|other| (base, other)).collect()
            }
        }
    }
}

/// One row of `comparison.csv`.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Position of the first rule set.
    pub first: usize,
    /// Position of the second.
    pub second: usize,
    /// What is compared.
    pub measure: Measure,
    /// Values, difference, interval and test.
    pub difference: Difference,
    /// The p-value adjusted for all rows of the comparison.
    pub p_adjusted: Option<f64>,
    /// Correlation of the two rule sets over the same deals; `None` if unpaired.
    pub correlation: Option<f64>,
    /// What the same deals were worth; `None` if unpaired.
    pub gain: Option<PairingGain>,
}

/// What a comparison needs to know of one rule set's games.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Games by outcome, in the order of [`Outcome::ALL`].
    pub outcomes: [u64; 3],
    /// Number, sum and sum of squares of the battles.
    pub battles: crate::core::stats::Moments,
}

impl Sample {
    /// The sample of a tally.
    pub fn of(tally: &WarTally) -> Self {
        Self {
            outcomes: Outcome::ALL.map(|outcome| tally.games_won(outcome)),
            battles: lengths(tally, &Outcome::ALL).moments(),
        }
    }

    fn games(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// The unpaired difference of a measure, the other sample's less this one's.
    pub fn difference(&self, other: &Self, measure: Measure, z: f64) -> Difference {
        match measure {
            Measure::Ratio(outcome) => unpaired::ratio_difference(
                self.outcomes[outcome.index()],
                self.games(),
                other.outcomes[outcome.index()],
                other.games(),
                z,
            ),
            Measure::Battles => unpaired::mean_difference(&self.battles, &other.battles, z),
        }
    }
}

/// Compares all pairs of a batch: paired where both rule sets played the same deals.
pub fn compare(
    totals: &WarTotals,
    pairs: &[(usize, usize)],
    measures: &[Measure],
    z: f64,
) -> Vec<Comparison> {
    let samples: Vec<Sample> = totals.cells.iter().map(Sample::of).collect();
    let mut rows = Vec::new();
    for &(first, second) in pairs {
        let paired = totals.paired(first, second);
        for &measure in measures {
            rows.push(match paired {
                Some(tally) => paired_row(first, second, measure, tally, z),
                None => Comparison {
                    first,
                    second,
                    measure,
                    difference: samples[first].difference(&samples[second], measure, z),
                    p_adjusted: None,
                    correlation: None,
                    gain: None,
                },
            });
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

fn paired_row(
    first: usize,
    second: usize,
    measure: Measure,
    tally: &PairedTally,
    z: f64,
) -> Comparison {
    let (difference, correlation, gain) = match measure {
        Measure::Ratio(outcome) => {
            let ratio = tally.ratio(outcome.index());
            (ratio.difference(z), ratio.correlation(), ratio.pairing_gain())
        }
        Measure::Battles => (tally.mean_difference(z), tally.correlation(), tally.pairing_gain()),
    };
    Comparison { first, second, measure, difference, p_adjusted: None, correlation, gain }
}

/// `comparison.csv`: a row per pair and measure.
pub fn table(names: &[&str], rows: &[Comparison]) -> Table {
    let mut table = Table::new(
        "comparison.csv",
        [
            "rules_1",
            "rules_2",
            "measure",
            "games",
            "value_1",
            "value_2",
            "difference",
            "ci_low",
            "ci_high",
            "p_value",
            "p_adjusted",
            "method",
        ],
    );
    for row in rows {
        let d = &row.difference;
        table.push(vec![
            names[row.first].into(),
            names[row.second].into(),
            row.measure.name().into(),
            d.n_1.into(),
            d.value_1.into(),
            d.value_2.into(),
            d.difference.into(),
            d.ci_low.into(),
            d.ci_high.into(),
            d.p_value.into(),
            row.p_adjusted.into(),
            d.method.name().into(),
        ]);
    }
    table
}

/// `paired.csv`: for each pair on the same deals, the 3 x 3 table of outcomes, and what pairing was
/// worth for each measure.
pub fn paired_table(
    cells: &[Cell],
    pairs: &[(usize, usize)],
    totals: &WarTotals,
    rows: &[Comparison],
) -> Table {
    let mut header: Vec<String> = ["rules_1", "rules_2", "games"].map(Into::into).into();
    let keys = ["a", "b", "draw"];
    for first in keys {
        header.extend(keys.map(|second| format!("{first}_{second}")));
    }
    for measure in Measure::ALL {
        header.extend(
            ["correlation", "games_saved"].map(|part| format!("{}_{part}", measure.name())),
        );
    }
    let mut table = Table::new("paired.csv", header);
    for &(first, second) in pairs {
        let Some(tally) = totals.paired(first, second) else { continue };
        let mut row: Vec<Value> = vec![
            cells[first].name.as_str().into(),
            cells[second].name.as_str().into(),
            tally.games().into(),
        ];
        row.extend(tally.outcomes.iter().flatten().map(|&n| Value::from(n)));
        for measure in Measure::ALL {
            let of_pair =
                rows.iter().find(|r| (r.first, r.second, r.measure) == (first, second, measure));
            row.extend([
                of_pair.and_then(|r| r.correlation).into(),
                of_pair.and_then(|r| r.gain).map(|gain| gain.games_saved).into(),
            ]);
        }
        table.push(row);
    }
    table
}
