//! The most extreme games of a batch: exact, mergeable in any order, in constant memory.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

/// Which end of a value is extreme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extremes {
    /// The largest values.
    Largest,
    /// The smallest values.
    Smallest,
}

/// The games with the most extreme values, at most a fixed number of them; of equal values those of
/// the lowest index.
///
/// Which games are kept depends on the games offered, not on their order: the best of a union are
/// among the best of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Records {
    extremes: Extremes,
    keep: usize,
    /// Sorting key (the smaller the more extreme) and index.
    best: BTreeSet<(u64, u64)>,
}

impl Records {
    /// No games yet; `keep` of them are kept.
    pub fn new(extremes: Extremes, keep: usize) -> Self {
        Self { extremes, keep, best: BTreeSet::new() }
    }

    /// The sorting key of a value, and the value of a sorting key.
    fn key(&self, value: u64) -> u64 {
        match self.extremes {
            Extremes::Largest => !value,
            Extremes::Smallest => value,
        }
    }

    /// Keeps a game if it is extreme enough. Every game is offered at most once.
    #[inline]
    pub fn offer(&mut self, value: u64, game: u64) {
        let new = (self.key(value), game);
        if self.best.len() == self.keep {
            // Nearly every game ends here.
            if self.best.last().is_none_or(|&worst| new > worst) {
                return;
            }
            self.best.pop_last();
        }
        self.best.insert(new);
    }

    /// Adds what was kept of other games.
    pub fn merge(&mut self, other: &Self) {
        let Self { extremes: _, keep: _, best: _ } = other;
        other.iter().for_each(|(value, game)| self.offer(value, game));
    }

    /// How many are kept.
    pub fn len(&self) -> usize {
        self.best.len()
    }

    /// Whether none is kept.
    pub fn is_empty(&self) -> bool {
        self.best.is_empty()
    }

    /// Value and index of each game, the most extreme first.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.best.iter().map(|&(key, game)| (self.key(key), game))
    }

    /// Value and index of each game as JSON.
    pub fn to_json(&self) -> Json {
        self.iter().map(|(value, game)| json!([value, game])).collect()
    }

    /// The same kind of records with the games that [`Records::to_json`] wrote.
    ///
    /// Errors: a sentence on what does not fit.
    pub fn with_json(mut self, json: &Json) -> Result<Self, String> {
        let bad = || "its records are not games in their order".to_owned();
        let list = json.as_array().filter(|list| list.len() <= self.keep).ok_or_else(bad)?;
        let mut before = None;
        for entry in list {
            let (value, game) = (entry[0].as_u64(), entry[1].as_u64());
            let (value, game) = value.zip(game).ok_or_else(bad)?;
            let new = Some((self.key(value), game));
            if before >= new {
                return Err(bad());
            }
            before = new;
            self.offer(value, game);
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values with many ties, in an order without order.
    fn games() -> Vec<(u64, u64)> {
        (0..500_u64).map(|game| (game * game % 37, game)).collect()
    }

    fn sorted(extremes: Extremes, keep: usize) -> Vec<(u64, u64)> {
        let mut all = games();
        all.sort_by_key(|&(value, game)| match extremes {
            Extremes::Largest => (u64::MAX - value, game),
            Extremes::Smallest => (value, game),
        });
        all.truncate(keep);
        all
    }

    #[test]
    fn the_best_of_any_parts_are_the_best_of_the_whole() {
        for extremes in [Extremes::Largest, Extremes::Smallest] {
            for keep in [0, 1, 7, 40, 1_000] {
                for parts in [1, 2, 9] {
                    let mut merged = Records::new(extremes, keep);
                    // Backwards, so that a tie meets the higher index first.
                    for part in (0..parts).rev() {
                        let mut records = Records::new(extremes, keep);
                        for &(value, game) in games().iter().rev() {
                            if game % parts == part {
                                records.offer(value, game);
                            }
                        }
                        merged.merge(&records);
                    }
                    let expected = sorted(extremes, keep);
                    assert_eq!(merged.iter().collect::<Vec<_>>(), expected, "{extremes:?} {keep}");
                    let empty = Records::new(extremes, keep);
                    assert_eq!(empty.with_json(&merged.to_json()), Ok(merged));
                }
            }
        }
    }

    #[test]
    fn records_out_of_order_or_too_many_are_refused() {
        let empty = || Records::new(Extremes::Largest, 2);
        for text in ["[[5,1],[6,2]]", "[[5,1],[5,1]]", "[[5,3],[4,1],[3,1]]", "[[5]]", "{}", "[5]"]
        {
            let json = serde_json::from_str(text).unwrap();
            assert!(empty().with_json(&json).is_err(), "{text}");
        }
        assert!(empty().with_json(&json!([[5, 1], [5, 2]])).is_ok());
    }
}
