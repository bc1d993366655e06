//! Chance inside a game, for the engines.

use std::hint::black_box;

use crate::core::cards::shuffle::Shuffler;
use crate::core::random::inside::Inside;

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
pub struct InGame<'a, C> {
    pub shuffler: &'a mut Shuffler,
    pub chance: C,
}

impl<C: Inside> Luck for InGame<'_, C> {
    #[inline]
    fn shuffle(&mut self, cards: &mut [u8]) {
        self.shuffler.shuffle_inside(cards, &mut self.chance);
    }

    #[inline]
    fn pair_draw(&mut self) -> u32 {
        // The compiler is kept from knowing that it is 0 or 1, else it makes a branch of it, which
        // would be guessed wrong every other time.
        black_box(self.chance.coin())
    }
}
