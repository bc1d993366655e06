//! Sweeps: lists and ranges over rule fields, expanded to every combination.

use serde::Deserialize;
use toml::{Table, Value};

use crate::core::fields::{overlay, set};
use crate::core::wording::field;
use crate::lab::refused::Refused;

/// The most cells that a sweep may expand to.
pub const MAX_CELLS: usize = 1_000;

/// One combination of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Combination {
    /// The fields, nested as in a rules file.
    pub fields: Table,
    /// The swept fields, by their full keys, with this combination's values as text.
    pub swept: Vec<(String, String)>,
}

impl Combination {
    /// A name made from a template in which `{key}` stands for the value of a swept field; `None`
    /// if it holds a key that is not swept.
    pub fn name(&self, template: &str) -> Option<String> {
        let mut name = template.to_owned();
        for (key, value) in &self.swept {
            name = name.replace(&format!("{{{key}}}"), value);
        }
        (!name.contains(['{', '}'])).then_some(name)
    }

    /// The name of a combination whose sweep has no template: the base and what is swept, without the
    /// tables of the fields where that leaves different words.
    pub fn default_name(&self, base: &str) -> String {
        let mut name = base.to_owned();
        let last = |key: &str| key.rsplit('.').next().unwrap_or_default().to_owned();
        for (key, value) in &self.swept {
            let alike = self.swept.iter().filter(|(other, _)| last(other) == last(key));
            // What B does has its seat in its name.
            let is_whole = alike.count() > 1 || key.starts_with("seat_b.");
            let field = if is_whole { key.clone() } else { last(key) };
            name.push_str(&format!(" {field}={value}"));
        }
        name
    }
}

/// Every combination of the lists and ranges in `fields`, the last field turning fastest.
///
/// Errors: [`Refused`].
pub fn expand(fields: &Table) -> Result<Vec<Combination>, Refused> {
    let mut axes = Vec::new();
    let fields = &nested(fields);
    collect_axes(fields, String::new(), &mut axes)?;
    if axes.is_empty() {
        let what = "nothing to sweep: give a field a list, such as war.face_down = [0, 1, 2], or a range \
                    { from = 1, to = 9, step = 2 }";
        return Err(Refused::usage(what));
    }
    let mut combinations = vec![Combination { fields: fields.clone(), swept: Vec::new() }];
    for (key, values) in &axes {
        if combinations.len() * values.len() > MAX_CELLS {
            let what = format!("the sweep has more than {MAX_CELLS} cells; shorten a list");
            return Err(Refused::usage(what));
        }
        combinations = combinations
            .iter()
            .flat_map(|combination| {
                values.iter().map(|value| {
                    let mut next = combination.clone();
                    set(&mut next.fields, key, value.clone());
                    next.swept.push((key.clone(), text_of(value)));
                    next
                })
            })
            .collect();
    }
    Ok(combinations)
}

/// The fields with `"war.face_down"` in quotation marks as `war.face_down` without.
fn nested(fields: &Table) -> Table {
    let mut all = Table::new();
    for (key, value) in fields {
        let mut one = Table::new();
        set(&mut one, key, value.clone());
        overlay(&mut all, &one);
    }
    all
}

/// Lists and ranges in the order of the file, with their full keys.
fn collect_axes(
    table: &Table,
    prefix: String,
    axes: &mut Vec<(String, Vec<Value>)>,
) -> Result<(), Refused> {
    for (key, value) in table {
        let key = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        let values = match value {
            Value::Array(values) => values.clone(),
            Value::Table(inner) if inner.contains_key("from") || inner.contains_key("to") => {
                range(inner).ok_or_else(|| Refused::usage(format!("{key}: {NO_RANGE}")))?
            }
            Value::Table(inner) => {
                collect_axes(inner, key, axes)?;
                continue;
            }
            _ => continue,
        };
        if values.is_empty() {
            let what = format!("{key} is empty: a sweep needs at least one value");
            return Err(Refused::usage(what));
        }
        axes.push((key, values));
    }
    Ok(())
}

