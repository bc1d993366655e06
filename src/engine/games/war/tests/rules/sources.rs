//! Rule sets that people know from elsewhere, on the examples that their sources publish.

use super::{cards, games, hands, line, preset, rules};
use crate::core::cards::{Card, GameIndex, Seed};
use crate::games::war::{GameResult, Outcome, Reference, RuleFields, Rules};

/// A game of two given hands, and the cards left in them.
fn played(rules: &Rules, a: Vec<Card>, b: Vec<Card>) -> (GameResult, [Vec<Card>; 2]) {
    let mut engine = Reference::new(rules.clone(), Seed(0));
    let result = engine.play_hands([&a, &b], GameIndex(0));
    let left = engine.cards_left().clone();
    assert_eq!((left[0].len() as u64, left[1].len() as u64), (result.cards_a, result.cards_b));
    (result, left)
}

#[test]
fn winamax_answers_the_tests_of_the_puzzle() {
    for (a, b, [winner, rounds]) in [
        ("AD KC QC", "KH QS JC", ["A", " 3 rounds"]),
        ("8C KD AH QH 2S", "8D 2D 3H 4D 3S", ["B", " 1 rounds"]),
        (
            "AH 4H 5D 6D QC JS 8S 2D 7D JD JC 6C KS QS 9D 2C 5S 9S 6S 8H AD 4D 2H 2S 7S 8C",
            "10H 4C 6H 3C KC JH 10C AS 5H KH 10S 9H 9C 8D 5C AC 3H 4S KD 7C 3S QH 10D 3D 7H QD",
            ["B", " 1262 rounds"],
        ),
        (
            "5S 8D 10H 9S 4S 6H QC 6C 6D 9H 2C 7S AC 5C 7D 9D QS 4D 3C JS 2D KD 10S QD 3H 8H",
            "4C JC 8S 10C 5H 7H 3D AH KS 10D JH 6S 2S KC 8C 9C KH 3S AD JD 4H 7C 2H QH 5D AS",
            ["draw", ""],
        ),
    ] {
        let end = line(played(&preset("winamax"), cards(a), cards(b)).0);
        assert!(end.starts_with(winner) && end.contains(rounds), "{end}");
    }
}

#[test]
fn pots_lie_as_the_statements_show() {
    let war = "10D 9S 8D KH 7D 5H 6S / 10H 7H 5C QC 2C 4H 6D";
    games(&[
        ("winamax", war, "A 10 9 8 13 7 10 7 5 12 2;"),
        // The winning card is at the bottom, the losing one just above it; of a war the loser's whole
        // stack lies above the winner's, the card laid first on top.
        ("codegolf82340", "9 2 / 4 3", "A 4 9;"),
        ("codegolf82340", "4 2 / 9 3", "B 4 9;"),
        ("codegolf82340", "5 7 9 2 / 5 8 4 3", "A 5 8 4 5 7 9;"),
        ("hs08war", "5 1 9 4 / 5 7 8 6", "A 9 8 1 7 5 5;"),
    ]);
}

/// The course's decks, dealt from their ends, and the piles that its programs return.
const CPS506: [(&str, &str); 2] = [
    (
        "1 1 1 1 13 13 13 13 11 11 11 11 12 12 12 12 10 10 10 10 9 9 9 9 7 7 7 7 8 8 8 8 6 6 6 6 \
         5 5 5 5 4 4 4 4 3 3 3 3 2 2 2 2",
        "1 1 1 1 13 13 13 13 12 12 12 12 11 11 11 11 10 10 10 10 9 9 9 9 8 8 8 8 7 7 7 7 6 6 6 6 \
         5 5 5 5 4 4 4 4 3 3 3 3 2 2 2 2",
    ),
    (
        "1 2 3 4 5 6 7 8 9 10 11 12 13 1 2 3 4 5 6 7 8 9 10 11 12 13 1 2 3 4 5 6 7 8 9 10 11 12 13 \
         1 2 3 4 5 6 7 8 9 10 11 12 13",
        "1 10 13 8 11 9 8 7 11 8 13 7 13 6 12 6 9 5 8 5 7 4 7 4 11 6 12 10 6 3 2 2 12 5 9 3 10 4 9 \
         2 10 3 5 2 1 1 1 13 12 11 4 3",
    ),
];

