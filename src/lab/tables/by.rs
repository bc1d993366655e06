//! Games sorted by a feature of the deal, as a table on the terminal.

use super::terms::{as_said, percent};
use super::{OfFeature, Tables};
use crate::core::wording::digits::counted;
use crate::core::wording::said::Said;
use crate::core::wording::text::{Align, grouped};
use crate::lab::spec::measure::Measure;

/// Values that the terminal shows of each cell; `strata.csv` has all.
const MOST_VALUES: usize = 30;
/// Tables that the terminal shows.
const MOST_TABLES: usize = 3;

/// A table per cell and feature; nothing if the games were not sorted, and a hint where there are many cells.
pub fn render(said: &mut Said, tables: &Tables<'_>) {
    let features = tables.features();
    let many = tables.names.len() * features.len();
    if many > MOST_TABLES {
        let many = counted(many as u64, "table", "tables");
        let by = features.join(", ");
        let what = format!("by {by}: {many}, too many to show; all are in the table `strata`");
        said.gap();
        return said.words("", what);
    }
    for games in tables.strata.chunk_by(|a, b| (a.row, a.feature) == (b.row, b.feature)) {
        said.gap();
        said.words("", format!("{} by {}", tables.names[games[0].row], games[0].feature));
        let lines = lines(tables, games);
        let is_words = |head: &String| head.ends_with(" interval");
        let align = |head| if is_words(head) { Align::Left } else { Align::Right };
        said.rows(lines[0].iter().map(align).collect::<Vec<_>>(), lines);
        if games.len() > MOST_VALUES {
            let more = counted((games.len() - MOST_VALUES) as u64, "more value", "more values");
            said.words("  ", format!("... {more} in the table `strata`"));
        }
    }
}

fn lines(tables: &Tables<'_>, games: &[OfFeature]) -> Vec<Vec<String>> {
    let info = tables.info();
    let mut header = vec![format!("  {}", games[0].feature), "games".into()];
    for (k, outcome) in info.outcomes.iter().enumerate() {
        header.push(outcome.label.into());
        if k == 0 && !tables.is_exact() {
            header.push(format!("{} % interval", percent(tables.confidence())));
        }
    }
    header.push(format!("{}: mean", info.length().name));
    let mut lines = vec![header];
    for one in games.iter().take(MOST_VALUES) {
        let mut line = vec![one.value.to_string(), grouped(one.games())];
        for k in 0..info.outcomes.len() {
            let share = one.estimate(Measure::Outcome(k));
            line.push(format!("{:.4}", share.value.unwrap_or(0.0)));
            let interval = share.interval.filter(|_| k == 0);
            line.extend(interval.map(|(low, high)| format!("{low:.4} to {high:.4}")));
        }
        line.push(as_said(one.estimate(Measure::LENGTH), Measure::LENGTH, 2));
        lines.push(line);
    }
    lines
}
