//! Cards with suits: the game never asks for a suit, but a trace shows it.

use std::collections::HashMap;

use super::{Card, Composition};

/// The suits in the order of a fresh deck.
const SUITS: [&str; 4] = ["Clubs", "Diamonds", "Hearts", "Spades"];

/// The suit of the `copy`-th card of its rank, by its place among [`SUITS`]; after spades comes clubs again.
fn suit_of_copy(copy: usize) -> u8 {
    (copy % SUITS.len()) as u8
}

/// A card on the table: its rank, which decides, and its suit, which is only shown.
///
/// Two cards are equal if their ranks are: a position is one of ranks, whatever the suits.
#[derive(Clone, Copy, Debug, Default)]
pub struct SuitedCard {
    /// What counts in the game.
    pub rank: Card,
    /// What is only shown, by its place in a fresh deck.
    suit: u8,
}

impl PartialEq for SuitedCard {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

/// What a game is played with: bare ranks, or cards whose suits a trace shows.
pub trait Ranked: Copy + PartialEq {
    /// What counts in the game.
    fn rank(self) -> Card;
}

impl Ranked for Card {
    fn rank(self) -> Card {
        self
    }
}

impl Ranked for SuitedCard {
    fn rank(self) -> Card {
        self.rank
    }
}

impl SuitedCard {
    /// A seeded deck with its true suits.
    ///
    /// Shapes: `order` as from [`Dealer::order`](crate::core::cards::Dealer::order).
    pub fn seeded_deck(composition: Composition, order: &[u32]) -> Vec<SuitedCard> {
        let fresh = composition.fresh();
        let copies = composition.suits.max(1) as usize;
        let suited =
            |place: usize| SuitedCard { rank: fresh[place], suit: suit_of_copy(place % copies) };
        order.iter().map(|&place| suited(place as usize)).collect()
    }

    /// A given deck, with the suits that were written, each behind the position of its card; others are handed out
    /// per rank in order of appearance: clubs, diamonds, hearts, spades, clubs again.
    pub fn given_deck(ranks: &[Card], suits: &[(usize, usize)]) -> Vec<SuitedCard> {
        let mut copies = HashMap::new();
        let mut suited = |&rank: &Card| {
            let copy: &mut usize = copies.entry(rank).or_default();
            *copy += 1;
            SuitedCard { rank, suit: suit_of_copy(*copy - 1) }
        };
        let mut deck: Vec<SuitedCard> = ranks.iter().map(&mut suited).collect();
        suits.iter().for_each(|&(k, suit)| deck[k].suit = suit_of_copy(suit));
        deck
    }

    /// What its suit is called.
    pub fn suit(self) -> &'static str {
        SUITS[usize::from(self.suit)]
    }

    /// What counts in the game.
    pub fn ranks(cards: &[SuitedCard]) -> Vec<Card> {
        cards.iter().map(|card| card.rank).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cards::{Dealer, Seed};

    #[test]
    fn suits_are_those_of_the_deck_or_in_order_of_appearance() {
        let composition = Composition { jokers: 2, ..Composition::default() };
        let mut dealer = Dealer::new(Seed(42), composition);
        let deck = SuitedCard::seeded_deck(composition, &dealer.order(3));
        assert_eq!(SuitedCard::ranks(&deck), dealer.deck(3));
        for (rank, suit) in (2..=14).flat_map(|rank| SUITS.map(|suit| (rank, suit))) {
            let copies = deck.iter().filter(|c| c.rank == rank && c.suit() == suit).count();
            assert_eq!(copies, 1, "{rank} of {suit}");
        }
        let suits = |given: &[(usize, usize)]| {
            let deck = SuitedCard::given_deck(&[5, 7, 5, 5, 5, 5, 7], given);
            deck.iter().map(|card| &card.suit()[..1]).collect::<String>()
        };
        assert_eq!([suits(&[]), suits(&[(1, 3), (6, 2)])], ["CCDHSCD", "CSDHSCH"]);
    }
}
