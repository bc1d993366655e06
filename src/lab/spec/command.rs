//! A study as the command that plays it again.

use std::slice;

use serde_json::Value as Json;

use super::identity::Experiment;
use super::measure::Measure;
use super::sweep::text_of;
use super::{DEFAULT_CONFIDENCE, Spec, Study};
use crate::core::fields::flat;
use crate::core::wording::text::shell_quoted;

/// What of a run no option asks for, so that no command line plays it again.
const UNTYPED: [&str; 6] = ["list", "orders", "played_with", "refused", "notes", "missing"];
/// What the verb, its rule sets and the program say, and what no table depends on.
const OTHERS: [&str; 8] =
    ["game", "verb", "recipe", "recipe_inside", "rules", "compare", "part_of", "title"];

/// What a file of dice is called in the command that plays a run again.
pub const DICE_FILE: &str = "dice.txt";

/// The program's version, with its commit where that is known.
pub fn program() -> String {
    match env!("WAR_SIM_COMMIT") {
        "" | "unknown" => env!("CARGO_PKG_VERSION").to_owned(),
        commit => format!("{} (commit {commit})", env!("CARGO_PKG_VERSION")),
    }
}

/// The command line by which this verb plays a study again, as it is typed; `None` where options alone cannot ask for
/// it.
pub fn command(study: &Study, verb: &str) -> Option<String> {
    if let Some(Experiment { typed, .. }) = &study.experiment {
        let (file, options) = typed.split_first()?;
        let words = ["war-sim run".to_owned(), shell_quoted(file)].into_iter();
        return Some(words.chain(options.iter().cloned()).collect::<Vec<_>>().join(" "));
    }
    let rules = (0..study.rule_sets.len()).map(|k| rules_typed(study, k));
    let rules = rules.collect::<Option<Vec<(String, Vec<String>)>>>()?;
    let mut words = vec!["war-sim".to_owned()];
    let names = rules.iter().map(|(rules, _)| shell_quoted(rules));
    let gear = study.game.gear();
    let with = gear["kind"].as_str().filter(|_| verb == study.info().name);
    if let Some(kind) = with {
        words.extend([verb.to_owned(), DICE_FILE.into()]);
        let pair = kind.split_once("pair ").map(|(_, pair)| format!("--pair {pair}"));
        words.extend(pair);
        words.extend(kind.contains("self-play").then(|| "--self-play".to_owned()));
        words.extend(rules.iter().flat_map(|(_, options)| options.clone()));
    }
    match verb {
        verb if verb == "batch" || verb == study.info().name => {
            words.extend(names.flat_map(|rules| ["--rules".to_owned(), rules]));
        }
        "compare" => words.extend(std::iter::once("compare".to_owned()).chain(names)),
        _ => return None,
    }
    let run = study.run_identity(verb);
    let value_of = |key: &str| run[key].as_str().unwrap_or_default();
    let is_usual = |key: &str| match key {
        "confidence" => study.confidence == DEFAULT_CONFIDENCE,
        "first_game" => study.first_game == 0,
        "rank_by" => value_of(key) == "win-share",
        // A batch compares nothing.
        "measures" => verb != "compare" || study.measures == Measure::usual(study.info()),
        _ => false,
    };
    let (told, run) = (study.told(), run.as_object()?);
    let more = run.iter().filter(|(key, _)| told.get(key).is_none());
    for (key, value) in told.as_object()?.iter().chain(more) {
        match key.as_str() {
            "played_with" if with.is_some() => continue,
            key if UNTYPED.contains(&key) => return None,
            key if OTHERS.contains(&key) || is_usual(key) => continue,
            _ => {}
        }
        for value in value.as_array().map_or(slice::from_ref(value), Vec::as_slice) {
            match value {
                // A question that is only asked, or not.
                Json::Bool(_) => words.push(Spec::option(key)),
                Json::String(text) => words.extend([Spec::option(key), shell_quoted(text)]),
                value => words.extend([Spec::option(key), value.to_string()]),
            }
        }
    }
    Some(words.join(" "))
}

/// What to type for a rule set: as it was typed, or the built-in one of its name with the options that change
/// what options can.
fn rules_typed(study: &Study, k: usize) -> Option<(String, Vec<String>)> {
    if let Some(typed) = study.typed(k) {
        return Some((typed.to_owned(), Vec::new()));
    }
    let (game, named) = (&study.game, &study.rule_sets[k]);
    let usual = flat(&game.preset(&named.name)?.fields());
    let own = flat(&named.rules.fields()).into_iter().filter(|own| !usual.contains(own));
    let options = own.map(|(key, value)| {
        let is_option = game.told_beside().contains(&key.as_str());
        is_option.then(|| format!("{} {}", Spec::option(&key), text_of(&value)))
    });
    Some((named.name.clone(), options.collect::<Option<_>>()?))
}
