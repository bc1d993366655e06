//! War for more than two.

use crate::sandbox::Sandbox;

#[test]
fn war_for_more_is_played_by_hand() {
    let sandbox = Sandbox::new();
    let result = |rules: &str, deck: &str| -> serde_json::Value {
        let line = ["play", "--rules", rules, "--deck", deck, "--format", "json"];
        serde_json::from_str(&sandbox.ok(&line[..])).unwrap()
    };
    let three = "umass{players=3,war.face_down=1,limit.unit=none,pickup=winner-first}";
    // A 5, B 3, C 4: A takes three cards; B and C have none.
    let game = result(three, "5 3 4");
    assert_eq!((&game["outcome"], &game["cards_a"]), (&"A".into(), &3.into()));
    assert_eq!((&game["value"], &game["cards_c"]), (&serde_json::Value::Null, &0.into()));
    assert_eq!(game["hand_a"].to_string(), "[5,4,3]".replace("5,4,3", "5,3,4"));
    // A and B tie and have nothing to lay: both are out, the pot lies, and C alone has cards.
    let game = result(three, "5 5 2 0 0 7");
    assert_eq!(game["end_reason"], "short-in-war", "{game}");
    // Of four cards the first seat has one more.
    let game = result(&three.replace("}", ",leftover=left-out}"), "5 3 4 9");
    assert_eq!(game["cards_a"], 3, "{game}");
    for (changes, said) in [
        ("players=9", "players = 9 is out of range: use 2 to 8"),
        ("players=1", "players = 1 is out of range: use 2 to 8"),
        ("leftover=left-out", "no effect: leftover"),
        ("war.fighters=all", "no effect: war.fighters"),
        ("players=3,war.short=draw", "players = 3 and war.short = \"draw\" cannot go together"),
        ("players=3,war.both_short=more-cards", "is for two players"),
        ("players=3,war.face_down=tied-rank", "is for two players"),
        ("players=3,compare.lowest_beats_highest=true", "is for two players"),
        ("players=3,seat_b.pickup=high-first", "is for two players"),
        ("players=3,pickup=loser-first", "pickup = \"loser-first\" cannot go together"),
        ("players=3,pickup_war=a-block", "pickup_war = \"a-block\" cannot go together"),
    ] {
        sandbox.fails_saying(64, &["--rules", &format!("umass{{{changes}}}")][..], &[said]);
    }
    for line in
        ["check --rules three-handed -- cat", "--rules three-handed --games 5 --engine vector"]
    {
        let message = sandbox.fails(64, line);
        assert!(message.contains("for two"), "{line}: {message}");
    }
}

#[test]
fn every_player_may_be_given_a_hand() {
    let sandbox = Sandbox::new();
    let play = |rules: &str, hands: &str| {
        sandbox.ok(&["play", "--rules", rules, "--format", "json", "--deck", hands][..])
    };
    let three = "umass{players=3,war.face_down=1}";
    let hands = play(three, "A: 5 3 | B: 4 4 | C: 2 6");
    assert_eq!(hands, play(three, "5 4 2 3 4 6"));
    // C loses 2, and wins with 6 and 9.
    let uneven = play(three, "5 3 | | 2 6 9");
    assert!(uneven.contains("\"outcome\":\"C\"") && uneven.contains("\"cards_c\":5"), "{uneven}");
    sandbox.write("hands.txt", "5 3 | | 2 6 9\n5 4 2 3 4 6\n");
    let lines = sandbox.ok(&["play", "--rules", three, "--decks", "hands.txt"][..]);
    assert!(lines.contains("\n1,C,,out-of-cards,4,4,0,0,0,0,5\n2,"), "{lines}");
    let line = ["play", "--rules", "three-handed", "--hands", "2 8", "9 2"];
    sandbox.fails_saying(64, &line[..], &["2 hands for 3 players"]);
    let line = [&line[..], &["6 7"]].concat();
    let said = "--hands: it takes two hands; write `--deck \"A: 2 8 | B: 9 2 | C: 6 7\"`";
    sandbox.fails_saying(64, &line[..], &[said]);
    sandbox.write("two.txt", "2 8 | 9 2\n");
    sandbox.fails_saying(
        65,
        "play --rules three-handed --decks two.txt --line 1",
        &["2 hands for 3"],
    );
    sandbox.write("three.txt", "2 | 3 | 4\n");
    sandbox.fails_saying(65, "play --decks three.txt --line 1", &["3 hands for 2"]);
    let told = sandbox.fails(64, &["--games", "5", "--rules", "umass{war.players=3}"][..]);
    assert!(told.contains("use `face_down`") && !told.contains("is for two"), "{told}");
}

#[test]
fn shares_permute_where_no_rule_looks_at_the_seat() {
    // The hands of the deck with 0, 1 and 2 cards moved to the end go round the table.
    let sandbox = Sandbox::new();
    let mut decks = String::new();
    let mut word = 7_u64;
    for _ in 0..60 {
        let mut deck: Vec<u64> = (0..24).map(|k| k % 6 + 2).collect();
        for k in (1..deck.len()).rev() {
            word = word
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            deck.swap(k, (word >> 33) as usize % (k + 1));
        }
        for turn in 0..3 {
            let seat = |k: usize| deck[k / 3 * 3 + (k + turn) % 3];
            let line: Vec<String> = (0..deck.len()).map(|k| seat(k).to_string()).collect();
            decks.push_str(&(line.join(" ") + "\n"));
        }
    }
    sandbox.write("decks.txt", &decks);
    for fields in
        ["pickup=winner-first", "pickup=winner-block", "pickup=winner-first,war.fighters=all"]
    {
        let rules = format!("umass{{players=3,war.face_down=1,limit.at=5000,{fields}}}");
        let text = sandbox.ok(&["play", "--rules", &rules, "--decks", "decks.txt"][..]);
        let outcomes: Vec<&str> =
            text.lines().skip(1).map(|line| line.split(',').nth(1).unwrap()).collect();
        assert_eq!(outcomes.len(), 180);
        let mut won = 0;
        for turned in outcomes.chunks(3) {
            let first = "ABC".find(turned[0]);
            for (turn, outcome) in turned.iter().enumerate() {
                let expected = first.map(|seat| (seat + 3 - turn) % 3);
                assert_eq!("ABC".find(outcome), expected, "{rules}: {turned:?}");
            }
            won += usize::from(first.is_some());
        }
        assert!(won > 20, "{rules}: {won} were won");
    }
}
