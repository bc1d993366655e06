//! The verdict for programs.

use serde_json::{Value, json};

use super::answer::Got;
use super::compare::Suite;
use super::explain::Deviation;
use super::judge::line;
use super::report::Report;

/// The verdict as one object; `docs/check.md` describes its keys.
pub fn json(report: &Report) -> Value {
    let rules = &report.names.rules;
    let mut diagnosis = report.diagnosis.as_ref().map_or(Value::Null, |found| {
        let how = deviation(&found.deviation);
        json!({
            "rules": rules,
            "fields": how["fields"],
            "explains": found.explains,
            "of": report.different(),
            "readings": report.reading(found).as_slice(),
            "mistake": how["mistake"],
            "words": how["words"],
            "or": found.others.iter().map(deviation).collect::<Vec<_>>(),
        })
    });
    if let Some(keys) = diagnosis.as_object_mut() {
        keys.retain(|_, value| !value.is_null() && *value != json!([]));
    }
    json!({
        "equal": report.equal(),
        "rules": rules,
        "diagnosis": diagnosis,
        "suites": report.suites.iter().map(suite).collect::<Vec<_>>(),
        "observed": report.silent.iter().chain(&report.observed).collect::<Vec<_>>(),
    })
}

fn deviation(found: &Deviation) -> Value {
    match found {
        Deviation::Field(key, value) => json!({ "fields": { key: value } }),
        Deviation::Slip(slip) => {
            json!({ "fields": {}, "mistake": slip, "words": slip.words() })
        }
    }
}

fn suite(suite: &Suite) -> Value {
    let smallest = suite.smallest.as_ref().map(|smallest| &smallest.played);
    let mut object = json!({
        "name": suite.name,
        "decks": suite.asked.len(),
        "different": suite.different(),
        "deck": smallest.map(|played| match played.deck.cards_of_a {
            Some(_) => json!(line(&played.deck)),
            None => json!(played.deck.cards),
        }),
        "expected": smallest.map(|played| played.right.0.value()),
        "got": smallest.map(|played| got(&played.got)),
    });
    if !suite.left.is_empty() {
        object["not_played"] = suite.left.len().into();
    }
    object
}

/// An answer as a number, anything else in words.
fn got(got: &Got) -> Value {
    match got {
        Got::Answer(outcome) => outcome.value().into(),
        Got::Nonsense(text) => format!("nonsense: {text}").into(),
        Got::Died { how, .. } => format!("died: {how}").into(),
        Got::Hung => "hung".into(),
    }
}
