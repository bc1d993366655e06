//! What is dealt: a composition, and the cards that A holds in every deal.

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Deserializer, Serialize};

use super::{Card, Composition};
use crate::core::wording::field;
use crate::core::words::choice;

choice! {
    /// Who gets the cards that are left beside A's fixed ones.
    Rest {
        /// A until it holds half of the deck (and the odd card), then B.
        #[default] Dealt = "dealt",
        /// B, all of them.
        B = "b",
    }
}

/// Cards that A holds in every deal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Hands {
    /// Their ranks, rising; none if the whole deck is dealt.
    #[serde(deserialize_with = "ranks")]
    pub a: Vec<Card>,
    /// Who gets the others.
    pub rest: Rest,
}

impl Hands {
    /// Whether no card is fixed, so that the whole deck is shuffled and dealt.
    pub fn are_dealt(&self) -> bool {
        *self == Hands::default()
    }

    /// Cards in A's hand, of a deck of this many.
    pub fn cards_of_a(&self, cards: usize) -> usize {
        match self.rest {
            Rest::Dealt => cards.div_ceil(2),
            Rest::B => self.a.len().min(cards),
        }
    }
}

/// The `deck` fields of a rule set: rule sets with equal ones play the same deals.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct DeckFields {
    /// All the cards.
    pub composition: Composition,
    /// Those that A holds in every deal.
    pub hands: Hands,
    /// So many of the first cards of the fresh deck stay out; no field of a file.
    pub left_out: u32,
}

/// The fields as written in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "deck")]
struct Written {
    #[serde(deserialize_with = "cards")]
    suits: u32,
    #[serde(deserialize_with = "cards")]
    ranks: u32,
    #[serde(deserialize_with = "cards")]
    lowest: u32,
    #[serde(deserialize_with = "cards")]
    jokers: u32,
    #[serde(skip_serializing_if = "Hands::are_dealt", deserialize_with = "hands")]
    hands: Hands,
}

fn cards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    field::whole(deserializer, "a whole number from 0 to 4096")
}

fn ranks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Card>, D::Error> {
    field::wholes(deserializer, "whole numbers in brackets, such as [14, 14]")
}

fn hands<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Hands, D::Error> {
    field::table(deserializer, "fields of the hands, such as deck.hands.a = [14, 14]")
}

impl Default for Written {
    fn default() -> Self {
        DeckFields::default().into()
    }
}

impl From<DeckFields> for Written {
    fn from(deck: DeckFields) -> Self {
        let Composition { suits, ranks, lowest, jokers } = deck.composition;
        Self { suits, ranks, lowest, jokers, hands: deck.hands }
    }
}

impl From<Written> for DeckFields {
    fn from(written: Written) -> Self {
        let Written { suits, ranks, lowest, jokers, mut hands } = written;
        // The order of a hand is shuffled anyway, so it must not tell two decks apart.
        hands.a.sort_unstable();
        Self { composition: Composition { suits, ranks, lowest, jokers }, hands, left_out: 0 }
    }
}

impl From<Composition> for DeckFields {
    /// The whole deck, dealt.
    fn from(composition: Composition) -> Self {
        Self { composition, hands: Hands::default(), left_out: 0 }
    }
}

impl Deref for DeckFields {
    type Target = Composition;

    fn deref(&self) -> &Composition {
        &self.composition
    }
}

impl DerefMut for DeckFields {
    fn deref_mut(&mut self) -> &mut Composition {
        &mut self.composition
    }
}

impl DeckFields {
    /// Number of cards that are shuffled.
    pub fn cards(&self) -> usize {
        self.composition.cards() - self.left_out as usize
    }

    /// Those cards before any shuffle, as [`Composition::fresh`] has them.
    pub fn fresh(&self) -> Vec<Card> {
        self.composition.fresh().split_off(self.left_out as usize)
    }

