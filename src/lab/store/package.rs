//! `datapackage.json`: every table of a run with the type and meaning of every column.
//!
//! Source of the format: Data Package, version 1, <https://specs.frictionlessdata.io>.

use serde_json::{Value as Json, json};

use super::manifest::FileRecord;
use crate::core::info::GameInfo;
use crate::core::table::{Table, Value};

/// The text of the file for these tables; `records` have their sizes and hashes.
pub fn text(info: &GameInfo, tables: &[Table], records: &[FileRecord]) -> String {
    let resources = tables.iter().zip(records);
    let resources: Json = resources.map(|(table, record)| resource(table, record)).collect();
    let package = json!({
        "profile": "tabular-data-package",
        "name": format!("war-sim-{}", info.name),
        "title": format!("{}: counts of war-sim", info.title),
        "resources": resources,
    });
    format!("{package:#}\n")
}

fn resource(table: &Table, record: &FileRecord) -> Json {
    let columns = table.header.iter().zip(&table.about).enumerate();
    let fields: Json = columns
        .map(|(c, (name, about))| {
            let mut field = json!({"name": name, "type": kind(table, c)});
            if !about.is_empty() {
                field["description"] = about.as_str().into();
            }
            field
        })
        .collect();
    json!({
        "profile": "tabular-data-resource",
        "name": table.file.trim_end_matches(".csv"),
        "path": table.file,
        "type": "table",
        "scheme": "file",
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "bytes": record.bytes,
        "hash": format!("sha256:{}", record.sha256),
        "schema": {"fields": fields, "missingValues": [""]},
    })
}

/// The type of a column: that of its values.
fn kind(table: &Table, column: usize) -> &'static str {
    let mut kind = "any";
    for row in &table.rows {
        kind = match (&row[column], kind) {
            (Value::Empty, kind) => kind,
            // A field of rules that is swept: readers of tables take these words for what they mean.
            (Value::Text(word), "any" | "boolean") if matches!(&**word, "true" | "false") => {
                "boolean"
            }
            (Value::Text(_), _) => return "string",
            (Value::Float(_), _) => "number",
            (Value::Int(_) | Value::Signed(_), "number") => "number",
            (Value::Int(_) | Value::Signed(_), _) => "integer",
        };
    }
    kind
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::war::INFO;

    /// What else is said of them: `tests/cli/tables.rs`.
    #[test]
    fn types_are_those_of_the_values() {
        let mut table =
            Table::new("summary.csv", ["rules", "games", "a_ratio", "p_value", "seed", "low"]);
        for ratio in [Value::Empty, 0.5.into()] {
            let row = ["x".into(), 5_u64.into(), ratio, Value::Empty, 1_i64.into(), "true".into()];
            table.push(row.into());
        }
        let json = text(&INFO, &[table], &[FileRecord::of("summary.csv", b"bytes")]);
        let json: Json = serde_json::from_str(&json).unwrap();
        assert_eq!(json["name"], "war-sim-war");
        let fields = json["resources"][0]["schema"]["fields"].as_array().unwrap();
        let kinds: Vec<&str> = fields.iter().map(|f| f["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["string", "integer", "number", "any", "integer", "boolean"]);
    }
}
