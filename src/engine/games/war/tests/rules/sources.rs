//! Rule sets that people know from elsewhere, on the examples that their sources publish.

use crate::core::cards::{GameIndex, Seed};
use crate::games::war::{EndReason, GameResult, Reference, RuleFields, Rules, presets};

fn preset(name: &str) -> Rules {
    presets::find(name).unwrap().rules()
}

/// A game of two given hands, and the cards left in them.
fn play_hands(rules: &Rules, a: &[i32], b: &[i32]) -> (GameResult, [Vec<i32>; 2]) {
    let mut engine = Reference::new(rules.clone(), Seed(0));
    let result = engine.play_hands([a, b], GameIndex(0));
    let left = engine.cards_left().clone();
    assert_eq!((left[0].len() as u64, left[1].len() as u64), (result.cards_a, result.cards_b));
    (result, left)
}

/// Cards such as `10D KH`, without their suits.
fn cards(text: &str) -> Vec<i32> {
    let rank = |card: &str| match &card[..card.len() - 1] {
        "J" => 11,
        "Q" => 12,
        "K" => 13,
        "A" => 14,
        number => number.parse().unwrap(),
    };
    text.split_whitespace().map(rank).collect()
}

/// The puzzle's answer: the winner's number and the rounds, or PAT.
fn winamax(a: &str, b: &str) -> String {
    let result = play_hands(&preset("winamax"), &cards(a), &cards(b)).0;
    match result.outcome.value() {
        1 => format!("1 {}", result.rounds),
        -1 => format!("2 {}", result.rounds),
        _ => "PAT".into(),
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
        assert_eq!(winamax(a, b), answer, "{a}");
    }
}

#[test]
fn winamax_picks_up_a_war_as_the_statement_shows() {
    let mut rules = RuleFields::clone(&preset("winamax"));
    rules.limit.unit = crate::games::war::rules::LimitUnit::Rounds;
    rules.limit.at = 1;
    let rules = rules.check().unwrap();
    let hands = (cards("10D 9S 8D KH 7D 5H 6S"), cards("10H 7H 5C QC 2C 4H 6D"));
    let (_, left) = play_hands(&rules, &hands.0, &hands.1);
    let after = [cards("5H 6S 10D 9S 8D KH 7D 10H 7H 5C QC 2C"), cards("4H 6D")];
    assert_eq!(left, after);
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
    let rules = preset("cps506");
    // There an ace is a 1.
    let read = |text: &str| -> Vec<i32> {
        let cards = text.split(' ').map(|card| card.parse().unwrap());
        cards.map(|card| if card == 1 { 14 } else { card }).collect()
    };
    let mut engine = Reference::new(rules, Seed(0));
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
    let (result, left) = play_hands(&preset("aoc2020"), &[9, 2, 6, 3, 1], &[5, 8, 4, 7, 10]);
    assert_eq!((result.outcome.value(), result.rounds), (-1, 29));
    assert_eq!(left, [vec![], vec![3, 2, 10, 6, 8, 5, 9, 4, 7, 1]]);
    let score: i32 = left[1].iter().rev().zip(1..).map(|(card, place)| card * place).sum();
    assert_eq!(score, 306);
    // The puzzle deals its deck as two halves.
    let deck = [9, 2, 6, 3, 1, 5, 8, 4, 7, 10];
    let dealt = Reference::new(preset("aoc2020"), Seed(0)).play(&deck, GameIndex(0));
    assert_eq!(dealt, result);
}

#[test]
fn cf546c_answers_the_samples() {
    let rules = preset("cf546c");
    let (result, left) = play_hands(&rules, &[1, 3], &[4, 2]);
    assert_eq!((result.battles, result.outcome.value()), (6, -1));
    assert_eq!(left[1].len(), 4);
    let (result, _) = play_hands(&rules, &[2], &[1, 3]);
    assert_eq!((result.end_reason, result.outcome.value()), (EndReason::Cycle, 0));
}

#[test]
fn codegolf82340_turns_the_stacks_over_as_the_question_says() {
    let rules = preset("codegolf82340");
    // The winning card is at the bottom, the losing one just above it.
    let mut one = RuleFields::clone(&rules);
    one.limit.unit = crate::games::war::rules::LimitUnit::Rounds;
    one.limit.at = 1;
    let one = one.check().unwrap();
    assert_eq!(play_hands(&one, &[9, 2], &[4, 3]).1, [vec![2, 4, 9], vec![3]]);
    assert_eq!(play_hands(&one, &[4, 2], &[9, 3]).1, [vec![2], vec![3, 4, 9]]);
    // Of a war the loser's whole stack lies above the winner's, the card laid first on top.
    let (_, left) = play_hands(&one, &[5, 7, 9, 2], &[5, 8, 4, 3]);
    assert_eq!(left, [vec![2, 5, 8, 4, 5, 7, 9], vec![3]]);
    // Who needs a card and has none loses at once, in a war too.
    for (a, b, winner) in [
        (&[5][..], &[5, 6][..], -1),
        (&[5, 2, 3][..], &[5, 9][..], 1),
        (&[5, 6, 7][..], &[5][..], 1),
    ] {
        assert_eq!(play_hands(&rules, a, b).0.outcome.value(), winner, "{a:?} {b:?}");
    }
}

