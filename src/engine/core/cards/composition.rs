//! What a deck is made of.

use std::iter::repeat_n;

use serde::{Deserialize, Serialize};

use super::Card;
use crate::core::wording::field;

/// Largest deck, in cards.
pub const MAX_CARDS: usize = 4_096;

/// A deck composition: `suits` copies of each of `ranks` ranks, and some jokers; the `deck` fields of a rule set. Rule
/// sets with equal ones play the same deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "deck")]
pub struct Composition {
    /// Copies of each rank.
    #[serde(deserialize_with = "field::whole")]
    pub suits: u32,
    /// How many ranks: `lowest..lowest + ranks`.
    #[serde(deserialize_with = "field::whole")]
    pub ranks: u32,
    /// The lowest rank.
    #[serde(deserialize_with = "field::whole")]
    pub lowest: u32,
    /// Jokers, each of rank `lowest + ranks`.
    #[serde(deserialize_with = "field::whole")]
    pub jokers: u32,
}

impl Default for Composition {
    /// The 52-card deck.
    fn default() -> Self {
        Self::FULL
    }
}

impl Composition {
    /// The 52-card deck: four of each of the ranks 2 to 14, no joker.
    pub const FULL: Composition = Composition { suits: 4, ranks: 13, lowest: 2, jokers: 0 };

    /// Checks that the deck is not too large.
    ///
    /// Errors: a sentence above [`MAX_CARDS`] cards.
    pub fn validate(&self) -> Result<(), String> {
        let Self { suits, ranks, jokers, .. } = *self;
        let cards = u64::from(suits) * u64::from(ranks) + u64::from(jokers);
        if cards > MAX_CARDS as u64 {
            return Err(format!(
                "deck.suits = {suits}, deck.ranks = {ranks}, deck.jokers = {jokers} make {cards} cards, \
                 but a deck holds at most {MAX_CARDS}; use fewer suits, ranks or jokers"
            ));
        }
        Ok(())
    }

    /// Number of cards.
    pub fn cards(&self) -> usize {
        (self.suits * self.ranks + self.jokers) as usize
    }

    /// The highest rank but for jokers; one less than the lowest if there are no ranks.
    pub fn highest(&self) -> Card {
        (self.lowest + self.ranks) as Card - 1
    }

    /// Whether this is one of the deck's ranks; a joker's is none.
    pub fn has_rank(&self, card: Card) -> bool {
        (self.lowest as Card..=self.highest()).contains(&card)
    }

    /// The highest rank in the deck (a joker's, if there are any).
    pub fn max_rank(&self) -> Card {
        self.highest() + Card::from(self.jokers > 0)
    }

    /// The deck before any shuffle: rank by rank from the lowest up, within a rank suit by suit
    /// (clubs, diamonds, hearts, spades), jokers last.
    pub fn fresh(&self) -> Vec<Card> {
        let suits = |rank| repeat_n(rank, self.suits as usize);
        let ranks = (self.lowest as Card..=self.highest()).flat_map(suits);
        ranks.chain(repeat_n(self.highest() + 1, self.jokers as usize)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_lies_rank_by_rank_with_its_jokers_last() {
        for ([suits, ranks, lowest, jokers], fresh, is_rank, is_none) in [
            ([4, 8, 7, 0], "[7, 7, 7, 7, 8, 8, 8, 8, 9, ", 14, 6),
            ([1, 3, 12, 2], "[12, 13, 14, 15, 15]", 14, 15),
            ([1, 2, 0, 0], "[0, 1]", 0, 2),
            ([4, 0, 0, 2], "[0, 0]", -1, 0),
            ([0, 13, 2, 1], "[15]", 14, 15),
        ] {
            let deck = Composition { suits, ranks, lowest, jokers };
            let all = deck.fresh();
            assert!(format!("{all:?}").starts_with(fresh), "{all:?}");
            assert_eq!((all.len(), all.last()), (deck.cards(), Some(&deck.max_rank())));
            assert_eq!([is_rank, is_none].map(|rank| deck.has_rank(rank)), [ranks > 0, false]);
        }
        let text = toml::to_string(&Composition::default()).expect("TOML");
        assert_eq!(text, "suits = 4\nranks = 13\nlowest = 2\njokers = 0\n");
    }
}
