//! The plain War with slips, held to the reference on the decks of the suites.

use super::slips::{Slip, Wrong};
use super::suites::{Random, suites};
use super::{Deck, Judge};
use crate::core::cards::{Card, Composition, Dealer, Seed};
use crate::games::war::rules::Pickup;
use crate::games::war::{EndReason, RuleFields, Rules, presets};

/// Decks of all kinds for these rules.
fn decks(rules: &Rules) -> Vec<Vec<Card>> {
    let random = Random { seed: Seed(3), decks: 60 };
    let suites = suites(rules, &super::domain::ANY, random, &[]).into_iter();
    suites.flat_map(|suite| suite.questions).map(|question| question.asked.0).collect()
}

fn play(fields: &str, slips: &[Slip], deck: &[Card]) -> Option<i32> {
    let rules = RuleFields::from_toml(fields).expect(fields);
    Wrong::new(&rules, slips).play(deck)
}

/// A second implementation of the rules without a slip: it agrees with the reference. On every third
/// deck, or on all with `WAR_SIM_LONG_TESTS=1`.
#[test]
fn without_a_slip_it_plays_by_the_rules() {
    let mut all: Vec<Rules> = presets::ALL.iter().map(|preset| preset.rules()).collect();
    for fields in [
        "pickup = \"loser-first\"\nwar.lay = \"alternating\"\ndeal = \"halves\"",
        "pickup = \"loser-block\"\nwar.face_down = 1\nlimit.asked = \"before\"",
        "pickup = \"last-first\"\nwar.both_short = \"more-cards\"\nlimit.at = 37",
        "pickup = \"high-first\"\ncompare.low_wins = true\nlimit.verdict = \"more-cards\"",
        "pickup = \"low-first\"\nlimit.unit = \"rounds\"\nlimit.at = 50\nwar.short = \"draw\"",
        "pickup = \"a-block\"\ncompare.ace = \"low\"\nwar.face_down = 0",
        "pickup = \"winner-block\"\nlimit.unit = \"rounds\"\nlimit.asked = \"before\"",
    ] {
        all.push(RuleFields::from_toml(fields).expect(fields));
    }
    for order in Pickup::WORDS {
        for others in ["war.lay = \"alternating\"", "war.short = \"reduce\"\nlimit.unit = \"none\""]
        {
            all.push(
                RuleFields::from_toml(&format!("pickup = \"{order}\"\n{others}")).expect(order),
            );
        }
    }
    let step = if std::env::var_os("WAR_SIM_LONG_TESTS").is_some() { 1 } else { 3 };
    let mut played = 0;
    for rules in all.iter().filter(|rules| Wrong::plays(rules)) {
        let mut judge = Judge::new(rules);
        let wrong = Wrong::new(rules, &[]);
        for deck in decks(rules).into_iter().step_by(step) {
            let deck = Deck(deck);
            let Some(game) = judge.game(&deck) else { continue };
            let expected = match game.end_reason {
                EndReason::Cycle => None,
                _ => Some(game.outcome.value()),
            };
            assert_eq!(wrong.play(&deck.0), expected, "{} {:?}", rules.to_toml(), deck.0);
        }
        played += 1;
    }
    assert!(played >= 15, "{played}");
}

/// Programs are compared with any two slips at once, whatever these do to one another.
#[test]
fn any_two_slips_are_played_to_an_end() {
    let rules = [Rules::default(), RuleFields::from_toml("pickup = \"winner-first\"").unwrap()];
    let decks = decks(&rules[0]);
    for (k, first) in Slip::ALL.into_iter().enumerate() {
        for (l, second) in Slip::ALL.into_iter().enumerate().skip(k) {
            for deck in decks.iter().skip((k + l) % 97).step_by(97) {
                for rules in &rules {
                    let sign = Wrong::new(rules, &[first, second]).play(deck);
                    assert!(matches!(sign, Some(-1..=1)), "{first:?}, {second:?}: {deck:?}");
                }
            }
        }
    }
}

/// Each slip is one: some deck of the suites has another answer with it.
#[test]
fn each_slip_changes_the_answer_of_some_deck() {
    let rules = Rules::default();
    let right = Wrong::new(&rules, &[]);
    let decks = decks(&rules);
    for slip in Slip::ALL {
        let slips = [slip];
        let wrong = Wrong::new(&rules, &slips);
        assert!(decks.iter().any(|deck| wrong.play(deck) != right.play(deck)), "{slip:?}");
    }
}

/// Games played by hand.
#[test]
fn slips_do_what_their_words_say() {
    use Slip::*;
    let cases: &[(&str, &[Slip], &[Card], i32)] = &[
        // Three cards each after the tie: enough to lay, none to turn up.
        ("", &[], &[5, 5, 1, 1, 1, 1, 1, 1], 0),
        ("", &[NeedsOneMore], &[5, 5, 1, 1, 1, 1, 1, 1, 1], 1),
        ("", &[BothToB], &[], -1),
        ("", &[BothToB], &[5, 5], -1),
        ("", &[JavaIdentity], &[128, 128], -1),
        ("", &[JavaIdentity], &[127, 127], 0),
        ("", &[PythonIdentity], &[-6, -6], -1),
        ("", &[PythonIdentity], &[256, 256], 0),
        ("", &[AsText], &[9, 10], 1),
        ("", &[OddCardDropped], &[7], 0),
        ("", &[BDealtFirst], &[9, 3], -1),
        ("limit.at = 1", &[], &[5, 5, 1, 1, 1, 1, 1], 0),
    ];
    for &(fields, slips, deck, answer) in cases {
        assert_eq!(play(fields, slips, deck), Some(answer), "{slips:?} {deck:?}");
    }
    assert_eq!(play("limit.unit = \"none\"", &[], &[1, 2, 2, 1]), None);
}

#[test]
fn random_rules_of_the_field_are_played_alike() {
    let mut dealer =
        Dealer::new(Seed(8), Composition { suits: 4, ranks: 6, ..Composition::default() });
    for (k, face_down) in [(0, 0), (1, 1), (2, 2), (3, 4), (4, 5)] {
        let rules = RuleFields::from_toml(&format!("war.face_down = {face_down}")).expect("rules");
        let mut judge = Judge::new(&rules);
        for game in 0..200 {
            let deck = dealer.deck(1_000 * k + game);
            let expected = judge.answer(&Deck(deck.clone())).expect("an answer").0;
            assert_eq!(Wrong::new(&rules, &[]).play(&deck), Some(expected));
        }
    }
}
