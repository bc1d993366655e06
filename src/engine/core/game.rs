//! What every game has in common: its words and counts, its rules as the laboratory knows them, its player.

mod often;
mod rules;
mod show;

use std::ops::Range;

pub use super::info::{
    CounterInfo, FeatureInfo, GameInfo, Keep, OutcomeInfo, RowValue, SeriesInfo,
};
use super::results::GameBlock;
use super::stats::ProportionSequence;
use super::stats::share::Stop;
use super::wording::said::Said;
pub use often::Often;
pub use rules::{Idle, LEAVE_OUT, Preset, RuleFacts, RulesError};
pub use show::{Asked, Left, Scene, line};

/// What every table of a study repeats.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The seed.
    pub seed: u64,
    /// The index of the first game.
    pub first_game: u64,
    /// Games of each rule set.
    pub games: u64,
    /// Whether every deal was played once: such counts are exact, and have no intervals.
    pub exact: bool,
    /// Confidence of the intervals, in (0, 1).
    pub confidence: f64,
    /// Standard errors that the confidence stands for.
    pub z: f64,
    /// The sequence of shares, where the run stops as soon as it is precise enough.
    pub any_stop: Option<ProportionSequence>,
    /// The recipe of the deals.
    pub recipe: &'static str,
}

impl Facts {
    /// When the run ends, by which the game finds the intervals of its shares.
    pub fn stop(&self) -> Stop {
        self.any_stop.map_or(Stop::Planned(self.z), Stop::Any)
    }

    /// What is due to chance, such as a standard error; `None` of exact counts.
    pub fn by_chance<T>(&self, value: Option<T>) -> Option<T> {
        value.filter(|_| !self.exact)
    }
}

/// What a game says of its batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// The first line: what was played.
    pub heading: Said,
    /// What came out.
    pub body: Said,
}

/// Plays blocks of games; one for each thread.
pub trait Player: Send {
    /// Plays `games` by every rule set it was made for, each on the same chance.
    ///
    /// Shapes: `results[k]` is reset to `games` and belongs to the k-th rule set; every game is
    /// reported once, in any order.
    fn play(&mut self, games: Range<u64>, results: &mut [GameBlock]);

    /// The word of the engine that plays a rule set.
    fn engine(&self, cell: usize) -> &'static str;

    /// Deals these games without playing them, for [`Player::written_deal`].
    fn deal(&mut self, _games: Range<u64>) {}

    /// A feature of each deal of the last block, as rule set `cell` sees it, in the order of the games.
    fn features(&mut self, cell: usize, feature: usize, values: &mut Vec<i64>);

    /// The deal of game `k` of the last block as people write it.
    fn written_deal(&self, _k: usize) -> String {
        String::new()
    }
}

/// Rule sets with the words of their engines.
pub type Cells<'a, R> = &'a [(&'a R, &'static str)];

/// A player, or the position of the rule set that cannot be played and why.
pub type Made = Result<Box<dyn Player>, (usize, String)>;
