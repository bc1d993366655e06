//! What can be seen in a deal before the first battle, and who was ahead in its game.

use super::event::{Event, Observer};
use super::fast::Alone;
use super::reference::Reference;
use super::result::Outcome;
use super::rules::Rules;
use super::seats::Seat;
use super::split::Split;
use super::suited::{Suit, SuitedCard};
use crate::core::cards::{Card, GameIndex, Seed};
use crate::core::info::FeatureInfo;
use crate::core::processor::Processor;
use crate::core::seats::{Lead, Leads};

/// A deck, in dealing order, the rules that deal it, and the chance inside its game.
struct Dealt<'d> {
    deck: &'d [Card],
    rules: &'d Rules,
    split: Split,
    seed: Seed,
    game: GameIndex,
    played: &'d mut Played,
}

/// What was played of a seed by a rule set, for features that are seen in play.
#[derive(Default)]
pub struct Played {
    leads: Leads,
    alone: Option<Box<Alone>>,
}

impl Observer for Lead {
    fn event(&mut self, event: Event) {
        if let Event::Round { held, .. } = event {
            self.see(held);
        }
    }
}

impl Dealt<'_> {
    fn hand(&self, seat: Seat) -> impl Iterator<Item = Card> {
        self.split.hand(seat, self.deck)
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

    /// Plays the game, unless another feature has.
    fn lead(&mut self) -> (Lead, Outcome) {
        let Self { deck, rules, seed, game, .. } = *self;
        let Played { leads, alone } = &mut *self.played;
        leads.of(game, || {
            let mut lead = Lead::default();
            let narrow = deck.iter().map(|&card| u8::try_from(card).ok());
            if let Some(narrow) = narrow.collect::<Option<Vec<u8>>>() {
                let alone = alone
                    .get_or_insert_with(|| Box::new(Alone::new(rules, seed, Processor::here())));
                let outcome = alone.play_by_rounds(&narrow, game.0, &mut |held| lead.see(held));
                if let Some(outcome) = outcome {
                    return (lead, outcome);
                }
            }
            let suited = |&rank: &Card| SuitedCard { rank, suit: Suit::default() };
            let deck: Vec<SuitedCard> = deck.iter().map(suited).collect();
            let result = Reference::new(rules.clone(), seed).observe(&deck, game, &mut lead);
            (lead, result.outcome)
        })
    }
}

/// A whole number that describes a deal: its word, what it is, and how to get it.
type Feature = (&'static str, &'static str, fn(&mut Dealt<'_>) -> i64);

/// Every feature, in the order of the files.
const FEATURES: [Feature; 9] = [
    ("aces_a", "aces in A's hand", |d| d.held(|card| d.rules.is_ace(card))),
    ("top_rank_a", "cards of the highest rank in A's hand", |d| {
        let top = d.rules.deck.max_rank();
        d.held(|card| card == top)
    }),
    ("rank_sum_difference", "sum of the ranks in A's hand minus that in B's", |d| {
        d.sum(Seat::A) - d.sum(Seat::B)
    }),
    ("top_card_a", "rank of A's first card (0: none)", |d| d.first(Seat::A)),
    ("top_card_b", "rank of B's first card (0: none)", |d| d.first(Seat::B)),
    ("first_pass_ties", "places at which both hands hold the same rank", |d| {
        let pairs = d.hand(Seat::A).zip(d.hand(Seat::B));
        pairs.filter(|&(a, b)| d.rules.winner(a, b).is_none()).count() as i64
    }),
    ("joker_a", "jokers in A's hand", |d| {
        let joker = (d.rules.deck.jokers > 0).then(|| d.rules.deck.max_rank());
        d.held(|card| Some(card) == joker)
    }),
    ("lead_changes", Lead::CHANGES, |d| d.lead().0.changes()),
    ("comeback", Lead::COMEBACK, |d| {
        let (lead, outcome) = d.lead();
        lead.comeback(outcome)
    }),
];

/// Their words.
pub const INFOS: [FeatureInfo; FEATURES.len()] = FeatureInfo::of(&FEATURES);

/// The feature at this position of a deck, in dealing order. `seed` and `game` decide in-game randomness;
/// `played` is of this seed and these rules.
pub fn of(
    feature: usize,
    deck: &[Card],
    seed: Seed,
    game: GameIndex,
    rules: &Rules,
    played: &mut Played,
) -> i64 {
    let (_, _, of) = FEATURES[feature];
    of(&mut Dealt { deck, rules, split: Split::of(rules), seed, game, played })
}

#[cfg(test)]
mod tests {
    use super::super::rules::RuleFields;
    use super::*;

    #[test]
    fn features_are_seen_in_the_hand_they_name() {
        // A holds A 2 joker, B holds K 2 A.
        let deck = [14, 13, 2, 2, 15, 14];
        let of = |text: &str| {
            let rules = RuleFields::from_toml(text).unwrap();
            [0, 1, 2, 3, 4, 5, 6].map(|feature| {
                super::of(feature, &deck, Seed(1), GameIndex(0), &rules, &mut Played::default())
            })
        };
        assert_eq!(of("deck.jokers = 2"), [1, 1, 2, 14, 13, 1, 1]);
        // Without jokers a 15 is a card like any other.
        assert_eq!(of("")[6], 0);
    }

    #[test]
    fn the_lead_of_a_game_is_that_of_its_rounds() {
        let of = |deck: &[Card], text: &str| {
            let rules = RuleFields::from_toml(text).unwrap();
            let mut played = Played::default();
            [7, 8]
                .map(|feature| super::of(feature, deck, Seed(1), GameIndex(0), &rules, &mut played))
        };
        let winner_first = "pickup = 'winner-first'";
        // A holds 4 3, B 1 2, and wins both rounds.
        assert_eq!(of(&[4, 1, 3, 2], winner_first), [0, 2]);
        // A holds 1 4, B 3 2. As rounds begin A has 2, 1, 2 and 3 cards.
        assert_eq!(of(&[1, 3, 4, 2], winner_first), [1, 1]);
        // Nobody wins a game of nothing.
        assert_eq!(of(&[], ""), [0, 0]);
    }
}
