//! Sweeps: lists over rule fields, expanded to every combination.

use toml::{Table, Value};

use crate::core::fields::{flat, set};
use crate::lab::refused::Refused;

/// The most cells that a sweep may expand to.
pub const MAX_CELLS: usize = 1_000;

/// One combination of a sweep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Combination {
    /// The fields, nested as in a rules file.
    pub fields: Table,
    /// The swept fields, by their full keys, with this combination's values as text.
    pub swept: Vec<(String, String)>,
}

impl Combination {
    /// What it is called: a template in which `{key}` stands for the value of a swept field; else the base and what is
    /// swept, without the tables of the fields where that leaves different words.
    ///
    /// Errors: [`Refused`] for a key that is not swept.
    pub fn name(&self, base: &str, template: Option<&str>) -> Result<String, Refused> {
        let keys: Vec<String> = self.swept.iter().map(|(key, _)| format!("{{{key}}}")).collect();
        if let Some(template) = template {
            let filled = keys.iter().zip(&self.swept);
            let name = filled
                .fold(template.to_owned(), |name, (key, (_, value))| name.replace(key, value));
            if name.contains(['{', '}']) {
                let what = format!("name = \"{template}\": may contain {} only", keys.join(", "));
                return Err(Refused::usage(what));
            }
            return Ok(name);
        }
        let last = |key: &str| key.rsplit('.').next().unwrap_or_default().to_owned();
        let fields = self.swept.iter().map(|(key, value)| {
            let alike = self.swept.iter().filter(|(other, _)| last(other) == last(key));
            // What B does has its seat in its name.
            let is_whole = alike.count() > 1 || key.starts_with("seat_b.");
            let field = if is_whole { key.clone() } else { last(key) };
            format!(" {field}={value}")
        });
        Ok(base.to_owned() + &fields.collect::<String>())
    }
}

/// Every combination of the lists in `fields`, the last field turning fastest.
///
/// Errors: [`Refused`].
pub fn expand(fields: &Table) -> Result<Vec<Combination>, Refused> {
    let mut combinations = vec![Combination::default()];
    for (key, value) in flat(fields) {
        let Value::Array(values) = value else {
            combinations.iter_mut().for_each(|one| set(&mut one.fields, &key, value.clone()));
            continue;
        };
        if values.is_empty() {
            let what = format!("{key} is empty: a sweep needs at least one value");
            return Err(Refused::usage(what));
        }
        if combinations.len() * values.len() > MAX_CELLS {
            let what = format!("the sweep has more than {MAX_CELLS} cells; shorten a list");
            return Err(Refused::usage(what));
        }
        let with = |one: &Combination, value: &Value| {
            let mut next = one.clone();
            set(&mut next.fields, &key, value.clone());
            next.swept.push((key.clone(), text_of(value)));
            next
        };
        let next = combinations.iter().flat_map(|one| values.iter().map(|value| with(one, value)));
        combinations = next.collect();
    }
    if combinations[0].swept.is_empty() {
        let what = "nothing to sweep: give a field a list, such as war.face_down = [0, 1, 2]";
        return Err(Refused::usage(what));
    }
    Ok(combinations)
}

/// A value as it stands in names and tables.
pub fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        // `1e3` is a whole number of the rules.
        Value::Float(n) => n.to_string(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Table {
        text.parse().expect("TOML")
    }

    /// What else is refused, and the names: `tests/cli/run.rs`.
    #[test]
    fn lists_expand_to_every_combination() {
        let cells = |text: &str| expand(&table(text));
        let six = cells("war.face_down = [0, \"tied-rank\"]\nlimit.at = [100, 1000, 1e4]").unwrap();
        assert_eq!(six[4].fields, table("war.face_down = \"tied-rank\"\nlimit.at = 1000"));
        assert_eq!(six[5].name("u", None).unwrap(), "u face_down=tied-rank at=10000");
        let both = cells("pickup = [\"a\"]\nseat_b.pickup = [\"b\"]").unwrap();
        assert_eq!(both[0].name("umass", None).unwrap(), "umass pickup=a seat_b.pickup=b");
        let quoted = cells("\"limit.at\" = [1, 2]\nlimit.unit = \"rounds\"").unwrap();
        assert_eq!(quoted[1].fields, table("limit.at = 2\nlimit.unit = \"rounds\""));
        let many = |count| cells(&format!("limit.at = {:?}", vec![7; count]));
        assert_eq!(many(1_000).unwrap().len(), 1_000);
        assert!(many(1_001).unwrap_err().what.contains("more than 1000 cells"));
    }
}
