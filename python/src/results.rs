//! What a study returns: its tables, for people and for data frames.

use std::ffi::CStr;
use std::path::PathBuf;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};
use war_sim::Finished;
use war_sim::table::{Table as Rows, Value};

use crate::arrow::batch;
use crate::errors::of_folder;

/// The names that the Arrow PyCapsule interface asks for.
const STREAM: &CStr = c"arrow_array_stream";
const SCHEMA: &CStr = c"arrow_schema";
/// Rows of a table that a notebook shows.
const SHOWN: usize = 20;

/// The name of a table: its file's, without the ending.
fn name_of(table: &Rows) -> &'static str {
    table.file.strip_suffix(".csv").unwrap_or(table.file)
}

/// A finished study.
#[pyclass(frozen, module = "war_sim")]
pub struct Results {
    finished: Finished,
    tables: Vec<Rows>,
}

impl Results {
    /// A finished study with its tables.
    pub fn new(finished: Finished) -> Self {
        let tables = finished.tables();
        Self::with(finished, tables)
    }

    /// A finished study with tables of its own.
    pub fn with(finished: Finished, tables: Vec<Rows>) -> Self {
        Self { finished, tables }
    }
}

#[pymethods]
impl Results {
    /// The names of the tables, in the order of the files.
    #[getter]
    fn tables(&self) -> Vec<&'static str> {
        self.tables.iter().map(name_of).collect()
    }

    /// The game: war, ludo or beggar.
    #[getter]
    fn game(&self) -> &'static str {
        self.finished.study.info().name
    }

    /// The rule sets; of Ludo each with every pair of dice, such as "bwinf 1:2".
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.finished.study.cells.iter().map(|cell| cell.name.clone()).collect()
    }

    /// Number of games of each of the rules.
    #[getter]
    fn games(&self) -> u64 {
        self.finished.games
    }

    /// The seed of the deals.
    #[getter]
    fn seed(&self) -> u64 {
        self.finished.study.deals.seed.0
    }

    /// How long the games took, in seconds; 0 for a stored run.
    #[getter]
    fn elapsed_s(&self) -> f64 {
        self.finished.elapsed.as_secs_f64()
    }

    /// The table of this name, with or without ".csv".
    fn table(&self, name: &str) -> PyResult<Table> {
        let wanted = name.strip_suffix(".csv").unwrap_or(name);
        let found = self.tables.iter().find(|table| name_of(table) == wanted).ok_or_else(|| {
            let known = self.tables().join(", ");
            PyValueError::new_err(format!("there is no table `{name}`; use {known}"))
        })?;
        let batch = batch(found).map_err(|e| PyRuntimeError::new_err(e.to_string()))?;
        Ok(Table { rows: found.clone(), batch })
    }

    /// Writes every table, the state and the manifest into a folder, completely or not at all.
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        py.detach(|| self.finished.save_tables(&self.tables, &folder)).map_err(of_folder)
    }

    fn __repr__(&self) -> String {
        let title = self.finished.study.info().title;
        format!(
            "<war_sim.Results of {title}: {}, {} games each, seed {}; tables {}>",
            self.rules().join(", "),
            self.games(),
            self.seed(),
            self.tables().join(", ")
        )
    }

    fn _repr_html_(&self) -> String {
        let (study, info) = (&self.finished.study, self.finished.study.info());
        let length = info.length().name;
        let mut header = vec!["rules".to_owned()];
        header.extend(info.outcomes.iter().map(|outcome| outcome.measure.to_owned()));
        header.extend([format!("{length}_mean"), format!("{length}_median")]);
        let rows = (0..study.cells.len()).map(|k| {
            let summary = self.finished.summary(k);
            let mut row = vec![summary.name];
            row.extend(summary.shares.iter().map(|share| match share.ratio {
                None => String::new(),
                Some(ratio) => match share.ci_low.zip(share.ci_high) {
                    Some((low, high)) => format!("{ratio:.4} ({low:.4} to {high:.4})"),
                    None => format!("{ratio:.4}"),
                },
            }));
            row.push(summary.length.mean.map_or(String::new(), |mean| format!("{mean:.2}")));
            row.push(summary.length.median.map_or(String::new(), |median| median.to_string()));
            row
        });
        let caption = format!(
            "{}: {} games each, seed {}; tables {}",
            info.title,
            self.games(),
            self.seed(),
            self.tables().join(", ")
        );
        html(&caption, &header, rows.take(SHOWN))
    }
}

/// A table, readable by everything that knows Arrow's PyCapsule interface.
#[pyclass(frozen, module = "war_sim")]
pub struct Table {
    rows: Rows,
    batch: RecordBatch,
}

#[pymethods]
impl Table {
    /// The name, such as "summary".
    #[getter]
    fn name(&self) -> &'static str {
        name_of(&self.rows)
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.rows.header.clone()
    }

    fn __len__(&self) -> usize {
        self.rows.rows.len()
    }

    /// The rows as a list of dicts; what is undefined is None.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for row in &self.rows.rows {
            let dict = PyDict::new(py);
            for (name, value) in self.rows.header.iter().zip(row) {
                match value {
                    Value::Text(text) => dict.set_item(name, text.as_str())?,
                    Value::Int(n) => dict.set_item(name, n)?,
                    Value::Signed(n) => dict.set_item(name, n)?,
                    Value::Float(x) => dict.set_item(name, x)?,
                    Value::Empty => dict.set_item(name, py.None())?,
                }
            }
            list.append(dict)?;
        }
        Ok(list)
    }

    /// Arrow's schema, as the PyCapsule interface wants it.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batch.schema().as_ref());
        let schema = schema.map_err(|e| PyRuntimeError::new_err(e.to_string()))?;
        PyCapsule::new_with_value(py, schema, SCHEMA)
    }

    /// The rows as Arrow's stream of one batch; the columns are shared, not copied.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A wish that need not be granted: the consumer casts.
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), STREAM)
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (self.rows.rows.len(), self.rows.header.len());
        format!("<war_sim.Table {}: {rows} rows, {columns} columns>", self.name())
    }

    fn _repr_html_(&self) -> String {
        let rows = self.rows.rows.iter().take(SHOWN);
        let rows = rows.map(|row| row.iter().map(ToString::to_string).collect());
        let caption = format!("{}: {} rows", self.name(), self.rows.rows.len());
        html(&caption, &self.rows.header, rows)
    }
}

/// A table for a notebook.
fn html(caption: &str, header: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let cells = |tag: &str, row: &[String]| -> String {
        row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect()
    };
    let body = rows.map(|row| format!("<tr>{}</tr>", cells("td", &row))).collect::<String>();
    format!(
        "<table><caption>{}</caption><thead><tr>{}</tr></thead><tbody>{body}</tbody></table>",
        escaped(caption),
        cells("th", header)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
