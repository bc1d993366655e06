//! Rules files in which fields are changed.

use toml::{Table, Value};

use crate::core::fields::{flat, set};

/// A field of a rules file and its value.
pub type Change = (String, Value);

/// The rules file with these fields changed; `None` for what is no rules file.
pub fn changed(rules: &str, fields: &[Change]) -> Option<String> {
    let mut table: Table = rules.parse().ok()?;
    fields.iter().for_each(|(key, value)| set(&mut table, key, value.clone()));
    toml::to_string(&table).ok()
}

/// The fields in which another rules file differs, apart from its deck.
pub fn between(rules: &str, other: &str) -> Vec<Change> {
    let fields = |rules: &str| flat(&rules.parse().unwrap_or_default());
    let own = fields(rules);
    let changed = |field: &Change| !field.0.starts_with("deck.") && !own.contains(field);
    fields(other).into_iter().filter(changed).collect()
}
