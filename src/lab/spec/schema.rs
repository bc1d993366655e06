//! JSON Schemas of the files that people write: editors complete and check TOML with them.

use super::rules::Library;

/// What an experiment file may contain.
pub const EXPERIMENT: &str = include_str!("../../../docs/schema/experiment.schema.json");

/// Every schema with its name: `experiment`, then `GAME-rules` for each game that has one.
pub fn all(library: &Library) -> Vec<(String, String)> {
    let games = library.games().iter().filter_map(|game| {
        let schema = game.schema()?;
        Some((format!("{}-rules", game.info().name), schema))
    });
    std::iter::once(("experiment".to_owned(), EXPERIMENT.to_owned())).chain(games).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Map, Value as Json, json};

    use super::*;
    use crate::core::game::{AnyGame, RulesError};
    use crate::games;
    use crate::lab::spec::{Spec, shipped};

    /// Checks a value against the part of JSON Schema that these schemas use.
    fn check(schema: &Json, value: &Json, root: &Json) -> Result<(), String> {
        let fail = |what: &str| Err(format!("{value}: {what} of {schema}"));
        for (key, rule) in schema.as_object().expect("a schema is an object") {
            let number = value.as_f64();
            let fits = match key.as_str() {
                "$ref" => {
                    let name = rule.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                    check(&root["$defs"][name], value, root)?;
                    true
                }
                "type" => match rule.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "number" => value.is_number(),
                    other => panic!("type {other}"),
                },
                "enum" => rule.as_array().unwrap().contains(value),
                "minimum" => number.is_none_or(|n| n >= rule.as_f64().unwrap()),
                "maximum" => number.is_none_or(|n| n <= rule.as_f64().unwrap()),
                "exclusiveMinimum" => number.is_none_or(|n| n > rule.as_f64().unwrap()),
                "exclusiveMaximum" => number.is_none_or(|n| n < rule.as_f64().unwrap()),
                "anyOf" => {
                    // Of what must be there, and of what it may be.
                    rule.as_array().unwrap().iter().any(|one| check(one, value, root).is_ok())
                }
                "required" => rule
                    .as_array()
                    .unwrap()
                    .iter()
                    .all(|name| value.get(name.as_str().unwrap()).is_some()),
                "items" => {
                    for item in value.as_array().into_iter().flatten() {
                        check(rule, item, root)?;
                    }
                    true
                }
                "properties" => {
                    for (name, inner) in value.as_object().into_iter().flatten() {
                        if let Some(rule) = rule.get(name) {
                            check(rule, inner, root)?;
                        }
                    }
                    true
                }
                "additionalProperties" => {
                    let known = schema["properties"].as_object();
                    for (name, inner) in value.as_object().into_iter().flatten() {
                        if known.is_some_and(|known| known.contains_key(name)) {
                            continue;
                        }
                        match rule {
                            Json::Bool(true) => {}
                            Json::Bool(false) => return fail(&format!("unknown key {name}")),
                            rule => check(rule, inner, root)?,
                        }
                    }
                    true
                }
                "minItems" => {
                    value.as_array().is_none_or(|l| l.len() as u64 >= rule.as_u64().unwrap())
                }
                "minProperties" => {
                    value.as_object().is_none_or(|l| l.len() as u64 >= rule.as_u64().unwrap())
                }
                "$schema" | "title" | "description" | "default" | "$defs" | "pattern"
                | "propertyNames" | "dependentRequired" => true,
                other => panic!("this test does not know {other}"),
            };
            if !fits {
                return fail(key);
            }
        }
        Ok(())
    }

    fn schema_of(game: &dyn AnyGame) -> Json {
        serde_json::from_str(&game.schema().expect("a schema")).expect("JSON")
    }

    /// Every property with its full key, where it is not a table of properties itself.
    fn leaves(schema: &Json, prefix: &str, into: &mut Vec<(Vec<String>, Json)>) {
        for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
            let key = format!("{prefix}{name}");
            match inner.get("properties") {
                Some(_) => leaves(inner, &format!("{key}."), into),
                None => into.push((key.split('.').map(Into::into).collect(), inner.clone())),
            }
        }
    }

    fn nested(key: &[String], value: Json) -> Json {
        key.iter()
            .rev()
            .fold(value, |inner, name| Json::Object(Map::from_iter([(name.clone(), inner)])))
    }

    fn build(game: &dyn AnyGame, fields: &Json) -> Result<(), RulesError> {
        game.build(toml::Table::try_from(fields).expect("TOML")).map(drop)
    }

    #[test]
    fn experiments_may_be_of_every_game() {
        let schema: Json = serde_json::from_str(EXPERIMENT).expect("a schema");
        let games: Vec<&str> = games::all().iter().map(|game| game.info().name).collect();
        assert_eq!(schema["properties"]["game"]["enum"], json!(games));
    }

    #[test]
    fn every_built_in_rule_set_fits_the_schema_of_its_game() {
        for game in games::all() {
            let schema = schema_of(&*game);
            for preset in game.presets() {
                let fields = game.fields(&game.preset(preset.name).unwrap());
                let fields = serde_json::to_value(fields).unwrap();
                check(&schema, &fields, &schema).unwrap_or_else(|e| panic!("{}: {e}", preset.name));
            }
            assert!(check(&schema, &json!({"no_such_field": 1}), &schema).is_err());
        }
    }

    #[test]
    fn every_field_of_a_schema_is_read_and_its_words_are_all_there_are() {
        let mut words = 0;
        for game in games::all() {
            let mut all = Vec::new();
            leaves(&schema_of(&*game), "", &mut all);
            for (key, rule) in all {
                // Not a field, and two that belong together.
                if key[0] == "base" || key[0].starts_with("die_") {
                    continue;
                }
                let values = rule["enum"].as_array().cloned().unwrap_or_default();
                for value in values.iter().chain(rule.get("default")) {
                    // Contradictions with other fields are no matter of the schema.
                    if let Err(RulesError::Toml(what)) = build(&*game, &nested(&key, value.clone()))
                    {
                        panic!("{key:?} = {value}: {what}");
                    }
                }
                let strings: BTreeSet<&str> = values.iter().filter_map(Json::as_str).collect();
                if strings.is_empty() {
                    continue;
                }
                let error = build(&*game, &nested(&key, json!("no-such-word"))).unwrap_err();
                let error = error.to_string();
                let told = error.split("use ").nth(1).unwrap_or_else(|| panic!("{error}"));
                let told: BTreeSet<&str> = told.split('"').skip(1).step_by(2).collect();
                assert_eq!(told, strings, "{key:?}");
                words += strings.len();
            }
        }
        assert!(words > 40, "{words} words");
    }

    #[test]
    fn every_key_of_an_experiment_is_in_its_schema_and_the_shipped_ones_fit() {
        let schema: Json = serde_json::from_str(EXPERIMENT).unwrap();
        let library = Library::new(games::all(), |_| unreachable!("every file is shipped"));
        let error = Spec::read("no_such_key = 1", &library).unwrap_err();
        let told = error.split("; use ").nth(1).unwrap_or_else(|| panic!("{error}"));
        let told: BTreeSet<&str> = told.split('`').skip(1).step_by(2).collect();
        let keys = schema["properties"].as_object().unwrap().keys();
        assert_eq!(told, keys.map(String::as_str).collect());
        let mut experiments = 0;
        for (path, text) in shipped::FILES {
            if path.contains('/') || !path.ends_with(".toml") {
                continue;
            }
            let value: toml::Table = text.parse().unwrap();
            let value = serde_json::to_value(value).unwrap();
            check(&schema, &value, &schema).unwrap_or_else(|e| panic!("{path}: {e}"));
            // What is read is written again as it was, in a form that the schema has, too.
            let spec = Spec::read(text, &library).unwrap_or_else(|e| panic!("{path}: {e}"));
            let written = serde_json::to_value(&spec).unwrap();
            check(&schema, &written, &schema).unwrap_or_else(|e| panic!("{path}: {e}"));
            assert_eq!(serde_json::from_value::<Spec>(written).unwrap(), spec, "{path}");
            experiments += 1;
        }
        assert!(experiments >= 6, "{experiments} experiments");
    }
}
