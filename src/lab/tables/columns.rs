//! The tables of a finished study: what every game has.

use std::collections::HashMap;

use super::sheet::{heading, markdown};
use super::{OfFeature, Row, Tables, screen};
use crate::core::game::{GameInfo, Keep};
use crate::core::table::{Draft, Table, Value};
use crate::core::tally::{Detail, Extreme};
use crate::game::Cell;
use crate::lab::spec::Study;
use crate::lab::spec::measure::Measure;
use crate::lab::study::estimate::Estimate;
use crate::lab::study::totals::detail;

/// Tables that a game may have others instead of, in the order of writing.
pub const USUAL: [&str; 3] = ["summary", "estimates", "histogram"];
/// Those that any game has, where there is something to say in them.
pub const BESIDE: [&str; 3] = ["comparison", "strata", "exact"];
/// The tables to paste into a page, in this order.
const ANSWERS: [&str; 4] = ["ranking", "estimates", "strata", "comparison"];

impl Tables {
    /// Whether a run has this file.
    fn writes(&self, file: &str) -> bool {
        let (own, name) = (self.info().tables, file.trim_end_matches(".csv"));
        let is_own = || !self.is_own() || own.is_empty() || own.contains(&name);
        match (self.is_of_orders(), BESIDE.contains(&name)) {
            (true, is_beside) => name == "exact" || !is_beside && !USUAL.contains(&name),
            (false, is_beside) => is_beside || is_own(),
        }
    }

    /// Those that the run writes.
    pub fn tables(&self) -> Vec<Table> {
        self.all_tables(|file| self.writes(file))
    }

    /// Every table that the study asks for, or in which there is something to say, of those that `wants`
    /// says, those that it writes first; one that nobody wants is not even made, for it may have a million rows.
    pub fn all_tables(&self, wants: impl Fn(&str) -> bool) -> Vec<Table> {
        let (finished, info) = (self.finished(), self.info());
        let study = &finished.study;
        if self.only().is_none() {
            return if wants("comparison.csv") { vec![comparison(self)] } else { Vec::new() };
        }
        let mut all = Vec::new();
        let made = |file: &'static str, has_rows: bool, table: &dyn Fn(&'static str) -> Table| {
            (has_rows && wants(file)).then(|| table(file))
        };
        let orders = Some(study.whole().end - study.whole().start);
        all.extend(made("exact.csv", self.is_of_orders(), &|file| counts(self, 0, file, orders)));
        all.extend(made("summary.csv", true, &|file| summary(self, file)));
        all.extend(made("estimates.csv", true, &|file| estimates(self, file)));
        all.extend(made("histogram.csv", true, &|file| counts(self, 0, file, None)));
        let in_full = info.counters.iter().enumerate().skip(1);
        for (c, counter) in in_full.filter(|(_, counter)| counter.keep == Keep::Histogram) {
            all.extend(made(counter.file, true, &|file| counts(self, c, file, None)));
        }
        for (s, series) in info.series.iter().enumerate() {
            let occurs = || self.rows().any(|row| !row.tally.series(s).is_empty());
            all.extend(made(series.file, series.always || occurs(), &|_| of_series(self, s)));
        }
        let own = info.tables.iter().any(|name| wants(&format!("{name}.csv")));
        let own = finished.own().filter(|_| own).map(|own| own.tables());
        all.extend(own.into_iter().flatten().filter(|table| wants(table.file)));
        all.extend(made("comparison.csv", !self.comparisons.is_empty(), &|_| comparison(self)));
        all.extend(made("strata.csv", !study.by.is_empty(), &|file| strata(self, file)));
        all.iter_mut().for_each(|table| with_swept(table, study));
        all.sort_by_key(|table| !self.writes(table.file));
        all
    }

    /// What the terminal says, in lines of 80 columns.
    pub fn text(&self) -> String {
        screen::render(self).set(None)
    }

    /// The one table that answers what was asked; `None` where the run writes none.
    pub fn answer(&self) -> Option<Table> {
        let asked = match self.verb() {
            "compare" => "comparison.csv",
            "exact" => "exact.csv",
            _ if self.is_own() => "ranking.csv",
            _ => "summary.csv",
        };
        let asked = self.all_tables(|file| file == asked).pop();
        asked.or_else(|| self.tables().into_iter().next())
    }

    /// What it says in Markdown, to paste into a page.
    pub fn page(&self) -> String {
        let title = self.only().and_then(|run| run.study.spec.title.as_ref()).into_iter();
        let title: String = title.map(|title| heading(2, title.trim())).collect();
        let sheets = ANSWERS.iter().flat_map(|answer| {
            let tables = self.all_tables(|file| file == format!("{answer}.csv"));
            tables.into_iter().map(move |table| heading(3, answer) + &markdown(&table))
        });
        title + &sheets.collect::<Vec<_>>().join("\n")
    }
}

