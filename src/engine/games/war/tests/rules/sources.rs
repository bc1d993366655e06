//! Rule sets that people know from elsewhere, on the examples that their sources publish.

use super::{cards, games, hands, preset, rules};
use crate::core::cards::{Card, GameIndex, Seed};
use crate::games::war::rules::LimitUnit;
use crate::games::war::{EndReason, GameResult, Reference, RuleFields, Rules};

/// A game of two given hands, and the cards left in them.
fn played(rules: &Rules, a: Vec<Card>, b: Vec<Card>) -> (GameResult, [Vec<Card>; 2]) {
    let mut engine = Reference::new(rules.clone(), Seed(0));
    let result = engine.play_hands([&a, &b], GameIndex(0));
    let left = engine.cards_left().clone();
    assert_eq!((left[0].len() as u64, left[1].len() as u64), (result.cards_a, result.cards_b));
    (result, left)
}

/// What the first round of games of a built-in rule set leaves of these hands.
fn first_rounds(name: &str, games: &[(&str, &str)]) {
    let mut fields = RuleFields::clone(&preset(name));
    (fields.limit.unit, fields.limit.at) = (LimitUnit::Rounds, 1);
    let rules = fields.check().unwrap();
    for &(held, left) in games {
        let [a, b] = hands(held);
        assert_eq!(played(&rules, a, b).1, hands(left), "{name}: {held}");
    }
}

#[test]
fn winamax_answers_the_tests_of_the_puzzle() {
    for (a, b, answer) in [
        ("AD KC QC", "KH QS JC", "1 3"),
        (
            "5C 3D 2C 7D 8C 7S 5D 5H 6D 5S 4D 6H 6S 3C 3S 7C 4S 4H 7H 4C 2H 6C 8D 3H 2D 2S",
            "AC 9H KH KC KD KS 10S 10D 9S QD JS 10H 8S QH JD AD JC AS QS AH JH 10C 9C 8H QC 9D",
            "2 26",
        ),
        (
            "6H 7H 6C QS 7S 8D 6D 5S 6S QH 4D 3S 7C 3C 4S 5H QD 5C 3H 3D 8C 4H 4C QC 5D 7D",
            "JH AH KD AD 9C 2D 2H JC 10C KC 10D JS JD 9D 9S KS AS KH 10S 8S 2S 10H 8H AC 2C 9H",
            "2 56",
        ),
        ("8C KD AH QH 2S", "8D 2D 3H 4D 3S", "2 1"),
        (
            "10H KD 6C 10S 8S AD QS 3D 7H KH 9D 2D JC KS 3S 2S QC AC JH 7D KC 10D 4C AS 5D 5S",
            "2H 9C 8C 4S 5C AH JD QH 7C 5H 4H 6H 6S QD 9H 10C 4D JS 6D 3H 8H 3C 7S 9S 8D 2C",
            "1 52",
        ),
        (
            "AH 4H 5D 6D QC JS 8S 2D 7D JD JC 6C KS QS 9D 2C 5S 9S 6S 8H AD 4D 2H 2S 7S 8C",
            "10H 4C 6H 3C KC JH 10C AS 5H KH 10S 9H 9C 8D 5C AC 3H 4S KD 7C 3S QH 10D 3D 7H QD",
            "2 1262",
        ),
        (
            "5S 8D 10H 9S 4S 6H QC 6C 6D 9H 2C 7S AC 5C 7D 9D QS 4D 3C JS 2D KD 10S QD 3H 8H",
            "4C JC 8S 10C 5H 7H 3D AH KS 10D JH 6S 2S KC 8C 9C KH 3S AD JD 4H 7C 2H QH 5D AS",
            "PAT",
        ),
        (
            "4C 4S QS 7D QD AS 6H 5D 2S 10S 3S 2C JS 10C 2D 5H KC AD KD JD JH 9H 7S 6S 3D 8S",
            "3H 7C KS 9D 4D 6D 8D JC 9S 10H 5C 8H AC 2H 6C 7H 10D 3C KH AH 9C QC 4H 8C QH 5S",
            "PAT",
        ),
    ] {
        // The winner's number and the rounds, or PAT.
        let (result, _) = played(&preset("winamax"), cards(a), cards(b));
        let found = match result.outcome.value() {
            1 => format!("1 {}", result.rounds),
            -1 => format!("2 {}", result.rounds),
            _ => "PAT".into(),
        };
        assert_eq!(found, answer, "{a}");
    }
}

