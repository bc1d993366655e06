//! The tables of a finished study: what every game has.

use std::collections::HashMap;

use crate::core::game::{Cell, Facts, GameInfo, Keep, RowValue};
use crate::core::table::{Table, Value};
use crate::core::tally::Tally;
use crate::lab::spec::has_deck;
use crate::lab::spec::measure::Measure;
use crate::lab::study::Finished;
use crate::lab::study::compare::Comparison;

/// Parts of a ratio's columns.
const RATIO: [&str; 3] = ["ratio", "ci_low", "ci_high"];
/// Parts of the columns of the length.
const LENGTH: [&str; 13] = [
    "mean", "std_dev", "std_err", "min", "p05", "p25", "median", "p75", "p95", "p99", "max",
    "min_game", "max_game",
];

/// Every table that the study asks for, or in which there is something to say.
pub fn all(finished: &Finished, comparisons: &[Comparison]) -> Vec<Table> {
    let study = &finished.study;
    let mut all = vec![summary(finished), histogram(finished, 0, "histogram.csv")];
    all.extend(whole_counts(finished));
    all.extend(study.game.tables(finished.counted(&finished.facts())));
    if !study.pair_list().is_empty() {
        all.push(comparison(finished, comparisons));
        all.push(paired(finished, comparisons));
    }
    if study.by.is_some() {
        all.push(strata(finished));
    }
    if !study.hunts.is_empty() {
        all.push(records(finished));
    }
    if !finished.reached.is_empty() {
        all.push(precision(finished));
    }
    if !study.published.is_empty() {
        all.push(super::published::table(finished));
    }
    all
}

/// The tables that hold nothing but whole counts, beside that of the length.
pub fn whole_counts(finished: &Finished) -> Vec<Table> {
    let info = finished.study.info();
    let mut all = Vec::new();
    for (c, counter) in info.counters.iter().enumerate().skip(1) {
        if counter.keep == Keep::Histogram {
            all.push(histogram(finished, c, counter.file));
        }
    }
    for (s, series) in info.series.iter().enumerate() {
        let table = of_series(finished, s);
        if series.always || !table.rows.is_empty() {
            all.push(table);
        }
    }
    all
}

/// Drops the tables that were not asked for: those of `names` are, or all; with `own` only those
/// that the game alone has. What `--until` reached always stays, or nobody could tell how far the
/// run came.
pub fn keep_wanted(tables: &mut Vec<Table>, info: &GameInfo, own: bool, names: Option<&[String]>) {
    const ALWAYS: [&str; 5] =
        ["precision.csv", "comparison.csv", "strata.csv", "published.csv", "records.csv"];
    if own && !info.tables.is_empty() {
        let own = |file: &str| info.tables.iter().any(|table| file == format!("{table}.csv"));
        tables.retain(|table| own(table.file) || ALWAYS.contains(&table.file));
    }
    if let Some(names) = names {
        let stem = |file: &'static str| file.strip_suffix(".csv").unwrap_or(file);
        tables.retain(|table| {
            names.iter().any(|name| stem(table.file) == name)
                || ["precision.csv", "published.csv"].contains(&table.file)
        });
    }
}

fn cells(finished: &Finished) -> impl Iterator<Item = (&Cell, &Tally)> {
    finished.study.cells.iter().zip(&finished.totals.cells)
}

/// A quotient of counts; empty if there is nothing to divide by.
fn ratio(count: u128, of: u64) -> Value {
    (of > 0).then(|| count as f64 / of as f64).into()
}

/// Columns of the ratio of each outcome.
fn ratio_header(info: &GameInfo) -> impl Iterator<Item = String> {
    info.outcomes.iter().flat_map(|o| RATIO.map(|part| format!("{}_{part}", o.key)))
}

/// Ratio and interval of each outcome.
fn ratios(wins: impl Iterator<Item = u64>, games: u64, facts: &Facts) -> Vec<Value> {
    wins.flat_map(|won| {
        let (low, high) = facts.interval(won, games).unzip();
        [ratio(won.into(), games), low.into(), high.into()]
    })
    .collect()
}

