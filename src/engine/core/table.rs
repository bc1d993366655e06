//! A finished table, before it becomes a file.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::core::wording::plain::cell;

/// One field; in JSON, text, a number or `null`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// Text, which rows that follow one another mostly share; made by `from` alone, as a table may have it.
    Text(Arc<str>),
    /// A count.
    Int(u64),
    /// A whole number that may be negative.
    Signed(i64),
    /// A number; never NaN.
    Float(f64),
    /// What cannot be known: an empty field.
    Empty,
}

impl fmt::Display for Value {
    /// Floats are the shortest decimal that reads back to the same number; with an exponent where there would be more
    /// zeros than digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.write_str(text),
            Value::Int(n) => write!(f, "{n}"),
            Value::Signed(n) => write!(f, "{n}"),
            Value::Float(x) if *x == 0.0 || (1e-5..1e16).contains(&x.abs()) => write!(f, "{x}"),
            Value::Float(x) => write!(f, "{x:e}"),
            Value::Empty => Ok(()),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(cell(text).into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<u64> for Value {
    fn from(n: u64) -> Self {
        Value::Int(n)
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Self {
        Value::Signed(n)
    }
}

impl From<f64> for Value {
    fn from(x: f64) -> Self {
        if x.is_nan() { Value::Empty } else { Value::Float(x) }
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Empty, Into::into)
    }
}

/// What came out of one game: names and values, in the order of files.
pub type NamedValues = Vec<(&'static str, Value)>;

/// A header and its rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The file's name.
    pub file: &'static str,
    /// The header.
    pub header: Vec<String>,
    /// What each column holds, in words; empty where nobody says.
    pub about: Vec<String>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<Value>>,
}

impl Table {
    /// An empty table.
    pub fn new<S: Into<String>>(file: &'static str, header: impl IntoIterator<Item = S>) -> Self {
        let header: Vec<String> = header.into_iter().map(Into::into).collect();
        let about = vec![String::new(); header.len()];
        Self { file, header, about, rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// Panics if it is not as long as the header: a caller's bug.
    pub fn push(&mut self, row: Vec<Value>) {
        assert_eq!(row.len(), self.header.len(), "row of {}", self.file);
        self.rows.push(row);
    }

    /// The file: CSV, the header first.
    pub fn csv(&self) -> Vec<u8> {
        let mut file = csv::Writer::from_writer(Vec::new());
        let header = file.write_record(&self.header);
        let mut rows = self.rows.iter().map(|row| row.iter().map(Value::to_string));
        let written = header.and_then(|()| rows.try_for_each(|row| file.write_record(row)));
        written.unwrap_or_else(|error| unreachable!("rows are as long as the header: {error}"));
        file.into_inner().unwrap_or_else(|error| unreachable!("memory takes every row: {error}"))
    }
}

/// A table that is being made: a row for each of these things, one column after another.
#[derive(Clone, Debug)]
pub struct Draft<R> {
    table: Table,
    of: Vec<R>,
}

impl<R> Draft<R> {
    /// No column yet.
    pub fn new(file: &'static str, of: impl IntoIterator<Item = R>) -> Self {
        let of: Vec<R> = of.into_iter().collect();
        let rows = vec![Vec::new(); of.len()];
        Self { table: Table { file, header: Vec::new(), about: Vec::new(), rows }, of }
    }

    /// Adds a column of this name, with what it holds in words, and its value in a row.
    pub fn column<V: Into<Value>>(
        &mut self,
        name: impl Into<String>,
        about: impl Into<String>,
        value: impl Fn(&R) -> V,
    ) {
        self.table.header.push(name.into());
        self.table.about.push(about.into());
        let mut above = Value::Empty;
        for (row, of) in self.table.rows.iter_mut().zip(&self.of) {
            let value = value(of).into();
            // Of a million rows of a rule set each has its name: once in memory.
            if value != above {
                above = value;
            }
            row.push(above.clone());
        }
    }

    /// The table. What the game itself says of a column, as `file.csv:column` or by its name alone, is what
    /// it holds.
    pub fn described(self, own: &[(&str, &str)]) -> Table {
        let mut table = self.table;
        let said = |key: &str| own.iter().find(|(name, _)| *name == key);
        for (name, about) in table.header.iter().zip(&mut table.about) {
            let exact = format!("{}:{name}", table.file);
            if let Some((_, words)) = said(&exact).or_else(|| said(name)) {
                *about = (*words).to_owned();
            }
        }
        table.rows.iter_mut().for_each(Vec::shrink_to_fit);
        table
    }
}

/// A square of shares: how often the one of the row beats the one of the column.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    /// A word for links and file names, such as `pairs`.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// Names, one for each row and column, in order; what stands before a colon is enough in a column.
    pub labels: Vec<String>,
    /// Rows of cells, as long as `labels`; `None` where the two did not meet.
    pub cells: Vec<Vec<Option<Met>>>,
    /// The order of all, best first.
    pub ranking: Table,
}

/// One cell of a matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// Share of the games that the row won, in [0, 1].
    pub share: f64,
    /// Lower end of its interval.
    pub ci_low: f64,
    /// Upper end.
    pub ci_high: f64,
    /// Share of the games that nobody won.
    pub ties: f64,
    /// Games.
    pub games: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_read_back_to_the_same_number() {
        for (x, text) in [
            (0.0, "0"),
            (0.1, "0.1"),
            (498.570241, "498.570241"),
            (1e-5, "0.00001"),
            (9.5e-6, "9.5e-6"),
            (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
            (1e16, "1e16"),
            (-1.0 / 3.0, "-0.3333333333333333"),
        ] {
            assert_eq!(Value::Float(x).to_string(), text);
            assert_eq!(text.parse::<f64>(), Ok(x));
        }
        assert_eq!(Value::from(f64::NAN), Value::Empty);
    }
}
