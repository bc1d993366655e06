//! How much it helps to go first, and how often nobody wins: the same columns for every game.

use super::columns::{cells, ratio, ratio_columns};
use crate::core::game::{Between, Cell, Often, edge_interval};
use crate::core::table::{Column, Table, Value};
use crate::core::tally::Tally;
use crate::lab::study::Finished;

/// Games of a cell by who won.
struct Row<'a> {
    cell: &'a Cell,
    first: u64,
    second: u64,
    games: u64,
    /// How many games each wins where some were given up.
    won: [Between; 2],
    /// How often either wins where no rule looks at the seat.
    equal: Option<Often>,
}

impl Row<'_> {
    fn drawn(&self) -> u64 {
        self.games - self.first - self.second
    }

    fn perhaps_drawn(&self) -> Between {
        let [first, second] = self.won;
        Between {
            least: self.games - first.most - second.least,
            most: self.games - first.least - second.least,
        }
    }

    fn ratio(&self, won: u64) -> Value {
        self.equal.map_or_else(|| ratio(won.into(), self.games), |often| often.value().into())
    }

    fn edge(&self) -> Option<f64> {
        let more = match self.equal {
            Some(_) => 0.0,
            None => self.first as f64 - self.second as f64,
        };
        (self.games > 0).then(|| more / self.games as f64)
    }
}

/// `seats`: a row per cell, in no file; of more than two players, what each of them wins.
pub fn table(finished: &Finished) -> Table {
    let (facts, info) = (&finished.facts(), finished.study.info());
    let rows = cells(finished).map(|(cell, tally)| {
        let won: Vec<u64> = info.decided().iter().map(|&k| tally.games_won(k)).collect();
        let first = match info.first_wins() {
            Some(counter) => tally.moments(counter, &info.all_outcomes()).sum as u64,
            None => won.first().copied().unwrap_or(0),
        };
        let second = won.iter().sum::<u64>() - first;
        let won = match (info.first_wins(), info.decided().as_slice()) {
            (None, &[one, two]) => [one, two].map(|k| cell.rules.won(tally, k)),
            _ => [first, second]
                .map(|least| Between { least, most: least + cell.rules.given_up(tally) }),
        };
        let equal = cell.rules.one_of_equal_seats(info, 0).map(|_| cell.rules.often(tally, 0));
        Row { cell, first, second, games: tally.games(), won, equal }
    });
    if info.decided().len() > 2 {
        return of_many(finished);
    }
    type Of<'a> = Column<'a, Row<'a>>;
    let apart = move |row: &Row<'_>| match row.equal.and_then(|_| row.edge()) {
        Some(none) => (Some(none), Some(none)),
        None => edge_interval(row.won, row.games, facts.z, facts.exact).unzip(),
    };
    let drawn = move |row: &Row<'_>| facts.interval(row.perhaps_drawn(), row.games).unzip();
    let columns = vec![
        Of::new("game", "the game", |_| info.name.into()),
        Of::new("rules", "name of the rule set", |row| row.cell.name.as_str().into()),
        Of::new("games", "number of games", |row| row.games.into()),
        Of::new("first_ratio", "share of games that who goes first wins", |row| {
            row.ratio(row.first)
        }),
        Of::new("second_ratio", "share of games that the other player wins", |row| {
            row.ratio(row.second)
        }),
        Of::new(
            "edge",
            "first_ratio less second_ratio: how much more often who goes first wins",
            |row| row.edge().into(),
        ),
        Of::new("edge_ci_low", "lower end of its interval", move |row| apart(row).0.into()),
        Of::new("edge_ci_high", "upper end of its interval", move |row| apart(row).1.into()),
        Of::new("draw_ratio", "share of games that nobody wins", |row| {
            ratio(row.drawn().into(), row.games)
        }),
        Of::new("draw_ci_low", "lower end of its interval", move |row| drawn(row).0.into()),
        Of::new("draw_ci_high", "upper end of its interval", move |row| drawn(row).1.into()),
    ];
    Table::of("seats.csv", info.columns, columns, rows)
}

/// The same of more than two players.
fn of_many(finished: &Finished) -> Table {
    let (facts, info) = (&finished.facts(), finished.study.info());
    type Of<'a> = Column<'a, (&'a Cell, &'a Tally)>;
    let mut columns = vec![
        Of::new("game", "the game", |_| info.name.into()),
        Of::new("rules", "name of the rule set", |row| row.0.name.as_str().into()),
        Of::new("games", "number of games", |row| row.1.games().into()),
    ];
    let often = |(cell, tally): &(&Cell, &Tally), k| cell.rules.often(tally, k);
    columns.extend(ratio_columns(info, facts, often));
    Table::of("seats.csv", info.columns, columns, cells(finished))
}
