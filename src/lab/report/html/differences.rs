//! What changes from one rule set to another.

use super::drawing::Size;
use super::figure::{Figure, Numbers, View};
use super::forest::{Estimate, Forest, MOST_ROWS, Panel};
use super::scale::Unit;
use super::shares::{percent_of, rest};
use super::subject::{Subject, capital};
use crate::core::wording::digits::p_value;
use crate::lab::spec::measure::Measure;
use crate::lab::study::compare::Comparison;

/// The figure; nothing where nothing is compared.
pub fn figure(subject: &Subject) -> Option<Figure> {
    let (info, entries) = (subject.info(), subject.entries());
    let comparisons = subject.comparisons();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for row in &comparisons {
        if pairs.last() != Some(&(row.first, row.second)) {
            pairs.push((row.first, row.second));
        }
    }
    if pairs.is_empty() {
        return None;
    }
    let all = pairs.len();
    pairs.truncate(MOST_ROWS);
    // Names of a common baseline need not be said in every row.
    let baseline = pairs.iter().all(|pair| pair.0 == pairs[0].0).then(|| entries[pairs[0].0].name);
    let names: Vec<String> = pairs
        .iter()
        .map(|&(first, second)| match baseline {
            Some(_) => entries[second].name.to_owned(),
            None => format!("{} \u{2212} {}", entries[second].name, entries[first].name),
        })
        .collect();
    let views = subject.measures().into_iter().map(|measure| {
        let rows: Vec<Option<&Comparison>> = pairs
            .iter()
            .map(|&pair| {
                comparisons
                    .iter()
                    .find(|row| (row.first, row.second) == pair && row.measure == measure)
            })
            .collect();
        let (name, label, unit) = match measure {
            Measure::Outcome(outcome) => {
                let words = &info.outcomes[outcome];
                (words.measure, capital(words.label), Unit::Points)
            }
            Measure::Length => (info.length().name, capital(info.length().name), Unit::Number),
        };
        let title = match (measure, baseline) {
            (Measure::Outcome(_), Some(base)) => format!("{label}: points more than {base}"),
            (Measure::Outcome(_), None) => format!("{label}: difference in points"),
            (Measure::Length, Some(base)) => format!("{label} per game: more than {base}"),
            (Measure::Length, None) => format!("{label} per game: difference"),
        };
        let estimates: Vec<Option<Estimate>> = rows
            .iter()
            .map(|row| {
                let difference = &row.as_ref()?.difference;
                let (value, interval) = (difference.difference?, difference.interval());
                let known = interval.is_some() || difference.method.is_exact();
                known.then_some(Estimate { value, interval })
            })
            .collect();
        let numbers = numbers(&names, &rows, &estimates, unit);
        let panel = Panel { title, unit, against: Some(0.0), estimates };
        let label_of_drawing = format!("Differences: {label}");
        let rows = names.clone();
        let forest = Forest { rows, panels: vec![panel], label: label_of_drawing };
        View {
            name,
            label,
            note: String::new(),
            wide: forest.draw(Size::Wide),
            narrow: forest.draw(Size::Narrow),
            numbers,
        }
    });
    let against = baseline.map_or_else(
        || "Each row is the second rule set less the first".to_owned(),
        |name| format!("Each row is a rule set less {name}"),
    );
    let paired = comparisons.iter().all(|row| row.difference.method.is_paired() && !row.by_index);
    let same = match paired {
        true => format!(", game by game on the same {}", info.chance),
        false => String::new(),
    };
    let how = match comparisons.iter().all(|row| row.difference.method.is_exact()) {
        true => ". Every order of the deck was played, so the differences are exact.".to_owned(),
        false => format!(
            ", with {} % intervals. p-values are adjusted for all comparisons of the run (Holm).",
            percent_of(subject.confidence())
        ),
    };
    Some(Figure {
        id: "differences".into(),
        title: "What the rules change".into(),
        caption: format!("{against}{same}{how}{}", rest(all)),
        keys: Vec::new(),
        views: views.collect(),
        beside: None,
    })
}

fn numbers(
    names: &[String],
    rows: &[Option<&Comparison>],
    estimates: &[Option<Estimate>],
    unit: Unit,
) -> Numbers {
    let rows = names.iter().zip(rows).zip(estimates).map(|((name, row), estimate)| {
        let difference = estimate.map_or("too few games".into(), |estimate| estimate.text(unit));
        let p = row.and_then(|row| row.p_adjusted).map_or("\u{2013}".into(), p_value);
        let method = row.map_or(String::new(), Comparison::method);
        (name.clone(), vec![difference, p, method])
    });
    Numbers {
        corner: "rule sets".into(),
        columns: ["Difference", "p, adjusted", "Method"].map(Into::into).into(),
        rows: rows.collect(),
    }
}
