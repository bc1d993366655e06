//! Games sorted by something that can be seen of the deal.

use std::collections::BTreeMap;

use super::game::Between;
use super::overflow::CountOverflow;
use super::results::GameBlock;
use super::stats::Moments;

/// Counts of the games whose deals have one value of a feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stratum {
    /// Games by outcome.
    pub outcomes: Vec<u64>,
    /// Those of them that were given up, by outcome.
    pub given_up: Vec<u64>,
    /// Sum of the lengths.
    pub sum: u128,
    /// Sum of the squared lengths.
    pub sum_sq: u128,
}

impl Stratum {
    /// No games yet, of a game with so many outcomes.
    pub fn new(outcomes: usize) -> Self {
        let none = vec![0; outcomes];
        Self { outcomes: none.clone(), given_up: none, sum: 0, sum_sq: 0 }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// Games that were given up.
    pub fn given_up(&self) -> u64 {
        self.given_up.iter().sum()
    }

    /// How many games came out so, if those that were given up had been played to their end.
    pub fn won(&self, outcome: usize) -> Between {
        Between::of(&self.outcomes, &self.given_up, outcome)
    }

    /// Adds the counts of other games.
    ///
    /// Errors: [`CountOverflow`]; the counts are of no use then.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountOverflow> {
        let Self { outcomes, given_up, sum, sum_sq } = other;
        let mine = self.outcomes.iter_mut().chain(&mut self.given_up);
        for (mine, theirs) in mine.zip(outcomes.iter().chain(given_up)) {
            *mine = mine.checked_add(*theirs).ok_or(CountOverflow)?;
        }
        self.sum = self.sum.checked_add(*sum).ok_or(CountOverflow)?;
        self.sum_sq = self.sum_sq.checked_add(*sum_sq).ok_or(CountOverflow)?;
        Ok(())
    }

    /// Number, sum and sum of squares of the lengths.
    pub fn moments(&self) -> Moments {
        Moments { n: self.games(), sum: self.sum, sum_sq: self.sum_sq }
    }
}

/// Games of one rule set by the value of a feature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strata {
    by_value: BTreeMap<i64, Stratum>,
}

impl Strata {
    /// Counts the games of a block; `values[k]` is the feature of its k-th deal, and games that ended so were
    /// given up.
    pub fn add(&mut self, values: &[i64], block: &GameBlock, given_up: impl Fn(u8) -> bool) {
        let ends = block.outcomes().zip(block.ends());
        for ((&value, (outcome, &end)), &length) in values.iter().zip(ends).zip(block.counter(0)) {
            let none = || Stratum::new(block.outcomes_of_game());
            let stratum = self.by_value.entry(value).or_insert_with(none);
            stratum.outcomes[outcome] += 1;
            stratum.given_up[outcome] += u64::from(given_up(end));
            stratum.sum += u128::from(length);
            stratum.sum_sq += u128::from(length) * u128::from(length);
        }
    }

    /// Adds the counts of other games of the same rule set.
    ///
    /// Errors: [`CountOverflow`]; the counts are of no use then.
    pub fn merge(&mut self, other: &Self) -> Result<(), CountOverflow> {
        for (&value, theirs) in &other.by_value {
            self.insert(value, theirs)?;
        }
        Ok(())
    }

    /// Adds the counts of one value.
    ///
    /// Errors: [`CountOverflow`]; the counts are of no use then.
    pub fn insert(&mut self, value: i64, theirs: &Stratum) -> Result<(), CountOverflow> {
        let none = || Stratum::new(theirs.outcomes.len());
        self.by_value.entry(value).or_insert_with(none).merge(theirs)
    }

    /// Strata with these counts.
    pub fn of_values(by_value: BTreeMap<i64, Stratum>) -> Self {
        Self { by_value }
    }

    /// The strata, by rising value.
    pub fn by_value(&self) -> impl Iterator<Item = (i64, &Stratum)> {
        self.by_value.iter().map(|(&value, stratum)| (value, stratum))
    }
}
