//! Chance inside a game, for the engines.

use std::hint::black_box;

use crate::core::cards::shuffle::Shuffler;
use crate::core::random::key::{BlockStream, ItemWords, Words};

/// Shuffles in the middle of a game.
pub trait Luck {
    /// Puts `cards` in random order.
    fn shuffle(&mut self, cards: &mut [u8]);

    /// Shuffles two cards: 0 if they change places, 1 if not.
    fn pair_draw(&mut self) -> u32;
}

/// The luck of a rule set that leaves none after the deal.
#[derive(Clone, Copy, Debug)]
pub struct NoLuck;

impl Luck for NoLuck {
    fn shuffle(&mut self, _cards: &mut [u8]) {
        unreachable!("a rule set without in-game randomness never shuffles");
    }

    fn pair_draw(&mut self) -> u32 {
        unreachable!("a rule set without in-game randomness never shuffles");
    }
}

/// The in-game randomness of one game, as the recipe has it.
#[derive(Debug)]
pub struct InGame<'a, W> {
    shuffler: &'a mut Shuffler,
    words: W,
}

impl<'a> InGame<'a, ItemWords<'a>> {
    /// The randomness of game `index`.
    pub fn new(blocks: &'a mut BlockStream, shuffler: &'a mut Shuffler, index: u64) -> Self {
        Self::of(shuffler, ItemWords::new(blocks, index))
    }
}

impl<'a, W: Words> InGame<'a, W> {
    /// The randomness of a game whose next words are these.
    pub fn of(shuffler: &'a mut Shuffler, words: W) -> Self {
        Self { shuffler, words }
    }
}

impl<W: Words> Luck for InGame<'_, W> {
    #[inline]
    fn shuffle(&mut self, cards: &mut [u8]) {
        self.shuffler.shuffle(cards, &mut self.words);
    }

    #[inline]
    fn pair_draw(&mut self) -> u32 {
        // The draw below 2 is the word's highest bit, and no word is redrawn, for 2 divides 2^32.
        // The compiler is kept from knowing that it is 0 or 1, else it makes a branch of it, which
        // would be guessed wrong every other time.
        black_box(self.words.next_word() >> 31)
    }
}
