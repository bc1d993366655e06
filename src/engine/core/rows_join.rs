//! Blocks of rows put together, cut, and kept as JSON until there are enough of them.

use super::rows::{ColumnData, Columns};

impl Columns {
    /// Adds the rows of a block of the same shape.
    ///
    /// Panics for another shape.
    pub fn append(&mut self, more: &Columns) {
        assert_eq!(self.names, more.names, "rows of another shape");
        for (mine, theirs) in self.columns.iter_mut().zip(&more.columns) {
            match (mine, theirs) {
                (ColumnData::Int(mine), ColumnData::Int(theirs)) => mine.extend_from_slice(theirs),
                (ColumnData::Index(mine), ColumnData::Index(theirs)) => {
                    mine.extend_from_slice(theirs)
                }
                (
                    ColumnData::Word { rows, words },
                    ColumnData::Word { rows: theirs, words: known },
                ) => {
                    assert_eq!(words, known, "rows with other words");
                    rows.extend_from_slice(theirs);
                }
                (
                    ColumnData::Text { text, ends },
                    ColumnData::Text { text: more, ends: theirs },
                ) => {
                    let begin = text.len();
                    text.push_str(more);
                    ends.extend(theirs.iter().map(|end| begin + end));
                }
                _ => panic!("rows of another shape"),
            }
        }
    }

    /// Takes away the first `rows` rows.
    ///
    /// Panics if there are fewer.
    pub fn split_front(&mut self, rows: usize) -> Columns {
        let columns = self.columns.iter_mut().map(|column| match column {
            ColumnData::Int(values) => ColumnData::Int(values.drain(..rows).collect()),
            ColumnData::Index(values) => ColumnData::Index(values.drain(..rows).collect()),
            ColumnData::Word { words, rows: values } => {
                ColumnData::Word { words: words.clone(), rows: values.drain(..rows).collect() }
            }
            ColumnData::Text { text, ends } => {
                let front: Vec<usize> = ends.drain(..rows).collect();
                let cut = front.last().copied().unwrap_or(0);
                ends.iter_mut().for_each(|end| *end -= cut);
                ColumnData::Text { text: text.drain(..cut).collect(), ends: front }
            }
        });
        Columns { columns: columns.collect(), names: self.names.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape() -> Columns {
        Columns {
            names: ["w", "i", "n", "t"].map(String::from).to_vec(),
            columns: vec![
                ColumnData::words(["one", "two"]),
                ColumnData::Index(Vec::new()),
                ColumnData::Int(Vec::new()),
                ColumnData::text(),
            ],
        }
    }

    fn block(from: u64, to: u64) -> Columns {
        let mut rows = shape();
        for k in from..to {
            rows.columns[0].push_positions(std::iter::once((k % 2) as u32));
            rows.columns[1].push_ints(std::iter::once(u64::MAX - k));
            rows.columns[2].push_signed(&[-(k as i64)]);
            rows.columns[3].push_text(&"ä".repeat(k as usize % 4));
        }
        rows
    }

    #[test]
    fn rows_cut_anywhere_and_put_together_again_are_the_same() {
        for cut in 0..=9 {
            let mut back = block(0, 9);
            let mut front = back.split_front(cut);
            assert_eq!(front, block(0, cut as u64));
            assert_eq!(back.columns[2], block(cut as u64, 9).columns[2]);
            front.append(&back);
            assert_eq!(front, block(0, 9), "cut at {cut}");
        }
    }
}
