//! The tables of a finished study: what every game has.

use std::collections::HashMap;

use super::compared::comparison;
use super::{OfFeature, Tables};
use crate::core::game::{Facts, GameInfo, Keep};
use crate::core::stats::{LengthSummary, Moments};
use crate::core::table::{Column, Table, Value};
use crate::core::tally::{Detail, Extreme, Tally};
use crate::game::Cell;
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
        all.push(histogram(finished, 0, HISTOGRAM));
    }
    all.extend(whole_counts(finished));
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

/// The table of all lengths.
const HISTOGRAM: &str = "histogram.csv";

/// A cell with its counts.
struct Counts<'a> {
    cell: &'a Cell,
    tally: &'a Tally,
    shares: Vec<Estimate>,
    all: LengthSummary,
    decided: LengthSummary,
}

pub(super) fn cells(finished: &Finished) -> impl Iterator<Item = (&Cell, &Tally)> {
    finished.study.cells.iter().zip(&finished.totals.cells)
}

/// A quotient of counts; empty if there is nothing to divide by.
pub(super) fn ratio(count: u128, of: u64) -> Value {
    (of > 0).then(|| count as f64 / of as f64).into()
}

/// The rule set, and what was dealt or rolled where that is asked for.
pub fn cell_columns<'a, R: 'a>(
    info: &'static GameInfo,
    with_setup: bool,
    cell: fn(&R) -> &Cell,
) -> Vec<Column<'a, R>> {
    let rules = move |row: &R| cell(row).rule_set.as_str().into();
    let mut columns = vec![Column::new("rules", "name of the rule set", rules)];
    let setup = if with_setup { info.setup_columns } else { &[] };
    for (k, name) in setup.iter().enumerate() {
        let value = move |row: &R| cell(row).rules.setup_values[k].clone();
        columns.push(Column::new(*name, "", value));
    }
    columns
}

/// The games of each outcome.
fn outcome_columns<'a, R: 'a>(
    info: &'static GameInfo,
    won: fn(&R, usize) -> u64,
) -> impl Iterator<Item = Column<'a, R>> {
    info.outcomes.iter().enumerate().map(move |(k, outcome)| {
        let about = format!("games with the outcome {}", outcome.label);
        Column::new(outcome.count, about, move |row: &R| won(row, k).into())
    })
}