/// A range as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounds {
    from: Whole,
    to: Whole,
    step: Option<Whole>,
    factor: Option<Whole>,
}

/// A whole number as rules have it: `1e3` is one.
#[derive(Deserialize)]
struct Whole(#[serde(deserialize_with = "field::whole")] i64);

/// The values of a range; `None` if it is none.
fn range(table: &Table) -> Option<Vec<Value>> {
    let Bounds { from, to, step, factor } = table.clone().try_into().ok()?;
    let [from, to, step, factor] = [Some(from), Some(to), step, factor].map(|n| Some(n?.0));
    let (from, to) = from.zip(to)?;
    let (step, factor) = match (step.unwrap_or(1), factor) {
        (step, None) if step >= 1 => (step, 1),
        (_, Some(factor)) if step.is_none() && factor >= 2 && from >= 1 => (0, factor),
        _ => return None,
    };
    let next = |n: &i64| n.checked_mul(factor)?.checked_add(step);
    let within = std::iter::successors(Some(from), next).take_while(|&n| n <= to);
    // One more than a sweep may have, so that too many are noticed without being made.
    Some(within.take(MAX_CELLS + 1).map(Value::Integer).collect())
}

/// A value as it stands in names and tables.
pub fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(text_of).collect::<Vec<_>>().join("-"),
        // `1e3` is a whole number of the rules.
        Value::Float(n) => n.to_string(),
        other => other.to_string(),
    }
}

/// What is said of a table with ends that is no range.
const NO_RANGE: &str = "a range is { from = 1, to = 9, step = 2 } or { from = 100, to = 100000, factor = 10 }, \
                        whole numbers, step 1 or more, factor 2 or more";

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Table {
        text.parse().expect("TOML")
    }

    #[test]
    fn lists_and_ranges_expand_to_every_combination() {
        let cells = expand(&table(
            "war.face_down = [0, \"tied-rank\"]\nlimit.at = { from = 100, to = 1e4, factor = 10 }",
        ))
        .expect("a sweep");
        let names: Vec<String> = cells.iter().map(|c| c.default_name("umass")).collect();
        assert_eq!(
            names,
            [
                "umass face_down=0 at=100",
                "umass face_down=0 at=1000",
                "umass face_down=0 at=10000",
                "umass face_down=tied-rank at=100",
                "umass face_down=tied-rank at=1000",
                "umass face_down=tied-rank at=10000",
            ]
        );
        let both = expand(&table("pickup = [\"a\"]\nseat_b.pickup = [\"b\"]")).expect("a sweep");
        assert_eq!(both[0].default_name("umass"), "umass pickup=a seat_b.pickup=b");
        let quoted =
            expand(&table("\"limit.at\" = [1, 2]\nlimit.unit = \"rounds\"")).expect("a sweep");
        assert_eq!(quoted[1].fields, table("limit.at = 2\nlimit.unit = \"rounds\""));
        assert_eq!(cells[4].fields, table("war.face_down = \"tied-rank\"\nlimit.at = 1000"));
        assert_eq!(cells[4].name("n{limit.at}"), Some("n1000".into()));
        assert_eq!(cells[4].name("n{limit.unit}"), None);
    }

    #[test]
    fn what_is_no_sweep_is_refused() {
        for (text, error) in [
            ("deal = \"halves\"", "nothing to sweep: "),
            ("limit.at = []", "limit.at is empty: "),
            ("limit.at = { from = 5, to = 4 }", "limit.at is empty: "),
            ("limit.at = { from = 5 }", "limit.at: a range is "),
            ("limit.at = { from = 5, to = 9, step = 0 }", "limit.at: a range is "),
            ("limit.at = { from = 5, to = 9, by = 2 }", "limit.at: a range is "),
            ("limit.at = { from = 1, to = 100000 }", "more than 1000 cells"),
        ] {
            let refused = expand(&table(text)).unwrap_err().what;
            assert!(refused.contains(error), "{text}: {refused}");
        }
    }
}
