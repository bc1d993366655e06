//! What a run on its way says so far, in a few words.

use super::compare::values;
use super::until::look;
use crate::lab::spec::Study;
use crate::lab::study::progress::Progress;

/// The ratio of the first outcome of the first cell, with its interval; empty before the first game.
pub fn estimate(study: &Study, at: &Progress) -> String {
    let Some(cell) = study.cells.first() else { return String::new() };
    if study.decides {
        return leader(study, at);
    }
    let tally = &at.totals.cells[0];
    let games = tally.games();
    if games == 0 {
        return String::new();
    }
    let (often, facts) = (cell.rules.often(tally, 0), study.facts(games));
    let interval = often.interval(facts.z, facts.exact);
    let interval = interval.map_or(String::new(), |(low, high)| format!(", {low:.5} to {high:.5}"));
    let name = match study.cells.len() {
        1 => String::new(),
        _ => format!("{}: ", cell.name),
    };
    let ratio = often.value().unwrap_or(0.0);
    format!("{name}{} {ratio:.5}{interval}", study.info().outcomes[0].label)
}

/// Who leads, and how many differences are open; empty before the first game.
fn leader(study: &Study, at: &Progress) -> String {
    if at.games == 0 {
        return String::new();
    }
    let looked = look(study, &at.totals, at.games);
    let open = looked.iter().filter(|reached| !reached.is_reached()).count();
    let measure = study.decided()[0];
    let mean = |k: usize| values(&at.totals.cells[k], measure).mean().unwrap_or(0.0);
    let first = match study.compares() {
        // The first neighbours of a ranking, as in `die 2 less die 1`.
        false => looked.first().map_or("", |first| &first.name).replace(" less ", " before "),
        true => {
            let best = (0..study.cells.len()).max_by(|&a, &b| mean(a).total_cmp(&mean(b)));
            best.map_or(String::new(), |k| format!("{} leads", study.cells[k].name))
        }
    };
    format!("{first}, {open} of {} open", looked.len())
}
