//! Games sorted by a feature of the deal, as a table on the terminal.

use super::terms::as_said;
use super::{OfFeature, Tables};
use crate::core::wording::digits::counted;
use crate::core::wording::said::{Said, TextTable};
use crate::core::wording::text::grouped;
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
        let shown = &games[..games.len().min(MOST_VALUES)];
        said.rows(lines(tables, games[0].feature, shown));
        if games.len() > MOST_VALUES {
            let more = counted((games.len() - MOST_VALUES) as u64, "more value", "more values");
            said.words("  ", format!("... {more} in the table `strata`"));
        }
    }
}

fn lines<'t>(
    tables: &Tables<'_>,
    feature: &str,
    games: &'t [OfFeature],
) -> TextTable<&'t OfFeature> {
    let info = tables.info();
    let mut lines = TextTable::new(games);
    lines.right(format!("  {feature}"), |one| one.value.to_string());
    lines.right("games", |one| grouped(one.games()));
    for (k, outcome) in info.outcomes.iter().enumerate() {
        let share = |one: &OfFeature| *one.estimate(Measure::Outcome(k));
        lines.right(outcome.label, |one| format!("{:.4}", share(one).value.unwrap_or(0.0)));
        if k == 0 && !tables.is_exact() {
            lines.left(tables.interval(), |one| {
                let interval = share(one).interval;
                interval.map_or(String::new(), |(low, high)| format!("{low:.4} to {high:.4}"))
            });
        }
    }
    lines.right(format!("{}: mean", info.length().name), |one| {
        as_said(one.estimate(Measure::LENGTH), Measure::LENGTH, 2)
    });
    lines
}
