//! What a study returns: its tables, for people and for data frames.

use std::ffi::CStr;
use std::path::PathBuf;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array as _, RecordBatch, RecordBatchIterator};
use arrow_schema::SchemaRef;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::exceptions::{
    PyAttributeError, PyKeyError, PyModuleNotFoundError, PyRuntimeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList};
use war_sim::cli::pages;
use war_sim::inside::share;
use war_sim::store::load as load_run;
use war_sim::table::{Columns, Run as Played, Table as Rows, Tables};
use war_sim::{Finished, Measure, RunOptions, RunOutcome};

use crate::arrow::{batch, batches, shown, value};
use crate::errors::exception;

/// The names that the Arrow PyCapsule interface asks for.
const STREAM: &CStr = c"arrow_array_stream";
const SCHEMA: &CStr = c"arrow_schema";
/// Rows of a table that are shown.
const SHOWN: usize = 20;
/// What the table with a row per game is called.
const ROWS: &str = "rows";

/// The name of a table: its file's, without the ending.
fn name_of(table: &Rows) -> &'static str {
    table.file.strip_suffix(".csv").unwrap_or(table.file)
}

fn internal(error: impl ToString) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// What came out of a question.
#[pyclass(frozen, mapping, module = "war_sim")]
pub struct Results {
    of: Tables,
    tables: Vec<Rows>,
    rows: Option<Table>,
}

impl Results {
    /// What came out.
    pub fn new(outcome: RunOutcome) -> PyResult<Self> {
        let rows = outcome.rows.as_deref().map(Table::of_rows).transpose()?;
        Ok(Self { rows, ..Self::of(outcome.tables) })
    }

    fn of(of: Tables) -> Self {
        Self { tables: of.all_tables(|_| true), of, rows: None }
    }

    /// What was played.
    pub fn finished(&self) -> &Finished {
        self.of.finished()
    }

    fn first(&self, name: Option<&str>) -> PyResult<Table> {
        self.__getitem__(name.unwrap_or_else(|| self.tables.first().map_or("", name_of)))
    }
}

/// Loads a stored run from its folder.
#[pyfunction]
pub fn load(py: Python<'_>, folder: PathBuf, confidence: Option<String>) -> PyResult<Results> {
    let mut run = py.detach(|| load_run(&folder)).map_err(exception)?;
    if let Some(confidence) = confidence {
        let confidence = share(&confidence).map_err(PyValueError::new_err)?;
        let study = run.finished.study;
        let study = study.ask(|spec| spec.confidence = Some(confidence)).map_err(exception)?;
        run.finished = Finished { study, ..run.finished };
    }
    Ok(py.detach(|| Results::of(Tables::of(run))))
}

/// A run: here, or in a folder.
#[derive(FromPyObject)]
pub enum Run<'py> {
    /// Here.
    Here(PyRef<'py, Results>),
    /// In a folder.
    Stored(PathBuf),
}

impl Run<'_> {
    /// Its tables, as they are drawn.
    ///
    /// Errors: a folder that cannot be read.
    pub fn tables(&self, py: Python<'_>) -> PyResult<Tables> {
        let results = match self {
            Run::Here(results) => results,
            Run::Stored(folder) => {
                let load = || pages::load(folder);
                return py.detach(load).map_err(exception);
            }
        };
        let finished = results.finished().clone();
        let finished = Finished { study: finished.study.verb("library"), ..finished };
        Ok(Tables::of(Played { name: results.rules().join("+"), finished }))
    }
}

