//! What came out as Markdown: short tables to paste into a page.

use crate::core::game::{Facts, GameInfo};
use crate::core::table::{Table, Value};
use crate::core::wording::digits::{grouped, p_value};
use crate::lab::spec::Story;
use crate::lab::spec::measure::Measure;
use crate::lab::study::Finished;
use crate::lab::study::compare::Comparison;

/// Tables that answer what was asked beyond outcomes and lengths, in this order.
const ANSWERS: [&str; 6] =
    ["ranking.csv", "records.csv", "extremes.csv", "strata.csv", "precision.csv", "published.csv"];

/// Title and question, the ranking where there is one, outcomes and lengths of each cell, every other
/// answer among the `tables`, then the comparisons.
pub fn render(finished: &Finished, tables: &[Table], rows: &[Comparison]) -> String {
    let (study, facts) = (&finished.study, finished.facts());
    let mut text = story(&study.story);
    let of = |file: &str| tables.iter().find(|table| table.file == file && !table.rows.is_empty());
    let (first, rest) = ANSWERS.split_at(1);
    let ranking = first.iter().filter_map(|file| of(file));
    ranking.for_each(|table| text.push_str(&format!("{}\n", whole(table))));
    let seed = format!("seed {}, recipe {}", facts.seed, facts.recipe);
    text.push_str(&format!("{}\n{seed}\n", outcomes(finished, &facts)));
    for table in rest.iter().filter_map(|file| of(file)) {
        let title = table.file.trim_end_matches(".csv");
        text.push_str(&format!("\n### {title}\n\n{}", whole(table)));
    }
    if !rows.is_empty() {
        let names: Vec<&str> = study.cells.iter().map(|cell| cell.name.as_str()).collect();
        let rows = comparisons(&names, study.info(), study.confidence, rows);
        text.push_str(&format!("\n### comparison\n\n{rows}"));
    }
    text
}

/// Title, reason and expectation; empty without any.
fn story(story: &Story) -> String {
    let mut text = String::new();
    if let Some(title) = &story.title {
        text.push_str(&format!("## {}\n\n", escaped(title.trim())));
    }
    for (label, words) in [("Why", &story.why), ("Expected", &story.expected)] {
        if let Some(words) = words {
            text.push_str(&format!("**{label}.** {}\n\n", escaped(words.trim())));
        }
    }
    text
}

/// A line for each cell: games, outcomes and lengths, with what chance leaves open.
fn outcomes(finished: &Finished, facts: &Facts) -> String {
    let (study, info) = (&finished.study, finished.study.info());
    let length = info.length().name;
    let mut header = vec!["rules".to_owned(), "games".to_owned()];
    for outcome in info.outcomes {
        let interval = format!("{} % interval", 100.0 * facts.confidence);
        header.push(outcome.label.to_owned());
        header.extend((!facts.exact).then_some(interval));
    }
    header.push(format!("{length}: mean"));
    header.extend((!facts.exact).then(|| "standard error".to_owned()));
    header.push("median".into());
    let mut lines = Vec::new();
    for (cell, tally) in study.cells.iter().zip(&finished.totals.cells) {
        let mut line = vec![cell.name.clone(), grouped(facts.games)];
        for outcome in 0..info.outcomes.len() {
            let won = tally.games_won(outcome);
            let ratio = (facts.games > 0).then(|| won as f64 / facts.games as f64);
            line.push(shown(ratio, if facts.exact { 9 } else { 5 }));
            let interval = facts.interval(won, facts.games);
            line.extend(interval.map(|(low, high)| format!("{low:.5} to {high:.5}")));
        }
        let all = tally.summary(0, &info.all_outcomes());
        line.push(shown(all.mean, if facts.exact { 6 } else { 2 }));
        line.extend((!facts.exact).then(|| shown(all.std_err, 2)));
        line.push(all.median.map_or("-".into(), grouped));
        lines.push(line);
    }
    table(&header, 1, &lines)
}

/// Every row of a table.
pub fn whole(of: &Table) -> String {
    let lines: Vec<Vec<String>> =
        of.rows.iter().map(|row| row.iter().map(rounded).collect()).collect();
    table(&of.header, 1, &lines)
}

/// A field of a table, a fraction with five decimals unless it is very small.
fn rounded(value: &Value) -> String {
    match value {
        Value::Float(x) if *x != 0.0 && x.abs() < 1e-4 => format!("{x:.2e}"),
        Value::Float(x) => format!("{x:.5}").trim_end_matches('0').trim_end_matches('.').into(),
        other => other.to_string(),
    }
}

/// A line per pair of cells of these names and measure.
pub fn comparisons(
    names: &[&str],
    info: &GameInfo,
    confidence: f64,
    rows: &[Comparison],
) -> String {
    let interval = format!("{} % interval", 100.0 * confidence);
    let header = ["rules", "against", "measure", "difference", &interval, "adjusted p"];
    // Exact differences have neither.
    let exact = rows.iter().all(|row| row.difference.method.is_exact());
    let shown_columns = if exact { 4 } else { header.len() };
    let header: Vec<String> = header.map(String::from)[..shown_columns].into();
    let mut lines = Vec::new();
    for row in rows {
        let d = &row.difference;
        let decimals = match row.measure {
            Measure::Outcome(_) => 5,
            Measure::Length => 2,
        };
        let interval = d
            .interval()
            .map_or("-".into(), |(low, high)| format!("{low:.decimals$} to {high:.decimals$}"));
        let mut line = vec![
            names[row.second].to_owned(),
            names[row.first].to_owned(),
            row.measure.name(info).into(),
            shown(d.difference, decimals),
            interval,
            row.p_adjusted.map_or("-".into(), p_value),
        ];
        line.truncate(shown_columns);
        lines.push(line);
    }
    table(&header, 3, &lines)
}

fn shown(number: Option<f64>, decimals: usize) -> String {
    number.map_or("-".into(), |x| format!("{x:.decimals$}"))
}

/// A Markdown table whose first `words` columns are words, the others numbers.
fn table(header: &[String], words: usize, lines: &[Vec<String>]) -> String {
    let row = |fields: &[String]| {
        let fields: Vec<String> = fields.iter().map(|field| escaped(field)).collect();
        format!("| {} |\n", fields.join(" | "))
    };
    let mut text = row(header);
    let rule = |k: usize| if k < words { "---|" } else { "---:|" };
    text.push_str(&format!("|{}\n", (0..header.len()).map(rule).collect::<String>()));
    text.extend(lines.iter().map(|line| row(line)));
    text
}

/// Text from outside that neither ends a cell nor becomes markup.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "\\|`*_<>[]".contains(c) {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_outside_stays_in_its_cell() {
        let lines = [vec!["a|b\n<c>".to_owned(), "1".to_owned()]];
        let header = ["rules".to_owned(), "n".to_owned()];
        assert_eq!(table(&header, 1, &lines), "| rules | n |\n|---|---:|\n| a\\|b \\<c\\> | 1 |\n");
    }
}
