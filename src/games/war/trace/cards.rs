//! Cards as people see them: with suits and names, neither of which the game asks for.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use crate::core::cards::{Card, Composition};
use crate::games::war::event::Playable;
use crate::games::war::rules::{ACE, LOW_ACE, RANKS_WITH_ACE, Rules};

/// The suit of a card, in the order of a fresh deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suit {
    /// Clubs.
    Clubs,
    /// Diamonds.
    Diamonds,
    /// Hearts.
    Hearts,
    /// Spades.
    Spades,
}

impl Suit {
    /// The suits in the order of a fresh deck.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The suit of the `copy`-th card of its rank; after spades comes clubs again.
    pub fn of_copy(copy: usize) -> Suit {
        Suit::ALL[copy % Suit::ALL.len()]
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Suit::Clubs => "Clubs",
            Suit::Diamonds => "Diamonds",
            Suit::Hearts => "Hearts",
            Suit::Spades => "Spades",
        })
    }
}

/// A card that remembers which of its rank it is.
///
/// Two cards are equal if their ranks are: a position is one of ranks, whatever the suits, or cycles
/// would be found later in a game that is watched.
#[derive(Clone, Copy, Debug)]
pub struct SuitedCard {
    /// What counts in the game.
    pub rank: Card,
    /// What is only shown.
    pub suit: Suit,
}

impl PartialEq for SuitedCard {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl Playable for SuitedCard {
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
            |place: usize| SuitedCard { rank: fresh[place], suit: Suit::of_copy(place % copies) };
        order.iter().map(|&place| suited(place as usize)).collect()
    }

    /// A given deck, its suits handed out per rank in order of appearance: clubs, diamonds, hearts,
    /// spades, clubs again.
    pub fn given_deck(ranks: &[Card]) -> Vec<SuitedCard> {
        let mut copies = HashMap::new();
        let mut suited = |&rank: &Card| {
            let copy: &mut usize = copies.entry(rank).or_default();
            *copy += 1;
            SuitedCard { rank, suit: Suit::of_copy(*copy - 1) }
        };
        ranks.iter().map(&mut suited).collect()
    }
}

/// How ranks are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardNames {
    /// As numbers.
    Numbers,
    /// As in a deck of 13 ranks: Jack, Queen, King, Ace, Joker.
    Court,
}

impl CardNames {
    /// The names for the seeded decks of a rule set: the court's, where there are 13 ranks.
    pub fn of_seeded_decks(rules: &Rules) -> CardNames {
        if rules.deck.ranks == RANKS_WITH_ACE { CardNames::Court } else { CardNames::Numbers }
    }

    /// The rank in words or figures; pads as strings do.
    pub fn rank(self, rank: Card) -> impl fmt::Display {
        NamedRank { names: self, rank }
    }

    /// The ranks of a deck that have names, each with its number: `Jack 11, Queen 12`.
    pub fn legend(self, deck: &[SuitedCard]) -> String {
        let ranks: BTreeSet<Card> = deck.iter().map(|card| card.rank).collect();
        let named = ranks.into_iter().filter_map(|rank| {
            let name = self.rank(rank).to_string();
            (name != rank.to_string()).then(|| format!("{name} {rank}"))
        });
        named.collect::<Vec<_>>().join(", ")
    }

    /// Letters of the longest rank of a deck.
    pub fn width(self, deck: &[SuitedCard]) -> usize {
        deck.iter().map(|card| self.rank(card.rank).to_string().len()).max().unwrap_or(0)
    }
}

struct NamedRank {
    names: CardNames,
    rank: Card,
}

impl fmt::Display for NamedRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const JOKER: Card = ACE + 1;
        match (self.names, self.rank) {
            (CardNames::Court, 11) => f.pad("Jack"),
            (CardNames::Court, 12) => f.pad("Queen"),
            (CardNames::Court, 13) => f.pad("King"),
            (CardNames::Court, LOW_ACE | ACE) => f.pad("Ace"),
            (CardNames::Court, JOKER) => f.pad("Joker"),
            // Through a string, for numbers are aligned to the right where strings are not.
            (_, rank) => f.pad(&rank.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cards::{Dealer, Seed};

    #[test]
    fn a_seeded_deck_holds_every_suit_of_every_rank_once() {
        let composition = Composition { jokers: 2, ..Composition::default() };
        let mut dealer = Dealer::new(Seed(42), composition);
        let deck = SuitedCard::seeded_deck(composition, &dealer.order(3));
        let ranks: Vec<Card> = deck.iter().map(|card| card.rank).collect();
        assert_eq!(ranks, dealer.deck(3));
        for rank in 2..=14 {
            for suit in Suit::ALL {
                let copies = deck.iter().filter(|c| c.rank == rank && c.suit == suit).count();
                assert_eq!(copies, 1, "{rank} of {suit}");
            }
        }
    }

    #[test]
    fn given_cards_get_their_suits_in_order_of_appearance() {
        let deck = SuitedCard::given_deck(&[5, 7, 5, 5, 5, 5, 7]);
        let suits: Vec<String> = deck.iter().map(|c| format!("{}{}", c.rank, c.suit)).collect();
        let expected =
            ["5Clubs", "7Clubs", "5Diamonds", "5Hearts", "5Spades", "5Clubs", "7Diamonds"];
        assert_eq!(suits, expected);
    }

    #[test]
    fn court_cards_have_names() {
        let name = |rank| CardNames::Court.rank(rank).to_string();
        assert_eq!(
            [2, 10, 11, 12, 13, 14, 15, 1].map(name),
            ["2", "10", "Jack", "Queen", "King", "Ace", "Joker", "Ace"]
        );
        let deck = SuitedCard::given_deck(&[15, 2, 14, 11, 14]);
        assert_eq!(CardNames::Court.legend(&deck), "Jack 11, Ace 14, Joker 15");
        assert_eq!(CardNames::Numbers.legend(&deck), "");
        assert_eq!(format!("[{:>6}]", CardNames::Numbers.rank(-7)), "[    -7]");
    }
}
