//! What one player holds: a hand to draw from and a pile of cards won.

use super::rules::Winnings;

/// Shuffles in the middle of a game.
pub trait Chance {
    /// Puts `items` in random order.
    fn shuffle<T>(&mut self, items: &mut [T]);
}

/// The chance of a rule set that leaves none after the deal.
#[derive(Clone, Copy, Debug)]
pub struct NoChance;

impl Chance for NoChance {
    fn shuffle<T>(&mut self, _items: &mut [T]) {
        unreachable!("a rule set without in-game randomness never shuffles");
    }
}

/// Cards that are drawn from the top and put under the bottom.
///
/// Drawn cards stay where they were until their room is wanted, so that all lie in a row.
#[derive(Debug)]
struct Hand<C> {
    cards: Vec<C>,
    drawn: usize,
}

impl<C: Copy> Hand<C> {
    /// The cards, top first.
    fn cards(&self) -> &[C] {
        &self.cards[self.drawn..]
    }

    fn clear(&mut self) {
        self.cards.clear();
        self.drawn = 0;
    }

    #[inline]
    fn draw(&mut self) -> Option<C> {
        let card = *self.cards.get(self.drawn)?;
        self.drawn += 1;
        Some(card)
    }

    #[inline]
    fn put_under(&mut self, cards: &[C]) {
        if self.cards.len() + cards.len() > self.cards.capacity() {
            self.make_room();
        }
        self.cards.extend_from_slice(cards);
    }

    /// Forgets the drawn cards, if they are at least half of all: so each card is moved at most
    /// once for every card that was drawn, and the memory stays within four times the cards.
    #[cold]
    fn make_room(&mut self) {
        if self.drawn >= self.cards.len() / 2 {
            self.cards.drain(..self.drawn);
            self.drawn = 0;
        }
    }
}

/// One player's cards.
#[derive(Debug)]
pub struct Holding<C> {
    /// The cards to draw from.
    hand: Hand<C>,
    /// The cards won, in the order won; stays empty where winnings go under the hand.
    pile: Vec<C>,
}

impl<C> Default for Holding<C> {
    fn default() -> Self {
        Self { hand: Hand { cards: Vec::new(), drawn: 0 }, pile: Vec::new() }
    }
}

impl<C: Copy + PartialEq> Holding<C> {
    /// Replaces everything by this hand.
    pub fn deal(&mut self, hand: impl Iterator<Item = C>) {
        self.hand.clear();
        self.pile.clear();
        self.hand.cards.extend(hand);
    }

    /// Replaces everything by what the other holds.
    pub fn copy_from(&mut self, other: &Self) {
        self.deal(other.hand());
        self.pile.extend_from_slice(&other.pile);
    }

    /// Cards in hand and pile.
    pub fn len(&self) -> usize {
        self.hand.cards().len() + self.pile.len()
    }

    /// Whether there is neither hand nor pile.
    pub fn is_empty(&self) -> bool {
        self.hand.cards().is_empty() && self.pile.is_empty()
    }

    /// Cards of the hand, top first.
    pub fn hand(&self) -> impl Iterator<Item = C> {
        self.hand.cards().iter().copied()
    }

    /// Cards of hand and pile: the hand top first, then the pile in the order won.
    pub fn cards(&self) -> impl Iterator<Item = C> {
        self.hand().chain(self.pile.iter().copied())
    }

    /// Takes the top card of the hand; `None` if the hand is empty.
    #[inline]
    pub fn draw(&mut self) -> Option<C> {
        self.hand.draw()
    }

    /// Makes the pile the hand, which is empty.
    pub fn turn_pile(&mut self, winnings: Winnings, chance: &mut impl Chance) {
        match winnings {
            Winnings::Bottom | Winnings::Pile => {}
            Winnings::PileReversed => self.pile.reverse(),
            Winnings::PileShuffled => chance.shuffle(&mut self.pile),
        }
        self.hand.clear();
        self.hand.cards.append(&mut self.pile);
    }

    /// Receives won cards.
    #[inline]
    pub fn win(&mut self, winnings: Winnings, cards: &[C]) {
        match winnings {
            Winnings::Bottom => self.hand.put_under(cards),
            Winnings::Pile | Winnings::PileReversed | Winnings::PileShuffled => {
                self.pile.extend_from_slice(cards);
            }
        }
    }

    /// Whether both hold the same cards in the same places.
    ///
    /// A `pile` that keeps its order is the rest of the hand, whether it was turned yet or not, for
    /// it must give the same games as winnings that go under the hand.
    pub fn same_position(&self, other: &Self, winnings: Winnings) -> bool {
        let (hands, piles) = ([self.hand.cards(), other.hand.cards()], [&self.pile, &other.pile]);
        match winnings {
            Winnings::Pile => {
                self.len() == other.len()
                    && hands[0].iter().chain(piles[0]).eq(hands[1].iter().chain(piles[1]))
            }
            Winnings::Bottom | Winnings::PileReversed | Winnings::PileShuffled => {
                hands[0] == hands[1] && piles[0] == piles[1]
            }
        }
    }
}