#[pymethods]
impl Results {
    /// The names of the tables, in the order of the files; then `rows`, if rows of games were asked for.
    #[getter]
    fn tables(&self) -> Vec<&'static str> {
        let rows = self.rows.iter().map(|_| ROWS);
        self.tables.iter().map(name_of).chain(rows).collect()
    }

    /// The game, such as war or ludo.
    #[getter]
    fn game(&self) -> &'static str {
        self.finished().study.info().name
    }

    /// The rule sets; of Ludo each with every pair of dice, such as "bwinf 1:2".
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.finished().study.cells().iter().map(|cell| cell.name.clone()).collect()
    }

    /// Number of games of each of the rules.
    #[getter]
    fn games(&self) -> u64 {
        self.finished().games
    }

    /// The seed of the deals.
    #[getter]
    fn seed(&self) -> u64 {
        self.finished().study.deals().seed.0
    }

    /// How long the games took, in seconds.
    #[getter]
    fn elapsed_s(&self) -> f64 {
        self.finished().elapsed.as_secs_f64()
    }

    /// The names of the tables, so that `dict(results)` works.
    fn keys(&self) -> Vec<&'static str> {
        self.tables()
    }

    fn __len__(&self) -> usize {
        self.tables().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.tables().into_pyobject(py)?.try_iter()
    }

    fn __contains__(&self, name: &str) -> bool {
        self.tables().contains(&name)
    }

    fn __getitem__(&self, name: &str) -> PyResult<Table> {
        if let Some(rows) = self.rows.as_ref().filter(|_| name == ROWS) {
            return Ok(rows.clone());
        }
        let found = self.tables.iter().find(|table| name_of(table) == name).ok_or_else(|| {
            let known = self.tables().join(", ");
            PyKeyError::new_err(format!("there is no table `{name}`; use {known}"))
        })?;
        Table::of(found)
    }

    /// A table as an attribute, such as `results.summary`.
    fn __getattr__(&self, name: &str) -> PyResult<Table> {
        self.__getitem__(name).map_err(|_| {
            let known = self.tables().join(", ");
            let what = format!(
                "there is neither a table nor anything else `{name}`; the tables are {known}"
            );
            PyAttributeError::new_err(what)
        })
    }

    fn __dir__<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<String>> {
        let own = slf.py().get_type::<PyAny>().call_method1("__dir__", (slf,))?;
        let tables = slf.get().tables().into_iter().map(str::to_owned);
        Ok(own.extract::<Vec<String>>()?.into_iter().chain(tables).collect())
    }

    /// The estimates as matplotlib draws them.
    #[pyo3(signature = (measure = None, ax = None))]
    fn plot<'py>(
        slf: &Bound<'py, Self>,
        measure: Option<&str>,
        ax: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        drawing(slf.py(), "plot")?.call1((slf, measure, ax))
    }

    /// How long the games last, as matplotlib draws it.
    fn plot_lengths<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        drawing(slf.py(), "plot_lengths")?.call1((slf,))
    }

    /// A table, by default the first one, as a data frame of pandas.
    #[pyo3(signature = (name = None))]
    fn to_pandas<'py>(&self, py: Python<'py>, name: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        pandas(&Bound::new(py, self.first(name)?)?)
    }

    /// A table, by default the first one, as a data frame of polars.
    #[pyo3(signature = (name = None))]
    fn to_polars<'py>(&self, py: Python<'py>, name: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        polars(&Bound::new(py, self.first(name)?)?)
    }

    /// Writes the state, every table and, last, the manifest into a folder.
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        let save = || {
            let options = RunOptions { folder: Some(folder), ..RunOptions::default() };
            options.store(&self.of, None)
        };
        py.detach(save).map_err(exception)
    }

    fn __repr__(&self) -> String {
        self.of.text().trim_end().to_owned()
    }

    fn _repr_html_(&self) -> String {
        let finished = self.finished();
        let (study, info) = (&finished.study, finished.study.info());
        let length = info.length().name;
        let mut header = vec!["rules".to_owned()];
        header.extend(info.outcomes.iter().map(|outcome| outcome.measure.to_owned()));
        header.extend([format!("{length}_mean"), format!("{length}_median")]);
        let rows = (0..study.cells().len()).map(|k| {
            let mut row = vec![study.cells()[k].name.clone()];
            row.extend((0..info.outcomes.len()).map(|outcome| {
                let share = finished.estimate(k, Measure::Outcome(outcome));
                match (share.value, share.interval) {
                    (None, _) => String::new(),
                    (Some(ratio), Some((low, high))) => {
                        format!("{ratio:.4} ({low:.4} to {high:.4})")
                    }
                    (Some(ratio), None) => format!("{ratio:.4}"),
                }
            }));
            let length = finished.tally(k).all_games();
            row.push(length.mean.map_or(String::new(), |mean| format!("{mean:.2}")));
            row.push(length.median.map_or(String::new(), |median| median.to_string()));
            row
        });
        let caption = format!(
            "{}: {} games each, seed {}; tables {}",
            info.title,
            finished.games,
            study.deals().seed.0,
            self.tables().join(", ")
        );
        html(&caption, &header, rows.take(SHOWN))
    }
}

/// A table, readable by everything that knows Arrow's PyCapsule interface.
#[pyclass(frozen, skip_from_py_object, module = "war_sim")]
#[derive(Clone)]
pub struct Table {
    name: &'static str,
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    /// A finished table.
    pub fn of(table: &Rows) -> PyResult<Self> {
        let batch = batch(table).map_err(internal)?;
        Ok(Self { name: name_of(table), schema: batch.schema(), batches: vec![batch] })
    }