/// Puts the values of the swept fields right behind the name of the rule set.
fn with_swept(table: &mut Table, study: &Study) {
    let Some(at) = table.header.iter().position(|name| name == "rules") else { return };
    let named = study.rule_sets.iter().map(|named| {
        (Value::from(named.name.as_str()).to_string(), study.swept_values(&named.rules))
    });
    let named: HashMap<String, Vec<Value>> = named.collect();
    // The first one last, since each is put before those that are there.
    for (k, key) in study.swept.iter().enumerate().rev() {
        if table.header.contains(key) {
            continue;
        }
        for row in &mut table.rows {
            // A row of a difference is of no rule set.
            let values = named.get(&row[at].to_string());
            row.insert(at + 1, values.map_or(Value::Empty, |values| values[k].clone()));
        }
        table.about.insert(at + 1, format!("the field {key} of the rule set"));
        table.header.insert(at + 1, key.clone());
    }
}

/// `summary.csv`: a row per cell.
fn summary(tables: &Tables, file: &'static str) -> Table {
    let (facts, info) = (tables.finished().facts(), tables.info());
    let of = |row: Row<'_>| {
        let won = "games that somebody won";
        let won = Said("decided_games".into(), won.into(), row.tally.decided_games().n.into());
        [of_lengths(row, false), vec![won], of_lengths(row, true)].concat()
    };
    let rows = tables.rows().map(|row| (row, of(row)));
    let mut all = draft(tables, file, true, rows, |row| row.0.cell);
    all.column("seed", "the seed", |_| facts.seed);
    all.column("first_game", "index of the first game", |_| facts.first_game);
    all.column("games", "number of games", |_| facts.games);
    outcome_columns(&mut all, info, |(row, _), outcome| row.tally.games_won(outcome));
    for (reason, word) in info.end_reasons.iter().enumerate() {
        all.column(word.replace('-', "_"), "", |(row, _)| row.tally.games_ended(reason));
    }
    ratio_columns(&mut all, info, |(row, _), measure| row.estimate(measure));
    for (k, Said(name, about, _)) in of(tables.row(0)).into_iter().enumerate() {
        all.column(name, about, |(_, said)| said[k].2.clone());
    }
    all.column("recipe", "how seed and index became a deal: name and version", |_| facts.recipe);
    let confidence = facts.by_chance(Some(facts.confidence));
    all.column("confidence", "confidence of the intervals in this row", |_| confidence);
    all.described(&info.described())
}

/// The name of a column, what it holds, and its value in a row.
#[derive(Clone)]
struct Said(String, String, Value);

