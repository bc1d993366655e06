//! Chance inside games that are dealt: words for shuffles, and coins, a bit each.

use super::draws::WordSource;
use super::key::{BlockStream, ItemWords, Purpose, Seed};

/// Name and version of what this program does by chance inside a game. A change of any shuffle there
/// is a new name.
pub const RECIPE_INSIDE: &str = "chacha8-coins-v2";

/// The chance inside one game.
pub trait Inside: WordSource {
    /// 0 or 1: the draw below 2 that shuffles two things.
    fn coin(&mut self) -> u32;
}

/// The chance inside the games of a seed.
#[derive(Clone, Debug)]
pub struct InsideOfSeed {
    words: BlockStream,
    coins: BlockStream,
}

/// The chance inside one game, from its beginning.
#[derive(Debug)]
pub struct InsideOfGame<'a> {
    words: ItemWords<'a>,
    coins: ItemWords<'a>,
    /// Coins of the last word that are not yet tossed, the next one lowest, below a 1.
    left: u64,
}

impl InsideOfSeed {
    /// Of this seed.
    pub fn new(seed: Seed) -> Self {
        let [words, coins] =
            [Purpose::InGame, Purpose::Coins].map(|purpose| BlockStream::new(seed, purpose));
        Self { words, coins }
    }

    /// The chance inside this game.
    pub fn game(&mut self, index: u64) -> InsideOfGame<'_> {
        let Self { words, coins } = self;
        let [words, coins] = [words, coins].map(|blocks| ItemWords::new(blocks, index));
        InsideOfGame { words, coins, left: 1 }
    }
}

impl WordSource for InsideOfGame<'_> {
    #[inline]
    fn next_word(&mut self) -> u32 {
        self.words.next_word()
    }
}

impl Inside for InsideOfGame<'_> {
    #[inline]
    fn coin(&mut self) -> u32 {
        if self.left == 1 {
            self.left = 1 << 32 | u64::from(self.coins.next_word());
        }
        let coin = self.left & 1;
        self.left >>= 1;
        coin as u32
    }
}
