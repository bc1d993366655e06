//! The assignment's worked examples and its list of test cases, in its order.

use crate::core::cards::{GameIndex, Seed};
use crate::games::war::{Reference, Rules, find_winner};

use super::{games, hands, line, play, rules};

/// The game of hands under `umass`, in a line; `find_winner` plays the same.
fn umass(held: &str) -> String {
    let [a, b] = hands(held);
    let rules = Rules::default();
    let deck = rules.deal.deck(&[a.clone(), b.clone()]);
    let result = play(&rules, &deck);
    assert_eq!(find_winner(&deck), result.outcome.value(), "{held}");
    let given = Reference::new(rules, Seed(0)).play_hands([&a, &b], GameIndex(0));
    assert_eq!(given, result, "{held}");
    line(result)
}

#[test]
fn games_of_the_assignment_end_as_it_says() {
    for (hands, end) in [
        ("/", "draw both-out 0 battles, 0 rounds, 0 wars, 0:0"),
        ("2 /", "A out-of-cards 0 battles, 0 rounds, 0 wars, 1:0"),
        ("2 / 2", "draw both-short 1 battles, 1 rounds, 1 wars, 0:0"),
        // Cards may be any number.
        ("2147483647 / -2147483648", "A out-of-cards 1 battles, 1 rounds, 0 wars, 2:0"),
        // The example of dealing.
        ("2 4 / 3 5", "B out-of-cards 2 battles, 2 rounds, 0 wars, 0:4"),
        // The example of a war, and with the hands exchanged.
        ("2 8 9 10 5 4 / 2 6 7 11 6 4", "B short-in-war 3 battles, 2 rounds, 2 wars, 0:10"),
        ("2 6 7 11 6 4 / 2 8 9 10 5 4", "A short-in-war 3 battles, 2 rounds, 2 wars, 10:0"),
        // Both are short, even if one has more cards.
        ("5 2 3 / 5 4", "draw both-short 1 battles, 1 rounds, 1 wars, 2:1"),
        // Only one is short, for a battle was won before.
        ("9 5 1 1 / 2 5 1", "A short-in-war 2 battles, 2 rounds, 1 wars, 4:1"),
        // Who pays with the last card is out at the next battle.
        ("5 1 2 3 4 / 5 1 2 3", "A out-of-cards 1 battles, 1 rounds, 1 wars, 1:0"),
        ("5 1 2 3 / 5 1 2 3", "draw both-out 1 battles, 1 rounds, 1 wars, 0:0"),
    ] {
        assert_eq!(umass(hands), end, "{hands}");
    }
}

#[test]
fn the_examples_are_fought_and_picked_up_as_told() {
    // A wins the first battle; then ties of 5, 6 and 7, and 9 beats 8.
    let three = "3 5 4 4 4 6 4 4 4 7 4 4 4 8 2 / 2 5 1 1 1 6 1 1 1 7 1 1 1 9";
    let taken = "B 5 5 4 4 4 1 1 1 6 6 4 4 4 1 1 1 7 7 4 4 4 1 1 1 8 9;";
    games(&[
        ("", "2 8 9 10 5 4 / 2 6 7 11 6 4", "2:2 5:6 B 2 2 8 9 10 6 7 11 5 6; 4:4 needs 3 B"),
        ("", three, &format!("3:2 A 3 2; 5:5 6:6 7:7 8:9 {taken} 2:5 B 2 5; 3:5 B 3 5; 2:4")),
        ("", three, "B out-of-cards 8 battles, 5 rounds, 3 wars, 0:29"),
    ]);
}

#[test]
fn game_that_battle_1000_ends_is_a_technical_draw() {
    // Every battle takes a card of B: a game of n battles without a tie. The course's author grades
    // 999 times `2 1` as 1 and 1,000 times as 0.
    let before = rules("limit.asked = 'before'");
    for n in [499, 500, 998, 999, 1000, 1001] {
        let deck = [2, 1].repeat(n);
        // The pot of battle 1,000 is picked up, but that B has no card left is not asked any more.
        for (rules, is_limit) in [(&Rules::default(), n >= 1000), (&before, n > 1000)] {
            let (a, b) = (n + n.min(1000), n - n.min(1000));
            let end =
                if is_limit { "draw limit 1000".into() } else { format!("A out-of-cards {n}") };
            let found = line(play(rules, &deck));
            assert!(found.starts_with(&format!("{end} battles")), "{found}");
            assert!(found.ends_with(&format!(" 0 wars, {a}:{b}")), "{found}");
        }
        assert_eq!(find_winner(&deck), i32::from(n < 1000));
    }
}
