//! Single games, as people ask for them and watch them.

use std::fmt::{self, Write};

use serde_json::{Map, json};

use crate::core::cards::{Card, Seed};
use crate::core::course::Course;
use crate::core::table::NamedValues;
use crate::core::wording::text::{WIDTH, hanging};

/// The cards left, by name, top first; none where there are no cards.
pub type Left = Vec<(&'static str, Vec<Card>)>;

/// One game that is dealt.
pub trait Scene {
    /// What came out.
    fn result(&self) -> NamedValues;

    /// The cards left.
    fn left(&self) -> Left {
        Left::new()
    }

    /// The result for people.
    fn text(&self, width: usize) -> String;

    /// Every step in words, and what came out.
    ///
    /// Errors: those of `out`.
    fn trace(&self, out: &mut dyn Write, width: usize) -> fmt::Result;

    /// How the lead went.
    fn course(&self) -> Course;

    /// What came out as a line of JSON, with the cards left.
    fn json(&self) -> String {
        let result = self.result().into_iter().map(|(name, value)| (name.into(), json!(value)));
        let left = self.left().into_iter().map(|(name, cards)| (name.into(), json!(cards)));
        format!("{}\n", json!(result.chain(left).collect::<Map<_, _>>()))
    }
}

/// The one game that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The deal as people write it; `None` for that of the seed.
    pub deal: Option<&'a [u8]>,
    /// The seed, which also decides the shuffles inside a game.
    pub seed: Seed,
    /// The index of the game.
    pub game: u64,
    /// What the rule set is called.
    pub name: &'a str,
    /// What to type to get it.
    pub typed: &'a str,
}

impl<'a> Asked<'a> {
    /// A game of a seed, by a rule set that needs no name.
    pub fn of_seed(seed: Seed, game: u64) -> Self {
        Self { deal: None, seed, game, name: "", typed: "" }
    }
}

/// A line of words after a margin, broken where a screen of this width is too narrow for it, or for the lines of
/// other programs.
pub fn line(margin: &str, words: &str, width: usize) -> String {
    let fits = margin.chars().count() + words.chars().count() <= width;
    match fits || width == WIDTH || words.starts_with("war-sim ") {
        true => format!("{margin}{words}\n"),
        false => hanging(margin, words, width),
    }
}
