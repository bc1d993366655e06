//! What is dealt: a composition.

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Deserializer, Serialize};

use super::{Card, Composition};
use crate::core::wording::field;

/// The `deck` fields of a rule set: rule sets with equal ones play the same deals.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct DeckFields {
    /// All the cards.
    pub composition: Composition,
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
}

fn cards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    field::whole(deserializer, "a whole number from 0 to 4096")
}

impl Default for Written {
    fn default() -> Self {
        DeckFields::default().into()
    }
}

impl From<DeckFields> for Written {
    fn from(deck: DeckFields) -> Self {
        let Composition { suits, ranks, lowest, jokers } = deck.composition;
        Self { suits, ranks, lowest, jokers }
    }
}

impl From<Written> for DeckFields {
    fn from(written: Written) -> Self {
        let Written { suits, ranks, lowest, jokers } = written;
        Composition { suits, ranks, lowest, jokers }.into()
    }
}

impl From<Composition> for DeckFields {
    /// The whole deck, dealt.
    fn from(composition: Composition) -> Self {
        Self { composition, left_out: 0 }
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_is_written_as_it_is_read() {
        let text = toml::to_string(&DeckFields::default()).expect("TOML");
        assert_eq!(text, "suits = 4\nranks = 13\nlowest = 2\njokers = 0\n");
        assert_eq!(toml::from_str(&text), Ok(DeckFields::default()));
        assert!(toml::from_str::<DeckFields>("hands.a = [14]").is_err());
    }
}
