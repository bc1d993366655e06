//! Rows of equal shape, kept column by column until a file format takes them.

/// One column of a block of rows.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Whole numbers.
    Int(Vec<i64>),
    /// Whole numbers of the full 64 bits.
    Index(Vec<u64>),
    /// Words out of a short list, by position in it.
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

impl Column {
    /// An empty column of free text.
    pub fn text() -> Self {
        Column::Text { text: String::new(), ends: Vec::new() }
    }

    /// An empty column of words from this list.
    pub fn words<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        Column::Word { words: words.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Column::Int(rows) => rows.len(),
            Column::Index(rows) => rows.len(),
            Column::Word { rows, .. } => rows.len(),
            Column::Text { ends, .. } => ends.len(),
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
        let Column::Text { text, ends } = self else { panic!("not a column of text") };
        let start = if k == 0 { 0 } else { ends[k - 1] };
        &text[start..ends[k]]
    }

    fn clear(&mut self) {
        match self {
            Column::Int(rows) => rows.clear(),
            Column::Index(rows) => rows.clear(),
            Column::Word { rows, .. } => rows.clear(),
            Column::Text { text, ends } => {
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
    pub names: Vec<&'static str>,
    /// The columns, in the order of the header.
    pub columns: Vec<Column>,
}

impl Columns {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, Column::len)
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes every row; header and word lists stay.
    pub fn clear(&mut self) {
        self.columns.iter_mut().for_each(Column::clear);
    }
}
