//! The tables of compared rule sets.

use super::Tables;
use crate::core::table::{Column, Table};
use crate::lab::study::compare::Comparison;

/// `comparison.csv`: a row per pair of rows and measure.
pub fn comparison(tables: &Tables<'_>) -> Table {
    let (names, info) = (&tables.names, tables.info());
    type Of<'a> = Column<'a, &'a Comparison>;
    let columns = vec![
        Of::new("rules_1", "first rule set of the pair", |row| names[row.first].as_str().into()),
        Of::new("rules_2", "second rule set of the pair", |row| names[row.second].as_str().into()),
        Of::new("measure", "what is estimated or compared", |row| row.measure.name(info).into()),
        Of::new("games", "number of games", |row| row.difference.n_1.into()),
        Of::new("value_1", "the measure under the first rule set", |row| {
            row.difference.value_1.into()
        }),
        Of::new("value_2", "the measure under the second rule set", |row| {
            row.difference.value_2.into()
        }),
        Of::new("difference", "value_2 - value_1", |row| row.difference.difference.into()),
        Of::new("ci_low", "lower end of the interval of the difference", |row| {
            row.difference.interval.unzip().0.into()
        }),
        Of::new("ci_high", "upper end of the interval of the difference", |row| {
            row.difference.interval.unzip().1.into()
        }),
        Of::new(
            "p_value",
            "probability of a difference at least this large if there were none",
            |row| row.difference.p_value.into(),
        ),
        Of::new("p_adjusted", "the same, adjusted for all rows by Holm's method", |row| {
            row.p_adjusted.into()
        }),
        Of::new("method", "how interval and test were found", |row| row.method().as_str().into()),
    ];
    Table::of("comparison.csv", &info.described(), columns, &tables.comparisons)
}
