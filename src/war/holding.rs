//! What one player holds: a hand to draw from and a pile of cards won.

use std::collections::VecDeque;

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

/// One player's cards.
#[derive(Debug)]
pub struct Holding<C> {
    /// The cards to draw from, front = top.
    hand: VecDeque<C>,
    /// The cards won, in the order won; stays empty where winnings go under the hand.
    pile: Vec<C>,
}

impl<C> Default for Holding<C> {
    fn default() -> Self {
        Self { hand: VecDeque::new(), pile: Vec::new() }
    }
}

// Not derived, so that `clone_from` reuses the memory: cycle detection saves positions all the time.
impl<C: Clone> Clone for Holding<C> {
    fn clone(&self) -> Self {
        Self { hand: self.hand.clone(), pile: self.pile.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.hand.clone_from(&source.hand);
        self.pile.clone_from(&source.pile);
    }
}

impl<C: Copy + PartialEq> Holding<C> {
    /// Replaces everything by this hand.
    pub fn deal(&mut self, hand: impl Iterator<Item = C>) {
        self.hand.clear();
        self.pile.clear();
        self.hand.extend(hand);
    }

    /// Cards in hand and pile.
    pub fn len(&self) -> usize {
        self.hand.len() + self.pile.len()
    }

    /// Whether there is neither hand nor pile.
    pub fn is_empty(&self) -> bool {
        self.hand.is_empty() && self.pile.is_empty()
    }

    /// Cards of the hand, top first.
    pub fn hand(&self) -> impl Iterator<Item = C> {
        self.hand.iter().copied()
    }

    /// Whether the next card wanted makes the pile the hand.
    pub fn turns_pile_next(&self) -> bool {
        self.hand.is_empty() && !self.pile.is_empty()
    }

    /// Takes the top card; a pile becomes the hand first if the hand is empty.
    pub fn take(&mut self, winnings: Winnings, chance: &mut impl Chance) -> Option<C> {
        if self.turns_pile_next() {
            match winnings {
                Winnings::Bottom | Winnings::Pile => {}
                Winnings::PileReversed => self.pile.reverse(),
                Winnings::PileShuffled => chance.shuffle(&mut self.pile),
            }
            self.hand.extend(self.pile.drain(..));
        }
        self.hand.pop_front()
    }

    /// Receives won cards.
    pub fn win(&mut self, winnings: Winnings, cards: impl Iterator<Item = C>) {
        match winnings {
            Winnings::Bottom => self.hand.extend(cards),
            Winnings::Pile | Winnings::PileReversed | Winnings::PileShuffled => {
                self.pile.extend(cards);
            }
        }
    }

    /// Whether both hold the same cards in the same places.
    ///
    /// A `pile` that keeps its order is the rest of the hand, whether it was turned yet or not, for
    /// it must give the same games as winnings that go under the hand.
    pub fn same_position(&self, other: &Self, winnings: Winnings) -> bool {
        match winnings {
            Winnings::Bottom => self.hand == other.hand,
            Winnings::Pile => {
                self.len() == other.len()
                    && self.hand.iter().chain(&self.pile).eq(other.hand.iter().chain(&other.pile))
            }
            Winnings::PileReversed | Winnings::PileShuffled => {
                self.hand == other.hand && self.pile == other.pile
            }
        }
    }
}
