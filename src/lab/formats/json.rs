//! Tables as one JSON object: a list of rows for each.

use serde_json::{Value as Json, json};

use crate::core::table::Table;

/// `{"summary": [{"rules": "umass", ...}], ...}`: each table by its name without `.csv`, each row an
/// object. Counts are exact; a field without a value is `null`.
pub fn render(tables: &[Table]) -> Json {
    let named = tables.iter().map(|table| {
        let name = table.file.strip_suffix(".csv").unwrap_or(table.file);
        (name.to_owned(), list(table))
    });
    Json::Object(named.collect())
}

/// The rows of a table, each an object.
pub fn list(table: &Table) -> Json {
    let rows = table.rows.iter().map(|row| {
        let fields = table.header.iter().cloned().zip(row.iter().map(|value| json!(value)));
        Json::Object(fields.collect())
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::table::Value;

    #[test]
    fn a_table_is_a_list_of_objects() {
        let mut table = Table::new("pairs.csv", ["rules", "games", "mean", "note"]);
        table.push(vec!["a".into(), u64::MAX.into(), 0.5.into(), Value::Empty]);
        assert_eq!(
            render(&[table]).to_string(),
            r#"{"pairs":[{"rules":"a","games":18446744073709551615,"mean":0.5,"note":null}]}"#
        );
    }
}
