//! A finished table, before it becomes a file.

use std::fmt::{self, Write as _};

use crate::core::wording::plain::CellText;

/// One field.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text.
    Text(CellText),
    /// A count.
    Int(u64),
    /// A whole number that may be negative.
    Signed(i64),
    /// A number; never NaN.
    Float(f64),
    /// What cannot be known: an empty field.
    Empty,
}

impl Value {
    /// Adds the value as it is displayed to a text.
    pub fn write_to(&self, text: &mut String) {
        match self {
            Value::Text(own) => text.push_str(own.as_str()),
            Value::Int(n) => text.push_str(itoa::Buffer::new().format(*n)),
            // A string takes everything.
            other => _ = write!(text, "{other}"),
        }
    }
}

impl fmt::Display for Value {
    /// Floats are the shortest decimal that reads back to the same number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.write_str(text.as_str()),
            Value::Int(n) => write!(f, "{n}"),
            Value::Signed(n) => write!(f, "{n}"),
            Value::Float(x) => write_float(f, *x),
            Value::Empty => Ok(()),
        }
    }
}

/// The shortest decimal that reads back to the same number; with an exponent where there would be
/// more zeros than digits.
fn write_float(f: &mut fmt::Formatter<'_>, x: f64) -> fmt::Result {
    let plain = x == 0.0 || (1e-5..1e16).contains(&x.abs());
    if plain { write!(f, "{x}") } else { write!(f, "{x:e}") }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(CellText::of(text))
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

/// A column of a table: what it is called, what it holds, and how a row has it.
pub struct Column<'a, R> {
    name: String,
    about: String,
    value: Box<dyn Fn(&R) -> Value + 'a>,
}

impl<'a, R> Column<'a, R> {
    /// A column of this name, with what it holds in words, and its value in a row.
    pub fn new(
        name: impl Into<String>,
        about: impl Into<String>,
        value: impl Fn(&R) -> Value + 'a,
    ) -> Self {
        Self { name: name.into(), about: about.into(), value: Box::new(value) }
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

    /// The table that has these columns of these rows. What the game itself says of a column, as
    /// `file.csv:column` or by its name alone, is what it holds.
    pub fn of<R>(
        file: &'static str,
        own: &[(&str, &str)],
        columns: Vec<Column<'_, R>>,
        rows: impl IntoIterator<Item = R>,
    ) -> Self {
        let mut all: Vec<Vec<Value>> = Vec::new();
        for row in rows {
            let mut values: Vec<Value> =
                columns.iter().map(|column| (column.value)(&row)).collect();
            // Of a million rows of a rule set each has its name: once in memory.
            for (value, above) in values.iter_mut().zip(all.last().into_iter().flatten()) {
                if value == above {
                    value.clone_from(above);
                }
            }
            all.push(values);
        }
        let (header, about) = columns.into_iter().map(|column| (column.name, column.about)).unzip();
        Self { file, header, about, rows: all }.described(own)
    }

    /// The same with what the game itself says of its columns.
    pub fn described(mut self, own: &[(&str, &str)]) -> Self {
        let said = |key: &str| own.iter().find(|(name, _)| *name == key);
        for (name, about) in self.header.iter().zip(&mut self.about) {
            let exact = format!("{}:{name}", self.file);
            if let Some((_, words)) = said(&exact).or_else(|| said(name)) {
                *about = (*words).to_owned();
            }
        }
        self
    }

    /// Adds a row.
    ///
    /// Panics if it is not as long as the header: a caller's bug.
    pub fn push(&mut self, row: Vec<Value>) {
        assert_eq!(row.len(), self.header.len(), "row of {}", self.file);
        self.rows.push(row);
    }
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
