//! Which of two cards wins a battle, and what a tie costs.

use std::cmp::Ordering;

use super::Seat;
use super::rules::{AceRank, FaceDown, LOW_ACE, Rules};
use crate::cards::Card;

impl Rules {
    /// The rank a card is compared by: its own, save for an ace, which is 14 or (low) 1.
    pub fn strength(&self, card: Card) -> Card {
        if !self.is_ace(card) {
            return card;
        }
        match self.compare.ace {
            AceRank::High => super::rules::ACE,
            AceRank::Low => LOW_ACE,
        }
    }

    /// Who wins the battle of A's card against B's; `None` is a tie.
    pub fn winner(&self, card_a: Card, card_b: Card) -> Option<Seat> {
        let order = self.strength(card_a).cmp(&self.strength(card_b));
        let two_meets_ace = self.compare.two_beats_ace
            && (card_a == 2 && self.is_ace(card_b) || card_b == 2 && self.is_ace(card_a));
        // Either switch turns the order round; rules that set both are refused.
        let order = if two_meets_ace || self.compare.low_wins { order.reverse() } else { order };
        match order {
            Ordering::Greater => Some(Seat::A),
            Ordering::Less => Some(Seat::B),
            Ordering::Equal => None,
        }
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
