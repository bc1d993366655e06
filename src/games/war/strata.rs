//! Games sorted by something that can be seen in the deal.

use std::collections::BTreeMap;

use super::batch::Cell;
use super::feature::Feature;
use super::result::{GameResult, Outcome};
use super::tables::{BatchFacts, ratio};
use crate::core::stats::table::{Table, Value};
use crate::core::stats::{Moments, wilson};

/// Counts of the games whose deals have one value of a feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stratum {
    /// Games by outcome, in the order of [`Outcome::ALL`].
    pub outcomes: [u64; 3],
    /// Sum of battles.
    pub battles: u128,
    /// Sum of squared battles.
    pub battles_squared: u128,
}

impl Stratum {
    fn games(&self) -> u64 {
        self.outcomes.iter().sum()
    }
}

/// Games of one rule set by the value of a feature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strata {
    by_value: BTreeMap<i64, Stratum>,
}

impl Strata {
    /// Counts a game whose deal has this value.
    pub fn record(&mut self, value: i64, result: &GameResult) {
        let stratum = self.by_value.entry(value).or_default();
        stratum.outcomes[result.outcome.index()] += 1;
        stratum.battles += u128::from(result.battles);
        stratum.battles_squared += u128::from(result.battles) * u128::from(result.battles);
    }

    /// Adds the counts of other games of the same rule set.
    pub fn merge(&mut self, other: &Self) {
        for (&value, theirs) in &other.by_value {
            let Stratum { outcomes, battles, battles_squared } = theirs;
            let mine = self.by_value.entry(value).or_default();
            for (mine, theirs) in mine.outcomes.iter_mut().zip(outcomes) {
                *mine += theirs;
            }
            mine.battles += battles;
            mine.battles_squared += battles_squared;
        }
    }

    /// The strata, by rising value.
    pub fn by_value(&self) -> impl Iterator<Item = (i64, &Stratum)> {
        self.by_value.iter().map(|(&value, stratum)| (value, stratum))
    }
}

/// `strata.csv`: a row per rule set and value of the feature.
pub fn table(facts: &BatchFacts, feature: Feature, cells: &[Cell], strata: &[Strata]) -> Table {
    let mut header: Vec<String> =
        ["rules", "feature", "value", "games", "a_wins", "b_wins", "draws"].map(Into::into).into();
    for key in ["a", "b", "draw"] {
        header.extend(["ratio", "ci_low", "ci_high"].map(|part| format!("{key}_{part}")));
    }
    header.extend(["battles_mean", "battles_std_err"].map(Into::into));
    let mut table = Table::new("strata.csv", header);
    for (cell, strata) in cells.iter().zip(strata) {
        for (value, stratum) in strata.by_value() {
            let games = stratum.games();
            let mut row: Vec<Value> = vec![
                cell.name.as_str().into(),
                feature.name().into(),
                Value::Text(value.to_string()),
                games.into(),
            ];
            row.extend(stratum.outcomes.map(Value::from));
            for outcome in Outcome::ALL {
                let count = stratum.outcomes[outcome.index()];
                let (low, high) = wilson(count, games, facts.z);
                row.extend([ratio(count.into(), games).into(), low.into(), high.into()]);
            }
            let battles =
                Moments { n: games, sum: stratum.battles, sum_sq: stratum.battles_squared };
            row.extend([battles.mean().into(), battles.std_err().into()]);
            table.push(row);
        }
    }
    table
}
