//! What came out where no counts are kept: stored runs set side by side. Its state holds all that was printed,
//! so that it can be shown again.

use serde_json::{Map, Value as Json, json};

use super::signed::{not_valid, seal};
use crate::core::table::{Table, Value};
use crate::core::wording::plain;
use crate::core::wording::said::Said;
use crate::lab::tables::Account;

/// The key that tells the state of such a run from others.
const SAID: &str = "said";
/// The one table that it has.
const TABLE: &str = "comparison.csv";

/// Everything that a run printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub said: Said,
    pub table: Table,
}

impl Account for Answer {
    fn tables(&self) -> Vec<Table> {
        vec![self.table.clone()]
    }

    fn said(&self) -> Said {
        self.said.clone()
    }
}

impl Answer {
    /// The bytes of its state; `run` tells it from others.
    pub fn encode(&self, run: &Json) -> Vec<u8> {
        // A float is the text of the shortest decimal that reads back the same.
        let field = |value: &Value| match value {
            Value::Float(_) => json!([value.to_string()]),
            other => json!(other),
        };
        let rows = self.table.rows.iter().map(|row| row.iter().map(field).collect());
        let rows: Vec<Json> = rows.collect();
        let body = json!({"run": run, SAID: self.said, "header": self.table.header, "rows": rows});
        seal(&plain::json(&body.to_string()))
    }

    /// Takes out of the JSON of a state what it says of such a run; `None` if it is of another one.
    ///
    /// Errors: a sentence on what is wrong with it.
    pub fn take(json: &mut Json) -> Result<Option<Self>, String> {
        let is_it = |body: &&mut Map<_, _>| body.contains_key(SAID);
        let Some(body) = json.as_object_mut().filter(is_it) else { return Ok(None) };
        let mut part = |key| body.remove(key).unwrap_or_default();
        let said: Said = serde_json::from_value(part(SAID)).map_err(not_valid)?;
        let header: Vec<String> = serde_json::from_value(part("header")).map_err(not_valid)?;
        let rows: Vec<Vec<Json>> = serde_json::from_value(part("rows")).map_err(not_valid)?;
        let mut table = Table::new(TABLE, header);
        let value = |field: Json| match field {
            Json::Null => Some(Value::Empty),
            // It was made fit for a cell when it was written.
            Json::String(text) => Some(text.as_str().into()),
            Json::Array(float) => float.first()?.as_str()?.parse().ok().map(Value::Float),
            number => number.as_u64().map(Value::Int).or(number.as_i64().map(Value::Signed)),
        };
        for row in rows {
            let row: Option<Vec<Value>> = row.into_iter().map(value).collect();
            let row = row.filter(|row| row.len() == table.header.len());
            table.push(row.ok_or_else(|| not_valid("a row does not fit its header"))?);
        }
        Ok(Some(Self { said, table }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::store::signed::json_of;

    #[test]
    fn what_was_printed_reads_back_and_a_changed_bit_is_refused() {
        let mut table = Table::new("comparison.csv", ["a", "b", "c", "d", "e"]);
        let text = Value::from("=1");
        table.push(vec![text, u64::MAX.into(), (-3_i64).into(), 0.1.into(), Value::Empty]);
        let answer = Answer { said: Said::words_of("said"), table };
        let bytes = answer.encode(&json!({"verb": "compare"}));
        let mut json = json_of(&bytes).unwrap();
        assert_eq!(Answer::take(&mut json), Ok(Some(answer)));
        assert_eq!(json, json!({"run": {"verb": "compare"}}));
        assert_eq!(Answer::take(&mut json), Ok(None));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            assert!(json_of(&changed).is_err(), "byte {at}");
        }
    }
}
