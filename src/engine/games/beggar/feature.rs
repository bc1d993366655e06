//! What can be seen in a deal before the first card.

use super::rules::Rules;
use crate::core::cards::{Card, GameIndex};

/// A whole number that describes a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Court cards in A's hand.
    Courts,
    /// Cards in A's hand of the rank that demands most (in a plain deck: aces).
    Aces,
    /// Court cards in the hand of the player who leads.
    CourtsOfLeader,
    /// Cards of the rank that demands most in the hand of the player who leads.
    AcesOfLeader,
    /// What the court cards in A's hand demand, less what those in B's hand do.
    Demand,
}

impl Feature {
    /// Every feature, in the order of the files.
    pub const ALL: [Feature; 5] = [
        Feature::Courts,
        Feature::Aces,
        Feature::CourtsOfLeader,
        Feature::AcesOfLeader,
        Feature::Demand,
    ];

    /// The word of options and columns.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Courts => "courts_a",
            Feature::Aces => "aces_a",
            Feature::CourtsOfLeader => "courts_leader",
            Feature::AcesOfLeader => "aces_leader",
            Feature::Demand => "demand_difference",
        }
    }

    /// What it is, for `--help`.
    pub const fn summary(self) -> &'static str {
        match self {
            Feature::Courts => "court cards in A's hand",
            Feature::Aces => "cards in A's hand that demand most (aces)",
            Feature::CourtsOfLeader => "court cards in the leader's hand",
            Feature::AcesOfLeader => "cards in the leader's hand that demand most (aces)",
            Feature::Demand => "sum of the demands in A's hand minus that in B's",
        }
    }

    /// The feature of a deck, in dealing order. `game` decides who leads, where the rules leave that
    /// to it.
    pub fn of(self, deck: &[Card], game: GameIndex, rules: &Rules) -> i64 {
        let hands = rules.split(deck.len()).hands(deck);
        let leader = &hands[rules.leader.seat(game.0).index()];
        let most = rules.penalties.iter().map(|(_, cards)| cards).max().unwrap_or(0);
        let count = |hand: &[Card], least: u32| -> i64 {
            hand.iter().filter(|&&card| rules.penalty(card) >= least).count() as i64
        };
        let demand =
            |hand: &[Card]| hand.iter().map(|&card| i64::from(rules.penalty(card))).sum::<i64>();
        match self {
            Feature::Courts => count(&hands[0], 1),
            Feature::Aces => count(&hands[0], most),
            Feature::CourtsOfLeader => count(leader, 1),
            Feature::AcesOfLeader => count(leader, most),
            Feature::Demand => demand(&hands[0]) - demand(&hands[1]),
        }
    }
}

/// A word that names no feature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown feature `{0}`; use courts_a, aces_a, courts_leader, aces_leader or demand_difference"
)]
pub struct UnknownFeature(pub String);

impl std::str::FromStr for Feature {
    type Err = UnknownFeature;

    fn from_str(word: &str) -> Result<Self, UnknownFeature> {
        let known = Feature::ALL.into_iter().find(|feature| feature.name() == word);
        known.ok_or_else(|| UnknownFeature(word.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::RuleFields;
    use super::*;

    #[test]
    fn features_are_counted_in_the_hand_they_name() {
        // A holds A 2 J, B holds K 3 A.
        let deck = [14, 2, 11, 13, 3, 14];
        let of = |text: &str, game: u64| {
            let rules = RuleFields::from_toml(text).unwrap();
            Feature::ALL.map(|feature| feature.of(&deck, GameIndex(game), &rules))
        };
        assert_eq!(of("", 0), [2, 1, 2, 1, -2]);
        assert_eq!(
            of("leader = \"alternate\"\npenalties = { J = 5, K = 1, A = 2 }", 1),
            [2, 1, 2, 0, 4]
        );
        // Dealt in turn A holds A J 3, B holds 2 K A.
        assert_eq!(of("deal = \"alternate\"", 0), [2, 1, 2, 1, -2]);
    }

    #[test]
    fn every_feature_is_named_by_its_word_and_every_word_in_the_message() {
        let message = UnknownFeature("x".into()).to_string();
        for feature in Feature::ALL {
            assert_eq!(feature.name().parse(), Ok(feature));
            assert!(message.contains(feature.name()));
        }
    }
}
