//! Every distinct order of small decks, counted.
//!
//! The counts of `umass` are those of FACTS ("2 ranks x 2 suits" and so on) and of the independent
//! `scripts/oracle.py`, which also gave those of the other rule sets.

use crate::core::cards::{Composition, GameIndex, Seed};
use crate::games::war::rules::{FaceDown, Pickup};
use crate::games::war::{EndReason, Outcome, Reference, RuleFields, Rules, presets};

/// Rearranges into the next order, rising; `false` after the last.
fn next_order(cards: &mut [i32]) -> bool {
    let Some(k) = cards.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let higher = cards.iter().rposition(|&card| card > cards[k]).unwrap();
    cards.swap(k, higher);
    cards[k + 1..].reverse();
    true
}

/// A built-in rule set.
fn of(name: &str) -> Rules {
    presets::find(name).unwrap().rules()
}

/// `counts[outcome][end reason]` over all orders.
fn count(rules: Rules, suits: u32, ranks: u32) -> [[u32; 6]; 3] {
    let mut engine = Reference::new(rules, Seed(0));
    let mut deck = Composition { suits, ranks, ..Composition::FULL }.fresh();
    let mut counts = [[0; 6]; 3];
    loop {
        let result = engine.play(&deck, GameIndex(0));
        counts[result.outcome as usize][result.end_reason as usize] += 1;
        if !next_order(&mut deck) {
            return counts;
        }
    }
}

/// The counts that are not zero, as `A out-of-cards 6`.
fn in_words(counts: [[u32; 6]; 3]) -> String {
    let mut words = Vec::new();
    for &outcome in Outcome::ALL {
        for &reason in EndReason::ALL {
            let games = counts[outcome as usize][reason as usize];
            if games > 0 {
                words.push(format!("{} {} {games}", outcome.name(), reason.name()));
            }
        }
    }
    words.join(", ")
}

#[test]
fn of_two_orders_from_the_card_laid_last_one_runs_in_circles() {
    let rules = |pickup| {
        let mut fields = RuleFields::clone(&presets::find("no-limit").unwrap().rules());
        fields.war.face_down = FaceDown::Count(0);
        RuleFields { pickup, ..fields }.check().unwrap()
    };
    for (pickup, cycles) in [(Pickup::EachFromTop, 720), (Pickup::WinnerBlockLastFirst, 0)] {
        let counts = count(rules(pickup), 4, 3);
        let orders: u32 = counts.iter().flatten().sum();
        let found: u32 = counts.map(|by| by[EndReason::Cycle as usize]).iter().sum();
        assert_eq!((orders, found), (34_650, cycles), "{pickup:?}");
    }
}

#[test]
fn umass_ends_on_small_decks_as_known() {
    for (ranks, suits, expected) in [
        (2, 2, [1, 1, 0, 2, 2]),
        (3, 2, [33, 21, 0, 36, 0]),
        (4, 2, [640, 560, 568, 0, 752]),
        (2, 4, [11, 11, 34, 0, 14]),
    ] {
        let counts = count(of("umass"), suits, ranks);
        let [a, b, draw] = counts.map(|by_reason| by_reason.iter().sum::<u32>());
        let by = |reason: EndReason| counts[Outcome::Draw as usize][reason as usize];
        let draws = [EndReason::BothOut, EndReason::BothShort, EndReason::Limit].map(by);
        assert_eq!([a, b, draws[0], draws[1], draws[2]], expected, "{ranks}x{suits}");
        assert_eq!(draw, draws.iter().sum::<u32>());
    }
}

#[test]
fn umass_reasons_on_small_decks_agree_with_the_oracle() {
    assert_eq!(
        in_words(count(of("umass"), 2, 3)),
        "A out-of-cards 6, A short-in-war 27, B out-of-cards 6, B short-in-war 15, \
         draw both-short 36"
    );
    assert_eq!(
        in_words(count(of("umass"), 2, 4)),
        "A out-of-cards 132, A short-in-war 508, B out-of-cards 132, B short-in-war 428, \
         draw both-out 568, draw limit 752"
    );
}

#[test]
fn other_rule_sets_on_small_decks_agree_with_the_oracle() {
    for (rules, expected) in [
        (
            "one-down",
            "A out-of-cards 500, A short-in-war 205, B out-of-cards 678, B short-in-war 104, \
             draw both-out 104, draw limit 929",
        ),
        (
            "two-down",
            "A out-of-cards 572, A short-in-war 212, B out-of-cards 740, B short-in-war 144, \
             draw both-short 100, draw limit 752",
        ),
        (
            "last-card",
            "A out-of-cards 445, B out-of-cards 1111, draw both-short 212, draw limit 752",
        ),
        (
            "ernie-burt",
            "A out-of-cards 198, A short-in-war 424, A both-short 63, A limit 221, \
             B out-of-cards 288, B short-in-war 333, B both-short 63, B limit 196, \
             draw both-short 350, draw limit 384",
        ),
        (
            "ernie-burt-prose",
            "A out-of-cards 198, A short-in-war 424, B out-of-cards 288, B short-in-war 333, \
             draw both-short 476, draw cycle 801",
        ),
        (
            "no-limit",
            "A out-of-cards 132, A short-in-war 508, B out-of-cards 132, B short-in-war 428, \
             draw both-out 568, draw cycle 752",
        ),
        (
            "bicycle",
            "A out-of-cards 788, A short-in-war 294, B out-of-cards 788, B short-in-war 294, \
             draw both-out 356",
        ),
        (
            "winner-first",
            "A out-of-cards 252, A short-in-war 576, B out-of-cards 252, B short-in-war 576, \
             draw both-out 864",
        ),
        (
            "loser-first",
            "A out-of-cards 236, A short-in-war 576, B out-of-cards 236, B short-in-war 576, \
             draw both-out 896",
        ),
        (
            "winner-block",
            "A out-of-cards 252, A short-in-war 576, B out-of-cards 252, B short-in-war 576, \
             draw both-out 864",
        ),
    ] {
        assert_eq!(in_words(count(of(rules), 2, 4)), expected, "{rules}");
    }
}
