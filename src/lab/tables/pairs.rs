//! Comparisons of several pairs as a table on the terminal: a line per measure under each pair.

use super::asked::{Asked, UNCLEAR, deals, reliably};
use crate::core::stats::Verdict;
use crate::core::wording::digits::{counted, p_value};
use crate::core::wording::text::{Align, columns, wrapped};
use crate::lab::spec::measure::Measure;
use crate::lab::study::compare::Comparison;

/// Lines that the terminal shows; `comparison.csv` has all.
pub const MOST_LINES: usize = 40;

/// How many pairs there are.
pub fn pairs(rows: &[Comparison]) -> usize {
    let mut pairs: Vec<(usize, usize)> = rows.iter().map(|row| (row.first, row.second)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs.len()
}

/// The header of the columns that say how large a difference is; exact ones have no more.
pub fn header(asked: &Asked<'_>, rows: &[Comparison]) -> Vec<String> {
    let interval = format!("{} % interval", asked.percent());
    let exact = rows.iter().all(|row| row.difference.method.is_exact());
    let all = ["measure", "difference", &interval, "adjusted p"].map(String::from);
    all[..if exact { 2 } else { 4 }].to_vec()
}

/// The fields of a comparison under [`header`].
pub fn fields(asked: &Asked<'_>, row: &Comparison) -> [String; 4] {
    let d = &row.difference;
    let decimals = match row.measure {
        Measure::Outcome(_) => 5,
        Measure::Length => 2,
    };
    let number = |x: f64| format!("{x:+.decimals$}");
    let interval = d.interval().map(|(low, high)| format!("{} to {}", number(low), number(high)));
    // Too few games have a difference, and nothing to judge it by.
    let judged = d.difference.filter(|_| interval.is_some() || d.method.is_exact());
    [
        row.measure.name(asked.info).into(),
        judged.map_or("-".into(), number),
        interval.unwrap_or("-".into()),
        row.p_adjusted.map_or("-".into(), p_value),
    ]
}

/// The table, each pair of cells of these names above its lines.
pub fn table(names: &[&str], asked: &Asked<'_>, rows: &[Comparison]) -> String {
    let shown = &rows[..rows.len().min(MOST_LINES)];
    let header = header(asked, rows);
    let fields = |row| -> Vec<String> {
        let line = fields(asked, row).into_iter().take(header.len());
        line.chain([remark(asked, row).to_owned()]).collect()
    };
    let mut lines = vec![header.clone()];
    lines.extend(shown.iter().map(fields));
    let aligns = [Align::Left, Align::Right, Align::Left, Align::Right][..header.len()].iter();
    let aligns: Vec<Align> = aligns.copied().chain([Align::Left]).collect();
    let body = columns(&aligns, &lines);
    let mut body = body.lines();
    let mut text = format!("\n  {}\n", body.next().unwrap_or_default());
    let on = |row: &Comparison| deals(asked.info, row);
    let everywhere = rows.first().map(on).filter(|all| rows.iter().all(|row| on(row) == *all));
    let mut pair = None;
    for (row, line) in shown.iter().zip(body) {
        if pair != Some((row.first, row.second)) {
            pair = Some((row.first, row.second));
            let (one, two) = (names[row.second], names[row.first]);
            let on = if everywhere.is_none() { format!(", {}", on(row)) } else { String::new() };
            text.push_str(&wrapped("", &format!("{one} against {two}{on}")));
        }
        text.push_str(&format!("  {line}\n"));
    }
    if rows.len() > MOST_LINES {
        let more = counted((rows.len() - MOST_LINES) as u64, "more line", "more lines");
        text.push_str(&format!("  ... {more} in the table `comparison`\n"));
    }
    text.push('\n');
    text + &wrapped("", &footnote(asked, rows, everywhere))
}

/// What the numbers mean, on which deals the rule sets were compared, and what was found.
fn footnote(asked: &Asked<'_>, rows: &[Comparison], everywhere: Option<String>) -> String {
    let on = everywhere.map_or(String::new(), |on| format!(", {on}"));
    let mut text = format!("difference: the first named less the second{on}");
    if rows.iter().all(|row| row.difference.method.is_exact()) {
        text.push_str("; exact");
    } else if rows.iter().all(|row| remark(asked, row).is_empty()) {
        text.push_str("; all are different");
    } else if rows.iter().any(|row| remark(asked, row).is_empty()) {
        text.push_str("; different where nothing else is said");
    }
    text
}

/// What is said of a row, unless it is plainly different, or exact.
fn remark(asked: &Asked<'_>, row: &Comparison) -> &'static str {
    if row.difference.method.is_exact() {
        return "";
    }
    let effect = asked.min_effect(row.measure);
    let Some(verdict) = row.difference.verdict(effect) else { return "too few games" };
    match verdict {
        Verdict::Different(_) | Verdict::DifferentPerhapsSlightly(_) if !reliably(asked, row) => {
            UNCLEAR
        }
        Verdict::Different(_) => "",
        Verdict::DifferentPerhapsSlightly(_) => "perhaps slightly",
        Verdict::EquivalentWithin(_) => "equivalent",
        Verdict::Inconclusive => UNCLEAR,
    }
}
