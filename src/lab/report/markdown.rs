//! What came out as Markdown: short tables to paste into a page.

use super::tables;
use crate::core::game::GameInfo;
use crate::core::stats::wilson;
use crate::core::table::Table;
use crate::core::wording::digits::grouped;
use crate::lab::study::Finished;
use crate::lab::study::compare::Comparison;
use crate::lab::study::measure::Measure;

/// Outcomes and lengths of each cell, then the comparisons.
pub fn render(finished: &Finished, rows: &[Comparison]) -> String {
    let (study, facts) = (&finished.study, finished.facts());
    let info = study.info();
    let length = info.length().name;
    let mut header = vec!["rules".to_owned(), "games".to_owned()];
    for outcome in info.outcomes {
        let interval = format!("{} % interval", 100.0 * facts.confidence);
        header.extend([outcome.label.to_owned(), interval]);
    }
    header.extend([format!("{length}: mean"), "standard error".into(), "median".into()]);
    let mut lines = Vec::new();
    for (cell, tally) in study.cells.iter().zip(&finished.totals.cells) {
        let mut line = vec![cell.name.clone(), grouped(facts.games)];
        for outcome in 0..info.outcomes.len() {
            let won = tally.games_won(outcome);
            let (low, high) = wilson(won, facts.games, facts.z);
            let ratio = (facts.games > 0).then(|| won as f64 / facts.games as f64);
            line.push(shown(ratio, 5));
            line.push(format!("{low:.5} to {high:.5}"));
        }
        let all = tally.summary(0, &info.all_outcomes());
        line.extend([shown(all.mean, 2), shown(all.std_err, 2)]);
        line.push(all.median.map_or("-".into(), grouped));
        lines.push(line);
    }
    let seed = format!("seed {}, recipe {}", facts.seed, facts.recipe);
    let mut text = format!("{}\n{seed}\n", table(&header, 1, &lines));
    if !study.hunts.is_empty() {
        text.push_str(&format!("\n{}", whole(&tables::records(finished))));
    }
    if !rows.is_empty() {
        let names: Vec<&str> = study.cells.iter().map(|cell| cell.name.as_str()).collect();
        let rows = comparisons(&names, info, study.confidence, rows);
        text.push_str(&format!("\n{rows}"));
    }
    text
}

/// Every row of a table.
pub fn whole(of: &Table) -> String {
    let lines: Vec<Vec<String>> =
        of.rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
    table(&of.header, 1, &lines)
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
    let header: Vec<String> = header.map(String::from).into();
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
        lines.push(vec![
            names[row.second].to_owned(),
            names[row.first].to_owned(),
            row.measure.name(info).into(),
            shown(d.difference, decimals),
            interval,
            row.p_adjusted.map_or("-".into(), |p| match p < 1e-4 {
                true => "< 0.0001".into(),
                false => format!("{p:.4}"),
            }),
        ]);
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
