//! The tables of a finished study: what every game has.

use std::collections::HashMap;

use super::compared::comparison;
use super::{OfFeature, Row, Tables};
use crate::core::game::{GameInfo, Keep};
use crate::core::stats::{LengthSummary, Moments};
use crate::core::table::{Column, Table, Value};
use crate::core::tally::{Detail, Extreme};
use crate::lab::spec::Study;
use crate::lab::spec::measure::Measure;
use crate::lab::study::Finished;
use crate::lab::study::estimate::Estimate;
use crate::lab::study::totals::detail;
use crate::lab::study::until::Reached;

/// Every table that the study asks for, or in which there is something to say, of those that `wants`
/// says; a histogram that nobody wants is not even made, for it may have a million rows.
pub fn all(tables: &Tables<'_>, wants: impl Fn(&str) -> bool) -> Vec<Table> {
    let finished = tables.finished();
    let study = &finished.study;
    let mut all = vec![summary(tables), estimates(tables)];
    if wants(HISTOGRAM) {
        all.push(counts(tables, 0, HISTOGRAM, None));
    }
    all.extend(whole_counts(tables));
    all.extend(study.game.tables(finished.counted(&finished.facts())));
    if !study.pair_list().is_empty() {
        all.push(comparison(tables));
    }
    if !study.by.is_empty() {
        all.push(strata(tables));
    }
    if !finished.reached.is_empty() {
        all.push(precision(finished));
    }
    all.retain(|table| wants(table.file));
    all.iter_mut().for_each(|table| with_swept(table, study));
    all
}

/// Puts the values of the swept fields right behind the name of the rule set.
fn with_swept(table: &mut Table, study: &Study) {
    let Some(at) = table.header.iter().position(|name| name == "rules") else { return };
    let known = |key: &&String| !table.header.contains(*key);
    let keys: Vec<String> = study.swept.iter().filter(known).cloned().collect();
    if keys.is_empty() {
        return;
    }
    let named = study.rule_sets.iter().map(|named| {
        let values = study.swept.iter().zip(study.swept_values(&named.rules));
        let values = values.filter(|(key, _)| keys.contains(key)).map(|(_, value)| value);
        (Value::from(named.name.as_str()).to_string(), values.collect::<Vec<_>>())
    });
    let named: HashMap<String, Vec<Value>> = named.collect();
    for row in &mut table.rows {
        // A row of a difference is of no rule set.
        let values = named.get(&row[at].to_string()).cloned();
        let values = values.unwrap_or_else(|| vec![Value::Empty; keys.len()]);
        row.splice(at + 1..at + 1, values);
    }
    let about = keys.iter().map(|key| format!("the field {key} of the rule set"));
    table.about.splice(at + 1..at + 1, about);
    table.header.splice(at + 1..at + 1, keys);
}

/// `exact.csv`, how many orders of the deck end so at each length, and the other tables of nothing but whole counts.
pub fn of_orders(tables: &Tables<'_>) -> Vec<Table> {
    let whole = tables.finished().study.whole();
    let orders = Some(whole.end - whole.start);
    let exact = counts(tables, 0, "exact.csv", orders);
    std::iter::once(exact).chain(whole_counts(tables)).collect()
}

/// The tables that hold nothing but whole counts, beside that of the length.
fn whole_counts(tables: &Tables<'_>) -> Vec<Table> {
    let info = tables.info();
    let counters = info.counters.iter().enumerate().skip(1);
    let kept = counters.filter(|(_, counter)| counter.keep == Keep::Histogram);
    let mut all: Vec<Table> =
        kept.map(|(c, counter)| counts(tables, c, counter.file, None)).collect();
    let series = (0..info.series.len()).map(|s| (info.series[s].always, of_series(tables, s)));
    let said = series.filter(|(always, table)| *always || !table.rows.is_empty());
    all.extend(said.map(|(_, table)| table));
    all
}

/// The table of all lengths.
const HISTOGRAM: &str = "histogram.csv";