/// Lengths and counters over all games, or over those that somebody won.
fn of_lengths(row: Row<'_>, decided: bool) -> Vec<Said> {
    let (tally, info) = (row.tally, row.tally.info());
    let (before, over, outcomes, all, longest) = match decided {
        false => ("", "over all games", info.all_outcomes(), tally.all_games(), tally.longest()),
        true => (
            "decided_",
            "over the games that somebody won",
            info.decided(),
            tally.decided_games(),
            tally.decided_longest(),
        ),
    };
    let said = |counter: &str, end: &str, what: &str, value: Value| {
        Said(format!("{before}{counter}_{end}"), format!("{counter}: {what}, {over}"), value)
    };
    let rank = match detail(&row.finished.study) {
        Detail::Rounded => "nearest rank, to two significant digits",
        _ => "nearest rank",
    };
    let quantile = |share: &str| format!("{share} ({rank})");
    let error = row.estimate(Measure::LENGTH).std_err;
    let game = |one: Option<Extreme>| one.map(|one| one.game).into();
    let parts = [
        ("mean", MEAN, all.mean.into(), true),
        ("std_dev", STD_DEV, all.std_dev.into(), true),
        ("std_err", STD_ERR, error.into(), false),
        ("min", "smallest", all.min.into(), false),
        ("p05", &quantile("0.05-quantile"), all.p05.into(), false),
        ("p25", &quantile("0.25-quantile"), all.p25.into(), false),
        ("median", &quantile("median"), all.median.into(), true),
        ("p75", &quantile("0.75-quantile"), all.p75.into(), false),
        ("p95", &quantile("0.95-quantile"), all.p95.into(), false),
        ("p99", &quantile("0.99-quantile"), all.p99.into(), false),
        ("max", "largest", all.max.into(), true),
        ("min_game", "index of the first game with the fewest", game(tally.shortest()), false),
        ("max_game", "index of the first game with the most", game(longest), true),
    ];
    let parts = parts.into_iter().filter(|part| !decided || part.3);
    let parts = parts.map(|(end, what, value, _)| said(info.length().name, end, what, value));
    let mut columns: Vec<Said> = parts.collect();
    for (c, counter) in info.counters.iter().enumerate().skip(1) {
        let (name, moments) = (counter.name, tally.moments(c, &outcomes));
        let mean = match counter.keep {
            Keep::Mean => moments.mean(),
            _ => (moments.n > 0).then(|| moments.sum as f64 / moments.n as f64),
        };
        let mean = said(name, "mean", MEAN, mean.into());
        match counter.keep {
            Keep::Histogram if decided => {
                columns.extend([mean, said(name, "std_dev", STD_DEV, moments.std_dev().into())]);
            }
            Keep::Histogram | Keep::Sum => columns.push(mean),
            Keep::Mean if !decided => columns.push(mean),
            Keep::Max if !decided => {
                columns.push(Said(name.into(), String::new(), tally.max(c).into()));
            }
            _ => {}
        }
    }
    columns
}

const MEAN: &str = "mean";
const STD_DEV: &str = "standard deviation (divisor n - 1)";
const STD_ERR: &str = "standard error of the mean";

/// A table of rows of these cells: their rule set, and what was dealt or rolled where that is asked for.
fn draft<'a, R>(
    tables: &Tables,
    file: &'static str,
    with_setup: bool,
    rows: impl IntoIterator<Item = R>,
    cell: impl Fn(&R) -> &'a Cell,
) -> Draft<R> {
    let mut all = Draft::new(file, rows);
    all.column("rules", "name of the rule set", |row| cell(row).rules_name.as_str());
    for (k, name) in tables.finished().study.setup_columns().filter(|_| with_setup) {
        all.column(name, "", |row| cell(row).rules.setup_values[k].clone());
    }
    all
}

/// The games of each outcome.
fn outcome_columns<R>(all: &mut Draft<R>, info: &GameInfo, won: impl Fn(&R, usize) -> u64) {
    for (k, outcome) in info.outcomes.iter().enumerate() {
        let about = format!("games with the outcome {}", outcome.label);
        all.column(outcome.count, about, |row| won(row, k));
    }
}

