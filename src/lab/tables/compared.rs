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
    type Of<'a> = Column<'a, &'a Comparison>;
    let columns = vec![
        Of::new("rules_1", "first rule set of the pair", |row| names[row.first].into()),
        Of::new("rules_2", "second rule set of the pair", |row| names[row.second].into()),
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
            row.difference.ci_low.into()
        }),
        Of::new("ci_high", "upper end of the interval of the difference", |row| {
            row.difference.ci_high.into()
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
    Table::of("comparison.csv", info.columns, columns, rows)
}

/// `paired.csv`: for each pair that met the same chance, the square of outcomes, and what pairing
/// was worth for each measure.
pub fn paired(finished: &Finished, rows: &[Comparison]) -> Table {
    struct Row<'a>((usize, usize), &'a PairedTally);
    type Of<'a> = Column<'a, Row<'a>>;
    let (study, info) = (&finished.study, finished.study.info());
    let by_pair: HashMap<(usize, usize, Measure), &Comparison> =
        rows.iter().map(|row| ((row.first, row.second, row.measure), row)).collect();
    let by_pair = &by_pair;
    let name = |k: usize| study.cells[k].name.as_str().into();
    let mut columns = vec![
        Of::new("rules_1", "first rule set of the pair", move |row| name(row.0.0)),
        Of::new("rules_2", "second rule set of the pair", move |row| name(row.0.1)),
        Of::new("games", "number of games", |row| row.1.games().into()),
    ];
    for (i, first) in info.outcomes.iter().enumerate() {
        for (j, second) in info.outcomes.iter().enumerate() {
            let about = format!(
                "deals with the outcome {} under the first rule set and {} under the second",
                first.label, second.label
            );
            let name = format!("{}_{}", first.key, second.key);
            columns.push(Of::new(name, about, move |row| row.1.outcomes[i][j].into()));
        }
    }
    for measure in Measure::all(info) {
        let name = measure.name(info);
        let of = move |row: &Row<'_>| by_pair.get(&(row.0.0, row.0.1, measure));
        let correlation = format!("correlation of {name} over the deals");
        let saved = format!("games that independent deals would have needed more, for {name}");
        columns.extend([
            Of::new(format!("{name}_correlation"), correlation, move |row| {
                of(row).and_then(|found| found.correlation).into()
            }),
            Of::new(format!("{name}_games_saved"), saved, move |row| {
                of(row).and_then(|found| found.gain).map(|gain| gain.games_saved).into()
            }),
        ]);
    }
    let rows = finished.totals.pairs.iter().map(|(pair, tally)| Row(*pair, tally));
    Table::of("paired.csv", info.columns, columns, rows)
}