    /// Checks that the deck is not too large and holds A's cards.
    ///
    /// Errors: a sentence on what it holds instead.
    pub fn validate(&self) -> Result<(), String> {
        self.composition.validate()?;
        let Hands { a, rest } = &self.hands;
        if a.is_empty() && *rest == Rest::B {
            return Err(
                "deck.hands.rest = \"b\" leaves A without a card; name A's cards in deck.hands.a or \
                 leave deck.hands out"
                    .into(),
            );
        }
        let fresh = self.fresh();
        for &rank in a {
            let count = |cards: &[Card]| cards.iter().filter(|&&card| card == rank).count();
            let (wanted, there) = (count(a), count(&fresh));
            if wanted > there {
                return Err(format!(
                    "deck.hands.a holds {wanted} cards of rank {rank}, but the deck holds {there}; \
                     take some out or change deck.suits, deck.ranks, deck.lowest or deck.jokers"
                ));
            }
        }
        let (wanted, half, cards) = (a.len(), self.cards().div_ceil(2), self.cards());
        if *rest == Rest::Dealt && wanted > half {
            return Err(format!(
                "deck.hands.a holds {wanted} cards, but with deck.hands.rest = \"dealt\" A gets {half} \
                 of {cards}; use fewer cards or deck.hands.rest = \"b\""
            ));
        }
        Ok(())
    }

    /// The places in the fresh deck of A's fixed cards, then of all others, both rising. Of several
    /// cards of a rank the first are A's.
    ///
    /// Shapes: a permutation of `0..cards()`, for a deck that was validated.
    pub fn places(&self) -> Vec<u32> {
        let mut fixed = Vec::new();
        let mut others = Vec::new();
        let mut wanted = self.hands.a.iter().peekable();
        for (place, rank) in (0_u32..).zip(self.fresh()) {
            // Both rise, so one pass finds each card.
            if wanted.next_if(|&&next| next == rank).is_some() {
                fixed.push(place);
            } else {
                others.push(place);
            }
        }
        fixed.append(&mut others);
        fixed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deck(text: &str) -> DeckFields {
        toml::from_str(text).expect("deck fields")
    }

    #[test]
    fn fixed_cards_come_first_and_no_card_is_lost() {
        let deck = deck("suits = 2\nranks = 3\njokers = 1\nhands.a = [5, 3]");
        assert_eq!(deck.hands.a, [3, 5]);
        assert_eq!(deck.fresh(), [2, 2, 3, 3, 4, 4, 5]);
        assert_eq!(deck.places(), [2, 6, 0, 1, 3, 4, 5]);
        assert_eq!(DeckFields::default().places(), (0..52).collect::<Vec<_>>());
    }

    #[test]
    fn hands_that_the_deck_does_not_make_are_refused() {
        for (text, wrong) in [
            ("hands.a = [14, 14, 14, 14, 14]", "5 cards of rank 14, but the deck holds 4"),
            ("hands.a = [15]", "1 cards of rank 15, but the deck holds 0"),
            ("suits = 1\nranks = 3\nhands.a = [2, 3, 4]", "A gets 2 of 3"),
            ("hands.rest = \"b\"", "leaves A without a card"),
            ("suits = 5000", "at most 4096"),
        ] {
            let error = deck(text).validate().expect_err(text).to_string();
            assert!(error.contains(wrong), "{text}: {error}");
        }
        assert!(
            deck("suits = 1\nranks = 3\nhands = { a = [2, 3, 4], rest = \"b\" }")
                .validate()
                .is_ok()
        );
        assert!(toml::from_str::<DeckFields>("hands.c = []").is_err());
        assert!(toml::from_str::<DeckFields>("hands.rest = \"a\"").is_err());
    }

    #[test]
    fn a_deck_without_fixed_hands_is_written_without_them() {
        let text = toml::to_string(&DeckFields::default()).expect("TOML");
        assert_eq!(text, "suits = 4\nranks = 13\nlowest = 2\njokers = 0\n");
        let with_hands = deck("hands = { a = [14], rest = \"b\" }");
        assert_eq!(deck(&toml::to_string(&with_hands).expect("TOML")), with_hands);
    }
}
