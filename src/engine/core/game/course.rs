//! How the game of a deal goes, in a form that another program can check.

use serde_json::{Map, Value as Json};

/// Every so many rounds (tricks) the position is kept.
pub const EVERY: u64 = 1_000;

/// What there is to check of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The rules as far as they matter, the hands, how it ended and when.
    pub words: Map<String, Json>,
    /// The positions after 0, 1,000, 2,000 ... rounds, each as a line of text.
    pub positions: Vec<String>,
}
