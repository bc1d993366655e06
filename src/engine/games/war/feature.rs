//! What can be seen in a deal before the first battle, and who was ahead in its game.

use std::cmp::Ordering;

use FeatureFrom::{InDeal, InPlay};

use super::event::Event;
use super::reference::Reference;
use super::result::Outcome;
use super::rules::Rules;
use crate::core::cards::{Card, GameIndex};
use crate::core::info::FeatureInfo;
use crate::core::seats::Seat;

/// The hands of A and B, and the rules that deal them.
pub struct DealtHands<'d> {
    rules: &'d Rules,
    hands: [Vec<Card>; 2],
}

impl<'d> DealtHands<'d> {
    /// A deck, in dealing order.
    pub fn of(deck: &[Card], rules: &'d Rules) -> Self {
        Self { rules, hands: rules.deal.hands(deck) }
    }

    fn hand(&self, seat: Seat) -> impl Iterator<Item = Card> {
        self.hands[seat.index()].iter().copied()
    }

    /// Cards of this kind in A's hand.
    fn held(&self, is_kind: impl Fn(Card) -> bool) -> i64 {
        self.hand(Seat::A).filter(|&card| is_kind(card)).count() as i64
    }

    fn first(&self, seat: Seat) -> i64 {
        self.hand(seat).next().map_or(0, i64::from)
    }

    fn sum(&self, seat: Seat) -> i64 {
        self.hand(seat).map(i64::from).sum()
    }
}

/// How to get a whole number that describes a deal.
#[derive(Clone, Copy)]
pub enum FeatureFrom {
    /// From the deal alone.
    InDeal(fn(&DealtHands<'_>) -> i64),
    /// From its game.
    InPlay(fn(&(Lead, Outcome)) -> i64),
}

/// Every feature, in the order of the files: its word, what it is, and how to get it.
const FEATURES: [(&str, &str, FeatureFrom); 9] = [
    ("aces_a", "aces in A's hand", InDeal(|d| d.held(|card| d.rules.is_ace(card)))),
    (
        "top_rank_a",
        "cards of the highest rank in A's hand",
        InDeal(|d| d.held(|card| card == d.rules.deck.max_rank())),
    ),
    (
        "rank_sum_difference",
        "sum of the ranks in A's hand minus that in B's",
        InDeal(|d| d.sum(Seat::A) - d.sum(Seat::B)),
    ),
    ("top_card_a", "rank of A's first card (0: none)", InDeal(|d| d.first(Seat::A))),
    ("top_card_b", "rank of B's first card (0: none)", InDeal(|d| d.first(Seat::B))),
    (
        "first_pass_ties",
        "places at which both hands hold the same rank",
        InDeal(|d| {
            let pairs = d.hand(Seat::A).zip(d.hand(Seat::B));
            pairs.filter(|&(a, b)| d.rules.winner(a, b).is_none()).count() as i64
        }),
    ),
    (
        "joker_a",
        "jokers in A's hand",
        InDeal(|d| d.held(|card| d.rules.deck.jokers > 0 && card == d.rules.deck.max_rank())),
    ),
    (
        "lead_changes",
        "how often the other player came to hold more cards, seen as rounds begin",
        InPlay(|(lead, _)| lead.changes),
    ),
    (
        "comeback",
        "fewest cards that the winner held as a round began (0: nobody won)",
        InPlay(|(lead, outcome)| lead.comeback(*outcome)),
    ),
];

/// Their words.
pub const INFOS: [FeatureInfo; FEATURES.len()] = {
    let mut infos = [FeatureInfo { name: "", summary: "" }; FEATURES.len()];
    let mut k = 0;
    while k < FEATURES.len() {
        let (name, summary, _) = FEATURES[k];
        infos[k] = FeatureInfo { name, summary };
        k += 1;
    }
    infos
};

/// How to get the feature at this position.
pub fn of(feature: usize) -> FeatureFrom {
    FEATURES[feature].2
}

/// Who was ahead in a game, by the cards that both held when a round began.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lead {
    ahead: Option<usize>,
    changes: i64,
    fewest: [Option<usize>; 2],
}

impl Lead {
    /// A round begins, and they hold so many cards, A's first.
    pub fn see(&mut self, held: [usize; 2]) {
        for (fewest, held) in self.fewest.iter_mut().zip(held) {
            *fewest = Some(fewest.map_or(held, |fewest| fewest.min(held)));
        }
        let ahead = match held[0].cmp(&held[1]) {
            Ordering::Greater => 0,
            Ordering::Less => 1,
            Ordering::Equal => return,
        };
        self.changes += i64::from(self.ahead.is_some_and(|before| before != ahead));
        self.ahead = Some(ahead);
    }

    /// Fewest cards that the winner held; 0 without one, or without a round.
    fn comeback(&self, outcome: Outcome) -> i64 {
        outcome.winner().and_then(|winner| self.fewest[winner]).map_or(0, |cards| cards as i64)
    }
}

/// Who was ahead in the game of a deal, and who won it.
pub fn lead(deal: &DealtHands<'_>, game: GameIndex, reference: &mut Reference) -> (Lead, Outcome) {
    let mut lead = Lead::default();
    let result = reference.observe::<Card>(deal.hands.clone(), game, &mut |event| {
        if let Event::Round { held, .. } = event {
            lead.see(held);
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
    fn features_are_seen_in_the_hand_they_name() {
        // A holds A 2 joker, B holds K 2 A.
        let deck = [14, 13, 2, 2, 15, 14];
        // Without jokers a 15 is a card like any other.
        for (text, expected) in
            [("deck.jokers = 2", [1, 1, 2, 14, 13, 1, 1]), ("", [1, 1, 2, 14, 13, 1, 0])]
        {
            let rules = RuleFields::from_toml(text).unwrap();
            let hands = DealtHands::of(&deck, &rules);
            let seen = FEATURES.iter().filter_map(|(_, _, seen)| match seen {
                InDeal(of) => Some(of(&hands)),
                InPlay(_) => None,
            });
            assert_eq!(seen.collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn the_lead_of_a_game_is_that_of_its_rounds() {
        for (deck, expected) in [
            // A holds 4 3, B 1 2, and wins both rounds.
            (&[4, 1, 3, 2][..], [0, 2]),
            // A holds 1 4, B 3 2. As rounds begin A has 2, 1, 2 and 3 cards.
            (&[1, 3, 4, 2], [1, 1]),
            // Nobody wins a game of nothing.
            (&[], [0, 0]),
        ] {
            let rules = RuleFields::from_toml("pickup = 'winner-first'").unwrap();
            let mut reference = Reference::new(rules.clone(), Seed(1));
            let deal = DealtHands::of(deck, &rules);
            let (lead, outcome) = super::lead(&deal, GameIndex(0), &mut reference);
            assert_eq!([lead.changes, lead.comeback(outcome)], expected, "{deck:?}");
        }
        let mut lead = Lead::default();
        for held in [[2, 2], [3, 1], [2, 2], [3, 1], [1, 3], [2, 2], [3, 1]] {
            lead.see(held);
        }
        let comebacks = [Outcome::A, Outcome::B, Outcome::Draw].map(|won| lead.comeback(won));
        assert_eq!((lead.changes, comebacks), (2, [1, 1, 0]));
    }
}
