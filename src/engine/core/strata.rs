//! Games sorted by something that can be seen of the deal.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::game::{GameInfo, Often, RuleFacts};
use super::results::GameBlock;
use super::stats::Moments;

/// Counts of the games whose deals have one value of a feature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stratum {
    /// Games by outcome.
    pub outcomes: Vec<u64>,
    /// Those of them that were given up, by outcome.
    pub given_up: Vec<u64>,
    /// Number, sum and sum of squares of the lengths.
    pub lengths: Moments,
}

impl Stratum {
    /// No games yet, of a game with so many outcomes.
    pub fn new(outcomes: usize) -> Self {
        let none = vec![0; outcomes];
        Self { outcomes: none.clone(), given_up: none, lengths: Moments::default() }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.lengths.n
    }

    /// Games that were given up.
    pub fn given_up(&self) -> u64 {
        self.given_up.iter().sum()
    }

    /// How often games came out so.
    pub fn often(&self, outcome: usize) -> Often {
        Often::counted(self.games(), self.outcomes[outcome], &self.given_up, outcome)
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, Self { outcomes, given_up, lengths }: &Self) {
        let mine = self.outcomes.iter_mut().chain(&mut self.given_up);
        mine.zip(outcomes.iter().chain(given_up)).for_each(|(mine, theirs)| *mine += theirs);
        self.lengths.merge(*lengths);
    }
}

/// Games of one rule set by the value of a feature.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strata {
    by_value: BTreeMap<i64, Stratum>,
}

impl Strata {
    /// Counts the games of a block under these rules; `values[k]` is the feature of its k-th deal.
    pub fn add(&mut self, values: &[i64], block: &GameBlock, rules: &RuleFacts, info: &GameInfo) {
        let ends = block.outcomes().zip(block.ends());
        for ((&value, (outcome, &end)), &length) in values.iter().zip(ends).zip(block.counter(0)) {
            let none = || Stratum::new(info.outcomes.len());
            let stratum = self.by_value.entry(value).or_insert_with(none);
            stratum.outcomes[outcome] += 1;
            stratum.given_up[outcome] += u64::from(rules.gave_up(info, end.into()));
            stratum.lengths.add(length);
        }
    }

    /// Adds the counts of other games of the same rule set.
    pub fn merge(&mut self, other: &Self) {
        for (&value, theirs) in &other.by_value {
            let none = || Stratum::new(theirs.outcomes.len());
            self.by_value.entry(value).or_insert_with(none).merge(theirs);
        }
    }

    /// The strata, by rising value.
    pub fn by_value(&self) -> impl Iterator<Item = (i64, &Stratum)> {
        self.by_value.iter().map(|(&value, stratum)| (value, stratum))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::core::tally::tests::{INFO, block};

    #[test]
    fn strata_come_back_as_they_were() {
        let mut strata = Strata::default();
        let rules = RuleFacts { gives_up: true, ..RuleFacts::default() };
        strata.add(&[-1, 2, 2, -1, 0, 2, 2, -1], &block(0..8), &rules, &INFO);
        let json = json!(strata);
        assert_eq!(
            json["by_value"]["-1"],
            json!({
                "outcomes": [3, 0, 0],
                "given_up": [0, 0, 0],
                "lengths": {"n": 3, "sum": "17", "sum_sq": "99"},
            })
        );
        assert_eq!(strata.by_value.values().map(Stratum::given_up).sum::<u64>(), 2);
        assert_eq!(Strata::deserialize(&json).unwrap(), strata);
    }
}
