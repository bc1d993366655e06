//! What a page may say of rule sets that differ in their fields.

use super::differences::held;
use super::estimate::Estimate;
use super::scale::Unit;
use super::subject::{Entry, Subject, capital};
use crate::core::game::GameInfo;
use crate::lab::spec::measure::Measure;
use crate::lab::tables::fields::{Fields, in_words};

/// What the numbers allow to say in a title, and the measure that it is about: the least and the most of all rule
/// sets, of the first measure in which a comparison of the run is a difference.
pub fn finding(subject: &Subject, fields: &Fields, measures: &[Measure]) -> (usize, String) {
    let (entries, info) = (subject.entries(), subject.info());
    let z = subject.z_among(2 * entries.len() * measures.len());
    let differing = differing(subject);
    let said = |m: usize| {
        let known = entries
            .iter()
            .enumerate()
            .filter_map(|(k, entry)| Some((k, entry.estimated(measures[m], z)?)));
        let known: Vec<(usize, Estimate)> = known.collect();
        let order =
            |a: &&(usize, Estimate), b: &&(usize, Estimate)| a.1.value.total_cmp(&b.1.value);
        let (low, high) = known.iter().min_by(order).zip(known.iter().max_by(order))?;
        let is_open = known.len() < entries.len() || known.iter().any(|(_, one)| one.open);
        let is_found = match &differing {
            Some(found) => found.contains(&measures[m]),
            None => low.1.ends().1 < high.1.ends().0,
        };
        let (_, label, unit) = called(info, measures[m]);
        let [from, to] = [low, high].map(|(_, one)| unit.short(one.value));
        let (one, other) = (fields.name(low.0, None), fields.name(high.0, None));
        let words = match is_found {
            _ if is_open => {
                format!("{label}: games were given up, so the intervals say how much is open")
            }
            true if fields.keys.len() == 1 => {
                let [low, high] = [low.0, high.0].map(|k| fields.value(k, 0));
                let key = in_words(&fields.keys[0]);
                format!("{label}: {from} where {key} is {low}, {to} where it is {high}")
            }
            true => format!("{label}: {from} with {one}, {to} with {other}"),
            false if from == to => format!("{label}: no difference found; {from}"),
            false => format!("{label}: no difference found; {from} to {to}"),
        };
        Some((is_found && !is_open, words))
    };
    let all: Vec<_> = (0..measures.len()).filter_map(|m| Some((m, said(m)?))).collect();
    let found = all.iter().find(|(_, (is_found, _))| *is_found).or(all.first());
    found.map_or((0, "No games were played".into()), |(m, (_, words))| (*m, words.clone()))
}

/// The measures in which a comparison of the run is a difference; `None` where nothing is compared.
fn differing(subject: &Subject) -> Option<Vec<Measure>> {
    let (rows, asked) = (subject.comparisons(), subject.asked());
    let differing = rows.iter().filter(|row| held(&asked, Some(row), Unit::Number).differs);
    let differing = differing.map(|row| row.measure).collect();
    (!rows.is_empty()).then_some(differing)
}

/// What is said of bands and whiskers along an axis.
pub fn bands(subject: &Subject, drawn: &str) -> String {
    match subject.entries().iter().all(Entry::is_exact) {
        true => "Every order of the deck was played, so the numbers are exact.".into(),
        false => format!("{drawn} are {} % intervals.", subject.percent()),
    }
}

/// A measure: its name in links, in words, and how it is written.
pub fn called(info: &GameInfo, measure: Measure) -> (&'static str, String, Unit) {
    match measure {
        Measure::Outcome(outcome) => {
            let words = &info.outcomes[outcome];
            (words.measure, capital(words.label), Unit::Percent)
        }
        Measure::Length => (info.length().name, capital(info.length().name), Unit::Number),
    }
}
