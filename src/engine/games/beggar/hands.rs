//! How a deck in dealing order becomes two hands.

use super::choices::Deal;
use crate::core::cards::Card;
use crate::core::cards::deck::{Hands, Rest};

/// Which positions of a deck go to A; the rest go to B, both in the deck's order, top card first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// Positions 0, 2, 4 ...
    EverySecond,
    /// This many from the front.
    First(usize),
}

impl Split {
    /// How a deck of this many cards is split. A deck with fixed hands is A's hand, then B's.
    pub fn of(deal: Deal, hands: &Hands, cards: usize) -> Self {
        match (hands.are_dealt(), hands.rest, deal) {
            (false, Rest::B, _) => Split::First(hands.a.len().min(cards)),
            (false, Rest::Dealt, _) | (true, _, Deal::Halves) => Split::First(cards.div_ceil(2)),
            (true, _, Deal::Alternate) => Split::EverySecond,
        }
    }

    /// Cards in A's hand.
    pub fn cards_of_a(self, cards: usize) -> usize {
        match self {
            Split::EverySecond => cards.div_ceil(2),
            Split::First(count) => count.min(cards),
        }
    }

    /// A's hand and B's, top card first.
    pub fn hands<C: Copy>(self, deck: &[C]) -> [Vec<C>; 2] {
        match self {
            Split::EverySecond => {
                [0, 1].map(|first| deck.iter().copied().skip(first).step_by(2).collect())
            }
            Split::First(count) => {
                let (a, b) = deck.split_at(count.min(deck.len()));
                [a.to_vec(), b.to_vec()]
            }
        }
    }

    /// The deck that is split into these hands.
    ///
    /// Errors: none; panics if A's hand has another size than the split gives it.
    pub fn deck(self, hands: &[Vec<Card>; 2]) -> Vec<Card> {
        let [a, b] = hands;
        let cards = a.len() + b.len();
        assert_eq!(a.len(), self.cards_of_a(cards), "hands of sizes that this split does not make");
        match self {
            Split::First(_) => [a.as_slice(), b].concat(),
            Split::EverySecond => {
                (0..cards).map(|k| if k % 2 == 0 { a[k / 2] } else { b[k / 2] }).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_odd_card_goes_to_a_and_hands_make_the_deck_again() {
        let deck = [1, 2, 3, 4, 5];
        for (split, a, b) in [
            (Split::EverySecond, vec![1, 3, 5], vec![2, 4]),
            (Split::First(3), vec![1, 2, 3], vec![4, 5]),
        ] {
            let hands = split.hands(&deck);
            assert_eq!(hands, [a, b]);
            assert_eq!(split.deck(&hands), deck);
        }
        assert_eq!(Split::First(9).hands(&deck), [deck.to_vec(), vec![]]);
    }

    #[test]
    fn fixed_hands_are_dealt_as_a_then_b() {
        let split = |text: &str| {
            let fields: crate::games::beggar::RuleFields = toml::from_str(text).expect(text);
            fields.split(52)
        };
        assert_eq!(split(""), Split::First(26));
        assert_eq!(split("deal = \"alternate\""), Split::EverySecond);
        assert_eq!(split("deck.hands.a = [14, 14]"), Split::First(26));
        assert_eq!(split("deck.hands = { a = [14, 14], rest = \"b\" }"), Split::First(2));
    }
}
