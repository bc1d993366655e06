//! Where no rule looks at the seat, hands that are exchanged exchange the outcome, and nothing else.

use super::rules;
use crate::core::cards::{Card, Composition, Dealer, GameIndex, Seed};
use crate::core::tests::Random;
use crate::games::war::rules::Pickup;
use crate::games::war::tests::conformance::any_rules;
use crate::games::war::{GameResult, Outcome, Reference, RuleFields, Rules, presets};

/// Whether hands that are exchanged give the same game, exchanged likewise.
fn passes_on(rules: &Rules, deck: &[Card]) -> bool {
    let mut reference = Reference::new(rules.clone(), Seed(7));
    let mut play = |[a, b]: [&[Card]; 2]| {
        let result = reference.play_hands([a, b], GameIndex(0));
        // A 1 beside a 14 is as good an ace.
        let ranks = |hand: &Vec<Card>| hand.iter().map(|&card| rules.strength(card)).collect();
        (result, reference.cards_left().each_ref().map(ranks))
    };
    let [a, b] = rules.deal.hands(deck);
    let (one, [left_a, left_b]): (GameResult, [Vec<Card>; 2]) = play([&a, &b]);
    let outcome = Outcome::ALL[[1, 0, 2][one.outcome as usize]];
    let other = GameResult { outcome, cards_a: one.cards_b, cards_b: one.cards_a, ..one };
    play([&b, &a]) == (other, [left_b, left_a])
}

/// Whether every one of so many random deals passes on.
fn all_pass_on(rules: &Rules, deals: u64) -> bool {
    let mut dealer = Dealer::new(Seed(3), rules.deck);
    (0..deals).all(|game| passes_on(rules, &dealer.deck(game)))
}

#[test]
fn rule_sets_have_equal_seats_where_exchanged_hands_exchange_every_game() {
    for preset in presets::ALL {
        let rules = preset.rules();
        let passes_on = || all_pass_on(&rules, 600);
        let is_right = rules.has_in_game_randomness() || rules.has_equal_seats() == passes_on();
        assert!(is_right, "{}", preset.name);
    }
    for pickup in [Pickup::AsLaid, Pickup::ABlock, Pickup::LastFirst] {
        let rules = RuleFields { pickup, ..RuleFields::default() }.check().unwrap();
        assert!(!rules.has_equal_seats() && !all_pass_on(&rules, 200), "{pickup:?}");
    }
    // A card more is one.
    assert!(!rules("pickup = 'winner-first'\ndeck.jokers = 1").has_equal_seats());
    // A pile that is shuffled keeps no order.
    for (toml, equal) in [
        ("pickup = 'shuffled'", true),
        ("pickup = 'a-block'\nwinnings = 'pile-shuffled'", true),
        ("pickup = 'a-block'\nwinnings = 'pile-reversed'", false),
    ] {
        assert_eq!(rules(toml).has_equal_seats(), equal, "{toml}");
    }
    let mut random = Random(11);
    let mut equal = 0;
    while equal < 300 {
        let [suits, ranks, lowest, jokers] = [4, 9, 6, 3].map(|n| random.below(n) as u32);
        let deck = Composition { suits: suits + 1, ranks: ranks + 1, lowest: lowest + 1, jokers };
        let rules = any_rules(&mut random, deck);
        if rules.has_equal_seats() && !rules.has_in_game_randomness() {
            equal += 1;
            assert!(all_pass_on(&rules, 30), "{}", rules.to_toml());
        }
    }
}