/// A column of what is said of a row, or of something of it.
type Of<'a, X> = Column<'a, (Row<'a>, X)>;

/// The rule set, and what was dealt or rolled where that is asked for.
fn rules_columns<'a, X: 'a>(info: &'static GameInfo, with_setup: bool) -> Vec<Of<'a, X>> {
    let rules = |(row, _): &(Row<'_>, X)| row.cell.rule_set.as_str().into();
    let mut columns = vec![Of::new("rules", "name of the rule set", rules)];
    let setup = if with_setup { info.setup_columns } else { &[] };
    for (k, name) in setup.iter().enumerate() {
        let value = move |(row, _): &(Row<'_>, X)| row.cell.rules.setup_values[k].clone();
        columns.push(Of::new(*name, "", value));
    }
    columns
}

/// The games of each outcome.
fn outcome_columns<'a, X: 'a>(
    info: &'static GameInfo,
    won: fn(&(Row<'a>, X), usize) -> u64,
) -> impl Iterator<Item = Of<'a, X>> {
    info.outcomes.iter().enumerate().map(move |(k, outcome)| {
        let about = format!("games with the outcome {}", outcome.label);
        Of::new(outcome.count, about, move |row| won(row, k).into())
    })
}

/// The ratio of each outcome, with its interval.
fn ratio_columns<'a, X: 'a>(
    info: &'static GameInfo,
    estimate: for<'r> fn(&'r (Row<'a>, X), Measure) -> &'r Estimate,
) -> impl Iterator<Item = Of<'a, X>> {
    info.outcomes.iter().enumerate().flat_map(move |(k, outcome)| {
        let about = format!("share of games with the outcome {}", outcome.label);
        let end = |which: &str| format!("{about}: {which} end of its interval");
        let (low, high) = (end("lower"), end("upper"));
        let named = |part: &str| format!("{}_{part}", outcome.key);
        let share = move |row: &(Row<'a>, X)| *estimate(row, Measure::Outcome(k));
        [
            Of::new(named("ratio"), about, move |row| share(row).value.into()),
            Of::new(named("ci_low"), low, move |row| share(row).interval.unzip().0.into()),
            Of::new(named("ci_high"), high, move |row| share(row).interval.unzip().1.into()),
        ]
    })
}

/// A column of a length: the end of its name, what it is, and its value.
type Part = (&'static str, &'static str, fn(&LengthSummary) -> Value);

/// What is said of a length.
const PARTS: [Part; 11] = [
    ("mean", "mean", |all| all.mean.into()),
    ("std_dev", "standard deviation (divisor n - 1)", |all| all.std_dev.into()),
    ("std_err", "standard error of the mean", |all| all.std_err.into()),
    ("min", "smallest", |all| all.min.into()),
    ("p05", "0.05-quantile (nearest rank)", |all| all.p05.into()),
    ("p25", "0.25-quantile (nearest rank)", |all| all.p25.into()),
    ("median", "median (nearest rank)", |all| all.median.into()),
    ("p75", "0.75-quantile (nearest rank)", |all| all.p75.into()),
    ("p95", "0.95-quantile (nearest rank)", |all| all.p95.into()),
    ("p99", "0.99-quantile (nearest rank)", |all| all.p99.into()),
    ("max", "largest", |all| all.max.into()),
];

/// Those that are said of the games that somebody won, too.
const DECIDED: [&str; 4] = ["mean", "std_dev", "median", "max"];

/// A column of a counter over all games, or over those that somebody won.
fn of_counter<'a, R>(
    name: &str,
    end: &str,
    decided: bool,
    value: impl Fn(&R) -> Value + 'a,
) -> Column<'a, R> {
    let (before, over) = match decided {
        true => ("decided_", "over the games that somebody won"),
        false => ("", "over all games"),
    };
    let what = PARTS.iter().find(|part| part.0 == end).map(|part| part.1);
    let game = if end == "min_game" { "fewest" } else { "most" };
    let game = format!("index of the first game with the {game}");
    let what = what.unwrap_or(&game);
    Column::new(format!("{before}{name}_{end}"), format!("{name}: {what}, {over}"), value)
}

/// The index of an extreme game.
fn game(extreme: Option<Extreme>) -> Value {
    extreme.map(|extreme| extreme.game).into()
}

/// Lengths of all games, and of those that somebody won.
type Lengths = [LengthSummary; 2];

/// `summary.csv`: a row per cell.
fn summary(tables: &Tables<'_>) -> Table {
    type Col<'a> = Of<'a, Lengths>;
    let (facts, info) = (&tables.finished().facts(), tables.info());
    let mut columns = rules_columns(info, true);
    columns.extend([
        Col::new("seed", "the seed", |_| facts.seed.into()),
        Col::new("first_game", "index of the first game", |_| facts.first_game.into()),
        Col::new("games", "number of games", |_| facts.games.into()),
    ]);
    columns.extend(outcome_columns(info, |(row, _), outcome| row.tally.games_won(outcome)));
    for (reason, word) in info.end_reasons.iter().enumerate() {
        columns.push(Col::new(word.replace('-', "_"), "", move |row| row.0.ended(reason).into()));
    }
    columns.extend(ratio_columns(info, |(row, _), measure| row.estimate(measure)));
    columns.extend(length_columns(info, false));
    columns.push(Col::new("decided_games", "games that somebody won", |row| row.1[1].n.into()));
    columns.extend(length_columns(info, true));
    let confidence = facts.by_chance(Some(facts.confidence));
    columns.extend([
        Col::new("recipe", "how seed and index became a deal: name and version", |_| {
            facts.recipe.into()
        }),
        Col::new("confidence", "confidence of the intervals in this row", move |_| {
            confidence.into()
        }),
    ]);
    let rows = tables.rows().map(|row| {
        let std_err = row.estimate(Measure::LENGTH).std_err;
        let all = LengthSummary { std_err, ..row.lengths() };
        (row, [all, row.tally.decided_games()])
    });
    let mut table = Table::of("summary.csv", &info.described(), columns, rows);
    if detail(&tables.finished().study) == Detail::Rounded {
        for about in &mut table.about {
            *about = about.replace("(nearest rank)", "(nearest rank, to two significant digits)");
        }
    }
    table
}

/// `estimates.csv`: a row per cell and measure, as screen and page have them.
fn estimates(tables: &Tables<'_>) -> Table {
    type Col<'a> = Of<'a, &'a (String, Estimate)>;
    let (facts, info) = (tables.finished().facts(), tables.info());
    let mut columns: Vec<Col<'_>> = rules_columns(info, info.setup_in_rows);
    let interval = |row: &(_, &(_, Estimate))| row.1.1.interval.unzip();
    columns.extend([
        Col::new("measure", "what is estimated or compared", |row| row.1.0.as_str().into()),
        Col::new("games", "number of games", |_| facts.games.into()),
        Col::new("value", "the estimate", |row| row.1.1.value.into()),
        Col::new("ci_low", "lower end of the interval", move |row| interval(row).0.into()),
        Col::new("ci_high", "upper end of the interval", move |row| interval(row).1.into()),
        Col::new("std_err", "standard error of the estimate", |row| row.1.1.std_err.into()),
        Col::new("method", "how the interval was found", |row| row.1.1.method().as_str().into()),
    ]);
    let rows = tables.rows().flat_map(|row| row.estimates.iter().map(move |one| (row, one)));
    Table::of("estimates.csv", &info.described(), columns, rows)
}

/// Lengths and counters over all games, or over those that somebody won.
fn length_columns<'a>(info: &'static GameInfo, decided: bool) -> Vec<Of<'a, Lengths>> {
    let length = info.length().name;
    let known = PARTS.iter().filter(|part| !decided || DECIDED.contains(&part.0));
    let of = |&(end, _, value): &Part| {
        let value = move |row: &(_, Lengths)| value(&row.1[usize::from(decided)]);
        of_counter(length, end, decided, value)
    };
    let mut columns: Vec<_> = known.map(of).collect();
    if !decided {
        let shortest = |row: &(Row<'_>, _)| game(row.0.tally.shortest());
        columns.push(of_counter(length, "min_game", false, shortest));
    }
    columns.push(of_counter(length, "max_game", decided, move |(row, _): &(Row<'_>, _)| {
        game(if decided { row.tally.decided_longest() } else { row.tally.longest() })
    }));
    for (c, counter) in info.counters.iter().enumerate().skip(1) {
        let outcomes = if decided { info.decided() } else { info.all_outcomes() };
        let mut add = |end, value: fn(&Moments) -> Value| {
            let outcomes = outcomes.clone();
            let value = move |row: &(Row<'_>, _)| value(&row.0.tally.moments(c, &outcomes));
            columns.push(of_counter(counter.name, end, decided, value));
        };
        if matches!(counter.keep, Keep::Histogram | Keep::Sum) {
            add("mean", |Moments { n, sum, .. }| (*n > 0).then(|| *sum as f64 / *n as f64).into());
        }
        if counter.keep == Keep::Mean && !decided {
            add("mean", |moments| moments.mean().into());
        }
        if counter.keep == Keep::Histogram && decided {
            add("std_dev", |moments| moments.std_dev().into());
        }
        if counter.keep == Keep::Max && !decided {
            columns.push(Of::new(counter.name, "", move |row| row.0.tally.max(c).into()));
        }
    }
    columns
}

/// Games of a row that came out alike: outcome, end reason, the value of a counter, and how many they are.
type Count = (usize, usize, [u64; 2]);

/// Exact counts of a counter, a row per value that occurred; for `orders` of a deck with what was dealt and how many
/// there are of it.
fn counts(tables: &Tables<'_>, counter: usize, file: &'static str, orders: Option<u64>) -> Table {
    type Col<'a> = Of<'a, Count>;
    let info = tables.info();
    let (outcomes, reasons) = (info.outcomes, info.end_reasons);
    let mut columns: Vec<Col<'_>> = rules_columns(info, info.setup_in_rows || orders.is_some());
    columns.extend(
        orders.map(|all| Col::new("orders", "distinct orders of the deck", move |_| all.into())),
    );
    columns.extend([
        Col::new("outcome", "how the games came out", |row| outcomes[row.1.0].name.into()),
        Col::new("end_reason", "why the games ended", |row| reasons[row.1.1].into()),
        Col::new(info.counters[counter].name, "", |row| row.1.2[0].into()),
        Col::new("games", "number of games", |row| row.1.2[1].into()),
    ]);
    let ends = || (0..outcomes.len()).flat_map(|o| (0..reasons.len()).map(move |r| (o, r)));
    let rows = tables.rows().flat_map(|row| {
        ends().flat_map(move |(o, r)| {
            let counts = row.tally.counts_at(counter, o, r).into_iter();
            counts.map(move |(value, games)| (row, (o, r, [value, games])))
        })
    });
    Table::of(file, &info.described(), columns, rows)
}

/// The table of a series, a row per key that occurred.
fn of_series(tables: &Tables<'_>, s: usize) -> Table {
    type Col<'a> = Of<'a, ([u64; 2], u64)>;
    let info = tables.info();
    let series = &info.series[s];
    let mut columns: Vec<Col<'_>> = rules_columns(info, info.setup_in_rows);
    for (k, name) in series.keys.iter().enumerate() {
        columns.push(Col::new(*name, "", move |row| row.1.0[k].into()));
    }
    let about = if series.count == "games" { "number of games" } else { "" };
    columns.push(Col::new(series.count, about, |row| row.1.1.into()));
    let rows = tables
        .rows()
        .flat_map(|row| row.tally.series(s).iter().map(move |(&key, &n)| (row, (key, n))));
    Table::of(series.file, &info.described(), columns, rows)
}

/// `strata.csv`: a row per cell, feature and value of the feature.
fn strata(tables: &Tables<'_>) -> Table {
    type Col<'a> = Of<'a, &'a OfFeature>;
    let info = tables.info();
    let mut columns: Vec<Col<'_>> = rules_columns(info, info.setup_in_rows);
    columns.extend([
        Col::new("feature", "what the deal shows", |row| row.1.feature.into()),
        Col::new("value", "the value of the feature", |row| row.1.value.into()),
        Col::new("games", "number of games", |row| row.1.games().into()),
    ]);
    columns.extend(outcome_columns::<&OfFeature>(info, |(_, one), k| one.outcomes[k]));
    columns.extend(ratio_columns::<&OfFeature>(info, |(_, one), measure| one.estimate(measure)));
    let mean = |row: &(Row<'_>, &OfFeature)| *row.1.estimate(Measure::LENGTH);
    columns.extend([
        of_counter(info.length().name, "mean", false, move |row| mean(row).value.into()),
        of_counter(info.length().name, "std_err", false, move |row| mean(row).std_err.into()),
    ]);
    let rows = tables.strata.iter().map(|one| (tables.row(one.row), one));
    Table::of("strata.csv", &info.described(), columns, rows)
}

/// `precision.csv`: a row per cell or pair and precision asked for.
fn precision(finished: &Finished) -> Table {
    type Of<'a> = Column<'a, &'a Reached>;
    let info = finished.study.info();
    let finite = |x: f64| x.is_finite().then_some(x).into();
    let columns = vec![
        Of::new("rules", "name of the rule set; for a difference, both", |row| {
            row.name.as_str().into()
        }),
        Of::new("measure", "what is estimated or compared", |row| row.target.name(info).into()),
        Of::new("games", "number of games", |_| finished.games.into()),
        Of::new("estimate", "the estimate", |row| row.estimate.into()),
        Of::new("ci_low", "lower end of the interval", move |row| finite(row.interval.0)),
        Of::new("ci_high", "upper end of the interval", move |row| finite(row.interval.1)),
        Of::new("half_width", "half the width of the interval", move |row| {
            finite(row.half_width())
        }),
        Of::new("wanted", "the half-width that was asked for", |row| row.target.half_width.into()),
        // Words that no reader of tables takes for true and false.
        Of::new("reached", "whether it was: reached or not-reached", |row| {
            if row.is_reached() { "reached" } else { "not-reached" }.into()
        }),
        Of::new("method", "how interval and test were found", |row| row.method.into()),
    ];
    Table::of("precision.csv", &info.described(), columns, &finished.reached)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::lab::spec::{NamedRules, Study};
    use crate::lab::tables::Run;

    /// Every table of this game, from a study that fills them.
    fn tables(game: Game) -> Vec<Table> {
        let game = game.with_dice("dice", "1-6\n1-6\n", false).unwrap_or(game);
        let presets = game.presets();
        let rule_sets = presets.iter().take(2).map(|preset| NamedRules {
            name: preset.name.into(),
            rules: game.preset(preset.name).unwrap(),
            engine: game.engines()[0],
        });
        let rule_sets = rule_sets.collect();
        let study = Study::new(game, rule_sets).unwrap().of_games(0..300).comparing(true);
        let length = format!("{}:1e9", study.info().length().name);
        let feature = study.info().features[0].name;
        let study =
            study.ask(|spec| (spec.by, spec.until) = (vec![feature.into()], vec![length])).unwrap();
        let finished = study.run().unwrap();
        let tables = Tables::of(Run::of(&finished, ""));
        let mut all = super::all(&tables, |_| true);
        all.extend((0..tables.info().series.len()).map(|s| of_series(&tables, s)));
        all
    }

    #[test]
    fn every_column_of_every_table_of_every_game_is_described() {
        for game in Game::all() {
            let all = tables(game);
            assert!(all.len() >= 6, "{} tables", all.len());
            for table in all {
                for (name, about) in table.header.iter().zip(&table.about) {
                    assert!(!about.is_empty(), "{} of {}", name, table.file);
                }
            }
        }
    }

    #[test]
    fn the_page_of_files_has_every_column() {
        let page = include_str!("../../../docs/files.md");
        let words: Vec<&str> = page.split('`').skip(1).step_by(2).collect();
        let written = |name: &str| {
            // `b_...` stands for all that begin so.
            words.iter().any(|word| match word.strip_suffix("...") {
                Some(start) => !start.is_empty() && name.starts_with(start),
                None => word.split(',').any(|word| word == name),
            })
        };
        let war = Game::War;
        for table in tables(war).iter() {
            for name in &table.header {
                assert!(written(name), "{name} of {}", table.file);
            }
        }
    }
}