/// The ratio of each outcome, with its interval.
fn ratio_columns<'a, R: 'a>(
    info: &'static GameInfo,
    share: impl Fn(&R, usize) -> Estimate + Copy + 'a,
) -> impl Iterator<Item = Column<'a, R>> {
    info.outcomes.iter().enumerate().flat_map(move |(k, outcome)| {
        let about = format!("share of games with the outcome {}", outcome.label);
        let end = |which: &str| format!("{about}: {which} end of its interval");
        let (low, high) = (end("lower"), end("upper"));
        let named = |part: &str| format!("{}_{part}", outcome.key);
        let interval = move |row: &R| share(row, k).interval.unzip();
        [
            Column::new(named("ratio"), about, move |row: &R| share(row, k).value.into()),
            Column::new(named("ci_low"), low, move |row| interval(row).0.into()),
            Column::new(named("ci_high"), high, move |row| interval(row).1.into()),
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

/// `summary.csv`: a row per cell.
fn summary(tables: &Tables<'_>) -> Table {
    let finished = tables.finished();
    let (facts, info) = (&finished.facts(), finished.study.info());
    let rows = tables.rows().map(|row| {
        let std_err = row.estimate(Measure::LENGTH).std_err;
        let all = LengthSummary { std_err, ..row.lengths() };
        let shares = (0..info.outcomes.len()).map(Measure::Outcome);
        let shares = shares.map(|measure| *row.estimate(measure)).collect();
        let tally = row.tally;
        Counts { cell: row.cell, tally, shares, all, decided: tally.decided_games() }
    });
    let mut table = Table::of("summary.csv", &info.described(), summary_columns(info, facts), rows);
    if detail(&finished.study) == Detail::Rounded {
        for about in &mut table.about {
            *about = about.replace("(nearest rank)", "(nearest rank, to two significant digits)");
        }
    }
    table
}

/// `estimates.csv`: a row per cell and measure, as screen and page have them.
fn estimates(tables: &Tables<'_>) -> Table {
    struct OfMeasure<'a>(&'a Cell, &'a str, &'a Estimate);
    type Of<'a> = Column<'a, OfMeasure<'a>>;
    let (facts, info) = (tables.finished().facts(), tables.info());
    let mut columns = cell_columns(info, info.setup_in_rows, |row: &OfMeasure<'_>| row.0);
    columns.extend([
        Of::new("measure", "what is estimated or compared", |row| row.1.into()),
        Of::new("games", "number of games", |_| facts.games.into()),
        Of::new("value", "the estimate", |row| row.2.value.into()),
        Of::new("ci_low", "lower end of the interval", |row| row.2.interval.unzip().0.into()),
        Of::new("ci_high", "upper end of the interval", |row| row.2.interval.unzip().1.into()),
        Of::new("std_err", "standard error of the estimate", |row| row.2.std_err.into()),
        Of::new("method", "how the interval was found", |row| row.2.method().as_str().into()),
    ]);
    let rows = tables.rows().flat_map(|row| {
        row.estimates.iter().map(move |(name, one)| OfMeasure(row.cell, name, one))
    });
    Table::of("estimates.csv", &info.described(), columns, rows)
}

fn summary_columns<'a>(info: &'static GameInfo, facts: &'a Facts) -> Vec<Column<'a, Counts<'a>>> {
    let mut columns = cell_columns(info, true, |row: &Counts<'_>| row.cell);
    columns.extend([
        Column::new("seed", "the seed", |_| facts.seed.into()),
        Column::new("first_game", "index of the first game", |_| facts.first_game.into()),
        Column::new("games", "number of games", |_| facts.games.into()),
    ]);
    let won = |row: &Counts<'_>, k| row.tally.games_won(k);
    columns.extend(outcome_columns(info, won));
    for (k, reason) in info.end_reasons.iter().enumerate() {
        let ended = move |row: &Counts<'_>| row.tally.games_ended(k).into();
        columns.push(Column::new(reason.replace('-', "_"), "", ended));
    }
    columns.extend(ratio_columns(info, |row: &Counts<'_>, k| row.shares[k]));
    columns.extend(length_columns(info, false));
    let won = |row: &Counts<'_>| row.decided.n.into();
    columns.push(Column::new("decided_games", "games that somebody won", won));
    columns.extend(length_columns(info, true));
    let confidence = facts.by_chance(Some(facts.confidence));
    columns.extend([
        Column::new("recipe", "how seed and index became a deal: name and version", |_| {
            facts.recipe.into()
        }),
        Column::new("confidence", "confidence of the intervals in this row", move |_| {
            confidence.into()
        }),
    ]);
    columns
}

/// Lengths and counters over all games, or over those that somebody won.
fn length_columns<'a>(info: &'static GameInfo, decided: bool) -> Vec<Column<'a, Counts<'a>>> {
    let length = info.length().name;
    let known = PARTS.iter().filter(|part| !decided || DECIDED.contains(&part.0));
    let of = |&(end, _, value): &Part| {
        let value = move |row: &Counts<'_>| value(if decided { &row.decided } else { &row.all });
        of_counter(length, end, decided, value)
    };
    let mut columns: Vec<_> = known.map(of).collect();
    if !decided {
        let shortest = |row: &Counts<'_>| game(row.tally.shortest());
        columns.push(of_counter(length, "min_game", false, shortest));
    }
    columns.push(of_counter(length, "max_game", decided, move |row: &Counts<'_>| {
        game(if decided { row.tally.decided_longest() } else { row.tally.longest() })
    }));
    for (c, counter) in info.counters.iter().enumerate().skip(1) {
        let outcomes = if decided { info.decided() } else { info.all_outcomes() };
        let mut add = |end, value: fn(&Moments) -> Value| {
            let outcomes = outcomes.clone();
            let value = move |row: &Counts<'_>| value(&row.tally.moments(c, &outcomes));
            columns.push(of_counter(counter.name, end, decided, value));
        };
        if matches!(counter.keep, Keep::Histogram | Keep::Sum) {
            add("mean", |moments| ratio(moments.sum, moments.n));
        }
        if counter.keep == Keep::Mean && !decided {
            add("mean", |moments| moments.mean().into());
        }
        if counter.keep == Keep::Histogram && decided {
            add("std_dev", |moments| moments.std_dev().into());
        }
        if counter.keep == Keep::Max && !decided {
            let max = move |row: &Counts<'_>| row.tally.max(c).into();
            columns.push(Column::new(counter.name, "", max));
        }
    }
    columns
}

/// Exact counts of a counter of a cell: outcome and end reason by position, value, games.
pub struct Count<'a> {
    /// The cell.
    pub cell: &'a Cell,
    outcome: usize,
    reason: usize,
    value: u64,
    games: u64,
}

/// How such games end and how many there are, by a counter of this name.
pub fn count_columns<'a>(info: &'static GameInfo, counter: usize) -> Vec<Column<'a, Count<'a>>> {
    type Of<'a> = Column<'a, Count<'a>>;
    vec![
        Of::new("outcome", "how the games came out", |row| info.outcomes[row.outcome].name.into()),
        Of::new("end_reason", "why the games ended", |row| info.end_reasons[row.reason].into()),
        Of::new(info.counters[counter].name, "", |row| row.value.into()),
        Of::new("games", "number of games", |row| row.games.into()),
    ]
}

/// The exact counts of a counter, in the order of the tables.
pub fn counts(finished: &Finished, counter: usize) -> impl Iterator<Item = Count<'_>> {
    let info = finished.study.info();
    cells(finished).flat_map(move |(cell, tally)| {
        (0..info.outcomes.len()).flat_map(move |outcome| {
            (0..info.end_reasons.len()).flat_map(move |reason| {
                let counts = tally.counts_at(counter, outcome, reason);
                counts.into_iter().map(move |(value, games)| Count {
                    cell,
                    outcome,
                    reason,
                    value,
                    games,
                })
            })
        })
    })
}