/// The ratio of each outcome, with its interval.
fn ratio_columns<R>(
    all: &mut Draft<R>,
    info: &GameInfo,
    estimate: impl for<'r> Fn(&'r R, Measure) -> &'r Estimate,
) {
    for (k, outcome) in info.outcomes.iter().enumerate() {
        let about = format!("share of games with the outcome {}", outcome.label);
        let end = |which: &str| format!("{about}: {which} end of its interval");
        let named = |part: &str| format!("{}_{part}", outcome.key);
        let share = |row: &R| *estimate(row, Measure::Outcome(k));
        all.column(named("ratio"), &about, |row| share(row).value);
        all.column(named("ci_low"), end("lower"), |row| share(row).interval.unzip().0);
        all.column(named("ci_high"), end("upper"), |row| share(row).interval.unzip().1);
    }
}

/// `estimates.csv`: a row per cell and measure, as screen and page have them.
fn estimates(tables: &Tables, file: &'static str) -> Table {
    let (facts, info) = (tables.finished().facts(), tables.info());
    let rows = tables.rows().flat_map(|row| row.estimates.iter().map(move |one| (row.cell, one)));
    let mut all = draft(tables, file, info.setup_in_rows, rows, |row| row.0);
    all.column("measure", MEASURE, |row| row.1.0.as_str());
    all.column("games", "number of games", |_| facts.games);
    all.column("value", "the estimate", |row| row.1.1.value);
    all.column("ci_low", "lower end of the interval", |row| row.1.1.interval.unzip().0);
    all.column("ci_high", "upper end of the interval", |row| row.1.1.interval.unzip().1);
    all.column("std_err", "standard error of the estimate", |row| row.1.1.std_err);
    all.column("method", "how the interval was found", |row| row.1.1.method());
    all.described(&info.described())
}

/// What the column `measure` holds.
const MEASURE: &str = "what is estimated or compared";

/// Exact counts of a counter, a row per value that occurred; for `orders` of a deck with what was dealt and how many
/// there are of it.
fn counts(tables: &Tables, counter: usize, file: &'static str, orders: Option<u64>) -> Table {
    let info = tables.info();
    let (outcomes, reasons) = (info.outcomes, info.end_reasons);
    let rows = tables.rows().flat_map(|row| {
        (0..info.ends()).flat_map(move |end| {
            let (o, r) = info.outcome_and_reason(end);
            let counts = row.tally.counts_at(counter, o, r).into_iter();
            counts.map(move |(value, games)| (row.cell, [o, r], [value, games]))
        })
    });
    let with_setup = info.setup_in_rows || orders.is_some();
    let mut all = draft(tables, file, with_setup, rows, |row| row.0);
    if let Some(orders) = orders {
        all.column("orders", "distinct orders of the deck", |_| orders);
    }
    all.column("outcome", "how the games came out", |row| outcomes[row.1[0]].name);
    all.column("end_reason", "why the games ended", |row| reasons[row.1[1]]);
    all.column(info.counters[counter].name, "", |row| row.2[0]);
    all.column("games", "number of games", |row| row.2[1]);
    all.described(&info.described())
}

/// The table of a series, a row per key that occurred.
fn of_series(tables: &Tables, s: usize) -> Table {
    let info = tables.info();
    let series = &info.series[s];
    let rows = tables
        .rows()
        .flat_map(|row| row.tally.series(s).iter().map(move |&(key, n)| (row.cell, key, n)));
    let mut all = draft(tables, series.file, info.setup_in_rows, rows, |row| row.0);
    for (k, name) in series.keys.iter().enumerate() {
        all.column(*name, "", |row| row.1[k]);
    }
    let about = if series.count == "games" { "number of games" } else { "" };
    all.column(series.count, about, |row| row.2);
    all.described(&info.described())
}

