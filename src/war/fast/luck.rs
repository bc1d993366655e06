//! Chance inside a game, for the engines.

use crate::cards::key::{BlockStream, ItemWords, Words};
use crate::cards::shuffle::Shuffler;

/// Shuffles in the middle of a game.
pub trait Luck {
    /// Puts `cards` in random order.
    fn shuffle(&mut self, cards: &mut [u8]);

    /// Shuffles two cards; returns whether they change places.
    fn swaps_pair(&mut self) -> bool;
}

/// The luck of a rule set that leaves none after the deal.
#[derive(Clone, Copy, Debug)]
pub struct NoLuck;

impl Luck for NoLuck {
    fn shuffle(&mut self, _cards: &mut [u8]) {
        unreachable!("a rule set without in-game randomness never shuffles");
    }

    fn swaps_pair(&mut self) -> bool {
        unreachable!("a rule set without in-game randomness never shuffles");
    }
}

/// The in-game randomness of one game, as the recipe has it.
#[derive(Debug)]
pub struct InGame<'a> {
    shuffler: &'a mut Shuffler,
    words: ItemWords<'a>,
}

impl<'a> InGame<'a> {
    /// The randomness of game `index`.
    pub fn new(blocks: &'a mut BlockStream, shuffler: &'a mut Shuffler, index: u64) -> Self {
        Self { shuffler, words: ItemWords::new(blocks, index) }
    }
}

impl Luck for InGame<'_> {
    fn shuffle(&mut self, cards: &mut [u8]) {
        self.shuffler.shuffle(cards, &mut self.words);
    }

    fn swaps_pair(&mut self) -> bool {
        // The draw below 2 is the word's highest bit; 0 exchanges, and no word is redrawn, for 2
        // divides 2^32.
        self.words.next_word() >> 31 == 0
    }
}