/// `summary.csv`: a row per cell.
pub fn summary(finished: &Finished) -> Table {
    let (facts, info) = (finished.facts(), finished.study.info());
    let mut table = Table::new("summary.csv", summary_header(info));
    for (cell, tally) in cells(finished) {
        table.push(summary_row(&facts, cell, tally));
    }
    table
}

fn summary_header(info: &GameInfo) -> Vec<String> {
    let mut header: Vec<String> = vec!["rules".into()];
    header.extend(info.setup_columns.iter().map(ToString::to_string));
    header.extend(["seed", "first_game", "games"].map(Into::into));
    header.extend(info.outcomes.iter().map(|outcome| outcome.count.into()));
    header.extend(info.end_reasons.iter().map(|reason| reason.replace('-', "_")));
    header.extend(ratio_header(info));
    let length = info.length().name;
    header.extend(LENGTH.map(|part| format!("{length}_{part}")));
    for counter in &info.counters[1..] {
        match counter.keep {
            Keep::Histogram | Keep::Sum => header.push(format!("{}_mean", counter.name)),
            Keep::Max => header.push(counter.name.into()),
            Keep::Nothing => {}
        }
    }
    header.push("decided_games".into());
    header.extend(
        ["mean", "std_dev", "median", "max", "max_game"]
            .map(|part| format!("decided_{length}_{part}")),
    );
    for counter in &info.counters[1..] {
        let name = counter.name;
        match counter.keep {
            Keep::Histogram => {
                header.extend(["mean", "std_dev"].map(|part| format!("decided_{name}_{part}")));
            }
            Keep::Sum => header.push(format!("decided_{name}_mean")),
            Keep::Max | Keep::Nothing => {}
        }
    }
    header.extend(["recipe", "confidence"].map(Into::into));
    header
}

fn summary_row(facts: &Facts, cell: &Cell, tally: &Tally) -> Vec<Value> {
    let (info, games) = (tally.info(), facts.games);
    let mut row: Vec<Value> = vec![cell.rule_set.as_str().into()];
    row.extend(cell.rules.setup_values.iter().cloned());
    row.extend([facts.seed.into(), facts.first_game.into(), games.into()]);
    let wins = (0..info.outcomes.len()).map(|outcome| tally.games_won(outcome));
    row.extend(wins.clone().map(Value::from));
    row.extend((0..info.end_reasons.len()).map(|reason| Value::from(tally.games_ended(reason))));
    row.extend(ratios(wins, games, facts));

    let all = info.all_outcomes();
    let length = tally.summary(0, &all);
    row.extend([
        length.mean.into(),
        length.std_dev.into(),
        facts.by_chance(length.std_err).into(),
        length.min.into(),
        length.p05.into(),
        length.p25.into(),
        length.median.into(),
        length.p75.into(),
        length.p95.into(),
        length.p99.into(),
        length.max.into(),
        tally.shortest().map(|extreme| extreme.game).into(),
        tally.longest().map(|extreme| extreme.game).into(),
    ]);
    for (c, counter) in info.counters.iter().enumerate().skip(1) {
        match counter.keep {
            Keep::Histogram | Keep::Sum => row.push(ratio(tally.moments(c, &all).sum, games)),
            Keep::Max => row.push(tally.max(c).into()),
            Keep::Nothing => {}
        }
    }

    let decided = info.decided();
    let length = tally.summary(0, &decided);
    row.extend([
        length.n.into(),
        length.mean.into(),
        length.std_dev.into(),
        length.median.into(),
        length.max.into(),
        tally.decided_longest().map(|extreme| extreme.game).into(),
    ]);
    for (c, counter) in info.counters.iter().enumerate().skip(1) {
        let moments = tally.moments(c, &decided);
        match counter.keep {
            Keep::Histogram => row.extend([moments.mean().into(), moments.std_dev().into()]),
            Keep::Sum => row.push(ratio(moments.sum, moments.n)),
            Keep::Max | Keep::Nothing => {}
        }
    }
    row.extend([facts.recipe.into(), facts.by_chance(Some(facts.confidence)).into()]);
    row
}

