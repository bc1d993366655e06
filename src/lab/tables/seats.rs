//! How much it helps to go first, and how often nobody wins: the same columns for every game.

use super::columns::{cells, ratio};
use crate::core::game::Cell;
use crate::core::stats::{Difference, PairedRatio};
use crate::core::table::{Column, Table, Value};
use crate::lab::study::Finished;

/// Games of a cell by who won.
struct Row<'a> {
    cell: &'a Cell,
    first: u64,
    second: u64,
    games: u64,
}

impl Row<'_> {
    fn drawn(&self) -> u64 {
        self.games - self.first - self.second
    }

    /// A game that one player wins is one that the other does not win, so the two shares are paired
    /// game by game.
    fn edge(&self, z: f64) -> Difference {
        let (only_1, only_2) = (self.second, self.first);
        PairedRatio { both: 0, only_1, only_2, neither: self.drawn() }.difference(z)
    }
}

/// `seats`: a row per cell, in no file.
pub fn table(finished: &Finished) -> Table {
    let (facts, info) = (&finished.facts(), finished.study.info());
    let rows = cells(finished).map(|(cell, tally)| {
        let won: Vec<u64> = info.decided().iter().map(|&k| tally.games_won(k)).collect();
        let first = match info.first_wins() {
            Some(counter) => tally.moments(counter, &info.all_outcomes()).sum as u64,
            None => won.first().copied().unwrap_or(0),
        };
        Row { cell, first, second: won.iter().sum::<u64>() - first, games: tally.games() }
    });
    type Of<'v> = Box<dyn Fn(&Row<'_>) -> Value + 'v>;
    let apart = move |end: fn(&Difference) -> Option<f64>| -> Of<'_> {
        Box::new(move |row| facts.by_chance(end(&row.edge(facts.z))).into())
    };
    let drawn = move |row: &Row<'_>| facts.interval(row.drawn(), row.games).unzip();
    let columns: [(&str, &str, Of<'_>); 11] = [
        ("game", "the game", Box::new(|_| info.name.into())),
        ("rules", "name of the rule set", Box::new(|row| row.cell.name.as_str().into())),
        ("games", "number of games", Box::new(|row| row.games.into())),
        (
            "first_ratio",
            "share of games that who goes first wins",
            Box::new(|row| ratio(row.first.into(), row.games)),
        ),
        (
            "second_ratio",
            "share of games that the other player wins",
            Box::new(|row| ratio(row.second.into(), row.games)),
        ),
        (
            "edge",
            "first_ratio less second_ratio: how much more often who goes first wins",
            Box::new(|row| row.edge(facts.z).difference.into()),
        ),
        ("edge_ci_low", "lower end of its interval", apart(|d| d.ci_low)),
        ("edge_ci_high", "upper end of its interval", apart(|d| d.ci_high)),
        (
            "draw_ratio",
            "share of games that nobody wins",
            Box::new(|row| ratio(row.drawn().into(), row.games)),
        ),
        ("draw_ci_low", "lower end of its interval", Box::new(move |row| drawn(row).0.into())),
        ("draw_ci_high", "upper end of its interval", Box::new(move |row| drawn(row).1.into())),
    ];
    let columns = columns.into_iter().map(|(name, about, value)| Column::new(name, about, value));
    Table::of("seats.csv", info.columns, columns.collect(), rows)
}
