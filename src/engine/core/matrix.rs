//! Everybody against everybody, in a form that anybody can draw.

use super::table::Table;

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

impl Met {
    /// Of the games that somebody won, the share that the row won; nothing where nobody won one.
    pub fn of_decided(&self) -> Option<f64> {
        (self.ties < 1.0).then(|| self.share / (1.0 - self.ties))
    }
}
