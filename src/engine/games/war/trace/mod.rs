//! A game as text, battle by battle.
//!
//! It is written from the steps of the reference in one of two ways: by the [`Ledger`], which shows every
//! rule set, or the [`listing()`], which shows a game the way a source with players' names and suits
//! prints it.

mod ledger;
mod listing;

use std::borrow::Cow;
use std::collections::BTreeSet;

pub use self::ledger::Ledger;
pub use self::listing::listing;
use crate::core::cards::Card;
use crate::core::cards::suited::SuitedCard;
use crate::core::wording::digits::{counted, grouped};
use crate::games::war::result::{EndReason, GameResult, Outcome};
use crate::games::war::rules::{ACE, LOW_ACE, LimitUnit, Rules};

/// The form of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A line per battle, with the pot in the order in which it is picked up.
    Ledger,
    /// Turn by turn, in the words of the Java listing of `ernie-burt`.
    Listing,
}

impl Form {
    /// What the players are called, A's name first.
    pub fn players(self) -> [&'static str; 2] {
        match self {
            Form::Ledger => ["A", "B"],
            Form::Listing => ["Ernie", "Burt"],
        }
    }
}

/// The end of a game in words, such as "B has no card left for the next battle".
pub fn ending(rules: &Rules, result: &GameResult, players: [&str; 2]) -> String {
    let loser = players[usize::from(result.outcome == Outcome::A)];
    // Where neither loses by the cards, a winner wins by having more of them.
    let more_cards = |seat: usize| format!(", and {} has more cards", players[seat]);
    let more_cards = result.outcome.winner().map(more_cards).unwrap_or_default();
    match result.end_reason {
        EndReason::OutOfCards => format!("{loser} has no card left for the next battle"),
        EndReason::ShortInWar => {
            // In a draw (war.short) the short player is the one with fewer cards.
            let short = match result.outcome {
                Outcome::Draw => players[usize::from(result.cards_b < result.cards_a)],
                Outcome::A | Outcome::B => loser,
            };
            format!("{short} has too few cards for the war")
        }
        EndReason::BothOut => "neither has a card left for the next battle".into(),
        EndReason::BothShort => format!("both have too few cards for the war{more_cards}"),
        EndReason::Limit => {
            let reached = match rules.limit.unit {
                LimitUnit::Battles => {
                    counted(rules.limit.at, "battle is fought", "battles are fought")
                }
                LimitUnit::Rounds => {
                    counted(rules.limit.at, "round is played", "rounds are played")
                }
                LimitUnit::None => {
                    let ceiling = counted(rules.limit.ceiling, "battle", "battles");
                    format!("the ceiling of {ceiling} is reached")
                }
            };
            reached + &more_cards
        }
        EndReason::Cycle => match result.cycle.map(|cycle| result.battles - cycle.battles) {
            None => "a position came back: it would never end".into(),
            Some(0) => "the position at the start is back: it never ends".into(),
            Some(battle) => {
                format!("the position after battle {} is back: it never ends", grouped(battle))
            }
        },
    }
}

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

    /// The ranks of a deck that have names, each with its number: `Jack 11, Queen 12`.
    pub fn legend(self, deck: &[SuitedCard]) -> String {
        let ranks: BTreeSet<Card> = deck.iter().map(|card| card.rank).collect();
        let named = ranks.into_iter().map(|rank| (self.rank(rank), rank.to_string()));
        let named = named.filter(|(name, rank)| name != rank);
        named.map(|(name, rank)| format!("{name} {rank}")).collect::<Vec<_>>().join(", ")
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
        let names =
            [2, 10, 11, 12, 13, 14, 15, 1].map(|rank| CardNames::Court.rank(rank).to_string());
        assert_eq!(names.join(" "), "2 10 Jack Queen King Ace Joker Ace");
        let deck = SuitedCard::given_deck(&[15, 2, 14, 11, 14], &[]);
        assert_eq!(CardNames::Court.legend(&deck), "Jack 11, Ace 14, Joker 15");
        assert_eq!(CardNames::Numbers.legend(&deck), "");
        assert_eq!(format!("[{:>6}]", CardNames::Numbers.rank(-7)), "[    -7]");
    }
}
