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

    /// Adds words by their positions in the list.
    ///
    /// Panics for other columns.
    pub fn push_positions(&mut self, positions: impl Iterator<Item = u32>) {
        let ColumnData::Word { rows, .. } = self else { panic!("not a column of words") };
        rows.extend(positions);
    }

    /// Adds whole numbers; a column of signed ones must be able to hold them.
    ///
    /// Panics for a number that does not fit, or for other columns.
    pub fn push_ints(&mut self, values: impl Iterator<Item = u64>) {
        match self {
            ColumnData::Int(rows) => {
                rows.extend(values.map(|value| match i64::try_from(value) {
                    Ok(value) => value,
                    Err(_) => panic!("{value} is beyond 63 bits"),
                }));
            }
            ColumnData::Index(rows) => rows.extend(values),
            _ => panic!("not a column of numbers"),
        }
    }

    /// Adds signed whole numbers.
    ///
    /// Panics for other columns.
    pub fn push_signed(&mut self, values: &[i64]) {
        let ColumnData::Int(rows) = self else { panic!("not a column of signed numbers") };
        rows.extend_from_slice(values);
    }

    /// Adds a free text.
    ///
    /// Panics for other columns.
    pub fn push_text(&mut self, text: String) {
        let ColumnData::Text(rows) = self else { panic!("not a column of text") };
        rows.push(text);
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

    fn clear(&mut self) {
        match self {
            ColumnData::Int(rows) => rows.clear(),
            ColumnData::Index(rows) => rows.clear(),
            ColumnData::Word { rows, .. } => rows.clear(),
            ColumnData::Text(rows) => rows.clear(),
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

    /// Adds the first row of each of these blocks of the same shape, then the second ones, and so on; they are of no
    /// use there then.
    ///
    /// Panics for another shape, and for fewer rows than the first block has.
    pub fn append_in_turns(&mut self, blocks: &mut [Columns]) {
        let rows = blocks.first().map_or(0, Columns::len);
        if let [only] = blocks {
            return self.append(only, 0..rows);
        }
        // Column by column: what kind it is of is asked of many values that lie side by side.
        for (c, column) in self.columns.iter_mut().enumerate() {
            for k in 0..rows {
                blocks.iter_mut().for_each(|block| column.append(&mut block.columns[c], k..k + 1));
            }
        }
    }

    /// Removes every row; header and word lists stay.
    pub fn clear(&mut self) {
        self.columns.iter_mut().for_each(ColumnData::clear);
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
        rows.push("w", ColumnData::words(["even", "odd"]).0);
        rows.push("i", ColumnData::Index(Vec::new()));
        rows.push("n", ColumnData::Int(Vec::new()));
        rows.push("t", ColumnData::Text(Vec::new()));
        for k in numbers {
            rows.columns[0].push_positions(std::iter::once((k % 2) as u32));
            rows.columns[1].push_ints(std::iter::once(u64::MAX - k));
            rows.columns[2].push_signed(&[-(k as i64)]);
            rows.columns[3].push_text("ä".repeat(k as usize % 4));
        }
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
        }
    }

    #[test]
    fn blocks_take_turns_behind_the_rows_that_are_there() {
        let numbers = |all: &[u64]| {
            let mut those = rows(0..0);
            all.iter().for_each(|&k| those.append(&mut rows(k..k + 1), 0..1));
            those
        };
        let mut all = rows(90..92);
        all.append_in_turns(&mut [rows(30..32), rows(10..12), rows(20..22)]);
        assert_eq!(all, numbers(&[90, 91, 30, 10, 20, 31, 11, 21]));
        all.append_in_turns(&mut []);
        all.append_in_turns(&mut [rows(5..7)]);
        assert_eq!(all, numbers(&[90, 91, 30, 10, 20, 31, 11, 21, 5, 6]));
    }

    #[test]
    #[should_panic(expected = "other words")]
    fn rows_of_other_words_are_of_another_shape() {
        let mut other = rows(0..1);
        other.columns[0] = ColumnData::words(["A", "B"]).0;
        other.append(&mut rows(0..1), 0..1);
    }

    #[test]
    fn rows_read_back_as_they_were() {
        let text = ["2 3 4", "", "a \"quoted\", text"].map(String::from).to_vec();
        let (mut words, _) = ColumnData::words(["plain", "with, comma"]);
        if let ColumnData::Word { rows, .. } = &mut words {
            rows.extend([1, 0, 1]);
        }
        let block = Columns {
            names: ["w", "i", "n", "t"].map(String::from).to_vec(),
            columns: vec![
                words,
                ColumnData::Index(vec![0, 10, u64::MAX]),
                ColumnData::Int(vec![-1, 0, i64::MIN]),
                ColumnData::Text(text),
            ],
        };
        let mut file = block.csv_header();
        file.extend(block.csv_rows().unwrap());
        let mut reader = ::csv::Reader::from_reader(file.as_slice());
        let read: Vec<Vec<String>> = reader
            .records()
            .map(|r| r.expect("valid CSV").iter().map(str::to_owned).collect())
            .collect();
        assert_eq!(
            read,
            [
                ["with, comma", "0", "-1", "2 3 4"],
                ["plain", "10", "0", ""],
                [
                    "with, comma",
                    "18446744073709551615",
                    "-9223372036854775808",
                    "a \"quoted\", text"
                ],
            ]
        );
    }
}
