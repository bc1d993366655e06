//! Single games, as people write, watch and replay them.

use std::fmt::{self, Write};

use serde_json::{Map, Value as Json, json};

use super::player::Left;
use crate::core::cards::{Card, Seed};
use crate::core::course::Course;
use crate::core::info::{GameInfo, RowWord};
use crate::core::results::GameBlock;
use crate::core::table::{Value, Words};
use crate::core::wording::wrap::{WIDTH, hanging};

/// What is dealt in one game.
#[derive(Clone, Copy, Debug)]
pub enum Dealt<'a> {
    /// The deal of the game of the seed.
    OfSeed,
    /// A deal as people write it.
    Deal(&'a [u8]),
}

/// The one game that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// What is dealt.
    pub dealt: Dealt<'a>,
    /// The seed, which also decides the shuffles inside a game.
    pub seed: Seed,
    /// The index of the game.
    pub game: u64,
    /// What the rule set is called.
    pub name: &'a str,
    /// What to type to get it.
    pub typed: &'a str,
    /// Where the deal is from, such as a line of a file; empty where that needs no words.
    pub from: &'a str,
}

impl<'a> Asked<'a> {
    /// A game of a seed, by a rule set that needs no name.
    pub fn of_seed(seed: Seed, game: u64) -> Self {
        Self { dealt: Dealt::OfSeed, seed, game, name: "", typed: "", from: "" }
    }
}

/// The single games of one rule set.
pub trait Show: Send {
    /// The deck, in dealing order, of a deal as people write it.
    ///
    /// Errors: a sentence on what is wrong with it, or that the game has no deals to be written.
    fn read_deal(&self, _deal: &[u8]) -> Result<Vec<Card>, String> {
        Err(self.no_deals())
    }

    /// One game.
    ///
    /// Errors: as [`Show::read_deal`]; what the game lacks, such as dice.
    fn scene(&self, asked: &Asked<'_>) -> Result<Box<dyn Scene>, String>;

    /// What a file of deals says of each game after the counters of rows.
    ///
    /// Errors: that the game has no deals to be written.
    fn counters_of_deals(&self) -> Result<&'static [&'static str], String> {
        Err(self.no_deals())
    }

    /// The words of the game.
    fn info(&self) -> &'static GameInfo;

    /// Why there is no deal of this game.
    fn no_deals(&self) -> String {
        let title = self.info().title;
        format!("{title} has no deals to be written; play a game of the seed with --game I")
    }
}

/// What one game is printed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Columns of a line.
    pub width: usize,
    /// Whether cards show their suits, where they have any.
    pub suits: bool,
}

impl Screen {
    /// What is read by other programs.
    pub const PIPE: Self = Self { width: WIDTH, suits: false };

    /// A line of words after a margin, broken where the screen is too narrow for it, or for the lines
    /// of other programs.
    pub fn line(self, margin: &str, words: &str) -> String {
        let fits = margin.chars().count() + words.chars().count() <= self.width;
        match fits || self.width == WIDTH || words.starts_with("war-sim ") {
            true => format!("{margin}{words}\n"),
            false => hanging(margin, words, self.width),
        }
    }
}

/// One game that is dealt.
pub trait Scene {
    /// What came out.
    fn result(&mut self) -> Words;

    /// The cards left, by name, top first; none where there are no cards.
    fn left(&mut self) -> Left {
        Left::new()
    }

    /// The result for people.
    fn text(&mut self, screen: Screen) -> String;

    /// Every step in words, and what came out.
    fn trace(&mut self, out: &mut dyn Write, screen: Screen) -> fmt::Result {
        let text = self.text(screen);
        out.write_str(&text)
    }

    /// How the lead went; `None` where it cannot be shown.
    fn course(&mut self) -> Option<Course> {
        None
    }

    /// What came out as a line of JSON.
    fn json(&mut self) -> String {
        let result = self.result();
        json_line(&result, &self.left())
    }
}

/// A result as a line of JSON, with the cards left.
fn json_line(result: &Words, left: &Left) -> String {
    let value = |value: &Value| match value {
        Value::Text(text) => json!(text.as_str()),
        Value::Int(n) => json!(n),
        Value::Signed(n) => json!(n),
        Value::Float(x) => json!(x),
        Value::Empty => Json::Null,
    };
    let result = result.iter().map(|(name, of)| ((*name).to_owned(), value(of)));
    let left = left.iter().map(|(name, cards)| ((*name).to_owned(), json!(cards)));
    let object: Map<String, Json> = result.chain(left).collect();
    format!("{}\n", Json::Object(object))
}

/// Who won as a number.
pub fn value_of(info: &GameInfo, outcome: usize) -> Value {
    match (info.outcomes.iter().filter(|outcome| outcome.decided).count(), outcome) {
        (_, 0) => Value::Signed(1),
        (2, 1) => Value::Signed(-1),
        _ => Value::Signed(0),
    }
}

/// What came out of the only game of a block.
fn words(info: &GameInfo, block: &GameBlock) -> Words {
    let end = usize::from(block.ends()[0]);
    let outcome = &info.outcomes[info.outcome_of(end)];
    let value = value_of(info, info.outcome_of(end));
    let reason = info.words_of_ends(RowWord::EndReason)[end];
    let mut words: Words =
        vec![("outcome", outcome.name.into()), ("value", value), ("end_reason", reason.into())];
    let counters = info.counters.iter().enumerate();
    words.extend(counters.map(|(k, counter)| (counter.name, block.counter(k)[0].into())));
    words
}

/// The only game of a block.
pub(super) fn plain(asked: &Asked<'_>, info: &GameInfo, block: &GameBlock) -> PlainScene {
    let Seed(seed) = asked.seed;
    PlainScene {
        name: asked.name.into(),
        origin: format!("{} of seed {seed}", asked.game),
        result: words(info, block),
    }
}

/// One game of a seed.
pub(super) struct PlainScene {
    name: String,
    origin: String,
    result: Words,
}

impl Scene for PlainScene {
    fn result(&mut self) -> Words {
        self.result.clone()
    }

    fn text(&mut self, screen: Screen) -> String {
        let mut lines =
            vec![("rules".to_owned(), self.name.clone()), ("game".to_owned(), self.origin.clone())];
        let shown = self.result.iter().filter(|(name, _)| *name != "value");
        lines.extend(shown.map(|(name, value)| (name.replace('_', " "), value.to_string())));
        let line = |(name, value): &(String, String)| screen.line(&format!("{name:<12}  "), value);
        lines.iter().map(line).collect()
    }
}
