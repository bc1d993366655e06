//! Where no rule looks at the seat, hands that are exchanged exchange the outcome, and nothing else.

use super::conformance::any_rules;
use crate::core::cards::{Card, Composition, Dealer, GameIndex, Seed};
use crate::core::tests::Random;
use crate::games::war::presets;
use crate::games::war::reference::Reference;
use crate::games::war::rules::{FaceDown, Pickup, RuleFields, Rules, Winnings};

/// What is known of a game: the winner's seat, and what no exchange may change.
type Told = (Option<usize>, &'static str, [u64; 5], [Vec<Card>; 2]);

/// The game of these hands.
fn play(rules: &Rules, [a, b]: [&[Card]; 2], game: u64) -> Told {
    let mut reference = Reference::new(rules.clone(), Seed(7));
    let found = reference.play_hands([a, b], GameIndex(game));
    let counts = [found.battles, found.rounds, found.wars, found.deepest_war, found.cards_laid];
    // A 1 beside a 14 is as good an ace.
    let left = reference.cards_left().each_ref();
    let left = left.map(|hand| hand.iter().map(|&card| rules.strength(card)).collect());
    (found.outcome.winner(), found.end_reason.name(), counts, left)
}

/// Whether hands that are exchanged give the same game, exchanged likewise.
fn passes_on(rules: &Rules, deck: &[Card]) -> bool {
    let [a, b] = rules.split().hands(deck);
    let (winner, end, counts, [left_a, left_b]) = play(rules, [&a, &b], 0);
    play(rules, [&b, &a], 0) == (winner.map(|seat| 1 - seat), end, counts, [left_b, left_a])
}

/// Whether every one of so many random deals passes on.
fn all_pass_on(rules: &Rules, deals: u64) -> bool {
    let mut dealer = Dealer::new(Seed(3), rules.deck);
    (0..deals).all(|game| passes_on(rules, &dealer.deck(game)))
}

#[test]
fn built_in_rule_sets_with_equal_seats_are_those_that_games_do_not_contradict() {
    let mut with = Vec::new();
    for preset in presets::ALL {
        let rules = preset.rules();
        if rules.has_in_game_randomness() {
            continue;
        }
        assert_eq!(rules.has_equal_seats(), all_pass_on(&rules, 2_000), "{}", preset.name);
        with.extend(rules.has_equal_seats().then_some(preset.name));
    }
    for name in ["winner-first", "loser-first", "winner-block", "bicycle", "daily320"] {
        assert!(with.contains(&name), "{with:?}");
    }
}

#[test]
fn random_rule_sets_with_equal_seats_pass_on_every_deal() {
    let mut random = Random(11);
    let mut equal = 0;
    while equal < 400 {
        let [suits, ranks, jokers] = [1 + random.below(4), 1 + random.below(9), random.below(3)];
        let [suits, ranks, jokers] = [suits, ranks, jokers].map(|n| n as u32);
        let lowest = 1 + random.below(6) as u32;
        let rules = any_rules(&mut random, Composition { suits, ranks, lowest, jokers });
        if !rules.has_equal_seats() || rules.has_in_game_randomness() {
            continue;
        }
        equal += 1;
        assert!(all_pass_on(&rules, 30), "{}", rules.to_toml());
    }
}

#[test]
fn a_rule_that_looks_at_the_seat_is_found_by_passing_on() {
    for pickup in [Pickup::AsLaid, Pickup::ABlock, Pickup::LastFirst] {
        let rules = RuleFields { pickup, ..RuleFields::default() }.check().unwrap();
        assert!(!rules.has_equal_seats() && !all_pass_on(&rules, 200), "{pickup:?}");
    }
    // A card more is one.
    let mut fields = RuleFields { pickup: Pickup::WinnerFirst, ..RuleFields::default() };
    fields.deck.jokers = 1;
    assert!(!fields.check().unwrap().has_equal_seats());
}

/// Chance inside a game is drawn anew, so only shares can be compared: a false alarm has probability 6e-7.
#[test]
fn by_chance_inside_exchanged_hands_win_as_often() {
    let (strong, weak) = (vec![9, 3, 8, 7, 2, 9, 5, 6], vec![4, 8, 2, 9, 6, 3, 7, 5]);
    for (pickup, winnings) in [
        (Pickup::Shuffled, Winnings::Bottom),
        (Pickup::Shuffled, Winnings::PileReversed),
        (Pickup::AsLaid, Winnings::PileShuffled),
        (Pickup::ABlock, Winnings::PileShuffled),
    ] {
        let mut fields = RuleFields { pickup, winnings, ..RuleFields::default() };
        fields.war.face_down = FaceDown::Count(1);
        fields.deck.jokers = 0;
        let rules = fields.check().unwrap();
        assert!(rules.has_equal_seats());
        let games = 20_000;
        let won = |hands: [&Vec<Card>; 2], seat: usize, from: u64| {
            let hands = hands.map(Vec::as_slice);
            let games = from..from + games;
            games.filter(|&game| play(&rules, hands, game).0 == Some(seat)).count() as f64
        };
        let (one, other) = (won([&strong, &weak], 0, 0), won([&weak, &strong], 1, games));
        assert!(one > 1_000.0 && one < 19_000.0, "{one}");
        let share = (one + other) / (2.0 * games as f64);
        let std_err = (2.0 * share * (1.0 - share) * games as f64).sqrt();
        assert!((one - other).abs() < 5.0 * std_err, "{pickup:?} {winnings:?}: {one} {other}");
    }
}
