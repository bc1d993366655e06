//! The fields of a rule set as a form shows them: from the schema of the game's rule files.

use serde_json::{Value as Json, json};
use toml::{Table, Value};

/// Every field that has a value or may have one.
///
/// Shapes: objects with `key`, `description`, `text` (the value as it is typed), `choices` (words that
/// are allowed) and `free` (whether other values are, too), `range` for whole numbers.
pub fn described(schema: &Json, fields: &Table) -> Vec<Json> {
    let mut found = Vec::new();
    walk(schema, "", &Value::Table(fields.clone()), &mut found);
    found
}

fn walk(schema: &Json, prefix: &str, fields: &Value, found: &mut Vec<Json>) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        // The rule set that is changed is chosen elsewhere.
        if prefix.is_empty() && name == "base" {
            continue;
        }
        let (key, value) = (format!("{prefix}{name}"), fields.get(name));
        if field.get("properties").is_some() {
            walk(field, &format!("{key}."), value.unwrap_or(&Value::Boolean(false)), found);
            continue;
        }
        let kinds = field["anyOf"].as_array().map_or(std::slice::from_ref(field), Vec::as_slice);
        let words = kinds.iter().filter_map(|kind| kind["enum"].as_array()).flatten();
        let mut choices: Vec<String> = words.map(plain).collect();
        if field["type"] == "boolean" {
            choices = vec!["false".into(), "true".into()];
        }
        let whole = kinds.iter().find(|kind| kind["type"] == "integer");
        let range = whole.map(|kind| json!([kind["minimum"], kind["maximum"]]));
        let free = choices.is_empty() || kinds.iter().any(|kind| kind.get("enum").is_none());
        found.push(json!({
            "key": key,
            "description": field["description"],
            "text": value.map_or_else(|| usual(&field["default"]), typed),
            "choices": choices,
            "free": free && field["type"] != "boolean",
            "range": range,
        }));
    }
}

/// What a field is where a rule set does not say.
fn usual(default: &Json) -> String {
    if default.is_null() { String::new() } else { plain(default) }
}

/// A word of a schema.
fn plain(word: &Json) -> String {
    word.as_str().map_or_else(|| word.to_string(), Into::into)
}

/// A value as it is typed: words without quotes.
fn typed(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Table(table) => {
            let inner: Vec<String> =
                table.iter().map(|(key, value)| format!("{key} = {}", typed(value))).collect();
            format!("{{ {} }}", inner.join(", "))
        }
        other => other.to_string(),
    }
}
