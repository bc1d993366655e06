//! What can be seen in a deal before the first card, and who was ahead in its game.

use super::reference::{Event, Reference};
use super::result::Outcome;
use super::rules::Rules;
use crate::core::cards::{Card, GameIndex};
use crate::core::info::FeatureInfo;
use crate::core::seats::Lead;

/// Two hands, A's first, and the rules that deal them.
struct Dealt<'d> {
    hands: [Vec<Card>; 2],
    leader: usize,
    rules: &'d Rules,
}

impl Dealt<'_> {
    /// Cards in a hand that demand as much as this, or more.
    fn held(&self, hand: usize, least: u32) -> i64 {
        self.hands[hand].iter().filter(|&&card| self.rules.penalty(card) >= least).count() as i64
    }

    /// Cards in a hand of the rank that demands most (in a plain deck: aces).
    fn highest(&self, hand: usize) -> i64 {
        let penalties = self.rules.penalties.iter().map(|(_, cards)| cards);
        self.held(hand, penalties.max().unwrap_or(0))
    }

    fn demand(&self, hand: usize) -> i64 {
        self.hands[hand].iter().map(|&card| i64::from(self.rules.penalty(card))).sum()
    }
}

/// A whole number that describes a deal: its word, what it is, and how to get it.
type Feature = (&'static str, &'static str, fn(&Dealt<'_>) -> i64);

/// Every feature of a deal alone, in the order of the files.
const FEATURES: [Feature; 5] = [
    ("courts_a", "court cards in A's hand", |d| d.held(0, 1)),
    ("aces_a", "cards in A's hand that demand most (aces)", |d| d.highest(0)),
    ("courts_leader", "court cards in the leader's hand", |d| d.held(d.leader, 1)),
    ("aces_leader", "cards in the leader's hand that demand most (aces)", |d| d.highest(d.leader)),
    ("demand_difference", "sum of the demands in A's hand minus that in B's", |d| {
        d.demand(0) - d.demand(1)
    }),
];

/// Their words, and those of the features that are seen in play.
pub const INFOS: [FeatureInfo; FEATURES.len() + Lead::FEATURES.len()] =
    FeatureInfo::of(&FEATURES, &Lead::FEATURES);

/// The feature at this position of a deck, in dealing order. `game` decides who leads, where the rules
/// leave that to it.
pub fn of(feature: usize, deck: &[Card], game: GameIndex, rules: &Rules) -> i64 {
    let (_, _, of) = FEATURES[feature];
    let hands = rules.split().hands(deck);
    let leader = rules.leader.seat(game.0).index();
    of(&Dealt { hands, leader, rules })
}

/// Who was ahead in the game of these hands, and who won it.
pub fn lead(hands: [Vec<Card>; 2], game: GameIndex, reference: &mut Reference) -> (Lead, Outcome) {
    let mut lead = Lead::default();
    let result = reference.observe(hands, game, |step| {
        if let Event::Trick { cards_a, cards_b, .. } = step.event {
            lead.see(&[cards_a, cards_b]);
        }
    });
    (lead, result.outcome)
}

#[cfg(test)]
mod tests {
    use super::super::rules::RuleFields;
    use super::*;
    use crate::core::cards::Seed;

    #[test]
    fn features_are_counted_in_the_hand_they_name() {
        // A holds A 2 J, B holds K 3 A.
        let deck = [14, 2, 11, 13, 3, 14];
        let of = |text: &str, game: u64| {
            let rules = RuleFields::from_toml(text).unwrap();
            [0, 1, 2, 3, 4].map(|feature| super::of(feature, &deck, GameIndex(game), &rules))
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
    fn the_lead_of_a_game_is_that_of_its_tricks() {
        let rules = RuleFields::from_toml("").unwrap();
        // A holds J 2, B 3 4: B pays, then has no second card to pay.
        let of = |deck: &[Card]| {
            let hands = rules.split().hands(deck);
            let mut reference = Reference::new(rules.clone(), Seed(1));
            let (lead, outcome) = super::lead(hands, GameIndex(0), &mut reference);
            [0, 1].map(|feature| lead.feature(feature, outcome.winner()))
        };
        assert_eq!(of(&[11, 2, 3, 4]), [0, 2]);
    }
}
