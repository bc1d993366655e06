//! Which of two cards is higher.

use super::choices::AceRank;
use super::fields::{ACE, LOW_ACE, RuleFields};
use crate::core::cards::Card;
use crate::games::war::Seat;

/// What the rule fields say of two cards, worked out once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardOrder {
    /// What a card of rank 1 is compared by.
    one: Card,
    /// What a card of rank 14 is compared by.
    fourteen: Card,
    /// Whether a two beats what is compared as an ace.
    two_beats_ace: bool,
    /// Whether the lower card wins.
    low_wins: bool,
}

impl CardOrder {
    /// The order of these fields.
    pub fn new(fields: &RuleFields) -> Self {
        let ace = match fields.compare.ace {
            AceRank::High => ACE,
            AceRank::Low => LOW_ACE,
        };
        // No other rank is ever an ace.
        let [one, fourteen] =
            [LOW_ACE, ACE].map(|card| if fields.is_ace(card) { ace } else { card });
        Self {
            one,
            fourteen,
            two_beats_ace: fields.compare.two_beats_ace && fields.is_ace(ACE),
            low_wins: fields.compare.low_wins,
        }
    }

    /// The rank a card is compared by: its own, save for an ace, which is 14 or (low) 1.
    pub fn strength(&self, card: Card) -> Card {
        match card {
            LOW_ACE => self.one,
            ACE => self.fourteen,
            other => other,
        }
    }

    /// Who wins the battle of A's card against B's; `None` is a tie.
    pub fn winner(&self, card_a: Card, card_b: Card) -> Option<Seat> {
        let [a, b] = [self.strength(card_a), self.strength(card_b)];
        if a == b {
            return None;
        }
        let two_beats_ace = self.two_beats_ace && [(2, ACE), (ACE, 2)].contains(&(a, b));
        // Either switch turns the order round; rules that set both are refused.
        let a_wins = (a > b) != (two_beats_ace || self.low_wins);
        Some(if a_wins { Seat::A } else { Seat::B })
    }
}
