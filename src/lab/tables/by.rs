//! Games sorted by a feature of the deal, as a table on the terminal.

use super::estimates::as_said;
use super::terms::percent;
use crate::core::game::Facts;
use crate::core::info::GameInfo;
use crate::core::strata::Strata;
use crate::core::wording::digits::counted;
use crate::core::wording::said::Said;
use crate::core::wording::text::{Align, grouped};
use crate::lab::spec::measure::Measure;
use crate::lab::study::Finished;
use crate::lab::study::estimate::of_stratum;

/// Values that the terminal shows of each cell; `strata.csv` has all.
const MOST_VALUES: usize = 30;
/// Tables that the terminal shows.
const MOST_TABLES: usize = 3;

/// A table per cell and feature; nothing if the games were not sorted, and a hint where there are many cells.
pub fn render(said: &mut Said, finished: &Finished) {
    let (study, facts) = (&finished.study, finished.facts());
    let features: Vec<&str> = study.by.iter().map(|&by| study.info().features[by].name).collect();
    let tables = study.cells.len() * features.len();
    if tables > MOST_TABLES {
        let tables = counted(tables as u64, "table", "tables");
        let by = features.join(", ");
        let what = format!("by {by}: {tables}, too many to show; all are in the table `strata`");
        said.gap();
        return said.words("", what);
    }
    for (cell, strata) in study.cells.iter().zip(&finished.totals.strata) {
        for (feature, strata) in features.iter().zip(strata) {
            said.gap();
            said.words("", format!("{} by {feature}", cell.name));
            let lines = table(study.info(), &facts, feature, strata);
            let is_words = |head: &String| head.ends_with(" interval");
            let align = |head| if is_words(head) { Align::Left } else { Align::Right };
            said.rows(lines[0].iter().map(align).collect::<Vec<_>>(), lines);
            let values = strata.by_value().count();
            if values > MOST_VALUES {
                let more = counted((values - MOST_VALUES) as u64, "more value", "more values");
                said.words("  ", format!("... {more} in the table `strata`"));
            }
        }
    }
}

fn table(info: &GameInfo, facts: &Facts, feature: &str, strata: &Strata) -> Vec<Vec<String>> {
    let mut header = vec![format!("  {feature}"), "games".into()];
    for (k, outcome) in info.outcomes.iter().enumerate() {
        header.push(outcome.label.into());
        if k == 0 && !facts.exact {
            header.push(format!("{} % interval", percent(facts.confidence)));
        }
    }
    header.push(format!("{}: mean", info.length().name));
    let mut lines = vec![header];
    for (value, stratum) in strata.by_value().take(MOST_VALUES) {
        let of = |measure| of_stratum(stratum, measure, facts.z, facts.exact);
        let mut line = vec![value.to_string(), grouped(stratum.games())];
        for k in 0..info.outcomes.len() {
            let one = of(Measure::Outcome(k));
            line.push(format!("{:.4}", one.value.unwrap_or(0.0)));
            let interval = one.interval.filter(|_| k == 0);
            line.extend(interval.map(|(low, high)| format!("{low:.4} to {high:.4}")));
        }
        line.push(as_said(&of(Measure::LENGTH), Measure::LENGTH, 2));
        lines.push(line);
    }
    lines
}
