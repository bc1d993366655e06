//! The names of ranks, which the game never asks for.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::core::cards::Card;
use crate::core::cards::suited::SuitedCard;
use crate::games::war::rules::{ACE, LOW_ACE, Rules};

/// How ranks are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardNames {
    /// As numbers.
    Numbers,
    /// As in a deck up to the ace: Jack, Queen, King, Ace, Joker.
    Court,
}

impl CardNames {
    /// The names for the seeded decks of a rule set: the court's, where the ace is the highest rank
    /// and no rank is lower than 2.
    pub fn of_seeded_decks(rules: &Rules) -> CardNames {
        let up_to_the_ace = rules.deck.highest() == ACE && rules.deck.lowest > LOW_ACE as u32;
        if up_to_the_ace { CardNames::Court } else { CardNames::Numbers }
    }

    /// The rank in words or figures; pads as strings do.
    pub fn rank(self, rank: Card) -> Cow<'static, str> {
        const JOKER: Card = ACE + 1;
        match (self, rank) {
            (CardNames::Court, 11) => "Jack".into(),
            (CardNames::Court, 12) => "Queen".into(),
            (CardNames::Court, 13) => "King".into(),
            (CardNames::Court, LOW_ACE | ACE) => "Ace".into(),
            (CardNames::Court, JOKER) => "Joker".into(),
            (_, rank) => rank.to_string().into(),
        }
    }

    /// A rank in one or two letters.
    pub fn short(self, rank: Card) -> String {
        match (self, rank) {
            (CardNames::Court, rank) if rank > ACE => "Jo".into(),
            (CardNames::Court, LOW_ACE | 11..=ACE) => {
                self.rank(rank).to_string().chars().take(1).collect()
            }
            (_, rank) => rank.to_string(),
        }
    }

    /// A card in a few letters, with its suit.
    pub fn card(self, card: SuitedCard) -> String {
        format!("{}{}", self.short(card.rank), card.suit.symbol())
    }

    /// The ranks of a deck that have names, each with its number: `Jack 11, Queen 12`, or `J 11, Q 12`.
    pub fn legend(self, deck: &[SuitedCard], short: bool) -> String {
        let ranks: BTreeSet<Card> = deck.iter().map(|card| card.rank).collect();
        let named = ranks.into_iter().filter_map(|rank| {
            let name = if short { self.short(rank) } else { self.rank(rank).to_string() };
            (name != rank.to_string()).then(|| format!("{name} {rank}"))
        });
        named.collect::<Vec<_>>().join(", ")
    }

    /// Letters of the longest rank of a deck.
    pub fn width(self, deck: &[SuitedCard]) -> usize {
        deck.iter().map(|card| self.rank(card.rank).to_string().len()).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn court_cards_have_names() {
        let name = |rank| CardNames::Court.rank(rank).to_string();
        assert_eq!(
            [2, 10, 11, 12, 13, 14, 15, 1].map(name),
            ["2", "10", "Jack", "Queen", "King", "Ace", "Joker", "Ace"]
        );
        let deck = SuitedCard::given_deck(&[15, 2, 14, 11, 14]);
        assert_eq!(CardNames::Court.legend(&deck, false), "Jack 11, Ace 14, Joker 15");
        assert_eq!(CardNames::Court.legend(&deck, true), "J 11, A 14, Jo 15");
        assert_eq!(CardNames::Numbers.legend(&deck, false), "");
        assert_eq!(format!("[{:>6}]", CardNames::Numbers.rank(-7)), "[    -7]");
    }
}