/// Exact counts of a counter, a row per value that occurred.
fn histogram(finished: &Finished, counter: usize, file: &'static str) -> Table {
    let info = finished.study.info();
    let mut columns = cell_columns(info, info.setup_in_rows, |row: &Count<'_>| row.cell);
    columns.extend(count_columns(info, counter));
    Table::of(file, &info.described(), columns, counts(finished, counter))
}

/// The table of a series, a row per key that occurred.
fn of_series(finished: &Finished, s: usize) -> Table {
    struct OfKey<'a>(&'a Cell, [u64; 2], u64);
    type Of<'a> = Column<'a, OfKey<'a>>;
    let info = finished.study.info();
    let series = &info.series[s];
    let mut columns = cell_columns(info, info.setup_in_rows, |row: &OfKey<'_>| row.0);
    for (k, name) in series.keys.iter().enumerate() {
        columns.push(Of::new(*name, "", move |row| row.1[k].into()));
    }
    let about = if series.count == "games" { "number of games" } else { "" };
    columns.push(Of::new(series.count, about, |row| row.2.into()));
    let rows = cells(finished).flat_map(|(cell, tally)| {
        tally.series(s).iter().map(move |(&key, &n)| OfKey(cell, key, n))
    });
    Table::of(series.file, &info.described(), columns, rows)
}

/// `strata.csv`: a row per cell, feature and value of the feature.
fn strata(tables: &Tables<'_>) -> Table {
    type Of<'a> = Column<'a, (&'a Cell, &'a OfFeature)>;
    let info = tables.info();
    let mut columns = cell_columns(info, info.setup_in_rows, |row: &(&Cell, _)| row.0);
    columns.extend([
        Of::new("feature", "what the deal shows", |row| row.1.feature.into()),
        Of::new("value", "the value of the feature", |row| row.1.value.into()),
        Of::new("games", "number of games", |row| row.1.games().into()),
    ]);
    let of = move |row: &(_, &OfFeature), measure| *row.1.estimate(info, measure);
    columns.extend(outcome_columns(info, |row: &(_, &OfFeature), k| row.1.outcomes[k]));
    columns
        .extend(ratio_columns(info, move |row: &(_, &OfFeature), k| of(row, Measure::Outcome(k))));
    let mean = move |row: &(_, &OfFeature)| of(row, Measure::LENGTH);
    columns.extend([
        of_counter(info.length().name, "mean", false, move |row| mean(row).value.into()),
        of_counter(info.length().name, "std_err", false, move |row| mean(row).std_err.into()),
    ]);
    let rows = tables.strata.iter().map(|one| (tables.row(one.row).cell, one));
    Table::of("strata.csv", &info.described(), columns, rows)
}

/// `precision.csv`: a row per cell or pair and precision asked for.
pub fn precision(finished: &Finished) -> Table {
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
        let game = game.with_usual_dice();
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
        let study = study.by(feature).and_then(|study| study.until(&length)).unwrap();
        let finished = study.run().unwrap();
        let mut all = super::all(&Tables::of(Run::of(&finished, "")), |_| true);
        let series = 0..finished.study.info().series.len();
        all.extend(series.map(|s| of_series(&finished, s)));
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
