//! `datapackage.json`: every table of a run with the type and meaning of every column.
//!
//! Source of the format: Data Package, version 1, <https://specs.frictionlessdata.io>.

use serde_json::{Value as Json, json};

use super::manifest::FileRecord;
use crate::core::rows::{ColumnData, Columns};
use crate::core::table::{Table, Value};
use crate::lab::spec::Study;
use crate::lab::study::games::{RowDetail, row_shape};

/// The text of the file for these tables, of which `records` have sizes and hashes, and for the file in the folder
/// with such `rows` of games.
pub fn text(
    study: &Study,
    tables: &[Table],
    records: &[FileRecord],
    rows: Option<(&str, &RowDetail)>,
) -> String {
    let info = study.info();
    let of_rows = rows.map(|(file, detail)| resource(file, None, fields_of_rows(study, detail)));
    let resources = tables.iter().zip(records);
    let resources = resources.map(|(table, own)| resource(table.file, Some(own), fields(table)));
    let resources: Json = resources.chain(of_rows).collect();
    let package = json!({
        "profile": "tabular-data-package",
        "name": format!("war-sim-{}", slug(info.name)),
        "title": format!("{}: counts of war-sim", info.title),
        "resources": resources,
    });
    format!("{package:#}\n")
}

fn resource(file: &str, record: Option<&FileRecord>, fields: Vec<Json>) -> Json {
    let (stem, format) = file.rsplit_once('.').unwrap_or((file, "csv"));
    let kind = if format == "csv" { "text/csv" } else { "application/vnd.apache.parquet" };
    let mut json = json!({
        "profile": "tabular-data-resource",
        "name": slug(stem),
        "path": file,
        "type": "table",
        "scheme": "file",
        "format": format,
        "mediatype": kind,
        "encoding": "utf-8",
    });
    if let Some(record) = record {
        json["bytes"] = record.bytes.into();
        json["hash"] = format!("sha256:{}", record.sha256).into();
    }
    json["schema"] = json!({"fields": fields, "missingValues": [""]});
    json
}

fn fields(table: &Table) -> Vec<Json> {
    let all = table.header.iter().enumerate();
    all.map(|(c, name)| field(name, kind(table, c), &table.about[c])).collect()
}

fn fields_of_rows(study: &Study, detail: &RowDetail) -> Vec<Json> {
    let Columns { names, columns } = row_shape(study, detail);
    const COMMON: [(&str, &str); 5] = [
        ("rules", "name of the rule set"),
        ("game", "index of the game"),
        ("outcome", "how the game came out"),
        ("end_reason", "why the game ended"),
        ("deck", "the deck in dealing order"),
    ];
    let features = study.info().features.iter().map(|feature| (feature.name, feature.summary));
    let described: Vec<_> =
        study.info().described().into_iter().chain(COMMON).chain(features).collect();
    let about = |name: &String| described.iter().find(|(known, _)| known == name).map(|one| one.1);
    let field = |(name, column): (&String, &ColumnData)| {
        let kind = match column {
            ColumnData::Int(_) | ColumnData::Index(_) => "integer",
            ColumnData::Word { .. } | ColumnData::Text(_) => "string",
        };
        field(name, kind, about(name).unwrap_or_default())
    };
    names.iter().zip(&columns).map(field).collect()
}

fn field(name: &str, kind: &str, about: &str) -> Json {
    let mut field = json!({"name": name, "type": kind});
    if !about.is_empty() {
        field["description"] = about.into();
    }
    field
}

/// The type of a column: that of its values.
fn kind(table: &Table, column: usize) -> &'static str {
    let mut kind = "any";
    for row in &table.rows {
        kind = match (&row[column], kind) {
            (Value::Empty, kind) => kind,
            // A field of rules that is swept: readers of tables take these words for what they mean.
            (Value::Text(word), "any" | "boolean") if matches!(word.as_str(), "true" | "false") => {
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

/// A name as the format allows it: small letters, digits, `.`, `-` and `_`.
fn slug(name: &str) -> String {
    let plain = |c: char| match c {
        c if c.is_ascii_alphanumeric() || "._-".contains(c) => c.to_ascii_lowercase(),
        _ => '-',
    };
    name.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_those_of_the_values_and_names_are_plain() {
        assert_eq!(slug("My Game_1.x/y"), "my-game_1.x-y");
        let mut table =
            Table::new("summary.csv", ["rules", "games", "a_ratio", "p_value", "seed", "low"]);
        table.about[2] = "share of games".into();
        let row = |ratio: Value| {
            vec!["x".into(), 5_u64.into(), ratio, Value::Empty, 1_i64.into(), "true".into()]
        };
        table.push(row(Value::Empty));
        table.push(row(0.5.into()));
        let record = FileRecord::of("summary.csv", b"bytes");
        let detail = RowDetail { deals: true, ..RowDetail::default() };
        let study = Study::war(["umass"]).unwrap();
        let json = text(&study, &[table], &[record], Some(("rows.parquet", &detail)));
        let json: Json = serde_json::from_str(&json).unwrap();
        assert_eq!(json["name"], "war-sim-war");
        let resource = &json["resources"][0];
        let fields = resource["schema"]["fields"].as_array().unwrap();
        let kinds: Vec<&str> = fields.iter().map(|f| f["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["string", "integer", "number", "any", "integer", "boolean"]);
        assert_eq!(fields[2]["description"], "share of games");
        assert_eq!(resource["bytes"], 5);
        assert!(resource["hash"].as_str().unwrap().starts_with("sha256:"));
        let rows = &json["resources"][1];
        assert_eq!([&rows["name"], &rows["format"]], ["rows", "parquet"]);
        let fields = rows["schema"]["fields"].as_array().unwrap();
        let ends = [&fields[1], &fields[fields.len() - 1]];
        assert_eq!(ends.map(|field| &field["name"]), ["game", "deck"]);
        assert_eq!(ends.map(|field| &field["type"]), ["integer", "string"]);
    }
}
