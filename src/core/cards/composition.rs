//! What a deck is made of.

use super::Card;

/// Largest deck, in cards.
pub const MAX_CARDS: usize = 4_096;

/// A deck composition: `suits` copies of each of `ranks` ranks, and some jokers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Composition {
    /// Copies of each rank.
    pub suits: u32,
    /// How many ranks: `2..=ranks + 1`.
    pub ranks: u32,
    /// Jokers, each of rank `ranks + 2`.
    pub jokers: u32,
}

/// A composition that no deck can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "deck.suits = {suits}, deck.ranks = {ranks}, deck.jokers = {jokers} make {cards} cards, \
     but a deck holds at most {MAX_CARDS}; use fewer suits, ranks or jokers"
)]
pub struct CompositionError {
    suits: u32,
    ranks: u32,
    jokers: u32,
    cards: u64,
}

impl Default for Composition {
    /// The 52-card deck.
    fn default() -> Self {
        Self { suits: 4, ranks: 13, jokers: 0 }
    }
}

impl Composition {
    /// Checks that the deck is not too large.
    ///
    /// Errors: [`CompositionError`] above [`MAX_CARDS`] cards.
    pub fn validate(&self) -> Result<(), CompositionError> {
        let cards = u64::from(self.suits) * u64::from(self.ranks) + u64::from(self.jokers);
        let ranks_fit = (self.ranks as usize) <= MAX_CARDS;
        if cards > MAX_CARDS as u64 || !ranks_fit {
            let Self { suits, ranks, jokers } = *self;
            return Err(CompositionError { suits, ranks, jokers, cards });
        }
        Ok(())
    }

    /// Number of cards.
    pub fn cards(&self) -> usize {
        (self.suits * self.ranks + self.jokers) as usize
    }

    /// The highest rank in the deck (a joker's, if there are any).
    pub fn max_rank(&self) -> Card {
        (self.ranks + 1 + u32::from(self.jokers > 0)) as Card
    }

    /// The deck before any shuffle: rank by rank from 2 up, within a rank suit by suit (clubs,
    /// diamonds, hearts, spades), jokers last.
    pub fn fresh(&self) -> Vec<Card> {
        let mut deck = Vec::with_capacity(self.cards());
        for rank in 2..self.ranks + 2 {
            deck.extend(std::iter::repeat_n(rank as Card, self.suits as usize));
        }
        deck.extend(std::iter::repeat_n((self.ranks + 2) as Card, self.jokers as usize));
        deck
    }
}
