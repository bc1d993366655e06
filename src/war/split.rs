//! How a deck in dealing order falls into two hands.

use super::rules::{Deal, Rules};
use crate::cards::Card;

/// Which positions of a deck go to A; the rest go to B, both in the deck's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// Positions 0, 2, 4 ...
    EverySecond,
    /// The first so many.
    First(usize),
}

impl Split {
    /// The split of a deck of so many cards.
    pub fn of(cards: usize, rules: &Rules) -> Self {
        match rules.deal {
            Deal::Alternate => Split::EverySecond,
            Deal::Halves => Split::First(cards.div_ceil(2)),
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
