//! Chances that are computed instead of estimated.

use crate::core::table::Value;
use crate::core::wording::said::Said;

/// The equations of one cell, for a game that can solve them: `exact` writes a row of it.
pub trait Exact: Send + Sync {
    /// What a row holds after the rule set; `error` is how far off the others may be.
    fn columns(&self) -> Vec<&'static str>;

    /// Pieces of work, none of which waits for another.
    fn pieces(&self) -> usize {
        1
    }

    /// Bytes of memory that one piece needs.
    fn bytes(&self) -> u128 {
        0
    }

    /// Seconds that one piece may take, estimated.
    fn seconds(&self) -> f64 {
        0.0
    }

    /// What the equations are about, for a sentence on their size.
    fn size(&self) -> String;

    /// Solves a piece; `None` if `stopped` said so.
    fn solve(&self, piece: usize, stopped: &dyn Fn() -> bool) -> Option<Vec<f64>>;

    /// How many rows there will be.
    fn row_count(&self) -> usize {
        1
    }

    /// If it takes so long that it is only solved when asked for twice: how to ask for less.
    fn less(&self) -> Option<&'static str> {
        None
    }

    /// The rows of these pieces: of all, or where each piece is a row of the first ones.
    ///
    /// Shapes: each as long as [`columns`](Exact::columns).
    fn rows(&self, solved: &[Vec<f64>]) -> Vec<Vec<Value>>;

    /// What is said instead of these rows, each behind its rule set, if they are not to be read as they are.
    fn text(&self, _rows: &[Vec<Value>]) -> Option<Said> {
        None
    }
}
