//! Many comparisons as a table on the terminal: a line per pair and measure.

use crate::core::stats::Verdict;
use crate::core::wording::digits::{counted, grouped, p_value};
use crate::core::wording::text::{Align, columns, wrapped};
use crate::lab::spec::measure::Measure;
use crate::lab::study::compare::Comparison;

use super::asked::Asked;

/// Lines that the terminal shows; `comparison.csv` has all.
pub const MOST_LINES: usize = 40;

/// On which games two rule sets were compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deals {
    /// The same, one by one.
    Same,
    /// Those of one index, with different decks.
    ByIndex,
    /// Any.
    Apart,
}

impl Deals {
    fn of(row: &Comparison) -> Self {
        match (row.difference.method.is_paired(), row.by_index) {
            (true, false) => Self::Same,
            (true, true) => Self::ByIndex,
            (false, _) => Self::Apart,
        }
    }

    fn mark(self) -> &'static str {
        match self {
            Self::Same => "",
            Self::ByIndex => "+",
            Self::Apart => "*",
        }
    }
}

/// How many pairs there are.
pub fn pairs(rows: &[Comparison]) -> usize {
    let mut pairs: Vec<(usize, usize)> = rows.iter().map(|row| (row.first, row.second)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs.len()
}

/// The numbers by which the table calls cells of these names, where nothing else lists them.
pub fn legend(names: &[&str]) -> String {
    let line = |(k, name): (usize, &&str)| format!("  {}  {name}\n", k + 1);
    names.iter().enumerate().map(line).collect()
}

/// The table. Cells are called by their numbers from 1, as the overview lists them.
pub fn table(asked: &Asked<'_>, rows: &[Comparison]) -> String {
    let percent = 100.0 * asked.confidence;
    let interval = format!("{percent} % interval");
    let exact = rows.iter().all(|row| row.difference.method.is_exact());
    let [interval, p] = if exact { ["", ""] } else { [interval.as_str(), "adjusted p"] };
    let mut lines =
        vec![["pair", "measure", "difference", interval, p, ""].map(String::from).to_vec()];
    for row in rows.iter().take(MOST_LINES) {
        lines.push(line(asked, row));
    }
    let (left, right) = (Align::Left, Align::Right);
    let mut text = String::from("\n");
    for line in columns(&[left, left, right, left, right, left], &lines).lines() {
        text.push_str(&format!("  {line}\n"));
    }
    if rows.len() > MOST_LINES {
        let more = counted((rows.len() - MOST_LINES) as u64, "more line", "more lines");
        text.push_str(&format!("  ... {more} in the table `comparison`\n"));
    }
    text.push('\n');
    text.push_str(&wrapped("  ", &footnote(asked, rows)));
    text
}

/// What the numbers of the pairs mean, and on which deals they were compared.
fn footnote(asked: &Asked<'_>, rows: &[Comparison]) -> String {
    let chance = asked.info.chance;
    let of = |how: Deals| {
        let row = rows.iter().find(|row| Deals::of(row) == how);
        row.map(|row| grouped(row.difference.n_1))
    };
    let mut text = "2-1 is the value of rule set 2 less that of rule set 1".to_owned();
    if let Some(games) = of(Deals::Same) {
        text.push_str(&format!(", on the same {games} {chance}"));
    }
    if let Some(games) = of(Deals::Apart) {
        text.push_str(&format!("; * not the same {chance}, {games} {chance} each"));
    }
    if let Some(games) = of(Deals::ByIndex) {
        text.push_str(&format!("; + other decks, {games} {chance} each, paired by game index"));
    }
    text
}

fn line(asked: &Asked<'_>, row: &Comparison) -> Vec<String> {
    let d = &row.difference;
    let decimals = match row.measure {
        Measure::Outcome(_) => 5,
        Measure::Length => 2,
    };
    let number = |x: f64| format!("{x:+.decimals$}");
    let (difference, interval) = match (d.difference, d.interval()) {
        (Some(difference), Some((low, high))) => {
            (number(difference), format!("{} to {}", number(low), number(high)))
        }
        (Some(difference), None) if d.method.is_exact() => (number(difference), String::new()),
        _ => ("-".into(), "-".into()),
    };
    let p = match row.p_adjusted {
        None if d.method.is_exact() => String::new(),
        p => p.map_or("-".into(), p_value),
    };
    vec![
        format!("{}-{}{}", row.second + 1, row.first + 1, Deals::of(row).mark()),
        row.measure.name(asked.info).into(),
        difference,
        interval,
        p,
        said(asked, row).into(),
    ]
}

/// The verdict in a word or two, as [`super::sentences`] has it.
fn said(asked: &Asked<'_>, row: &Comparison) -> &'static str {
    if row.difference.method.is_exact() {
        return "exact";
    }
    let effect = asked.min_effect(row.measure);
    let Some(verdict) = row.difference.verdict(effect) else { return "too few games" };
    let upheld = row.p_adjusted.is_none_or(|p| p < 1.0 - asked.confidence);
    match verdict {
        Verdict::Different(_) | Verdict::DifferentPerhapsSlightly(_) if !upheld => "unclear",
        Verdict::Different(_) => "different",
        Verdict::DifferentPerhapsSlightly(_) => "slightly?",
        Verdict::EquivalentWithin(_) => "equivalent",
        Verdict::Inconclusive => "unclear",
    }
}
