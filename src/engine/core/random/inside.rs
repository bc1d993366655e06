//! Chance inside games that are dealt: words for shuffles, and coins, a bit each.

use super::chacha::BLOCK_WORDS;
use super::draws::{BoundBatch, shuffle, shuffle_batches};
use super::key::{BlockStream, ItemWords, Purpose, Seed};

/// Name and version of what this program does by chance inside a game. A change of any shuffle there
/// is a new name.
pub const RECIPE_INSIDE: &str = "chacha8-coins-v2";

/// The chance inside the games of a seed.
#[derive(Clone, Debug)]
pub struct InsideOfSeed {
    words: BlockStream,
    coins: BlockStream,
    /// What shuffles as many things, where they were met.
    batches: Vec<Option<Vec<BoundBatch>>>,
}

/// The chance inside one game, as far as it was taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct InsideOfGame {
    words: ItemWords,
    coins: ItemWords,
    /// Coins of words that were taken, the next one lowest, below a 1.
    left: u64,
}

impl InsideOfGame {
    /// All that of this game.
    pub fn new(index: u64) -> Self {
        let words = ItemWords::new(index, 0, 1);
        Self { words, coins: words, left: 1 }
    }

    /// The same, where the first block of words and that of coins are at hand.
    #[inline(always)]
    pub fn begun(self, [words, coins]: [&[u32; BLOCK_WORDS]; 2]) -> Self {
        Self { words: self.words.begun(words), coins: self.coins.begun(coins), ..self }
    }
}

impl InsideOfSeed {
    /// Of this seed.
    pub fn new(seed: Seed) -> Self {
        let [words, coins] =
            [Purpose::InGame, Purpose::Coins].map(|purpose| BlockStream::new(seed, purpose));
        Self { words, coins, batches: Vec::new() }
    }

    /// Makes the first blocks of games from this one on, of words and of coins.
    pub fn first_blocks(&mut self, first: u64, blocks: [&mut [[u32; BLOCK_WORDS]]; 2]) {
        let [words, coins] = blocks;
        self.words.blocks(0, first, words);
        self.coins.blocks(0, first, coins);
    }

    /// The next coins of a game, 16 at most, the first one lowest.
    #[inline(always)]
    pub fn coins(&mut self, game: &mut InsideOfGame, count: u32) -> u32 {
        let left = game.left.ilog2();
        if left < count {
            let word = u64::from(game.coins.next(&mut self.coins)) | 1 << 32;
            game.left ^= (word << left) ^ (1 << left);
        }
        let coins = game.left & ((1 << count) - 1);
        game.left >>= count;
        coins as u32
    }

    /// Puts `items` in random order inside a game, where two of them take a coin.
    #[inline]
    pub fn shuffle<T>(&mut self, game: &mut InsideOfGame, items: &mut [T]) {
        let n = items.len();
        if let [first, second] = items {
            if self.coins(game, 1) == 0 {
                std::mem::swap(first, second);
            }
            return;
        }
        if self.batches.len() <= n {
            self.batches.resize(n + 1, None);
        }
        let batches = self.batches[n].get_or_insert_with(|| shuffle_batches(n));
        shuffle(items, batches, || game.words.next(&mut self.words));
    }
}
