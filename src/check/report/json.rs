//! The verdict for programs.

use serde_json::{Value, json};

use super::super::answer::Got;
use super::{Deviation, Diagnosis, Report, SuiteReport};

/// The verdict as one object; `docs/check.md` describes its keys.
pub fn json(report: &Report) -> Value {
    let suites: Vec<Value> = report.suites.iter().map(suite).collect();
    let said: Vec<&String> = report.silent.iter().chain(&report.observed).collect();
    json!({
        "equal": report.equal(),
        "rules": report.rules,
        "diagnosis": report.diagnosis.as_ref().map(|diagnosis| self::diagnosis(report, diagnosis)),
        "suites": suites,
        "observed": said,
    })
}

fn diagnosis(report: &Report, diagnosis: &Diagnosis) -> Value {
    let mut object = json!({ "rules": report.rules });
    object["fields"] = fields(&diagnosis.deviation);
    if let Some(named) = diagnosis.deviation.named {
        object["named"] = named.into();
    }
    if diagnosis.is_nearest() {
        object["nearest"] = true.into();
    }
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
    let fields = deviation
        .fields
        .iter()
        .map(|(field, value)| (field.clone(), serde_json::to_value(value).unwrap_or_default()));
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

fn suite(suite: &SuiteReport) -> Value {
    let smallest = suite.smallest.as_ref();
    let mut object = json!({
        "name": suite.name,
        "decks": suite.decks,
        "different": suite.different,
        "deck": smallest.map(|s| match &s.written {
            Some(written) => json!(written),
            None => json!(s.numbers),
        }),
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
        Got::Died { how, .. } => format!("died: {}", how.words()).into(),
        Got::Hung => "hung".into(),
    }
}
