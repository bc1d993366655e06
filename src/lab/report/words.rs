//! What a page says of runs in words: their title, how they were played, how their games ended.

use indexmap::IndexSet;

use super::dot::capital;
use crate::core::ends::{ENDLESS, cut_off};
use crate::core::wording::digits::grouped;
use crate::lab::study::Finished;
use crate::lab::tables::Tables;
use crate::lab::tables::fields::shortened;
use crate::lab::tables::screen::{names_of, played};

/// A title.
pub fn title(tables: &Tables) -> String {
    let told = tables.only().and_then(|run| run.study.spec.title.clone());
    told.unwrap_or_else(|| {
        let rules = tables.runs.iter().flat_map(|run| &run.finished.study.rule_sets);
        let names: IndexSet<String> = rules.map(|rules| rules.name.clone()).collect();
        let names = shortened(&Vec::from_iter(names));
        format!("{}: {}", capital(tables.info().title), names_of(&names, 4))
    })
}

/// What was run, and which cells of a sweep make no game.
pub fn sentences(run: &Finished) -> Vec<String> {
    const MOST: usize = 3;
    let refused = &run.study.refused;
    let mut all = vec![played(run)];
    all.extend(
        refused.iter().take(MOST).map(|cell| format!("Left out: {}: {}.", cell.name, cell.reason)),
    );
    if refused.len() > MOST {
        all.push(format!("{} rule sets are left out in all.", grouped(refused.len() as u64)));
    }
    all
}

/// What a row is.
pub fn row_of(tables: &Tables) -> &'static str {
    if tables.is_of_parts() { "pair" } else { "rule set" }
}

/// An end reason in words.
pub fn reason(tables: &Tables, reason: usize) -> String {
    let (info, word) = (tables.info(), tables.info().end_reasons[reason]);
    match word {
        word if info.endless.contains(&word) => ENDLESS.into(),
        word if info.stopped.contains(&word) => {
            let of = |gives_up: bool| {
                let mut own = tables.rows().filter(|row| row.cell.rules.gives_up == gives_up);
                own.any(|row| row.unwon(reason) > 0)
            };
            match of(true) && of(false) {
                true => format!("{} or {}", cut_off(false), cut_off(true)),
                false => cut_off(of(true)).into(),
            }
        }
        word => word.replace('-', " "),
    }
}

/// Which intervals there are, and what games that were given up do to them, in sentences.
pub fn intervals(tables: &Tables) -> String {
    let studies = || tables.runs.iter().map(|run| &run.finished.study);
    let said = match tables.percent() {
        _ if tables.is_exact() && !studies().all(|study| study.range() == study.whole()) => {
            "Exact counts of these orders of the deck, which say nothing of the others.".into()
        }
        _ if tables.is_exact() => {
            "Every order of the deck was played, so the numbers are exact.".into()
        }
        percent if studies().any(|study| study.has_targets()) => match tables.only() {
            Some(_) => format!("Intervals are of {percent} %, valid at any stopping point."),
            None => format!(
                "Intervals are of {percent} %; those of differences are as if the numbers of games had been planned."
            ),
        },
        percent => format!("Intervals are of {percent} %."),
    };
    match tables.rows().any(|row| row.given_up() > 0) {
        true => format!(
            "{said} Where games were given up, intervals reach from without them to with all of them."
        ),
        false => said,
    }
}

/// What everything is made of, in sentences, for a picture that stands alone.
pub fn source(tables: &Tables) -> String {
    let mut said: Vec<String> = tables.runs.iter().map(|run| played(&run.finished)).collect();
    let exact = tables.is_exact();
    let confidence = tables.percent();
    said.extend((!exact).then(|| format!("Confidence {confidence} %.")));
    let recipe = if exact { "" } else { &format!(", recipe {}", tables.info().recipe) };
    said.push(format!("war-sim {}{recipe}.", env!("CARGO_PKG_VERSION")));
    said.join(" ")
}