#[test]
fn daily320_plays_its_text_on_the_examples_of_the_challenge() {
    let rules = preset("daily320");
    let hand =
        |text: &str| -> Vec<i32> { text.split(' ').map(|card| card.parse().unwrap()).collect() };
    let all: Vec<i32> = (1..=13).chain(1..=13).collect();
    // The first was published as 1. Its text gives 2 in a second implementation, too
    // (`tests/cli/programs/others.py`).
    let first = [
        hand("5 1 13 10 11 3 2 10 4 12 5 11 10 5 7 6 6 11 9 6 3 13 6 1 8 1"),
        hand("9 12 8 3 11 10 1 4 2 4 7 9 13 8 2 13 7 4 2 8 9 12 3 12 7 5"),
    ];
    let second = [
        hand("3 11 6 12 2 13 5 7 10 3 10 4 12 11 1 13 12 2 1 7 10 6 12 5 8 1"),
        hand("9 10 7 9 5 2 6 1 11 11 7 9 3 4 8 3 4 8 8 4 6 9 13 2 13 5"),
    ];
    for ([a, b], end) in [(first, "B"), (second, "B"), ([all.clone(), all], "draw")] {
        assert_eq!(play_hands(&rules, &a, &b).0.outcome.name(), end, "{a:?}");
    }
}

#[test]
fn hs08war_takes_the_table_from_the_top_and_needs_every_card() {
    let rules = preset("hs08war");
    let mut one = RuleFields::clone(&rules);
    one.limit.unit = crate::games::war::rules::LimitUnit::Rounds;
    one.limit.at = 1;
    let (_, left) = play_hands(&one.check().unwrap(), &[5, 1, 9, 4], &[5, 7, 8, 6]);
    assert_eq!(left, [vec![4, 9, 8, 1, 7, 5, 5], vec![6]]);
    for (a, b, end) in [
        (&[5][..], &[5, 6][..], "B short-in-war"),
        (&[5, 1][..], &[5, 2, 3][..], "B out-of-cards"),
        (&[5][..], &[5][..], "draw both-short"),
        (&[5, 1][..], &[5, 2][..], "draw both-out"),
    ] {
        let GameResult { outcome, end_reason, .. } = play_hands(&rules, a, b).0;
        assert_eq!(format!("{} {}", outcome.name(), end_reason.name()), end, "{a:?} {b:?}");
    }
}

#[test]
fn drunkard_plays_the_school_task() {
    let (a, b) = ([1, 3, 5, 7, 9], [2, 4, 6, 8, 0]);
    let mut task = RuleFields::clone(&preset("drunkard"));
    (task.deck.suits, task.deck.ranks, task.deck.lowest) = (1, 10, 0);
    let (result, _) = play_hands(&task.clone().check().unwrap(), &a, &b);
    assert_eq!((result.outcome.value(), result.battles), (-1, 5));
    // Without the 0 that beats the 9 it is another game.
    task.compare.lowest_beats_highest = false;
    let (other, _) = play_hands(&task.check().unwrap(), &a, &b);
    assert_ne!(other, result);
}

#[test]
fn hands_may_be_of_any_sizes() {
    let umass = Rules::default();
    for (a, b, expected) in [
        (&[][..], &[][..], "draw both-out 0"),
        (&[][..], &[5][..], "B out-of-cards 0"),
        (&[5][..], &[][..], "A out-of-cards 0"),
        (&[2][..], &[3, 4, 5, 6][..], "B out-of-cards 1"),
        (&[9, 1, 1, 1, 5][..], &[9][..], "A short-in-war 1"),
    ] {
        let (result, _) = play_hands(&umass, a, b);
        let GameResult { outcome, end_reason, battles, .. } = result;
        assert_eq!(format!("{} {} {battles}", outcome.name(), end_reason.name()), expected);
    }
    // Dealt hands are given hands.
    let deck = [2, 2, 8, 6, 9, 7, 10, 11, 5, 6, 4, 4];
    let dealt = Reference::new(umass.clone(), Seed(0)).play(&deck, GameIndex(0));
    assert_eq!(play_hands(&umass, &[2, 8, 9, 10, 5, 4], &[2, 6, 7, 11, 6, 4]).0, dealt);
}

#[test]
fn cards_left_lie_as_they_would_be_played() {
    let left = |winnings: &str| {
        let text = format!("winnings = '{winnings}'\nlimit.at = 2");
        play_hands(&super::rules(&text), &[9, 8, 3], &[2, 1, 7]).1
    };
    assert_eq!(left("bottom"), [vec![3, 9, 2, 8, 1], vec![7]]);
    assert_eq!(left("pile"), left("bottom"));
    assert_eq!(left("pile-reversed"), [vec![3, 1, 8, 2, 9], vec![7]]);
    assert_eq!(left("pile-shuffled"), left("bottom"));
}
