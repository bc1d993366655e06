//! How a deck in dealing order falls into two hands.

use super::rules::{Deal, Rules};
use crate::core::cards::Card;
use crate::core::cards::deck::Rest;

/// Which positions of a deck go to A; the rest go to B, both in the deck's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// Positions 0, 2, 4 ...
    EverySecond,
    /// The first so many.
    First(usize),
}

/// How decks of any size are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dealing {
    /// Card by card in turn.
    Alternate,
    /// Half of the cards to A, and the odd one.
    Halves,
    /// This many cards to A.
    First(usize),
}

impl Dealing {
    /// How the decks of a rule set are dealt: those with fixed hands lie as A's hand, then B's.
    pub fn of(rules: &Rules) -> Self {
        let hands = &rules.deck.hands;
        match (hands.are_dealt(), hands.rest, rules.deal) {
            (false, Rest::B, _) => Dealing::First(hands.a.len()),
            (false, Rest::Dealt, _) | (true, _, Deal::Halves) => Dealing::Halves,
            (true, _, Deal::Alternate) => Dealing::Alternate,
        }
    }

    /// The split of a deck of so many cards.
    #[inline]
    pub fn split(self, cards: usize) -> Split {
        match self {
            Dealing::Alternate => Split::EverySecond,
            Dealing::Halves => Split::First(cards.div_ceil(2)),
            Dealing::First(count) => Split::First(count.min(cards)),
        }
    }
}

impl Split {
    /// The split of a deck of so many cards.
    pub fn of(cards: usize, rules: &Rules) -> Self {
        Dealing::of(rules).split(cards)
    }

    /// Cards in A's hand.
    #[inline]
    pub fn cards_of_a(self, cards: usize) -> usize {
        match self {
            Split::EverySecond => cards.div_ceil(2),
            Split::First(count) => count.min(cards),
        }
    }

    /// A's hand, top first.
    pub fn hand_a<C: Copy>(self, deck: &[C]) -> impl Iterator<Item = C> + '_ {
        let (end, step) = match self {
            Split::EverySecond => (deck.len(), 2),
            Split::First(count) => (count.min(deck.len()), 1),
        };
        deck[..end].iter().copied().step_by(step)
    }

    /// B's hand, top first.
    pub fn hand_b<C: Copy>(self, deck: &[C]) -> impl Iterator<Item = C> + '_ {
        let (start, step) = match self {
            Split::EverySecond => (1, 2),
            Split::First(count) => (count, 1),
        };
        deck[start.min(deck.len())..].iter().copied().step_by(step)
    }
}

/// Both hands of a deck, A's first.
pub fn hands(deck: &[Card], rules: &Rules) -> [Vec<Card>; 2] {
    let split = Split::of(deck.len(), rules);
    [split.hand_a(deck).collect(), split.hand_b(deck).collect()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_odd_card_goes_to_a() {
        let deck = [1, 2, 3, 4, 5];
        let split =
            |s: Split| (s.hand_a(&deck).collect::<Vec<_>>(), s.hand_b(&deck).collect::<Vec<_>>());
        assert_eq!(split(Split::EverySecond), (vec![1, 3, 5], vec![2, 4]));
        assert_eq!(split(Split::First(3)), (vec![1, 2, 3], vec![4, 5]));
        assert_eq!(split(Split::First(9)), (vec![1, 2, 3, 4, 5], vec![]));
    }
}