/// `strata.csv`: a row per cell, feature and value of the feature.
fn strata(tables: &Tables, file: &'static str) -> Table {
    let info = tables.info();
    let rows = tables.strata.iter().map(|one| (tables.row(one.row).cell, one));
    let mut all = draft(tables, file, info.setup_in_rows, rows, |row| row.0);
    all.column("feature", "what the deal shows", |row| row.1.feature);
    all.column("value", "the value of the feature", |row| row.1.value);
    all.column("games", "number of games", |row| row.1.counted.games());
    outcome_columns(&mut all, info, |(_, one), outcome| one.counted.outcomes[outcome]);
    ratio_columns(&mut all, info, |(_, one), measure| one.estimate(measure));
    let mean = |row: &(_, &OfFeature)| *row.1.estimate(Measure::LENGTH);
    let length = info.length().name;
    let about = |what: &str| format!("{length}: {what}, over all games");
    all.column(format!("{length}_mean"), about(MEAN), |row| mean(row).value);
    all.column(format!("{length}_std_err"), about(STD_ERR), |row| mean(row).std_err);
    all.described(&info.described())
}

/// `comparison.csv`: a row per pair of rows and measure.
fn comparison(tables: &Tables) -> Table {
    let (names, info) = (&tables.names.full, tables.info());
    let rows = tables.comparisons.iter().map(|row| (row, &row.difference));
    let mut all = Draft::new("comparison.csv", rows);
    all.column("rules_1", "first rule set of the pair", |row| names[row.0.first].as_str());
    all.column("rules_2", "second rule set of the pair", |row| names[row.0.second].as_str());
    all.column("measure", MEASURE, |row| row.0.measure.name(info));
    all.column("games", "number of games", |row| row.1.n_1);
    all.column("value_1", "the measure under the first rule set", |row| row.1.value_1);
    all.column("value_2", "the measure under the second rule set", |row| row.1.value_2);
    all.column("difference", "value_2 - value_1", |row| row.1.difference);
    let end = |which: &str| format!("{which} end of the interval of the difference");
    all.column("ci_low", end("lower"), |row| row.1.interval.unzip().0);
    all.column("ci_high", end("upper"), |row| row.1.interval.unzip().1);
    let about = "probability of a difference at least this large if there were none";
    all.column("p_value", about, |row| row.1.p_value);
    let about = "the same, adjusted for all rows by Holm's method";
    all.column("p_adjusted", about, |row| row.0.p_adjusted);
    all.column("method", "how interval and test were found", |row| row.0.method());
    all.described(&info.described())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::lab::spec::value::DiceOf;
    use crate::lab::spec::{Spec, Study};
    use crate::lab::tables::Run;

    /// Every table of this game, from a study that fills them.
    fn tables(game: &Game) -> Vec<Table> {
        let info = game.info();
        let two_dice = vec![(1..=6).collect(); 2];
        let asked = Spec {
            dice: (!matches!(game, Game::War)).then_some(DiceOf::Here(two_dice)),
            games: Some(300),
            by: vec![info.features[0].name.into()],
            until: vec![format!("{}:1e9", info.length().name)],
            ..Spec::of_rules(game.presets().iter().take(2).map(|preset| preset.name))
        };
        let tables = Tables::of(Run::of(Study::of(asked).unwrap().run().unwrap()));
        let mut all = tables.all_tables(|_| true);
        all.extend((0..tables.info().series.len()).map(|s| of_series(&tables, s)));
        all
    }

    #[test]
    fn every_column_of_every_table_is_described_there_and_those_of_war_on_the_page_of_files() {
        let page = include_str!("../../../docs/files.md");
        let words: Vec<&str> = page.split('`').skip(1).step_by(2).collect();
        let is_written = |name: &str| {
            // `b_...` stands for all that begin so.
            words.iter().any(|word| match word.strip_suffix("...") {
                Some(start) => !start.is_empty() && name.starts_with(start),
                None => word.split(',').any(|word| word == name),
            })
        };
        for game in Game::all() {
            let (is_war, all) = (matches!(game, Game::War), tables(&game));
            assert!(all.len() >= 6, "{} tables", all.len());
            for table in all {
                assert_eq!(table.about.len(), table.header.len(), "{}", table.file);
                for (name, about) in table.header.iter().zip(&table.about) {
                    assert!(!about.is_empty(), "{name} of {}", table.file);
                    assert!(!is_war || is_written(name), "{name} of {}", table.file);
                }
            }
        }
    }
}
