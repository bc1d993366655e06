//! How a deck in dealing order falls into two hands.

use super::rules::{Deal, Rules};
use crate::core::cards::deck::Rest;
use crate::core::cards::text::Given;
use crate::core::seats::Seat;

/// Which cards of a deck go to A; the rest go to B, both in the deck's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// Card by card in turn, A first.
    Alternate,
    /// The first half to A; an odd card goes to A.
    Halves,
    /// This many cards to A, then the rest to B.
    First(usize),
}

impl Split {
    /// How the decks of a rule set are dealt: those with fixed hands (`deck.hands`) lie as A's hand,
    /// then B's; others follow `deal`.
    pub fn of(rules: &Rules) -> Self {
        let hands = &rules.deck.hands;
        match (hands.are_dealt(), hands.rest, rules.deal) {
            (false, Rest::B, _) => Split::First(hands.a.len()),
            (false, Rest::Dealt, _) | (true, _, Deal::Halves) => Split::Halves,
            (true, _, Deal::Alternate) => Split::Alternate,
        }
    }

    /// Cards in A's hand, of a deck of this many.
    #[inline]
    pub fn cards_of_a(self, cards: usize) -> usize {
        match self {
            Split::Alternate | Split::Halves => cards.div_ceil(2),
            Split::First(count) => count.min(cards),
        }
    }

    /// A player's hand, top first.
    pub fn hand<C: Copy>(self, seat: Seat, deck: &[C]) -> impl Iterator<Item = C> + '_ {
        let to_a = self.cards_of_a(deck.len());
        let (cards, step) = match (self, seat) {
            (Split::Alternate, seat) => (&deck[seat.index().min(deck.len())..], 2),
            (Split::Halves | Split::First(_), Seat::A) => (&deck[..to_a], 1),
            (Split::Halves | Split::First(_), Seat::B) => (&deck[to_a..], 1),
        };
        cards.iter().copied().step_by(step)
    }

    /// Both hands, A's first, each top first.
    pub fn hands<C: Copy>(self, deck: &[C]) -> [Vec<C>; 2] {
        Seat::BOTH.map(|seat| self.hand(seat, deck).collect())
    }

    /// Both hands of these cards, which were given as hands or as a deck.
    pub fn given<C: Copy>(self, given: &Given, cards: &[C]) -> [Vec<C>; 2] {
        match given.cards_of_a() {
            Some(count) => [cards[..count].to_vec(), cards[count..].to_vec()],
            None => self.hands(cards),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_odd_card_goes_to_a() {
        let deck = [1, 2, 3, 4, 5];
        assert_eq!(Split::Alternate.hands(&deck), [vec![1, 3, 5], vec![2, 4]]);
        assert_eq!(Split::Halves.hands(&deck), [vec![1, 2, 3], vec![4, 5]]);
        assert_eq!(Split::First(1).hands(&deck), [vec![1], vec![2, 3, 4, 5]]);
        assert_eq!(Split::First(9).hands(&deck), [vec![1, 2, 3, 4, 5], vec![]]);
        for split in [Split::Alternate, Split::Halves, Split::First(2)] {
            for cards in 0..=deck.len() {
                let [a, b] = split.hands(&deck[..cards]);
                assert_eq!((a.len(), b.len()), (split.cards_of_a(cards), cards - a.len()));
            }
        }
    }
}
