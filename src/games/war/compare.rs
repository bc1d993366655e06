//! Which of two cards wins a battle, and what a tie costs.

use super::Seat;
use super::rules::{ACE, AceRank, FaceDown, LOW_ACE, RuleFields, Rules};
use crate::core::cards::Card;

/// What the rule fields say of two cards, worked out once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Comparer {
    /// What a card of rank 1 is compared by.
    one: Card,
    /// What a card of rank 14 is compared by.
    fourteen: Card,
    /// Whether a two beats what is compared as an ace.
    two_beats_ace: bool,
    /// Whether the lower card wins.
    low_wins: bool,
}

impl Comparer {
    /// The answers of these fields.
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
    #[inline]
    pub fn strength(&self, card: Card) -> Card {
        let Self { one, fourteen, .. } = *self;
        let other = if card == LOW_ACE { one } else { card };
        if card == ACE { fourteen } else { other }
    }

    /// Who wins the battle of A's card against B's; `None` is a tie.
    #[inline]
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

impl Rules {
    /// The rank a card is compared by: its own, save for an ace, which is 14 or (low) 1.
    pub fn strength(&self, card: Card) -> Card {
        self.comparer().strength(card)
    }

    /// Who wins the battle of A's card against B's; `None` is a tie.
    #[inline]
    pub fn winner(&self, card_a: Card, card_b: Card) -> Option<Seat> {
        self.comparer().winner(card_a, card_b)
    }

    /// Cards that each player lays face down when two of `tied` meet, the deciding card not
    /// counted.
    pub fn face_down_for(&self, tied: Card) -> usize {
        match self.war.face_down {
            FaceDown::Count(n) => n as usize,
            FaceDown::TiedRank => self.stake_for(tied) - 1,
        }
    }

    /// Cards without which a player is short under `war.short = "lose"`: the face-down cards, or,
    /// under `tied-rank`, the whole stake.
    pub fn stake_for(&self, tied: Card) -> usize {
        match self.war.face_down {
            FaceDown::Count(n) => n as usize,
            FaceDown::TiedRank if self.is_ace(tied) => self.war.ace_counts as usize,
            FaceDown::TiedRank => tied as usize,
        }
    }
}
