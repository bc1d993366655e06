//! What lies where in a game of War: hands, piles of won cards, the pot.

use std::collections::VecDeque;

use super::event::Event;
use super::rules::Winnings;
use crate::core::cards::Card;
use crate::core::cards::suited::{Ranked, SuitedCard};

/// One player's cards.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerCards<C> {
    /// The cards to draw from, top first.
    pub hand: VecDeque<C>,
    /// The cards won, in the order won; stays empty where winnings go under the hand.
    pub pile: Vec<C>,
}

impl<C: Ranked> PlayerCards<C> {
    /// A player with these cards, top first.
    pub fn with(hand: impl Into<VecDeque<C>>) -> Self {
        Self { hand: hand.into(), pile: Vec::new() }
    }

    /// Cards in hand and pile.
    #[inline]
    pub fn count(&self) -> usize {
        self.hand.len() + self.pile.len()
    }

    /// Makes the pile the hand, which is empty; one to be shuffled lies as it was won.
    #[inline]
    pub fn turn_pile(&mut self, winnings: Winnings) {
        if winnings == Winnings::PileReversed {
            self.pile.reverse();
        }
        // The pile keeps its room.
        self.hand.extend(self.pile.drain(..));
    }

    /// Takes cards that are won.
    #[inline]
    pub fn win(&mut self, winnings: Winnings, cards: impl Iterator<Item = C>) {
        match winnings {
            Winnings::Bottom => self.hand.extend(cards),
            Winnings::Pile | Winnings::PileReversed | Winnings::PileShuffled => {
                self.pile.extend(cards);
            }
        }
    }

    /// The cards in the order in which they would be played; a pile to be shuffled in the order won.
    pub fn left(mut self, winnings: Winnings) -> Vec<Card> {
        self.turn_pile(winnings);
        self.hand.iter().map(|card| card.rank()).collect()
    }

    /// Whether the player holds the same cards in the same places as another time.
    ///
    /// `winnings = "pile"` is the rest of the hand, whether it was turned yet or not, because it
    /// must give the same games as `"bottom"`.
    pub fn same_position(&self, other: &Self, winnings: Winnings) -> bool {
        match winnings {
            Winnings::Pile => {
                self.count() == other.count()
                    && self.hand.iter().chain(&self.pile).eq(other.hand.iter().chain(&other.pile))
            }
            _ => self == other,
        }
    }
}

/// Who is told of a game of two.
pub type See<'s, C = SuitedCard> = dyn FnMut(Event<'_, C>) + 's;
