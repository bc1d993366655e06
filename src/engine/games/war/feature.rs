//! What can be seen in a deal before the first battle.

use super::rules::Rules;
use super::seats::Seat;
use super::split::Split;
use crate::core::cards::Card;

/// A whole number that describes a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Aces in A's hand.
    Aces,
    /// Cards of the highest rank in A's hand (aces in a plain deck, jokers where there are any).
    TopRank,
    /// Sum of the ranks in A's hand minus that in B's.
    RankSum,
    /// Rank of A's first card.
    TopCard,
    /// Rank of B's first card.
    TopCardB,
    /// Ties in which both hands would meet card by card, if neither was ever changed.
    FirstPassTies,
}

impl Feature {
    /// Every feature, in the order of the files.
    pub const ALL: [Feature; 6] = [
        Feature::Aces,
        Feature::TopRank,
        Feature::RankSum,
        Feature::TopCard,
        Feature::TopCardB,
        Feature::FirstPassTies,
    ];

    /// The word of options and columns.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Aces => "aces_a",
            Feature::TopRank => "top_rank_a",
            Feature::RankSum => "rank_sum_difference",
            Feature::TopCard => "top_card_a",
            Feature::TopCardB => "top_card_b",
            Feature::FirstPassTies => "first_pass_ties",
        }
    }

    /// What it is, for `--help`.
    pub const fn summary(self) -> &'static str {
        match self {
            Feature::Aces => "aces in A's hand",
            Feature::TopRank => "cards of the highest rank in A's hand",
            Feature::RankSum => "sum of the ranks in A's hand minus that in B's",
            Feature::TopCard => "rank of A's first card (0: none)",
            Feature::TopCardB => "rank of B's first card (0: none)",
            Feature::FirstPassTies => "places at which both hands hold the same rank",
        }
    }

    /// The feature of a deck, in dealing order.
    pub fn of(self, deck: &[Card], rules: &Rules) -> i64 {
        let split = Split::of(rules);
        let hand_a = || split.hand(Seat::A, deck);
        let hand_b = || split.hand(Seat::B, deck);
        match self {
            Feature::Aces => hand_a().filter(|&card| rules.is_ace(card)).count() as i64,
            Feature::TopRank => {
                let top = rules.deck.max_rank();
                hand_a().filter(|&card| card == top).count() as i64
            }
            Feature::RankSum => {
                hand_a().map(i64::from).sum::<i64>() - hand_b().map(i64::from).sum::<i64>()
            }
            Feature::TopCard => hand_a().next().map_or(0, i64::from),
            Feature::TopCardB => hand_b().next().map_or(0, i64::from),
            Feature::FirstPassTies => {
                hand_a().zip(hand_b()).filter(|&(a, b)| rules.winner(a, b).is_none()).count() as i64
            }
        }
    }
}

/// A word that names no feature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown feature `{0}`; use aces_a, top_rank_a, rank_sum_difference, top_card_a, top_card_b or first_pass_ties"
)]
pub struct UnknownFeature(pub String);

impl std::str::FromStr for Feature {
    type Err = UnknownFeature;

    fn from_str(word: &str) -> Result<Self, UnknownFeature> {
        let known = Feature::ALL.into_iter().find(|feature| feature.name() == word);
        known.ok_or_else(|| UnknownFeature(word.into()))
    }
}