/// The names of columns that distinguish cells.
fn cell_header(info: &GameInfo) -> Vec<String> {
    let mut header = vec!["rules".to_owned()];
    if info.setup_in_rows {
        header.extend(info.setup_columns.iter().map(ToString::to_string));
    }
    header
}

/// The values of columns that distinguish cells.
fn cell_values(info: &GameInfo, cell: &Cell) -> Vec<Value> {
    let mut values: Vec<Value> = vec![cell.rule_set.as_str().into()];
    if info.setup_in_rows {
        values.extend(cell.rules.setup_values.iter().cloned());
    }
    values
}

/// Exact counts of a counter, a row per value that occurred.
fn histogram(finished: &Finished, counter: usize, file: &'static str) -> Table {
    let info = finished.study.info();
    let mut header = cell_header(info);
    header.extend(["outcome", "end_reason", info.counters[counter].name, "games"].map(Into::into));
    let mut table = Table::new(file, header);
    for (cell, tally) in cells(finished) {
        let before = cell_values(info, cell);
        for (outcome, words) in info.outcomes.iter().enumerate() {
            for (reason, word) in info.end_reasons.iter().enumerate() {
                for (value, games) in tally.counts_at(counter, outcome, reason) {
                    let mut row = before.clone();
                    row.extend([words.name.into(), (*word).into(), value.into(), games.into()]);
                    table.push(row);
                }
            }
        }
    }
    table
}

/// The table of a series, a row per key that occurred.
fn of_series(finished: &Finished, s: usize) -> Table {
    let info = finished.study.info();
    let series = &info.series[s];
    let mut header = cell_header(info);
    header.extend(series.keys.iter().chain([&series.count]).map(ToString::to_string));
    let mut table = Table::new(series.file, header);
    for (cell, tally) in cells(finished) {
        for (key, &count) in tally.series(s) {
            let mut row = cell_values(info, cell);
            row.extend(key[..series.keys.len()].iter().map(|&part| Value::from(part)));
            row.push(count.into());
            table.push(row);
        }
    }
    table
}

/// `comparison.csv`: a row per pair and measure.
pub fn comparison(finished: &Finished, rows: &[Comparison]) -> Table {
    let info = finished.study.info();
    let names: Vec<&str> = finished.study.cells.iter().map(|cell| cell.name.as_str()).collect();
    comparison_of(&names, info, rows)
}

/// `comparison.csv` for cells of these names.
pub fn comparison_of(names: &[&str], info: &GameInfo, rows: &[Comparison]) -> Table {
    let mut table = Table::new(
        "comparison.csv",
        [
            "rules_1",
            "rules_2",
            "measure",
            "games",
            "value_1",
            "value_2",
            "difference",
            "ci_low",
            "ci_high",
            "p_value",
            "p_adjusted",
            "method",
        ],
    );
    for row in rows {
        let d = &row.difference;
        table.push(vec![
            names[row.first].into(),
            names[row.second].into(),
            row.measure.name(info).into(),
            d.n_1.into(),
            d.value_1.into(),
            d.value_2.into(),
            d.difference.into(),
            d.ci_low.into(),
            d.ci_high.into(),
            d.p_value.into(),
            row.p_adjusted.into(),
            row.method().as_str().into(),
        ]);
    }
    table
}

/// `paired.csv`: for each pair that met the same chance, the square of outcomes, and what pairing
/// was worth for each measure.
pub fn paired(finished: &Finished, rows: &[Comparison]) -> Table {
    let (study, info) = (&finished.study, finished.study.info());
    let keys: Vec<&str> = info.outcomes.iter().map(|outcome| outcome.key).collect();
    let measures = Measure::all(info);
    let mut header: Vec<String> = ["rules_1", "rules_2", "games"].map(Into::into).into();
    for first in &keys {
        header.extend(keys.iter().map(|second| format!("{first}_{second}")));
    }
    for measure in &measures {
        let name = measure.name(info);
        header.extend(["correlation", "games_saved"].map(|part| format!("{name}_{part}")));
    }
    let mut table = Table::new("paired.csv", header);
    let by_pair: HashMap<(usize, usize, Measure), &Comparison> =
        rows.iter().map(|row| ((row.first, row.second, row.measure), row)).collect();
    for &((first, second), ref tally) in &finished.totals.pairs {
        let mut row: Vec<Value> = vec![
            study.cells[first].name.as_str().into(),
            study.cells[second].name.as_str().into(),
            tally.games().into(),
        ];
        for outcomes in &tally.outcomes[..keys.len()] {
            row.extend(outcomes[..keys.len()].iter().map(|&n| Value::from(n)));
        }
        for &measure in &measures {
            let of_pair = by_pair.get(&(first, second, measure));
            row.extend([
                of_pair.and_then(|r| r.correlation).into(),
                of_pair.and_then(|r| r.gain).map(|gain| gain.games_saved).into(),
            ]);
        }
        table.push(row);
    }
    table
}

