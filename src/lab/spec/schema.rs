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

/// What an experiment is made of, for its schema alone: what no type of [`Spec`](super::Spec) says.
#[cfg(test)]
#[expect(dead_code, reason = "no value of these is ever made")]
pub mod shape {
    pub use schemars::JsonSchema;

    use crate::games;

    /// As on the command line.
    pub const AMOUNT: &str = "^([a-z0-9_-]+:[0-9.eE+-]+|decided)$";

    /// A rule set that is named.
    #[derive(JsonSchema)]
    #[schemars(untagged)]
    pub enum RulesOf {
        Name(String),
        Fields { name: String, base: Option<String> },
    }

    #[derive(JsonSchema)]
    pub struct SweepOf {
        /// The name of each; {field} stands for the value of a swept field.
        name: Option<String>,
        base: Option<String>,
    }

    #[derive(JsonSchema)]
    #[schemars(untagged)]
    pub enum Share {
        Number(#[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))] f64),
        Percent(#[schemars(regex(pattern = "^[0-9.]+ ?%$"))] String),
    }

    #[derive(JsonSchema)]
    pub struct Width(#[schemars(extend("exclusiveMinimum" = 0))] f64);

    #[derive(JsonSchema)]
    pub struct AtLeastOne(#[schemars(range(min = 1))] u64);

    /// The games that an experiment may be of.
    pub fn game_names() -> Vec<&'static str> {
        games::all().iter().map(|game| game.info().name).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use schemars::Schema;
    use schemars::generate::SchemaSettings;
    use schemars::transform::RecursiveTransform;
    use serde_json::{Map, Value as Json, json};

    use super::*;
    use crate::core::game::{AnyGame, RulesError};
    use crate::games;
    use crate::lab::spec::{Spec, shipped};

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

    /// The schema without what no file can have: nothing, and how wide a number is in memory.
    fn of_files(schema: &mut Schema) {
        schema.remove("format");
        if let Some(Json::String(text)) = schema.get_mut("description") {
            *text = text.replace('\n', " ");
        }
        if let Some(Json::Array(types)) = schema.get_mut("type") {
            types.retain(|word| word != "null");
        }
        if let Some(Json::Array(types)) = schema.get_mut("type")
            && let [one] = types.as_slice()
        {
            let one = one.clone();
            schema.insert("type".into(), one);
        }
        let any = schema.get_mut("anyOf").and_then(Json::as_array_mut);
        let Some(any) = any.filter(|any| any.iter().any(|one| one["type"] == "null")) else {
            return;
        };
        any.retain(|one| one["type"] != "null");
        if let [Json::Object(one)] = any.as_slice() {
            let one = one.clone();
            schema.remove("anyOf");
            schema.ensure_object().extend(one);
        }
    }

    #[test]
    fn the_schema_of_an_experiment_is_that_of_its_type() {
        let settings = SchemaSettings::draft2020_12().for_deserialize();
        let derived = settings.with_transform(RecursiveTransform(of_files)).into_generator();
        let Json::Object(derived) = derived.into_root_schema_for::<Spec>().to_value() else {
            panic!("a schema is an object");
        };
        // What it is comes first.
        let first =
            ["$schema", "title", "description"].map(|key| (key.into(), derived[key].clone()));
        let derived = format!("{:#}\n", Json::Object(first.into_iter().chain(derived).collect()));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema/experiment.schema.json");
        if std::env::var_os("WAR_SIM_WRITE_SCHEMA").is_some() {
            std::fs::write(&path, &derived).unwrap();
        }
        assert_eq!(
            std::fs::read_to_string(path).unwrap(),
            derived,
            "WAR_SIM_WRITE_SCHEMA=1 writes docs/schema/experiment.schema.json anew"
        );
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
    fn what_is_read_of_an_experiment_is_written_as_it_was() {
        let library = Library::new(games::all(), |_| unreachable!("every file is shipped"));
        let mut experiments = 0;
        for (path, text) in shipped::FILES {
            if path.contains('/') || !path.ends_with(".toml") {
                continue;
            }
            let spec = Spec::read(text, &library).unwrap_or_else(|e| panic!("{path}: {e}"));
            let written = serde_json::to_value(&spec).unwrap();
            assert_eq!(serde_json::from_value::<Spec>(written).unwrap(), spec, "{path}");
            experiments += 1;
        }
        assert!(experiments >= 6, "{experiments} experiments");
    }
}
