//! Rows of equal shape, kept column by column until a file format takes them.

use std::collections::HashMap;
use std::io;
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use super::wording::plain::cell;

/// One column of a block of rows.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnData {
    /// Whole numbers.
    Int(Vec<i64>),
    /// Whole numbers of the full 64 bits.
    Index(Vec<u64>),
    /// Words out of a short list, by position in it; each as it may stand in a cell.
    Word {
        /// The list, which all blocks of one shape share.
        words: Arc<Vec<String>>,
        /// Which of them, row by row.
        rows: Vec<u32>,
    },
    /// Free text.
    Text(Vec<String>),
}

impl ColumnData {
    /// An empty column of these words, each once in its list, and the position of each of them there.
    pub fn words<W: AsRef<str>>(all: impl IntoIterator<Item = W>) -> (Self, Vec<u32>) {
        let (mut words, mut places) = (Vec::new(), HashMap::new());
        let place = |word: W| {
            let word = cell(word.as_ref());
            *places.entry(word).or_insert_with_key(|word| {
                words.push(word.clone());
                words.len() as u32 - 1
            })
        };
        let which = all.into_iter().map(place).collect();
        (ColumnData::Word { words: Arc::new(words), rows: Vec::new() }, which)
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            ColumnData::Int(rows) => rows.len(),
            ColumnData::Index(rows) => rows.len(),
            ColumnData::Word { rows, .. } => rows.len(),
            ColumnData::Text(rows) => rows.len(),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds these rows of a column of the same kind, which are of no use there then: texts are moved.
    ///
    /// Panics for another kind, and for words of another list.
    pub fn append(&mut self, more: &mut Self, which: Range<usize>) {
        match (self, more) {
            (ColumnData::Int(mine), ColumnData::Int(theirs)) => {
                mine.extend_from_slice(&theirs[which]);
            }
            (ColumnData::Index(mine), ColumnData::Index(theirs)) => {
                mine.extend_from_slice(&theirs[which]);
            }
            (ColumnData::Word { words, rows }, ColumnData::Word { words: known, rows: theirs }) => {
                assert_eq!(words, known, "rows with other words");
                rows.extend_from_slice(&theirs[which]);
            }
            (ColumnData::Text(mine), ColumnData::Text(theirs)) => {
                mine.extend(theirs[which].iter_mut().map(mem::take));
            }
            _ => panic!("rows of another shape"),
        }
    }

    fn resize(&mut self, len: usize) {
        match self {
            ColumnData::Int(rows) => rows.resize(len, 0),
            ColumnData::Index(rows) => rows.resize(len, 0),
            ColumnData::Word { rows, .. } => rows.resize(len, 0),
            ColumnData::Text(rows) => rows.resize(len, String::new()),
        }
    }
}

/// A block of rows.
///
/// Shapes: `names.len() == columns.len()`, and all columns have the same number of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    /// The header.
    pub names: Vec<String>,
    /// The columns, in the order of the header.
    pub columns: Vec<ColumnData>,
}

impl Columns {
    /// Adds a column.
    pub fn push(&mut self, name: impl Into<String>, column: ColumnData) {
        self.names.push(name.into());
        self.columns.push(column);
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        let rows = self.columns.first().map_or(0, ColumnData::len);
        debug_assert!(self.columns.iter().all(|column| column.len() == rows), "uneven columns");
        rows
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds these rows of a block of the same shape, which are of no use there then.
    ///
    /// Panics for another shape.
    pub fn append(&mut self, more: &mut Columns, which: Range<usize>) {
        let columns = self.columns.iter_mut().zip(&mut more.columns);
        columns.for_each(|(mine, theirs)| mine.append(theirs, which.clone()));
    }

    /// Removes the rows beyond so many, or adds as many as are missing, to be written over.
    pub fn resize(&mut self, len: usize) {
        self.columns.iter_mut().for_each(|column| column.resize(len));
    }

    /// The line of column names of a CSV.
    pub fn csv_header(&self) -> Vec<u8> {
        (self.names.join(",") + "\n").into_bytes()
    }

    /// The rows as lines of a CSV.
    ///
    /// Errors: none: memory takes every row.
    pub fn csv_rows(&self) -> io::Result<Vec<u8>> {
        let mut out = csv::Writer::from_writer(Vec::with_capacity(self.len() * 48));
        let mut digits = itoa::Buffer::new();
        for k in 0..self.len() {
            for column in &self.columns {
                out.write_field(match column {
                    ColumnData::Index(rows) => digits.format(rows[k]),
                    ColumnData::Int(rows) => digits.format(rows[k]),
                    ColumnData::Word { words, rows } => &words[rows[k] as usize],
                    ColumnData::Text(rows) => &rows[k],
                })?;
            }
            out.write_record(None::<&[u8]>)?;
        }
        out.into_inner().map_err(|error| error.into_error())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(numbers: Range<u64>) -> Columns {
        let mut rows = Columns::default();
        let each = || numbers.clone();
        let words = Arc::new(vec!["even".to_owned(), "odd".to_owned()]);
        let which = each().map(|k| (k % 2) as u32).collect();
        rows.push("w", ColumnData::Word { words, rows: which });
        rows.push("i", ColumnData::Index(each().map(|k| u64::MAX - k).collect()));
        rows.push("n", ColumnData::Int(each().map(|k| -(k as i64)).collect()));
        rows.push("t", ColumnData::Text(each().map(|k| "ä".repeat(k as usize % 4)).collect()));
        rows
    }

    #[test]
    fn rows_cut_anywhere_and_put_together_again_are_the_same() {
        for cut in 0..=9 {
            let (mut all, mut front, mut back) = (rows(0..9), rows(0..0), rows(0..0));
            front.append(&mut all, 0..cut);
            assert_eq!(front, rows(0..cut as u64));
            back.append(&mut all, cut..9);
            assert_eq!(back, rows(cut as u64..9));
            front.append(&mut back, 0..9 - cut);
            assert_eq!(front, rows(0..9), "cut at {cut}");
            // What is missing is added, and others removed.
            for len in [cut + 2, cut] {
                front.resize(len);
                assert_eq!(front.len(), len);
            }
            assert_eq!(front, rows(0..cut as u64));
        }
    }
}
