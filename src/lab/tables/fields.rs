//! What rule sets are called: by name, in few letters, or by the fields in which they differ.

use std::collections::BTreeSet;

use indexmap::IndexSet;

use crate::core::fields::flat;
use crate::core::wording::digits::grouped;
use crate::game::Cell;
use crate::lab::spec::sweep::text_of;

/// A field, and what every cell says of it.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its full key, such as `war.face_down`; empty of names.
    pub key: String,
    /// Its values, in the order given.
    pub values: Vec<String>,
    /// Which of them every cell has.
    pub of: Vec<usize>,
}

impl Field {
    fn new(key: impl Into<String>, said: impl Iterator<Item = String>) -> Self {
        let mut values = IndexSet::new();
        let of = said.map(|said| values.insert_full(said).0).collect();
        Self { key: key.into(), of, values: values.into_iter().collect() }
    }

    /// What the rules of cells say of a field, its default written out.
    fn of_rules(cells: &[&Cell], key: &str) -> Self {
        let says = |cell: &&Cell| cell.rules.field(key).map(|value| text_of(&value));
        Self::new(key, cells.iter().map(|cell| says(cell).unwrap_or_default()))
    }

    /// What a cell says of it.
    pub fn value(&self, k: usize) -> &str {
        &self.values[self.of[k]]
    }

    /// The same, numbers in groups of three digits.
    pub fn grouped(&self, k: usize) -> String {
        in_groups(self.value(k))
    }

    /// Its values so.
    pub fn said(&self) -> Vec<String> {
        self.values.iter().map(|value| in_groups(value)).collect()
    }
}

fn in_groups(value: &str) -> String {
    value.parse().map_or_else(|_| value.to_owned(), grouped)
}

/// Fields that tell cells apart.
#[derive(Clone, Debug)]
pub struct Fields(pub Vec<Field>);

impl Fields {
    /// The swept ones and the part in which these cells differ, the one with most values first; nothing where these do
    /// not tell all apart.
    pub fn of_sweep(cells: &[&Cell], swept: &[String]) -> Option<Self> {
        let mut all: Vec<Field> = swept.iter().map(|key| Field::of_rules(cells, key)).collect();
        all.push(Field::new("pair", cells.iter().map(|cell| cell.part.clone())));
        all.retain(|field| field.values.len() > 1);
        all.sort_by_key(|field| std::cmp::Reverse(field.values.len()));
        let tells = |all: &Self| tell_all(cells, swept) && all.are_unique(cells.len());
        Some(Self(all)).filter(|all| !all.0.is_empty() && tells(all))
    }

    /// These names, as a field without a key.
    pub fn of_names(names: &[String]) -> Self {
        Self(vec![Field::new("", names.iter().cloned())])
    }

    /// Whether no two of so many cells say the same.
    fn are_unique(&self, cells: usize) -> bool {
        let says = |k: usize| self.0.iter().map(|field| field.of[k]).collect();
        (0..cells).map(says).collect::<BTreeSet<Vec<usize>>>().len() == cells
    }

    /// What a cell says of its fields but this one: `jokers 1, pickup as-laid`; its name where it has no field.
    pub fn name(&self, k: usize, but: Option<usize>) -> String {
        let others = self.0.iter().enumerate().filter(|(f, _)| Some(*f) != but);
        // A field that these rules do not have says nothing.
        let said = others.filter(|(_, field)| !field.value(k).is_empty());
        let words = said.map(|(_, field)| match field.key.as_str() {
            "" => field.value(k).to_owned(),
            key => format!("{} {}", in_words(key), field.grouped(k)),
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// Which cell has the values of two or three fields: a row for each of the first, a column for each of the second,
    /// once for each of the third; nothing where there is no room for so many values, or where two cells have one place.
    pub fn matrix(&self, most: [usize; 3]) -> Option<Vec<Vec<Option<usize>>>> {
        let sizes: Vec<usize> = self.0.iter().map(|field| field.values.len()).collect();
        let fits = sizes.iter().zip(most).all(|(size, most)| *size <= most);
        let (rows, columns) = match sizes[..] {
            [rows, columns] => (rows, columns),
            [rows, columns, panels] => (rows, panels * columns),
            _ => return None,
        };
        let mut cells = vec![vec![None; columns]; rows];
        for k in 0..self.0[0].of.len() {
            let panel = self.0.get(2).map_or(0, |field| field.of[k]);
            let place = &mut cells[self.0[0].of[k]][panel * sizes[1] + self.0[1].of[k]];
            if place.replace(k).is_some() {
                return None;
            }
        }
        fits.then_some(cells)
    }

    /// The field with most values that are all numbers.
    pub fn axis(&self) -> Option<usize> {
        let is_number = |value: &String| value.parse::<i64>().is_ok();
        self.0.iter().position(|field| field.values.iter().all(is_number))
    }
}

/// Whether rules were swept, and these cells differ in nothing but the swept fields and the part: a named rule
/// set, or the base of another sweep, may have other rules beside them.
fn tell_all(cells: &[&Cell], swept: &[String]) -> bool {
    let others = |cell: &&Cell| {
        let mut fields = flat(&cell.rules.fields());
        fields.retain(|(key, _)| !swept.contains(key));
        fields
    };
    let first = cells.first().map(others);
    !swept.is_empty() && cells.iter().skip(1).all(|cell| Some(others(cell)) == first)
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

/// Names without what all of them begin and end with: of changes of one rule set the fields, of rule sets with one
/// deck their own names.
pub fn shortened(names: &[String]) -> Vec<String> {
    let [first, _, ..] = names else { return names.to_vec() };
    let all = |is_so: &dyn Fn(&String) -> bool| names.iter().all(is_so);
    let mut begins = first.match_indices([' ', '{', ',']).map(|(at, _)| at + 1).rev();
    let fits = |&at: &usize| all(&|name| name.len() > at && name.starts_with(&first[..at]));
    let from = begins.find(fits).unwrap_or(0);
    let is_within = first[..from].contains('{');
    let mut ends = first.match_indices(if is_within { [',', '}'] } else { ['{'; 2] });
    let fits = |end: &str| all(&|name| name.len() > from + end.len() && name.ends_with(end));
    let end = ends.find_map(|(at, _)| Some(&first[at..]).filter(|end| fits(end)));
    let short = |name: &String| name[from..name.len() - end.map_or(0, str::len)].to_owned();
    names.iter().map(short).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_have_in_common_is_left_out() {
        for (names, short) in [
            (["umass{a=4,b=3}", "one-down{a=4,b=3}"], ["umass", "one-down"]),
            (["bwinf 1:2", "bwinf 1:3"], ["1:2", "1:3"]),
            (["umass", "umass{limit.at=20}"], ["umass", "umass{limit.at=20}"]),
            (["umass{a=1,b=w,c=2}", "umass{a=1,b=v,c=2}"], ["b=w", "b=v"]),
            (["umass{a=1}", "umass{a=1,c=2}"], ["a=1", "a=1,c=2"]),
            (["umass{a=1,c=2}", "bent{b=1,c=2}"], ["umass{a=1,c=2}", "bent{b=1,c=2}"]),
            (["same", "same"], ["same", "same"]),
        ] {
            assert_eq!(shortened(&names.map(String::from)), short);
        }
        assert_eq!(shortened(&["umass{a=1}".into()]), ["umass{a=1}"]);
    }
}
