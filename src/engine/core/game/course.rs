//! How the game of a deal goes, in a form that another program can check.

use serde_json::{Map, Value as Json, json};

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

impl Course {
    /// A game of so many rounds (tricks), which may come back to a position after going round in so many.
    ///
    /// Shapes: `words` is an object.
    pub fn new(mut words: Json, positions: Vec<String>, rounds: u64, period: Option<u64>) -> Self {
        if let Some(period) = period {
            words["pre_period"] = json!(rounds - period);
            words["period"] = json!(period);
        }
        let Json::Object(words) = words else { unreachable!("the words of a game are an object") };
        Self { words, positions }
    }
}
