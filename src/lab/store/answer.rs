//! What came out where no counts are kept: stored runs set side by side. The file holds all that was
//! printed, so that it can be shown again.

use std::path::Path;

use serde::Deserialize as _;
use serde_json::{Value as Json, json};

use super::disk::Disk;
use super::save::Book;
use super::signed;
pub use super::state::ANSWER;
use super::state::{json_of, read_file};
use crate::core::table::{Table, Value};
use crate::core::wording::plain::Plain;
use crate::core::wording::said::Said;
use crate::lab::formats::json;
use crate::lab::spec::Refused;
use crate::lab::tables::account::Account;

/// Its first line: name and version of the format.
const FORMAT: &str = "war-sim-answer 1";
/// The tables that such a run can have.
const TABLES: [&str; 1] = ["comparison.csv"];

/// Everything that a run printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Its words.
    pub said: Said,
    /// Its tables.
    pub tables: Vec<Table>,
}

impl Account for Answer {
    fn tables(&self) -> Vec<Table> {
        self.tables.clone()
    }

    fn said(&self) -> Said {
        self.said.clone()
    }
}

impl Book for Answer {
    const FILE: &'static str = ANSWER;

    fn encode(&self, run: &Json, more: &[(&str, Json)]) -> Vec<u8> {
        let tables = self.tables.iter().map(|table| {
            let rows = table.rows.iter().map(|row| row.iter().map(field).collect::<Json>());
            json!({"file": table.file, "header": table.header, "rows": rows.collect::<Json>()})
        });
        let mut body = json!({"run": run, "said": self.said, "tables": tables.collect::<Json>()});
        more.iter().for_each(|(key, value)| body[*key] = value.clone());
        signed::seal(FORMAT, Plain::json(&body.to_string()).as_str())
    }
}

impl Answer {
    /// What the JSON of the file says.
    ///
    /// Errors: a sentence on what is wrong with it.
    pub fn of_json(json: &Json) -> Result<Self, String> {
        let no = || "is not a valid answer".to_owned();
        // Those of version 0.1 have their words in lines of 80 columns.
        let said = match json["text"].as_str() {
            Some(text) => Said::lines(text),
            None => Said::deserialize(&json["said"]).map_err(|_| no())?,
        };
        let tables = json["tables"].as_array().ok_or_else(no)?.iter().map(table);
        Ok(Self { said, tables: tables.collect::<Option<_>>().ok_or_else(no)? })
    }

    /// That of the run in this folder; `None` if it has none.
    ///
    /// Errors: [`Refused`].
    pub fn load(folder: &Path) -> Result<Option<Self>, Refused> {
        let read = |bytes: &[u8]| Self::of_json(&json_of(ANSWER, bytes)?);
        read_file(&Disk::here(), &folder.join(ANSWER), read)
    }
}

/// A field as JSON. A fraction is the text of the shortest decimal that reads back the same.
fn field(value: &Value) -> Json {
    match value {
        Value::Float(_) => json!([value.to_string()]),
        other => json::field(other),
    }
}

fn table(json: &Json) -> Option<Table> {
    let file = TABLES.into_iter().find(|file| json["file"] == *file)?;
    let header = json["header"].as_array()?.iter().map(Json::as_str).collect::<Option<Vec<_>>>()?;
    let mut table = Table::new(file, header);
    for row in json["rows"].as_array()? {
        let row = row.as_array()?.iter().map(value).collect::<Option<Vec<_>>>()?;
        if row.len() != table.header.len() {
            return None;
        }
        table.push(row);
    }
    Some(table)
}

fn value(json: &Json) -> Option<Value> {
    match json {
        Json::Null => Some(Value::Empty),
        // It was made fit for a cell when it was written.
        Json::String(text) => Some(text.as_str().into()),
        Json::Number(n) => n.as_u64().map(Value::Int).or_else(|| n.as_i64().map(Value::Signed)),
        Json::Array(_) => json[0].as_str()?.parse().ok().map(Value::Float),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_printed_reads_back_and_a_changed_bit_is_refused() {
        let mut table = Table::new("comparison.csv", ["a", "b", "c", "d", "e"]);
        let text = Value::from("=1");
        table.push(vec![text, u64::MAX.into(), (-3_i64).into(), 0.1.into(), Value::Empty]);
        let answer = Answer { said: Said::words_of("said"), tables: vec![table] };
        let bytes = answer.encode(&json!({"verb": "compare"}), &[]);
        let json = json_of(ANSWER, &bytes).unwrap();
        assert_eq!(json["run"]["verb"], "compare");
        assert_eq!(Answer::of_json(&json), Ok(answer));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            assert!(json_of(ANSWER, &changed).is_err(), "byte {at}");
        }
    }
}
