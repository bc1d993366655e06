//! The verdict for programs.

use serde_json::{Map, Value, json};

use super::super::answer::Got;
use super::{Diagnosis, Report, SuiteReport};

/// The verdict as one object; `docs/classroom.md` describes its keys.
pub fn json(report: &Report) -> Value {
    let suites: Vec<Value> = report.suites.iter().map(suite).collect();
    json!({
        "equal": report.equal(),
        "rules": report.rules,
        "diagnosis": report.diagnosis.as_ref().map(|diagnosis| self::diagnosis(report, diagnosis)),
        "suites": suites,
        "observed": report.observed,
    })
}

fn diagnosis(report: &Report, diagnosis: &Diagnosis) -> Value {
    let fields: Map<String, Value> = diagnosis
        .fields
        .iter()
        .map(|(field, value)| (field.clone(), serde_json::to_value(value).unwrap_or_default()))
        .collect();
    let mut object = json!({
        "rules": report.rules,
        "fields": fields,
        "explains": diagnosis.explains,
        "of": diagnosis.of,
    });
    if !diagnosis.mistakes.is_empty() {
        let (names, words): (Vec<&str>, Vec<&str>) =
            diagnosis.mistakes.iter().map(|slip| (slip.name, slip.words)).unzip();
        object["mistake"] = names.join("+").into();
        object["words"] = words.join("; and ").into();
    }
    object
}

fn suite(suite: &SuiteReport) -> Value {
    let smallest = suite.smallest.as_ref();
    let mut object = json!({
        "name": suite.name,
        "decks": suite.decks,
        "different": suite.different,
        "deck": smallest.map(|s| &s.numbers),
        "expected": smallest.map(|s| s.expected.0),
        "got": smallest.map(|s| got(&s.got)),
    });
    if suite.not_played > 0 {
        object["not_played"] = suite.not_played.into();
    }
    object
}

/// An answer as a number, anything else in words.
fn got(got: &Got) -> Value {
    match got {
        Got::Answer(answer) => answer.0.into(),
        Got::Nonsense(text) => format!("nonsense: {text}").into(),
        Got::Died { how, .. } => format!("died: {how}").into(),
        Got::Hung => "hung".into(),
    }
}