/// `strata.csv`: a row per cell and value of the feature.
pub fn strata(finished: &Finished) -> Table {
    let (facts, info) = (finished.facts(), finished.study.info());
    let mut header = cell_header(info);
    header.extend(["feature", "value", "games"].map(Into::into));
    header.extend(info.outcomes.iter().map(|outcome| outcome.count.into()));
    header.extend(ratio_header(info));
    let length = info.length().name;
    header.extend([format!("{length}_mean"), format!("{length}_std_err")]);
    let mut table = Table::new("strata.csv", header);
    let Some(by) = finished.study.by else { return table };
    for (cell, strata) in finished.study.cells.iter().zip(&finished.totals.strata) {
        for (value, stratum) in strata.by_value() {
            let games = stratum.games();
            let mut row = cell_values(info, cell);
            row.extend([info.features[by].name.into(), value.into(), games.into()]);
            let wins = stratum.outcomes[..info.outcomes.len()].iter().copied();
            row.extend(wins.clone().map(Value::from));
            row.extend(ratios(wins, games, &facts));
            let lengths = stratum.moments();
            row.extend([lengths.mean().into(), facts.by_chance(lengths.std_err()).into()]);
            table.push(row);
        }
    }
    table
}

/// `records.csv`: a row per game that was kept, as it was played again.
pub fn records(finished: &Finished) -> Table {
    let (study, info) = (&finished.study, finished.study.info());
    let mut header = cell_header(info);
    header.extend(["order", "place", "seed", "game"].map(Into::into));
    let columns = info.columns_of_rows();
    header.extend(columns.iter().map(|column| column.name.to_owned()));
    let with_deck = has_deck(&*study.game);
    header.extend(with_deck.then(|| "deck".into()));
    let mut table = Table::new("records.csv", header);
    for record in finished.records.iter().flatten() {
        let mut row = cell_values(info, &study.cells[record.cell]);
        row.push(study.hunts[record.hunt].name(info).as_str().into());
        row.extend([record.place, study.deals.seed.0, record.game].map(Value::from));
        row.extend(columns.iter().map(|column| match column.holds {
            RowValue::End(word) => info.words_of_ends(word)[record.end].into(),
            RowValue::Counter(counter) => record.counters[counter].into(),
        }));
        row.extend(with_deck.then(|| Value::deal(&record.deal)));
        table.push(row);
    }
    table
}

/// `precision.csv`: a row per cell or pair and precision asked for.
pub fn precision(finished: &Finished) -> Table {
    let header = [
        "rules",
        "measure",
        "games",
        "estimate",
        "ci_low",
        "ci_high",
        "half_width",
        "wanted",
        "reached",
        "method",
    ];
    let mut table = Table::new("precision.csv", header);
    for row in &finished.reached {
        let finite = |x: f64| x.is_finite().then_some(x);
        table.push(vec![
            row.name.as_str().into(),
            row.target.measure.name(finished.study.info()).into(),
            finished.games.into(),
            row.estimate.into(),
            finite(row.interval.0).into(),
            finite(row.interval.1).into(),
            finite(row.half_width()).into(),
            Some(row.target.half_width).filter(|&wanted| wanted > 0.0).into(),
            if row.is_reached() { "yes" } else { "no" }.into(),
            row.method.into(),
        ]);
    }
    table
}
