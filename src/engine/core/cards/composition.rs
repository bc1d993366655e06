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
    fn a_pack_of_32_lies_from_seven_to_ace() {
        let pack = Composition { ranks: 8, lowest: 7, ..Composition::FULL };
        assert_eq!(pack.cards(), 32);
        assert_eq!(pack.fresh()[..5], [7, 7, 7, 7, 8]);
        assert_eq!(pack.fresh()[28..], [14; 4]);
        assert!(pack.has_rank(14) && pack.has_rank(7) && !pack.has_rank(6));
        let with_joker = Composition { jokers: 1, ..pack };
        assert_eq!((with_joker.fresh()[32], with_joker.max_rank()), (15, 15));
        assert!(!with_joker.has_rank(15));
    }

    #[test]
    fn a_deck_may_have_no_rank_or_begin_at_zero() {
        let none = Composition { ranks: 0, lowest: 0, jokers: 2, ..Composition::FULL };
        assert_eq!(none.fresh(), [0, 0]);
        assert!(!none.has_rank(0));
        let zero = Composition { suits: 1, ranks: 2, lowest: 0, jokers: 0 };
        assert_eq!(zero.fresh(), [0, 1]);
    }

    #[test]
    fn a_deck_is_written_as_it_is_read() {
        let text = toml::to_string(&Composition::default()).expect("TOML");
        assert_eq!(text, "suits = 4\nranks = 13\nlowest = 2\njokers = 0\n");
        assert_eq!(toml::from_str(&text), Ok(Composition::default()));
        assert!(toml::from_str::<Composition>("hands.a = [14]").is_err());
    }
}
