//! A figure: its words, its drawing, and the numbers behind it.

use super::drawing::Drawing;
use super::words;
use crate::core::table::Table;
use crate::lab::tables::Tables;

/// Series that are drawn in one figure; more could not be told apart.
pub const MOST_SERIES: usize = 8;

/// A figure of the page.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its name in links, options and file names.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// What its colours stand for, each with its style; empty where the rows are named in the drawing.
    pub keys: Vec<(String, String)>,
    /// What is drawn.
    pub drawing: Drawing,
    /// The same in numbers.
    pub numbers: Numbers,
    /// A table that belongs to it.
    pub beside: Option<Table>,
    /// What it is made of, in a sentence: games, seed, confidence, rule sets.
    pub source: String,
}

impl Figure {
    /// The figure of these tables by this id, title and caption.
    pub fn of(
        tables: &Tables,
        id: &str,
        [title, caption]: [String; 2],
        (keys, drawing, numbers): Drawn,
    ) -> Self {
        let source = words::source(tables);
        Self { id: id.into(), title, caption, keys, drawing, numbers, beside: None, source }
    }
}

/// Keys, a drawing and its numbers.
pub type Drawn = (Vec<(String, String)>, Drawing, Numbers);

/// A table of numbers as text: its header, then its rows, each behind its name.
pub type Numbers = Vec<Vec<String>>;
