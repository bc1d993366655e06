//! The fields in which rule sets differ, and what each says.

use std::collections::BTreeSet;

use crate::core::fields::flat;
use crate::core::wording::digits::grouped;
use crate::game::Cell;
use crate::lab::spec::sweep::text_of;

/// The fields in which rule sets differ, and what each says.
pub struct Fields {
    /// Their full keys, the one with most values first.
    pub keys: Vec<String>,
    /// The values of each, in the order given.
    pub values: Vec<Vec<String>>,
    /// Which of them every rule set has.
    pub of: Vec<Vec<usize>>,
}

impl Fields {
    /// Those of these cells: the swept ones, else all that differ.
    pub fn of(cells: &[&Cell], swept: &[String]) -> Option<Self> {
        // Two sweeps may have the same values over other rules.
        let fields = Self::with(cells, swept);
        let is_unique =
            |fields: &Self| (0..cells.len()).all(|k| !fields.of[..k].contains(&fields.of[k]));
        fields
            .filter(|fields| swept.is_empty() || is_unique(fields))
            .or_else(|| Self::with(cells, &[]))
    }

    fn with(cells: &[&Cell], swept: &[String]) -> Option<Self> {
        let mut keys = swept.to_vec();
        if keys.is_empty() {
            let written = |cell: &&Cell| flat(&cell.rules.fields());
            let written = cells.iter().flat_map(written).map(|(key, _)| key);
            keys = written.collect::<BTreeSet<String>>().into_iter().collect();
        }
        if cells.iter().any(|cell| !cell.part.is_empty()) {
            keys.push("part".into());
        }
        let mut all: Vec<(String, Vec<String>, Vec<usize>)> = Vec::new();
        for key in keys {
            let (mut values, mut of) = (Vec::new(), Vec::new());
            for said in cells.iter().map(|cell| says(cell, &key)) {
                let known = values.iter().position(|value| *value == said);
                of.push(known.unwrap_or(values.len()));
                if known.is_none() {
                    values.push(said);
                }
            }
            all.extend((values.len() > 1).then_some((key, values, of)));
        }
        all.sort_by_key(|(_, values, _)| std::cmp::Reverse(values.len()));
        let of = (0..cells.len()).map(|k| all.iter().map(|(_, _, of)| of[k]).collect());
        let of = of.collect();
        let (keys, values) = all.into_iter().map(|(key, values, _)| (key, values)).unzip();
        Some(Self { keys, values, of }).filter(|fields: &Self| !fields.keys.is_empty())
    }

    /// What an entry says of its fields but this one: `jokers 1, pickup as-laid`.
    pub fn name(&self, k: usize, but: Option<usize>) -> String {
        let words = (0..self.keys.len()).filter(|f| Some(*f) != but).filter_map(|f| {
            let value = self.value(k, f);
            // A field that these rules do not have says nothing.
            (!value.is_empty()).then(|| format!("{} {value}", in_words(&self.keys[f])))
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// What an entry says of a field, numbers in groups of three digits.
    pub fn value(&self, k: usize, field: usize) -> String {
        let value = &self.values[field][self.of[k][field]];
        value.parse().map_or_else(|_| value.clone(), grouped)
    }

    /// Which cell has the values of two or three fields: a row for each of the first, a column for each of the second,
    /// once for each of the third; nothing where there is no room for so many values, or where two cells have one place.
    pub fn matrix(&self, most: [usize; 3]) -> Option<Vec<Vec<Option<usize>>>> {
        let sizes: Vec<usize> = self.values.iter().map(Vec::len).collect();
        let fits = sizes.iter().zip(most).all(|(size, most)| *size <= most);
        let (rows, columns) = match sizes[..] {
            [rows, columns] => (rows, columns),
            [rows, columns, panels] => (rows, panels * columns),
            _ => return None,
        };
        let mut cells = vec![vec![None; columns]; rows];
        for (k, at) in self.of.iter().enumerate() {
            let column = at.get(2).unwrap_or(&0) * sizes[1] + at[1];
            if cells[at[0]][column].replace(k).is_some() {
                return None;
            }
        }
        fits.then_some(cells)
    }

    /// The field with most values that are all numbers.
    pub fn axis(&self) -> Option<usize> {
        let is_number = |value: &String| value.parse::<i64>().is_ok();
        (0..self.keys.len()).find(|&f| self.values[f].iter().all(is_number))
    }
}

/// What the rules of a cell say of a field, its default written out; the part, of the key `part`.
fn says(cell: &Cell, key: &str) -> String {
    if key == "part" {
        return cell.part.clone();
    }
    cell.rules.field(key).map_or(String::new(), |value| text_of(&value))
}

/// A field in words, without the table it is in where the rest says enough: `war.face_down` is `face
/// down`, `limit.at` is `limit at`.
pub fn in_words(key: &str) -> String {
    const ENOUGH: usize = 4;
    let own = match key.split_once('.') {
        Some((table, own)) if own.len() > ENOUGH && !table.contains('_') => own,
        _ => key,
    };
    own.replace(['.', '_'], " ")
}
