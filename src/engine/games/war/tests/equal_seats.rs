//! Where no rule looks at the seat, hands that are exchanged exchange the outcome, and nothing else.

use super::conformance::any_rules;
use crate::core::cards::{Card, Composition, Dealer, DeckBlock, GameIndex, Seed};
use crate::core::info::MOST_SEATS;
use crate::core::results::GameBlock;
use crate::core::tests::Random;
use crate::games::war::fast::engine;
use crate::games::war::many::{self, Many};
use crate::games::war::reference::Reference;
use crate::games::war::rules::{
    Deal, FaceDown, Fighters, Leftover, Pickup, RuleFields, Rules, Winnings,
};
use crate::games::war::{EndReason, presets};

/// What is known of a game: the winner's seat, and what no exchange may change.
type Told = (Option<usize>, String, [u64; 4], Vec<Vec<Card>>);

/// The game of these hands, one a player; of three and more by the reference and the engine.
fn play(rules: &Rules, hands: &[Vec<Card>], game: u64) -> Told {
    let game = GameIndex(game);
    // A 1 beside a 14 is as good an ace.
    let left = |all: &[Vec<Card>]| {
        all.iter().map(|hand| hand.iter().map(|&card| rules.strength(card)).collect()).collect()
    };
    if let [a, b] = hands {
        let mut reference = Reference::new(rules.clone(), Seed(7));
        let found = reference.play_hands([a, b], game);
        let counts = [found.battles, found.rounds, found.wars, found.deepest_war];
        let left = left(reference.cards_left());
        return (found.outcome.winner(), found.end_reason.name().into(), counts, left);
    }
    // Dealt so that they come out as these hands.
    let dealt = match rules.deal {
        Deal::Halves => hands.concat(),
        Deal::Alternate => {
            (0..hands[0].len()).flat_map(|k| hands.iter().map(move |h| h[k])).collect()
        }
    };
    let found = Many::new(rules.clone(), Seed(7)).play(many::hands(rules, &dealt), game, None);
    let counts = [found.battles, found.rounds, found.wars, found.deepest_war];
    let block = DeckBlock::from_decks(game.0, &[dealt]);
    let mut fast = GameBlock::of(MOST_SEATS + 1, EndReason::ALL.len(), counts.len(), 2);
    fast.reset(game.0..game.0 + 1);
    let mut expected = fast.clone();
    found.report(game.0, &[], &mut expected);
    engine("portable", rules, Seed(7)).expect("it plays all").play(&block, &mut fast);
    let all = |block: &GameBlock| (block.end(0), [0, 1, 2, 3].map(|k| block.counter(k)[0]));
    assert_eq!(all(&fast), all(&expected), "{}", rules.to_toml());
    (found.winner, found.end_reason.name().into(), counts, left(&found.left))
}

/// Whether each hand passed on to the player before gives the same game, passed on likewise.
fn passes_on(rules: &Rules, deck: &[Card]) -> bool {
    let mut hands: Vec<Vec<Card>> = match rules.players {
        2 => rules.split().hands(deck).into(),
        _ => many::hands(rules, deck).into_iter().map(Vec::from).collect(),
    };
    let (winner, end, counts, mut left) = play(rules, &hands, 0);
    hands.rotate_left(1);
    left.rotate_left(1);
    let players = hands.len();
    let winner = winner.map(|seat| (seat + players - 1) % players);
    play(rules, &hands, 0) == (winner, end, counts, left)
}

/// Whether every one of so many random deals passes on.
fn all_pass_on(rules: &Rules, deals: u64) -> bool {
    let mut dealer = Dealer::new(Seed(3), rules.deck.clone());
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
    let mut of_players = [0; MOST_SEATS + 1];
    while of_players[2] < 400 || of_players[3..].iter().any(|&rule_sets| rule_sets < 70) {
        let [suits, ranks, jokers] = [1 + random.below(4), 1 + random.below(9), random.below(3)];
        let [suits, ranks, jokers] = [suits, ranks, jokers].map(|n| n as u32);
        let lowest = 1 + random.below(6) as u32;
        let deck = Composition { suits, ranks, lowest, jokers };
        let rules = any_rules(&mut random, deck);
        let rules = match random.below(2) {
            0 => rules,
            _ => {
                let players = 3 + random.below(6) as u32;
                let leftover = random.of(Leftover::ALL);
                let mut fields = RuleFields { players, leftover, ..rules.into_fields() };
                fields.war.fighters = random.of(Fighters::ALL);
                let Ok(rules) = fields.check() else { continue };
                rules
            }
        };
        if !rules.has_equal_seats() || rules.has_in_game_randomness() {
            continue;
        }
        of_players[rules.players as usize] += 1;
        assert!(all_pass_on(&rules, 30), "{}", rules.to_toml());
    }
}

#[test]
fn a_rule_that_looks_at_the_seat_is_found_by_passing_on() {
    for (players, pickup) in [
        (2, Pickup::AsLaid),
        (2, Pickup::ABlock),
        (2, Pickup::LastFirst),
        (3, Pickup::AsLaid),
        (3, Pickup::LastFirst),
    ] {
        let mut fields = RuleFields { players, pickup, ..RuleFields::default() };
        fields.deck.jokers = if players == 3 { 2 } else { 0 };
        let rules = fields.check().unwrap();
        assert!(!rules.has_equal_seats() && !all_pass_on(&rules, 200), "{players} {pickup:?}");
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
            let hands = hands.map(Clone::clone);
            let games = from..from + games;
            games.filter(|&game| play(&rules, &hands, game).0 == Some(seat)).count() as f64
        };
        let (one, other) = (won([&strong, &weak], 0, 0), won([&weak, &strong], 1, games));
        assert!(one > 1_000.0 && one < 19_000.0, "{one}");
        let share = (one + other) / (2.0 * games as f64);
        let std_err = (2.0 * share * (1.0 - share) * games as f64).sqrt();
        assert!((one - other).abs() < 5.0 * std_err, "{pickup:?} {winnings:?}: {one} {other}");
    }
}
