//! Rule sets that differ in a number: what every measure does as it grows.

use std::collections::{BTreeMap, BTreeSet};

use toml::Value;

use super::curves::{Counted, Courses};
use super::figure::{FROM_BOTH_ENDS, Figure, MOST_SERIES, by_place, drawn};
use super::names::in_words;
use super::shares::bands;
use super::subject::{Entry, Subject};
use crate::core::fields::flat;

/// Values that a number needs to make a curve.
const FEWEST: usize = 3;

/// The figure; nothing where the rule sets do not differ in a number.
pub fn figure(subject: &Subject) -> Option<Figure> {
    let entries = subject.entries();
    let fields: Vec<BTreeMap<String, Value>> = entries.iter().map(fields_of).collect();
    let (key, groups) = axis_of(&fields)?;
    let (groups, said) = drawn(groups, MOST_SERIES, by_place, FROM_BOTH_ENDS);
    let curves = groups.iter().map(|(rest, cells)| {
        let mut points: Vec<Counted> = cells
            .iter()
            .map(|&k| Counted::of(&entries[k], whole(&fields[k], &key).unwrap_or_default() as f64))
            .collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        (group_name(rest), points)
    });
    let measures = subject.measures().into_iter();
    let axis = in_words(&key);
    Courses {
        words: [
            "sweep".into(),
            format!(
                "Rule sets that differ in {key}. {}{said}",
                bands(subject, "Bands and whiskers")
            ),
        ],
        axis,
        curves: curves.collect(),
        measures: measures.collect(),
        subject,
    }
    .figure()
}

/// The fields of a cell's rule set by their full keys.
pub fn fields_of(entry: &Entry<'_>) -> BTreeMap<String, Value> {
    let fields = flat(&entry.state.study.game.fields(&entry.cell.rules));
    let mut fields: BTreeMap<String, Value> = fields.into_iter().collect();
    if !entry.cell.part.is_empty() {
        fields.insert("part".into(), Value::String(entry.cell.part.clone()));
    }
    fields
}

/// The fields in which these rule sets differ.
pub fn differing(fields: &[BTreeMap<String, Value>]) -> Vec<&String> {
    let keys: BTreeSet<&String> = fields.iter().flat_map(BTreeMap::keys).collect();
    let differs = |key: &&String| fields.iter().any(|one| text(one, key) != text(&fields[0], key));
    keys.into_iter().filter(differs).collect()
}

/// What a field says.
pub fn text(fields: &BTreeMap<String, Value>, key: &str) -> Option<String> {
    let value = fields.get(key)?;
    Some(value.as_str().map_or_else(|| value.to_string(), Into::into))
}

fn whole(fields: &BTreeMap<String, Value>, key: &str) -> Option<i64> {
    fields.get(key).and_then(Value::as_integer)
}

/// The fields beside the axis, with their values as text: what a curve has in common.
type Rest = Vec<(String, String)>;

/// A curve: what its cells have in common, and which these are.
type Curve = (Rest, Vec<usize>);

/// The number that most values were given to, and the cells by all the other fields that differ;
/// `None` if there are no curves of [`FEWEST`] points.
fn axis_of(fields: &[BTreeMap<String, Value>]) -> Option<(String, Vec<Curve>)> {
    let differing = differing(fields);
    let values = |key: &str| -> BTreeSet<i64> {
        (0..fields.len()).filter_map(|k| whole(&fields[k], key)).collect()
    };
    let axis = differing.iter().max_by_key(|key| values(key).len())?;
    if values(axis).len() < FEWEST {
        return None;
    }
    let mut groups: Vec<Curve> = Vec::new();
    for (k, of_cell) in fields.iter().enumerate() {
        // A word among the numbers, such as `tied-rank`, has no place on the axis.
        if whole(of_cell, axis).is_none() {
            continue;
        }
        let others = differing.iter().filter(|key| *key != axis);
        let rest: Rest =
            others.map(|key| ((*key).clone(), text(&fields[k], key).unwrap_or_default())).collect();
        match groups.iter_mut().find(|(known, _)| *known == rest) {
            Some((_, cells)) => cells.push(k),
            None => groups.push((rest, vec![k])),
        }
    }
    groups.retain(|(_, cells)| cells.len() >= FEWEST);
    (!groups.is_empty()).then(|| ((*axis).clone(), groups))
}

fn group_name(rest: &Rest) -> String {
    // A field that these rules do not have says nothing.
    let known = rest.iter().filter(|(_, value)| !value.is_empty());
    let words = known.map(|(key, value)| format!("{} {value}", in_words(key)));
    let name = words.collect::<Vec<_>>().join(", ");
    if name.is_empty() { "all rule sets".into() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(at: i64, pickup: &str) -> BTreeMap<String, Value> {
        [
            ("limit.at".to_owned(), Value::Integer(at)),
            ("pickup".to_owned(), Value::String(pickup.into())),
            ("deck.ranks".to_owned(), Value::Integer(13)),
        ]
        .into()
    }

    #[test]
    fn the_number_with_most_values_is_the_axis_and_the_rest_makes_curves() {
        let mut cells = Vec::new();
        for at in [10, 100, 1000] {
            cells.extend([cell(at, "as-laid"), cell(at, "shuffled")]);
        }
        cells.push(cell(10, "winner-first"));
        let (key, groups) = axis_of(&cells).unwrap();
        assert_eq!(key, "limit.at");
        let names: Vec<String> = groups.iter().map(|(rest, _)| group_name(rest)).collect();
        // A curve of one point is none.
        assert_eq!(names, ["pickup as-laid", "pickup shuffled"]);
        assert_eq!(groups[1].1, [1, 3, 5]);
        let missing = [("pickup".to_owned(), String::new()), ("a.b".into(), "1".into())];
        assert_eq!(group_name(&missing.into()), "a b 1");
    }

    #[test]
    fn rule_sets_that_differ_in_words_alone_are_no_sweep() {
        assert_eq!(axis_of(&[cell(1, "a"), cell(1, "b"), cell(1, "c")]), None);
        assert_eq!(axis_of(&[cell(1, "a"), cell(2, "a")]), None);
        assert_eq!(axis_of(&[cell(1, "a")]), None);
        assert_eq!(axis_of(&[]), None);
    }
}
