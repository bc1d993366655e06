//! Finished tables and rows of games as Arrow's, and Arrow's as Python's values.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Float64Type, Int64Type, UInt64Type};
use arrow_array::{
    Array as _, ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchOptions, StringArray,
    UInt64Array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::BoundObject as _;
use pyo3::prelude::*;
use war_sim::table::{ColumnData, Columns, Table, Value};

/// The table as one batch: a column for each of its header, with nulls for what is undefined.
///
/// Errors: none that a table whose rows are as long as its header can have.
pub fn batch(table: &Table) -> Result<RecordBatch, ArrowError> {
    let columns = (0..table.header.len()).map(|c| {
        let values = table.rows.iter().map(|row| &row[c]);
        array(values.clone(), kind(values))
    });
    batch_of(&table.header, columns.collect(), table.rows.len())
}

/// The rows of games, a batch for each block; a column is signed where it can be in all of them.
///
/// Errors: none that blocks of one shape can have.
pub fn batches(blocks: &[Columns]) -> Result<Vec<RecordBatch>, ArrowError> {
    let large = |values: &[u64]| values.iter().any(|&n| i64::try_from(n).is_err());
    let is_unsigned = |c: usize| {
        let columns = blocks.iter().map(|block| &block.columns[c]);
        columns.into_iter().any(|column| matches!(column, ColumnData::Index(rows) if large(rows)))
    };
    let width = blocks.first().map_or(0, |block| block.columns.len());
    let unsigned: Vec<bool> = (0..width).map(is_unsigned).collect();
    let batch = |block: &Columns| {
        let columns =
            block.columns.iter().zip(&unsigned).map(|(column, &unsigned)| rows(column, unsigned));
        batch_of(&block.names, columns.collect(), block.len())
    };
    blocks.iter().map(batch).collect()
}

fn batch_of<S: AsRef<str>>(
    header: &[S],
    columns: Vec<ArrayRef>,
    rows: usize,
) -> Result<RecordBatch, ArrowError> {
    let fields = header.iter().zip(&columns);
    let fields =
        fields.map(|(name, array)| Field::new(name.as_ref(), array.data_type().clone(), true));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(schema, columns, &options)
}

fn rows(column: &ColumnData, unsigned: bool) -> ArrayRef {
    match column {
        ColumnData::Int(values) => Arc::new(Int64Array::from_iter_values(values.iter().copied())),
        ColumnData::Index(values) if unsigned => {
            Arc::new(UInt64Array::from_iter_values(values.iter().copied()))
        }
        ColumnData::Index(values) => {
            let values = values.iter().map(|&n| i64::try_from(n).unwrap_or(i64::MAX));
            Arc::new(Int64Array::from_iter_values(values))
        }
        ColumnData::Word { words, rows } => {
            Arc::new(StringArray::from_iter_values(rows.iter().map(|&at| &words[at as usize])))
        }
        ColumnData::Text(rows) => Arc::new(StringArray::from_iter_values(rows)),
    }
}

/// The type that holds all values, unsigned for a large seed; of a column without any, that of a mean.
fn kind<'v>(values: impl Iterator<Item = &'v Value>) -> DataType {
    let mut found = None;
    for value in values {
        found = match (value, found) {
            (Value::Empty, found) => found,
            (Value::Text(_), _) => return DataType::Utf8,
            (Value::Float(_), _) | (_, Some(DataType::Float64)) => Some(DataType::Float64),
            (&Value::Int(n), _) if i64::try_from(n).is_err() => Some(DataType::UInt64),
            (Value::Int(_), Some(kind)) => Some(kind),
            (Value::Int(_) | Value::Signed(_), _) => Some(DataType::Int64),
        };
    }
    found.unwrap_or(DataType::Float64)
}

fn array<'v>(values: impl Iterator<Item = &'v Value>, kind: DataType) -> ArrayRef {
    match kind {
        DataType::Utf8 => Arc::new(StringArray::from_iter(values.map(|value| match value {
            Value::Empty => None,
            Value::Text(text) => Some(text.to_string()),
            number => Some(number.to_string()),
        }))),
        DataType::Int64 => Arc::new(Int64Array::from_iter(values.map(|value| match *value {
            Value::Int(n) => i64::try_from(n).ok(),
            Value::Signed(n) => Some(n),
            _ => None,
        }))),
        DataType::UInt64 => Arc::new(UInt64Array::from_iter(values.map(|value| match *value {
            Value::Int(n) => Some(n),
            _ => None,
        }))),
        _ => Arc::new(Float64Array::from_iter(values.map(|value| match *value {
            Value::Float(x) => Some(x),
            Value::Int(n) => Some(n as f64),
            Value::Signed(n) => Some(n as f64),
            _ => None,
        }))),
    }
}

/// A value as it is shown: with five decimals; nothing for what is undefined.
pub fn shown(array: &ArrayRef, k: usize) -> String {
    if array.is_null(k) {
        return String::new();
    }
    match array.data_type() {
        DataType::Int64 => array.as_primitive::<Int64Type>().value(k).to_string(),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(k).to_string(),
        DataType::Float64 => {
            let x = array.as_primitive::<Float64Type>().value(k);
            if x != 0.0 && x.abs() < 1e-4 { format!("{x:.2e}") } else { format!("{x:.5}") }
        }
        _ => array.as_string::<i32>().value(k).to_owned(),
    }
}

/// A value as Python's; None for what is undefined.
pub fn value<'py>(py: Python<'py>, array: &ArrayRef, k: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(k) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match array.data_type() {
        DataType::Int64 => array.as_primitive::<Int64Type>().value(k).into_pyobject(py)?.into_any(),
        DataType::UInt64 => {
            array.as_primitive::<UInt64Type>().value(k).into_pyobject(py)?.into_any()
        }
        DataType::Float64 => {
            array.as_primitive::<Float64Type>().value(k).into_pyobject(py)?.into_any()
        }
        _ => array.as_string::<i32>().value(k).into_pyobject(py)?.into_bound().into_any(),
    })
}
