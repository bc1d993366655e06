//! What came out in one table, and where it is from.

use super::figure::{MOST_ROWS, Numbers};
use super::scale::{number, percent};
use super::spread::quantile;
use super::subject::{Subject, capital};

use crate::core::table::Value;
use crate::core::wording::digits::grouped;

/// Where a run is from, and how to play it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// What the run is called.
    pub name: String,
    /// The command; empty for a run made by the library.
    pub command: String,
    /// What a reader needs beside the command, each with its name.
    pub facts: Vec<(&'static str, String)>,
    /// The rule sets in full.
    pub rules: Vec<(String, String)>,
}

/// A row for each cell: games, outcomes, length.
pub fn numbers(subject: &Subject) -> Numbers {
    let info = subject.info();
    let length = info.length().name;
    let mut columns = vec!["Games".to_owned()];
    columns.extend(info.outcomes.iter().map(|outcome| capital(outcome.label)));
    columns.push(format!("{}, mean", capital(length)));
    columns.push("Half over by".into());
    columns.push("Longest decided".into());
    let rows = subject.entries().into_iter().map(|entry| {
        let tally = entry.tally;
        let all = tally.all_games();
        let mut cells = vec![grouped(entry.games())];
        let unknown = || "\u{2013}".to_owned();
        let shares = (0..info.outcomes.len()).map(|o| match entry.often(o).range() {
            Some((low, high)) if low < high => format!("{} to {}", percent(low), percent(high)),
            range => range.map_or_else(unknown, |(low, _)| percent(low)),
        });
        cells.extend(shares);
        let least = if entry.given_up() > 0 { "\u{2265} " } else { "" };
        let mean = all.mean.map(|mean| format!("{least}{}", number(mean, 1)));
        cells.push(mean.unwrap_or_else(unknown));
        // As the figures have it: what was cut off or never ends is not over at any length.
        let ends = entry.ends(0);
        let half = ends.and_then(|ends| quantile(&ends.ended(), 0.5 * entry.games() as f64));
        cells.push(half.map_or_else(unknown, grouped));
        let longest = tally.decided_longest();
        cells.push(longest.map_or_else(unknown, |extreme| grouped(extreme.length)));
        (entry.name.to_owned(), cells)
    });
    Numbers { corner: "Rule set".into(), columns, rows: rows.collect() }
}

/// Where every run is from.
pub fn origins(subject: &Subject) -> Vec<Origin> {
    subject
        .runs()
        .map(|(name, state, about)| {
            let study = &state.study;
            let ranges = state.games.iter().map(|range| match range.end.checked_sub(1) {
                Some(last) if !range.is_empty() => {
                    format!("{} to {}", grouped(range.start), grouped(last))
                }
                _ => "none".into(),
            });
            let mut facts = vec![
                ("Seed", study.deals.seed.0.to_string()),
                ("Games", ranges.collect::<Vec<_>>().join(", ")),
                ("Recipe", study.info().recipe.to_owned()),
                ("Version", about.program()),
            ];
            let sets = study.rule_sets.len();
            if sets > MOST_ROWS {
                facts.push((
                    "Rule sets",
                    format!("{}; the first {MOST_ROWS} are below", grouped(sets as u64)),
                ));
            }
            // Orders of a deck come from no seed.
            facts.retain(|(name, _)| !study.is_exact() || !["Seed", "Recipe"].contains(name));
            let rules = study.rule_sets.iter().take(MOST_ROWS);
            let rules = rules.map(|named| (named.name.clone(), study.game.to_toml(&named.rules)));
            let (name, command) = (name.to_owned(), about.typed());
            Origin { name, command, facts, rules: rules.collect() }
        })
        .collect()
}

/// A field of a table, rounded for reading.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Int(n) => grouped(*n),
        Value::Float(x) => number(*x, 4),
        other => other.to_string(),
    }
}
