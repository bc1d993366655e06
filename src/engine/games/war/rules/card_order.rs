//! Which of two cards is higher.

use super::choices::AceRank;
use super::fields::{ACE, LOW_ACE, RuleFields};
use crate::core::cards::Card;
use crate::core::seats::Seat;

/// What the rule fields say of two cards, worked out once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardOrder {
    /// What a card of rank 1 is compared by.
    one: Card,
    /// What a card of rank 14 is compared by.
    fourteen: Card,
    /// What the deck's lowest rank and its highest are compared by, if the lowest beats the highest.
    lowest_beats: Option<(Card, Card)>,
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
        let mut order =
            Self { one, fourteen, lowest_beats: None, low_wins: fields.compare.low_wins };
        if fields.compare.lowest_beats_highest && fields.deck.ranks > 0 {
            let ends = (fields.deck.lowest as Card, fields.deck.highest());
            order.lowest_beats = Some((order.strength(ends.0), order.strength(ends.1)));
        }
        order
    }

    /// What the deck's lowest rank and its highest are compared by, if the lowest beats the highest.
    pub fn lowest_beats(&self) -> Option<(Card, Card)> {
        self.lowest_beats
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
        let turned = self.lowest_beats.is_some_and(|ends| ends == (a, b) || ends == (b, a));
        // Either switch turns the order round; rules that set both are refused.
        let a_wins = (a > b) != (turned || self.low_wins);
        Some(if a_wins { Seat::A } else { Seat::B })
    }
}
