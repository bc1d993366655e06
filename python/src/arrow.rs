//! Finished tables as Arrow's.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchOptions, StringArray, UInt64Array,
};
use arrow_schema::{ArrowError, Field, Schema};
use war_sim::table::{Table, Value};

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Signed,
    /// Some number is above what fits a signed one: a large seed.
    Unsigned,
    Float,
}

/// The table as one batch: a column for each of its header, with nulls for what is undefined.
///
/// Errors: none that a table whose rows are as long as its header can have.
pub fn batch(table: &Table) -> Result<RecordBatch, ArrowError> {
    let columns = (0..table.header.len()).map(|c| {
        let values = table.rows.iter().map(|row| &row[c]);
        array(values.clone(), kind(values))
    });
    let columns: Vec<ArrayRef> = columns.collect();
    let fields = table.header.iter().zip(&columns);
    let fields = fields.map(|(name, array)| Field::new(name, array.data_type().clone(), true));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let rows = RecordBatchOptions::new().with_row_count(Some(table.rows.len()));
    RecordBatch::try_new_with_options(schema, columns, &rows)
}

/// The type that holds all values; of a column without any, that of a mean.
fn kind<'v>(values: impl Iterator<Item = &'v Value>) -> Kind {
    let mut found = None;
    for value in values {
        found = match (value, found) {
            (Value::Empty, found) => found,
            (Value::Text(_), _) => return Kind::Text,
            (Value::Float(_), _) | (_, Some(Kind::Float)) => Some(Kind::Float),
            (&Value::Int(n), _) if i64::try_from(n).is_err() => Some(Kind::Unsigned),
            (Value::Int(_), Some(kind)) => Some(kind),
            (Value::Int(_) | Value::Signed(_), _) => Some(Kind::Signed),
        };
    }
    found.unwrap_or(Kind::Float)
}

fn array<'v>(values: impl Iterator<Item = &'v Value>, kind: Kind) -> ArrayRef {
    match kind {
        Kind::Text => Arc::new(StringArray::from_iter(values.map(|value| match value {
            Value::Empty => None,
            Value::Text(text) => Some(text.as_str().to_owned()),
            number => Some(number.to_string()),
        }))),
        Kind::Signed => Arc::new(Int64Array::from_iter(values.map(|value| match *value {
            Value::Int(n) => i64::try_from(n).ok(),
            Value::Signed(n) => Some(n),
            _ => None,
        }))),
        Kind::Unsigned => Arc::new(UInt64Array::from_iter(values.map(|value| match *value {
            Value::Int(n) => Some(n),
            _ => None,
        }))),
        Kind::Float => Arc::new(Float64Array::from_iter(values.map(|value| match *value {
            Value::Float(x) => Some(x),
            Value::Int(n) => Some(n as f64),
            Value::Signed(n) => Some(n as f64),
            _ => None,
        }))),
    }
}
