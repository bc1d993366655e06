//! The verdict for programs.

use serde_json::{Value, json};

use super::answer::Got;
use super::compare::Suite;
use super::explain::Deviation;
use super::judge::line;
use super::report::Report;
use super::slips::Slip;

/// The verdict as one object; `docs/check.md` describes its keys.
pub fn json(report: &Report) -> Value {
    let rules = &report.names.rules;
    let diagnosis = report.diagnosis.as_ref().map(|found| {
        let deviation = deviation(&found.deviation);
        without_empty(json!({
            "rules": rules,
            "fields": deviation["fields"],
            "explains": found.explains,
            "of": report.different(),
            "readings": report.readings(found),
            "mistake": deviation.get("mistake"),
            "words": deviation.get("words"),
            "or": found.others.iter().map(self::deviation).collect::<Vec<_>>(),
        }))
    });
    json!({
        "equal": report.equal(),
        "rules": rules,
        "diagnosis": diagnosis,
        "suites": report.suites.iter().map(suite).collect::<Vec<_>>(),
        "observed": report.silent.iter().chain(&report.observed).collect::<Vec<_>>(),
    })
}

/// Leaves out what is nothing.
fn without_empty(mut object: Value) -> Value {
    if let Some(fields) = object.as_object_mut() {
        fields.retain(|_, value| !value.is_null() && *value != json!([]) && *value != json!(""));
    }
    object
}

fn deviation(found: &Deviation) -> Value {
    without_empty(json!({
        "fields": found.fields.iter().cloned().collect::<toml::Table>(),
        "mistake": found.each_slip(Slip::name, "+"),
        "words": found.each_slip(Slip::words, "; and "),
    }))
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
