//! The tables of compared rule sets.

use std::collections::HashMap;

use crate::core::game::GameInfo;
use crate::core::stats::PairedTally;
use crate::core::table::{Column, Table};
use crate::lab::spec::measure::Measure;
use crate::lab::study::Finished;
use crate::lab::study::compare::Comparison;

/// `comparison.csv`: a row per pair and measure.
pub fn comparison(finished: &Finished, rows: &[Comparison]) -> Table {
    let info = finished.study.info();
    let names: Vec<&str> = finished.study.cells.iter().map(|cell| cell.name.as_str()).collect();
    comparison_of(&names, info, rows)
}

/// `comparison.csv` for cells of these names.
pub fn comparison_of(names: &[&str], info: &'static GameInfo, rows: &[Comparison]) -> Table {
    type Row<'a> = &'a Comparison;
    let columns = vec![
        Column::new("rules_1", "first rule set of the pair", |row: &Row<'_>| {
            names[row.first].into()
        }),
        Column::new("rules_2", "second rule set of the pair", |row: &Row<'_>| {
            names[row.second].into()
        }),
        Column::new("measure", "what is estimated or compared", |row: &Row<'_>| {
            row.measure.name(info).into()
        }),
        Column::new("games", "number of games", |row: &Row<'_>| row.difference.n_1.into()),
        Column::new("value_1", "the measure under the first rule set", |row: &Row<'_>| {
            row.difference.value_1.into()
        }),
        Column::new("value_2", "the measure under the second rule set", |row: &Row<'_>| {
            row.difference.value_2.into()
        }),
        Column::new("difference", "value_2 - value_1", |row: &Row<'_>| {
            row.difference.difference.into()
        }),
        Column::new("ci_low", "lower end of the interval of the difference", |row: &Row<'_>| {
            row.difference.ci_low.into()
        }),
        Column::new("ci_high", "upper end of the interval of the difference", |row: &Row<'_>| {
            row.difference.ci_high.into()
        }),
        Column::new(
            "p_value",
            "probability of a difference at least this large if there were none",
            |row: &Row<'_>| row.difference.p_value.into(),
        ),
        Column::new(
            "p_adjusted",
            "the same, adjusted for all rows by Holm's method",
            |row: &Row<'_>| row.p_adjusted.into(),
        ),
        Column::new("method", "how interval and test were found", |row: &Row<'_>| {
            row.method().as_str().into()
        }),
    ];
    Table::of("comparison.csv", info.columns, columns, rows)
}

/// `paired.csv`: for each pair that met the same chance, the square of outcomes, and what pairing
/// was worth for each measure.
pub fn paired(finished: &Finished, rows: &[Comparison]) -> Table {
    struct Row<'a>((usize, usize), &'a PairedTally);
    let (study, info) = (&finished.study, finished.study.info());
    let by_pair: HashMap<(usize, usize, Measure), &Comparison> =
        rows.iter().map(|row| ((row.first, row.second, row.measure), row)).collect();
    let by_pair = &by_pair;
    let name = |k: usize| study.cells[k].name.as_str().into();
    let mut columns = vec![
        Column::new("rules_1", "first rule set of the pair", move |row: &Row<'_>| name(row.0.0)),
        Column::new("rules_2", "second rule set of the pair", move |row: &Row<'_>| name(row.0.1)),
        Column::new("games", "number of games", |row: &Row<'_>| row.1.games().into()),
    ];
    for (i, first) in info.outcomes.iter().enumerate() {
        for (j, second) in info.outcomes.iter().enumerate() {
            let about = format!(
                "deals with the outcome {} under the first rule set and {} under the second",
                first.label, second.label
            );
            let name = format!("{}_{}", first.key, second.key);
            columns.push(Column::new(name, about, move |row: &Row<'_>| {
                let [one, two] = [(row.0.0, i), (row.0.1, j)]
                    .map(|(cell, outcome)| study.cells[cell].rules.has(info, outcome));
                (one && two).then(|| row.1.outcomes[i][j]).into()
            }));
        }
    }
    for measure in Measure::all(info) {
        let name = measure.name(info);
        let of = move |row: &Row<'_>| by_pair.get(&(row.0.0, row.0.1, measure));
        let correlation = format!("correlation of {name} over the deals");
        let saved = format!("games that independent deals would have needed more, for {name}");
        columns.extend([
            Column::new(format!("{name}_correlation"), correlation, move |row: &Row<'_>| {
                of(row).and_then(|found| found.correlation).into()
            }),
            Column::new(format!("{name}_games_saved"), saved, move |row: &Row<'_>| {
                of(row).and_then(|found| found.gain).map(|gain| gain.games_saved).into()
            }),
        ]);
    }
    let rows = finished.totals.pairs.iter().map(|(pair, tally)| Row(*pair, tally));
    Table::of("paired.csv", info.columns, columns, rows)
}
