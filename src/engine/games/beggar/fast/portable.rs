//! The engine for every machine: one game after the other, a run of cards at once.

use super::super::reference::Reference;
use super::super::result::Sink;
use super::super::rules::Rules;
use super::packed::{Packed, Shape};
use crate::core::cards::{Card, DeckBlock, GameIndex, Seed};
use crate::core::engines::Unsupported;

/// Plays hands in two words.
#[derive(Debug)]
pub struct Portable {
    shape: Shape,
    reference: Reference,
    deck: Vec<Card>,
}

impl Portable {
    /// An engine for these rules.
    ///
    /// Errors: [`Unsupported`], naming what it cannot play.
    pub fn new(rules: &Rules, seed: Seed) -> Result<Self, Unsupported> {
        let shape = Shape::new("portable", rules)?;
        Ok(Self { shape, reference: Reference::new(rules.clone(), seed), deck: Vec::new() })
    }

    /// Plays every deck of a block; those that do not fit two words by the reference.
    pub fn play_block(&mut self, decks: &DeckBlock, sink: &mut impl Sink) {
        let shape = &self.shape;
        if !shape.fits(decks) {
            return self.reference.play_block(decks, sink);
        }
        for k in 0..decks.len() {
            let index = decks.first() + k as u64;
            let result = match shape.pack(decks.narrow(k)) {
                Some(hands) => {
                    Packed::finish(Packed::new(hands, shape.leader.seat(index), shape.way), shape)
                }
                None => {
                    decks.copy_deck(k, &mut self.deck);
                    self.reference.play(&self.deck, GameIndex(index))
                }
            };
            sink.game(index, &result);
        }
    }
}
