//! The verdict for programs.

use serde_json::{Value, json};

use super::answer::Got;
use super::compare::Verdict;
use super::explain::{Deviation, Diagnosis};
use super::report::Report;

/// The verdict as one object; `docs/check.md` describes its keys.
pub fn json(report: &Report) -> Value {
    let rules = &report.names.rules;
    let said: Vec<&String> = report.silent.iter().chain(&report.observed).collect();
    json!({
        "equal": report.equal(),
        "rules": rules,
        "diagnosis": report.diagnosis.as_ref().map(|diagnosis| self::diagnosis(rules, diagnosis)),
        "suites": report.suites.iter().map(suite).collect::<Vec<_>>(),
        "observed": said,
    })
}

fn diagnosis(rules: &str, diagnosis: &Diagnosis) -> Value {
    let mut object = json!({ "rules": rules, "fields": fields(&diagnosis.deviation) });
    object["explains"] = diagnosis.explains.into();
    object["of"] = diagnosis.of.into();
    if !diagnosis.readings.is_empty() {
        object["readings"] = diagnosis.readings.clone().into();
    }
    add_slips(&mut object, &diagnosis.deviation);
    if !diagnosis.others.is_empty() {
        let others = diagnosis.others.iter().map(|other| {
            let mut object = json!({ "fields": fields(other) });
            add_slips(&mut object, other);
            object
        });
        object["or"] = others.collect();
    }
    object
}

fn fields(deviation: &Deviation) -> Value {
    let value = |value| serde_json::to_value(value).unwrap_or_default();
    let fields = deviation.fields.iter().map(|(field, set)| (field.clone(), value(set)));
    Value::Object(fields.collect())
}

fn add_slips(object: &mut Value, Deviation { slips, .. }: &Deviation) {
    if !slips.is_empty() {
        let (names, words): (Vec<&str>, Vec<&str>) =
            slips.iter().map(|slip| (slip.name(), slip.words())).unzip();
        object["mistake"] = names.join("+").into();
        object["words"] = words.join("; and ").into();
    }
}

fn suite(suite: &Verdict) -> Value {
    let smallest = suite.smallest.as_ref().map(|smallest| &smallest.played);
    let mut object = json!({
        "name": suite.name,
        "decks": suite.asked.len(),
        "different": suite.different(),
        "deck": smallest.map(|played| match played.deck.cards_of_a {
            Some(_) => json!(played.deck.line()),
            None => json!(played.deck.cards),
        }),
        "expected": smallest.map(|played| played.expected.0),
        "got": smallest.map(|played| got(&played.got)),
    });
    if suite.not_asked > 0 {
        object["not_played"] = suite.not_asked.into();
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
