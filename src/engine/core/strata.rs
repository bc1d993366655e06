//! Games sorted by something that can be seen of the deal.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::game::{Between, GameInfo, RuleFacts};
use super::results::GameBlock;
use super::stats::{Moments, total};

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

    /// How many games came out so, if those that were given up had been played to their end.
    pub fn won(&self, outcome: usize) -> Between {
        Between::of(&self.outcomes, &self.given_up, outcome)
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

    /// Checks that these are of a game with so many outcomes, and of so many games.
    ///
    /// Errors: a sentence on what does not fit.
    pub fn check(&self, outcomes: usize, games: u64) -> Result<(), String> {
        let fits = |one: &Stratum| {
            [&one.outcomes, &one.given_up].map(Vec::len) == [outcomes; 2]
                && one.outcomes.iter().zip(&one.given_up).all(|(all, given_up)| given_up <= all)
                && total(one.outcomes.iter().copied()) == one.games().into()
                && one.lengths.are_possible()
        };
        let of_all = total(self.by_value.values().map(Stratum::games));
        match self.by_value.values().all(fits) && of_all == games.into() {
            true => Ok(()),
            false => Err("its strata do not add up to its games".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::core::tally::tests::{INFO, block};

    #[test]
    fn strata_come_back_as_they_were_and_what_are_none_is_refused() {
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
        assert_eq!(strata.check(3, 8), Ok(()));
        assert!(strata.check(2, 8).is_err(), "a third outcome occurs");
        assert!(strata.check(3, 9).is_err(), "other games");
        for (part, wrong) in [
            ("outcomes", json!([3, 0])),
            ("outcomes", json!([2, 0, 0])),
            ("given_up", json!([0, 0])),
            ("given_up", json!([4, 0, 0])),
            ("lengths", json!({"n": 2, "sum": "17", "sum_sq": "99"})),
            ("lengths", json!({"n": 3, "sum": 17, "sum_sq": "99"})),
        ] {
            let mut bad = json.clone();
            bad["by_value"]["-1"][part] = wrong;
            let read = Strata::deserialize(&bad).map_err(|error| error.to_string());
            assert!(read.and_then(|strata| strata.check(3, 8)).is_err(), "{bad}");
        }
    }
}
