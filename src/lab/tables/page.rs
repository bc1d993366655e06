//! What came out as short tables to paste into a page.

use super::asked::{Asked, percent};
use super::pairs;
use super::sheet::{Sheet, escaped, heading};
use super::summary::{at_least, equal_seats, given_up};
use crate::core::game::Facts;
use crate::core::table::Table;
use crate::core::wording::digits::grouped;
use crate::lab::spec::Spec;
use crate::lab::spec::measure::Measure;
use crate::lab::study::Finished;
use crate::lab::study::compare::Comparison;

/// Tables that answer what was asked beyond outcomes and lengths, in this order.
const ANSWERS: [&str; 3] = ["ranking.csv", "strata.csv", "precision.csv"];

/// Title and question, the ranking where there is one, outcomes and lengths of each cell, every other
/// answer among the `tables`, then the comparisons.
pub fn render(finished: &Finished, tables: &[Table], rows: &[Comparison]) -> String {
    let (study, facts) = (&finished.study, finished.facts());
    let mut text = story(&study.spec);
    let of = |file: &str| tables.iter().find(|table| table.file == file && !table.rows.is_empty());
    let (first, rest) = ANSWERS.split_at(1);
    let ranking = first.iter().filter_map(|file| of(file));
    ranking.for_each(|table| text.push_str(&format!("{}\n", Sheet::of(table).markdown())));
    text.push_str(&format!("{}\n", outcomes(finished, &facts)));
    if !facts.exact {
        text.push_str(&format!("seed {}, recipe {}\n", facts.seed, facts.recipe));
    }
    for table in rest.iter().filter_map(|file| of(file)) {
        let title = table.file.trim_end_matches(".csv");
        text.push_str(&format!("\n{}{}", heading(3, title), Sheet::of(table).markdown()));
    }
    if !rows.is_empty() {
        let names: Vec<&str> = study.cells.iter().map(|cell| cell.name.as_str()).collect();
        let rows = comparisons(&names, &Asked::of(study), rows);
        text.push_str(&format!("\n{}{rows}", heading(3, "comparison")));
    }
    text
}

/// The title; empty without one.
fn story(story: &Spec) -> String {
    let mut text = String::new();
    if let Some(title) = &story.title {
        text.push_str(&heading(2, title.trim()));
    }
    text
}

/// A line for each cell: games, outcomes and lengths, with what chance leaves open.
fn outcomes(finished: &Finished, facts: &Facts) -> String {
    let (study, info) = (&finished.study, finished.study.info());
    let length = info.length().name;
    let mut header = vec!["rules".to_owned(), "games".to_owned()];
    for outcome in info.outcomes {
        let interval = format!("{} % interval", percent(facts.confidence));
        header.push(outcome.label.to_owned());
        header.extend((!facts.exact).then_some(interval));
    }
    header.push(format!("{length}: mean"));
    header.extend((!facts.exact).then(|| "standard error".to_owned()));
    header.push("median".into());
    let (mut sheet, mut open) = (Sheet::new(header, 1), String::new());
    for (k, (cell, tally)) in study.cells.iter().zip(&finished.totals.cells).enumerate() {
        let mut line = vec![cell.name.clone(), grouped(facts.games)];
        for outcome in 0..info.outcomes.len() {
            let estimate = finished.estimate(k, Measure::Outcome(outcome));
            let value = estimate.value.filter(|_| !estimate.open);
            let value = shown(value, if facts.exact { 9 } else { 5 });
            let interval = estimate.interval;
            let words = |(low, high)| format!("{low:.5} to {high:.5}");
            let interval = interval.map(words);
            // Exact counts have an interval only where games were given up.
            match facts.exact {
                true => line.push(interval.unwrap_or(value)),
                false => line.extend([value, interval.unwrap_or("-".into())]),
            }
        }
        let all = tally.all_games();
        let [least, median] = at_least(&cell.rules, tally);
        line.push(format!("{least}{}", shown(all.mean, if facts.exact { 6 } else { 2 })));
        let std_err = finished.estimate(k, Measure::Length).std_err;
        line.extend((!facts.exact).then(|| shown(std_err, 2)));
        line.push(all.median.map_or("-".into(), |m| format!("{median}{}", grouped(m))));
        sheet.push(line);
        let words = given_up(cell, tally);
        if !words.is_empty() {
            open.push_str(&format!("\n{}: {words}.\n", escaped(&cell.name)));
        }
    }
    let cells = study.cells.iter().map(|cell| (cell.name.as_str(), &cell.rules));
    let equal = equal_seats(cells, info);
    if !equal.is_empty() {
        open.push_str(&format!("\n{}.\n", escaped(&equal)));
    }
    sheet.markdown() + &open
}

/// A line per pair of cells of these names and measure.
fn comparisons(names: &[&str], asked: &Asked<'_>, rows: &[Comparison]) -> String {
    let measured = pairs::header(asked, rows);
    let shown = measured.len();
    let header = ["rules", "less"].map(String::from).into_iter().chain(measured).collect();
    let mut sheet = Sheet::new(header, 3);
    for row in rows {
        let fields = pairs::fields(asked, row).into_iter().take(shown);
        let names = [names[row.second], names[row.first]].map(String::from);
        sheet.push(names.into_iter().chain(fields).collect());
    }
    sheet.markdown()
}

fn shown(number: Option<f64>, decimals: usize) -> String {
    number.map_or("-".into(), |x| format!("{x:.decimals$}"))
}
