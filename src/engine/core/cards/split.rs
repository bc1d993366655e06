//! How a deck in dealing order falls into two hands.

use super::Card;
use super::text::Given;
use crate::core::choice::choice;
use crate::core::seats::Seat;

choice! {
    /// How the deck is split into two hands, both in its order.
    Deal {
        /// Card by card in turn, A first.
        #[default] Alternate = "alternate",
        /// The first half to A, the rest to B; an odd card goes to A.
        Halves = "halves",
    }
}

impl Deal {
    /// Cards in A's hand, of a deck of this many.
    #[inline]
    pub fn cards_of_a(self, cards: usize) -> usize {
        cards.div_ceil(2)
    }

    /// A player's hand, top first.
    pub fn hand<C: Copy>(self, seat: Seat, deck: &[C]) -> impl Iterator<Item = C> + '_ {
        let to_a = self.cards_of_a(deck.len());
        let (cards, step) = match (self, seat) {
            (Deal::Alternate, seat) => (&deck[seat.index().min(deck.len())..], 2),
            (Deal::Halves, Seat::A) => (&deck[..to_a], 1),
            (Deal::Halves, Seat::B) => (&deck[to_a..], 1),
        };
        cards.iter().copied().step_by(step)
    }

    /// Both hands, A's first, each top first.
    pub fn hands<C: Copy>(self, deck: &[C]) -> [Vec<C>; 2] {
        Seat::BOTH.map(|seat| self.hand(seat, deck).collect())
    }

    /// The deck that is split into these hands.
    ///
    /// Errors: none; panics if A's hand has another size than the split gives it.
    pub fn deck(self, hands: &[Vec<Card>; 2]) -> Vec<Card> {
        let [a, b] = hands;
        let cards = a.len() + b.len();
        assert_eq!(a.len(), self.cards_of_a(cards), "hands of sizes that this split does not make");
        match self {
            Deal::Halves => [a.as_slice(), b].concat(),
            Deal::Alternate => {
                (0..cards).map(|k| if k % 2 == 0 { a[k / 2] } else { b[k / 2] }).collect()
            }
        }
    }

    /// Both hands of these cards, which were given as hands or as a deck.
    pub fn given<C: Copy>(self, given: &Given, cards: &[C]) -> [Vec<C>; 2] {
        match given.cards_of_a {
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
        assert_eq!(Deal::Alternate.hands(&deck), [vec![1, 3, 5], vec![2, 4]]);
        assert_eq!(Deal::Halves.hands(&deck), [vec![1, 2, 3], vec![4, 5]]);
        for split in [Deal::Alternate, Deal::Halves] {
            for cards in 0..=deck.len() {
                let [a, b] = split.hands(&deck[..cards]);
                assert_eq!((a.len(), b.len()), (split.cards_of_a(cards), cards - a.len()));
                assert_eq!(split.deck(&[a, b]), deck[..cards]);
            }
        }
    }
}