#[test]
fn cps506_leaves_the_piles_of_the_assignment() {
    // There an ace is a 1.
    let read = |text: &str| -> Vec<Card> {
        cards(text).into_iter().map(|card| if card == 1 { 14 } else { card }).collect()
    };
    let mut engine = Reference::new(preset("cps506"), Seed(0));
    for (deck, pile) in CPS506 {
        let (mut deck, pile) = (read(deck), read(pile));
        deck.reverse();
        let result = engine.play(&deck, GameIndex(0));
        let [a, b] = engine.cards_left();
        // The cards in the pot, which belong to nobody here, lie under the winner's, sorted; where all cards of a deck
        // tie that is all.
        let held = if result.outcome == Outcome::B { b } else { a };
        assert_eq!(pile[..held.len()], **held, "{result:?}");
        let pot = &pile[held.len()..];
        assert!(pot.is_sorted_by(|above, below| above >= below), "{pot:?}");
        assert!(a.is_empty() || b.is_empty());
    }
}

#[test]
fn aoc2020_scores_306_after_29_rounds() {
    let [a, b] = hands("9 2 6 3 1 / 5 8 4 7 10");
    let (result, left) = played(&preset("aoc2020"), a.clone(), b.clone());
    assert_eq!((result.outcome.value(), result.rounds), (-1, 29));
    assert_eq!(left, hands("/ 3 2 10 6 8 5 9 4 7 1"));
    let score: i32 = left[1].iter().rev().zip(1..).map(|(card, place)| card * place).sum();
    assert_eq!(score, 306);
    // The puzzle deals its deck as two halves.
    let dealt = Reference::new(preset("aoc2020"), Seed(0)).play(&[a, b].concat(), GameIndex(0));
    assert_eq!(dealt, result);
}

#[test]
fn games_end_as_the_sources_say() {
    let of_daily320 = |a: &str, b: &str, end| games(&[("daily320", &format!("{a} / {b}"), end)]);
    games(&[
        ("cf546c", "1 3 / 4 2", "B out-of-cards 6"),
        ("cf546c", "2 / 1 3", "draw cycle"),
        // Who needs a card and has none loses at once, in a war too.
        ("codegolf82340", "5 / 5 6", "B short-in-war"),
        ("codegolf82340", "5 2 3 / 5 9", "A out-of-cards"),
        ("codegolf82340", "5 6 7 / 5", "A short-in-war"),
        // Every card is needed.
        ("hs08war", "5 / 5 6", "B short-in-war"),
        ("hs08war", "5 1 / 5 2 3", "B out-of-cards"),
        ("hs08war", "5 / 5", "draw both-short"),
        ("hs08war", "5 1 / 5 2", "draw both-out"),
        // Hands of any sizes.
        ("umass", "/ 5", "B out-of-cards 0"),
        ("umass", "9 1 1 1 5 / 9", "A short-in-war 1"),
    ]);
    of_daily320(
        "3 11 6 12 2 13 5 7 10 3 10 4 12 11 1 13 12 2 1 7 10 6 12 5 8 1",
        "9 10 7 9 5 2 6 1 11 11 7 9 3 4 8 3 4 8 8 4 6 9 13 2 13 5",
        "B out-of-cards",
    );
    let all = "1 2 3 4 5 6 7 8 9 10 11 12 13 1 2 3 4 5 6 7 8 9 10 11 12 13";
    of_daily320(all, all, "draw both-short");
}

#[test]
fn drunkard_plays_the_school_task() {
    let [a, b] = hands("1 3 5 7 9 / 2 4 6 8 0");
    let mut task = RuleFields::clone(&preset("drunkard"));
    (task.deck.suits, task.deck.ranks, task.deck.lowest) = (1, 10, 0);
    let (result, _) = played(&task.clone().check().unwrap(), a.clone(), b.clone());
    assert_eq!((result.outcome.value(), result.battles), (-1, 5));
    // Without the 0 that beats the 9 it is another game.
    task.compare.lowest_beats_highest = false;
    assert_ne!(played(&task.check().unwrap(), a, b).0, result);
}

#[test]
fn what_is_left_lies_as_it_would_be_played() {
    let (as_won, turned) = ("3 9 2 8 1 / 7", "3 1 8 2 9 / 7");
    for (winnings, left) in
        [("bottom", as_won), ("pile", as_won), ("pile-shuffled", as_won), ("pile-reversed", turned)]
    {
        let rules = rules(&format!("winnings = '{winnings}'\nlimit.at = 2"));
        let [a, b] = hands("9 8 3 / 2 1 7");
        assert_eq!(played(&rules, a, b).1, hands(left), "{winnings}");
    }
}