#[test]
fn pots_lie_as_the_statements_show() {
    let war = "10D 9S 8D KH 7D 5H 6S / 10H 7H 5C QC 2C 4H 6D";
    first_rounds("winamax", &[(war, "5H 6S 10D 9S 8D KH 7D 10H 7H 5C QC 2C / 4H 6D")]);
    // The winning card is at the bottom, the losing one just above it; of a war the loser's whole
    // stack lies above the winner's, the card laid first on top.
    let turned = [
        ("9 2 / 4 3", "2 4 9 / 3"),
        ("4 2 / 9 3", "2 / 3 4 9"),
        ("5 7 9 2 / 5 8 4 3", "2 5 8 4 5 7 9 / 3"),
    ];
    first_rounds("codegolf82340", &turned);
    first_rounds("hs08war", &[("5 1 9 4 / 5 7 8 6", "4 9 8 1 7 5 5 / 6")]);
}

/// The course's decks, dealt from their ends, and the piles that its programs return.
const CPS506: [(&str, &str); 5] = [
    (
        "1 1 1 1 13 13 13 13 11 11 11 11 12 12 12 12 10 10 10 10 9 9 9 9 7 7 7 7 8 8 8 8 6 6 6 6 \
         5 5 5 5 4 4 4 4 3 3 3 3 2 2 2 2",
        "1 1 1 1 13 13 13 13 12 12 12 12 11 11 11 11 10 10 10 10 9 9 9 9 8 8 8 8 7 7 7 7 6 6 6 6 \
         5 5 5 5 4 4 4 4 3 3 3 3 2 2 2 2",
    ),
    (
        "1 13 1 13 1 13 1 13 12 11 12 11 12 11 12 11 10 9 10 9 10 9 10 9 8 7 8 7 8 7 8 7 6 5 6 5 \
         6 5 6 5 4 3 4 3 4 3 4 3 2 2 2 2",
        "4 3 2 2 2 2 4 3 4 3 4 3 6 5 6 5 6 5 6 5 8 7 8 7 8 7 8 7 10 9 10 9 10 9 10 9 12 11 12 11 \
         12 11 12 11 1 13 1 13 1 13 1 13",
    ),
    (
        "13 1 13 1 13 1 13 1 11 12 11 12 11 12 11 12 9 10 9 10 9 10 9 10 7 8 7 8 7 8 7 8 5 6 5 6 \
         5 6 5 6 3 4 3 4 3 4 3 4 2 2 2 2",
        "4 3 2 2 2 2 4 3 4 3 4 3 6 5 6 5 6 5 6 5 8 7 8 7 8 7 8 7 10 9 10 9 10 9 10 9 12 11 12 11 \
         12 11 12 11 1 13 1 13 1 13 1 13",
    ),
    (
        "10 11 12 13 1 2 3 4 5 6 7 8 9 10 11 12 13 1 2 3 4 5 6 7 8 9 10 11 12 13 1 2 3 4 5 6 7 8 9 \
         10 11 12 13 1 2 3 4 5 6 7 8 9",
        "1 1 13 12 9 5 11 4 9 3 8 7 7 2 13 10 12 5 10 4 9 6 8 3 1 1 13 12 7 5 11 4 9 3 8 6 7 2 13 \
         10 12 5 11 11 10 8 6 4 6 3 2 2",
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
    let mut decided = 0;
    for (deck, pile) in CPS506 {
        let (mut deck, pile) = (read(deck), read(pile));
        deck.reverse();
        let result = engine.play(&deck, GameIndex(0));
        let [a, b] = engine.cards_left();
        // The cards in the pot, which belong to nobody here, lie under the winner's, sorted.
        let held = match result.outcome.value() {
            1 => a,
            -1 => b,
            _ => &vec![],
        };
        decided += usize::from(!held.is_empty());
        assert_eq!(pile[..held.len()], **held, "{result:?}");
        let pot = &pile[held.len()..];
        assert!(pot.is_sorted_by(|above, below| above >= below), "{pot:?}");
        assert!(result.end_reason == EndReason::BothOut || a.is_empty() || b.is_empty());
    }
    // Where all of one deck's cards tie, both run out: the programs return the sorted pot.
    assert_eq!(decided, 4);
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
        ("umass", "2 / 3 4 5 6", "B out-of-cards 1"),
        ("umass", "9 1 1 1 5 / 9", "A short-in-war 1"),
    ]);
    // The first was published as 1. Its text gives 2 in a second implementation, too
    // (`tests/cli/programs/others.py`).
    of_daily320(
        "5 1 13 10 11 3 2 10 4 12 5 11 10 5 7 6 6 11 9 6 3 13 6 1 8 1",
        "9 12 8 3 11 10 1 4 2 4 7 9 13 8 2 13 7 4 2 8 9 12 3 12 7 5",
        "B out-of-cards",
    );
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
