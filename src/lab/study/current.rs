//! What a run on its way says so far, in a few words.

use crate::lab::spec::Study;
use crate::lab::spec::measure::Measure;
use crate::lab::study::progress::Progress;

/// The ratio of the first outcome of the first cell, with its interval; empty before the first game.
pub fn estimate(study: &Study, at: &Progress) -> String {
    let Some(cell) = study.cells.first() else { return String::new() };
    let tally = &at.totals.cells[0];
    let games = tally.games();
    if games == 0 {
        return String::new();
    }
    let z = study.facts(games).z;
    let estimate = study.estimate(&at.totals, at.games, 0, Measure::Outcome(0), z);
    let interval =
        estimate.interval.map_or(String::new(), |(low, high)| format!(", {low:.5} to {high:.5}"));
    let name = match study.cells.len() {
        1 => String::new(),
        _ => format!("{}: ", cell.name),
    };
    let ratio = estimate.value.unwrap_or(0.0);
    format!("{name}{} {ratio:.5}{interval}", study.info().outcomes[0].label)
}
