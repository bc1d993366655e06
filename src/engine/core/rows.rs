//! Rows of equal shape, kept column by column until a file format takes them.

use super::info::{GameInfo, RowValue};
use super::results::GameBlock;
use super::table::Value;
use super::wording::plain::CellText;

/// One column of a block of rows.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnData {
    /// Whole numbers.
    Int(Vec<i64>),
    /// Whole numbers of the full 64 bits.
    Index(Vec<u64>),
    /// Words out of a short list, by position in it; each as it may stand in a cell.
    Word {
        /// The list.
        words: Vec<String>,
        /// Which of them, row by row.
        rows: Vec<u32>,
    },
    /// Free text, one after the other.
    Text {
        /// All texts in one string.
        text: String,
        /// Where each ends.
        ends: Vec<usize>,
    },
}

impl ColumnData {
    /// An empty column of free text.
    pub fn text() -> Self {
        ColumnData::Text { text: String::new(), ends: Vec::new() }
    }

    /// An empty column of words from this list.
    pub fn words<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> Self {
        let words = words.into_iter().map(|word| CellText::of(word.as_ref()).into_string());
        ColumnData::Word { words: words.collect(), rows: Vec::new() }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            ColumnData::Int(rows) => rows.len(),
            ColumnData::Index(rows) => rows.len(),
            ColumnData::Word { rows, .. } => rows.len(),
            ColumnData::Text { ends, .. } => ends.len(),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of row `k`, in a column of free text.
    ///
    /// Panics for other columns.
    pub fn text_at(&self, k: usize) -> &str {
        let ColumnData::Text { text, ends } = self else { panic!("not a column of text") };
        let start = if k == 0 { 0 } else { ends[k - 1] };
        &text[start..ends[k]]
    }

    /// Adds the same number or word `rows` times.
    ///
    /// Panics for what the column does not hold, such as a word that is not in the list.
    pub fn push_same(&mut self, value: &Value, rows: usize) {
        match (&*self, value) {
            (ColumnData::Word { .. }, word) => {
                let at = self.position(&word.to_string());
                self.push_positions(std::iter::repeat_n(at, rows));
            }
            (_, Value::Int(n)) => self.push_ints(std::iter::repeat_n(*n, rows)),
            (_, other) => panic!("{other:?} among numbers"),
        }
    }

    /// Adds words by their positions in the list.
    ///
    /// Panics for other columns.
    pub fn push_positions(&mut self, positions: impl Iterator<Item = u32>) {
        let ColumnData::Word { rows, .. } = self else { panic!("not a column of words") };
        rows.extend(positions);
    }

    /// The position of a word in the list.
    ///
    /// Panics if it is not there, or for other columns.
    pub fn position(&self, word: &str) -> u32 {
        let ColumnData::Word { words, .. } = self else { panic!("not a column of words") };
        let cell = CellText::of(word).into_string();
        match words.iter().position(|known| *known == cell) {
            Some(at) => at as u32,
            None => panic!("`{word}` is not a word of this column"),
        }
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
    pub fn push_text(&mut self, more: &str) {
        let ColumnData::Text { text, ends } = self else { panic!("not a column of text") };
        text.push_str(more);
        ends.push(text.len());
    }

    /// Puts these rows into the places of those from `first` on.
    fn reorder(&mut self, first: usize, from: impl Iterator<Item = usize>) {
        fn moved<T: Copy>(values: &mut [T], first: usize, from: impl Iterator<Item = usize>) {
            let new: Vec<T> = from.map(|k| values[k]).collect();
            values[first..].copy_from_slice(&new);
        }
        match self {
            ColumnData::Int(values) => moved(values, first, from),
            ColumnData::Index(values) => moved(values, first, from),
            ColumnData::Word { rows, .. } => moved(rows, first, from),
            ColumnData::Text { text, ends } => {
                let start = |k: usize| if k == 0 { 0 } else { ends[k - 1] };
                let (mut new, begin) = (String::with_capacity(text.len()), start(first));
                let new_ends: Vec<usize> = from
                    .map(|k| {
                        new.push_str(&text[start(k)..ends[k]]);
                        begin + new.len()
                    })
                    .collect();
                text.replace_range(begin.., &new);
                ends[first..].copy_from_slice(&new_ends);
            }
        }
    }

    fn clear(&mut self) {
        match self {
            ColumnData::Int(rows) => rows.clear(),
            ColumnData::Index(rows) => rows.clear(),
            ColumnData::Word { rows, .. } => rows.clear(),
            ColumnData::Text { text, ends } => {
                text.clear();
                ends.clear();
            }
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

    /// Panics unless all columns have the same number of rows: a value was forgotten.
    pub fn assert_even(&self) {
        let rows = self.len();
        for (name, column) in self.names.iter().zip(&self.columns) {
            assert_eq!(column.len(), rows, "rows of column {name}");
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, ColumnData::len)
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a row for each game of a block: what is told of the rule set (its name, swept fields, what it is
    /// played with), the game, then what `info` says that rows hold. Returns the columns that are left.
    ///
    /// Panics if there are too few columns, or of another kind.
    pub fn push_block(
        &mut self,
        told: &[Value],
        info: &GameInfo,
        block: &GameBlock,
    ) -> std::slice::IterMut<'_, ColumnData> {
        let mut columns = self.columns.iter_mut();
        let mut next = || columns.next().unwrap_or_else(|| unreachable!("a column too few"));
        for value in told {
            next().push_same(value, block.len());
        }
        next().push_ints(block.games());
        for column in info.columns_of_rows() {
            match column.holds {
                RowValue::End(word) => {
                    let column = next();
                    let words = info.words_of_ends(word).into_iter();
                    let positions: Vec<u32> = words.map(|word| column.position(word)).collect();
                    column.push_positions(block.ends().iter().map(|&e| positions[usize::from(e)]));
                }
                RowValue::Counter(c) => next().push_ints(block.counter(c).iter().copied()),
            }
        }
        columns
    }

    /// Puts the rows from `first` on into another order: they are blocks of as many rows each, of which
    /// the first rows come first, then the second ones, and so on; each time in this order of the blocks.
    ///
    /// Panics if there are other blocks.
    pub fn interleave(&mut self, first: usize, order: &[usize]) {
        if order.len() < 2 {
            return;
        }
        let each = (self.len() - first) / order.len();
        let rows = (0..each).flat_map(|k| order.iter().map(move |block| first + block * each + k));
        self.columns.iter_mut().for_each(|column| column.reorder(first, rows.clone()));
    }

    /// Removes every row; header and word lists stay.
    pub fn clear(&mut self) {
        self.columns.iter_mut().for_each(ColumnData::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_become_rows_that_take_turns_after_those_that_stay() {
        let row = |rows: &mut Columns, number: u64| {
            rows.columns[0].push_positions(std::iter::once(number as u32 % 2));
            rows.columns[1].push_ints(std::iter::once(number));
            rows.columns[2].push_signed(&[number as i64]);
            rows.columns[3].push_text(&"ä".repeat(number as usize % 4));
        };
        let of = |numbers: &[u64]| {
            let mut rows = Columns::default();
            rows.push("w", ColumnData::words(["even", "odd"]));
            rows.push("i", ColumnData::Index(Vec::new()));
            rows.push("n", ColumnData::Int(Vec::new()));
            rows.push("t", ColumnData::text());
            numbers.iter().for_each(|&number| row(&mut rows, number));
            rows
        };
        // Three blocks of two rows, of which the last comes first.
        let mut rows = of(&[90, 91, 10, 11, 20, 21, 30, 31]);
        rows.interleave(2, &[2, 0, 1]);
        assert_eq!(rows, of(&[90, 91, 30, 10, 20, 31, 11, 21]));
        for (first, order) in [(0, &[0][..]), (1, &[]), (8, &[1, 0])] {
            let mut same = rows.clone();
            same.interleave(first, order);
            assert_eq!(same, rows);
        }
    }
}
