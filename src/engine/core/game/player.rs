//! What plays blocks of games.

use std::ops::Range;

use crate::core::cards::DeckBlock;
use crate::core::results::GameBlock;

/// Plays blocks of games; one for each thread.
pub trait Player: Send {
    /// Plays `games` by every rule set it was made for, each on the same chance.
    ///
    /// Shapes: `results[k]` is reset to `games` and belongs to the k-th rule set; every game is
    /// reported once, in any order.
    fn play(&mut self, games: Range<u64>, results: &mut [GameBlock]);

    /// Plays given decks by its first rule set, where it plays decks; `results` is reset to their games.
    fn play_decks(&mut self, _decks: &DeckBlock, _results: &mut GameBlock) {}

    /// The word of the engine that plays a rule set.
    fn engine(&self, cell: usize) -> &'static str;

    /// Deals these games without playing them, for [`Player::write_deal`].
    fn deal(&mut self, _games: Range<u64>) {}

    /// A feature of each deal of the last block, as rule set `cell` sees it, in the order of the games.
    fn features(&mut self, cell: usize, feature: usize, values: &mut Vec<i64>);

    /// Writes the deal of game `k` of the last block to `text`.
    fn write_deal(&mut self, _k: usize, _text: &mut String) {}
}

/// Rule sets with the words of their engines.
pub type Cells<'a, R> = &'a [(&'a R, &'static str)];

/// A player, or the position of the rule set that cannot be played and why.
pub type Made = Result<Box<dyn Player>, (usize, String)>;