    fn of_rows(blocks: &[Columns]) -> PyResult<Self> {
        let batches = batches(blocks).map_err(internal)?;
        let first = batches.first().ok_or_else(|| internal("no header of rows"))?;
        Ok(Self { name: ROWS, schema: first.schema(), batches })
    }

    /// The first rows as they are shown.
    fn shown(&self) -> impl Iterator<Item = Vec<String>> {
        let rows = self.batches.iter().flat_map(|batch| {
            let columns = batch.columns();
            (0..batch.num_rows()).map(move |k| columns.iter().map(|c| shown(c, k)).collect())
        });
        rows.take(SHOWN)
    }

    fn title(&self) -> String {
        let (rows, columns) = (self.__len__(), self.schema.fields().len());
        format!("{}: {rows} rows, {columns} columns", self.name)
    }
}

#[pymethods]
impl Table {
    /// The name, such as "summary".
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The values of a column as a list; what is undefined is None.
    fn __getitem__<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyList>> {
        let c = self.schema.index_of(column).map_err(|_| {
            let known = self.columns().join(", ");
            PyKeyError::new_err(format!("{} has no column `{column}`; use {known}", self.name))
        })?;
        let list = PyList::empty(py);
        for batch in &self.batches {
            let array = batch.column(c);
            (0..array.len()).try_for_each(|k| list.append(value(py, array, k)?))?;
        }
        Ok(list)
    }

    /// Over the names of the columns, as a data frame has it.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.columns())?.try_iter()
    }

    fn __contains__(&self, column: &str) -> bool {
        self.schema.index_of(column).is_ok()
    }

    /// The rows as a list of dicts; what is undefined is None.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for batch in &self.batches {
            for k in 0..batch.num_rows() {
                let dict = PyDict::new(py);
                for (field, array) in self.schema.fields().iter().zip(batch.columns()) {
                    dict.set_item(field.name(), value(py, array, k)?)?;
                }
                list.append(dict)?;
            }
        }
        Ok(list)
    }

    /// The table as a data frame of pandas.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        pandas(slf)
    }

    /// The table as a data frame of polars.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        polars(slf)
    }

    /// Arrow's schema, as the PyCapsule interface wants it.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref()).map_err(internal)?;
        PyCapsule::new_with_value(py, schema, SCHEMA)
    }

    /// The rows as Arrow's stream of batches; the columns are shared, not copied.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A wish that need not be granted: the consumer casts.
        drop(requested_schema);
        let batches = self.batches.clone().into_iter().map(Ok);
        let batches = RecordBatchIterator::new(batches, self.schema.clone());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), STREAM)
    }

    fn __repr__(&self) -> String {
        let mut lines: Vec<Vec<String>> = self.shown().collect();
        lines.insert(0, self.columns());
        let width = |c: usize| lines.iter().map(|line| line[c].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
        let is_text = |c: usize| self.schema.field(c).data_type() == &arrow_schema::DataType::Utf8;
        let line = |line: &Vec<String>| {
            let cell = |(c, text): (usize, &String)| match is_text(c) {
                true => format!("{text:<0$}", widths[c]),
                false => format!("{text:>0$}", widths[c]),
            };
            line.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let lines: Vec<String> = lines.iter().map(line).collect();
        let dots = if self.__len__() > SHOWN { "\n..." } else { "" };
        format!("{}\n{}{dots}", self.title(), lines.join("\n"))
    }

    fn _repr_html_(&self) -> String {
        html(&self.title(), &self.columns(), self.shown())
    }
}

fn polars<'py>(table: &Bound<'py, Table>) -> PyResult<Bound<'py, PyAny>> {
    needed(table.py(), "polars", "to_polars")?.getattr("DataFrame")?.call1((table,))
}

fn pandas<'py>(table: &Bound<'py, Table>) -> PyResult<Bound<'py, PyAny>> {
    needed(table.py(), "pandas", "to_pandas")?;
    let arrow = needed(table.py(), "pyarrow", "to_pandas")?.call_method1("table", (table,))?;
    arrow.call_method0("to_pandas")
}

/// Another package, which not everybody has.
fn needed<'py>(py: Python<'py>, name: &str, method: &str) -> PyResult<Bound<'py, PyModule>> {
    py.import(name).map_err(|error| match error.is_instance_of::<PyModuleNotFoundError>(py) {
        true => PyModuleNotFoundError::new_err(format!(
            "{method} needs the package {name}; install it with pip install {name}"
        )),
        false => error,
    })
}

/// The function of the package that draws this.
fn drawing<'py>(py: Python<'py>, method: &str) -> PyResult<Bound<'py, PyAny>> {
    needed(py, "matplotlib", method)?;
    py.import("war_sim._plot")?.getattr(method)
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
