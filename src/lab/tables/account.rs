//! What a run gives account of: which tables it writes, and what it says on the terminal.

use super::{columns, exact, published, sentences, summary};
use crate::core::table::Table;
use crate::lab::study::Finished;
use crate::lab::study::compare::Comparison;

/// The account that a verb gives of the games it played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// Estimates from a sample.
    Sample,
    /// The same in the game's own words and tables, where it has them.
    OwnGame,
    /// Exact counts, for each order was played.
    EveryOrder,
}

impl Account {
    /// That of this verb.
    pub fn of(verb: &str) -> Self {
        match verb {
            "ludo" => Self::OwnGame,
            "exact" => Self::EveryOrder,
            _ => Self::Sample,
        }
    }

    /// The tables, those of `names` if there are any.
    pub fn tables(
        self,
        finished: &Finished,
        comparisons: &[Comparison],
        names: Option<&[String]>,
    ) -> Vec<Table> {
        if self == Self::EveryOrder {
            return exact::tables(finished);
        }
        let mut all = columns::all(finished, comparisons);
        columns::keep_wanted(&mut all, finished.study.info(), self == Self::OwnGame, names);
        all
    }

    /// What the terminal says: `threads` played it, and `given_rules` is what to type to get each rule
    /// set; empty where they have no name outside.
    pub fn text(
        self,
        finished: &Finished,
        comparisons: &[Comparison],
        threads: usize,
        given_rules: &[String],
    ) -> String {
        if self == Self::EveryOrder {
            return exact::render(finished, given_rules);
        }
        let study = &finished.study;
        let names: Vec<&str> = study.cells.iter().map(|cell| cell.name.as_str()).collect();
        let own_text = self == Self::OwnGame;
        summary::render(finished, summary::Told { threads, given_rules, own_text })
            + &sentences::render(&names, &sentences::Asked::of(study), comparisons)
            + &published::render(finished)
    }
}
