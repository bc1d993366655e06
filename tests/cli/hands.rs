//! Fixed hands (`deck.hands`), through every verb.

use crate::sandbox::{Sandbox, names};

#[test]
fn four_aces_win_more_often_than_none_as_the_strata_say() {
    // `--by aces_a` and a fixed hand must tell the same story: the deals with all aces at A.
    let sandbox = Sandbox::new();
    sandbox.write("aces.toml", "deck.hands.a = [14, 14, 14, 14]");
    sandbox.ok("--games 20000 --by aces_a --name dealt --quiet");
    sandbox.ok("--games 20000 --rules aces.toml --by aces_a --name fixed --quiet");
    let strata = sandbox.rows("results/dealt/strata.csv");
    let four = strata.iter().find(|row| row["value"] == "4").unwrap();
    let fixed = sandbox.rows("results/fixed/strata.csv");
    assert_eq!((fixed.len(), fixed[0]["value"].as_str()), (1, "4"));
    let number = |row: &std::collections::HashMap<String, String>, key: &str| -> f64 {
        row[key].parse().unwrap()
    };
    let (one, other) = (number(four, "a_ratio"), number(&fixed[0], "a_ratio"));
    // About 1,100 deals of 20,000: five standard errors, a false alarm in 1.7 million seeds.
    assert!((one - other).abs() < 5.0 * (0.25 / number(four, "games")).sqrt(), "{one} and {other}");
    assert!(other > 0.55, "{other}");
}

#[test]
fn every_verb_deals_the_same_fixed_hands() {
    let sandbox = Sandbox::new();
    sandbox.write("h.toml", "deck.hands = { a = [14, 2, 14], rest = \"b\" }\n");
    sandbox
        .ok("--rules h.toml --games 30 --seed 6 --name x --per-game ./g.csv --with-decks --quiet");
    let games = sandbox.rows("g.csv");
    let decks = sandbox.ok("deck --rules h.toml --seed 6 -n 30");
    for (row, line) in games.iter().zip(decks.lines().skip(1)) {
        assert_eq!(format!("{},{}", row["game"], row["deck"]), line);
        let mut hand: Vec<&str> = row["deck"].split(' ').take(3).collect();
        hand.sort_unstable();
        assert_eq!(hand, ["14", "14", "2"]);
        let json = sandbox
            .ok(&format!("play --rules h.toml --seed 6 --game {} --format json", row["game"]));
        let alone: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(alone["battles"].to_string(), row["battles"]);
        assert_eq!(alone["outcome"], row["outcome"].as_str());
    }
    // The deck as printed, typed again, is the same game.
    let typed =
        sandbox.ok(&["play", "--rules", "h.toml", "--format", "json", "--deck", &games[0]["deck"]]);
    let typed: serde_json::Value = serde_json::from_str(&typed).unwrap();
    assert_eq!(typed["battles"].to_string(), games[0]["battles"]);
    // The manifest holds them, so a stored batch can be played again.
    sandbox.ok("--rules h.toml --games 30 --seed 6 --name y --quiet");
    let text = sandbox.ok("compare results/x results/y --name z");
    assert!(text.contains("same deals: replayed to pair them"), "{text}");
    // Printed rules read back.
    sandbox.write("again.toml", sandbox.ok("rules h.toml"));
    sandbox.ok("--rules again.toml --games 30 --seed 6 --name again --quiet");
    let histogram = |name: &str| {
        let text =
            String::from_utf8(sandbox.read(&format!("results/{name}/histogram.csv"))).unwrap();
        text.replace("again,", "h,")
    };
    assert_eq!(histogram("again"), histogram("x"));
}

#[test]
fn experiments_fix_hands_in_the_deck_inline_and_in_sweeps() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "e.toml",
        r#"
games = 40
rules = ["umass", { name = "two", deck.hands.a = [2, 2] }]
[deck]
hands.a = [14]
[[sweep]]
name = "{deck.hands.a} {deal}"
deck.hands.a = [[14], [14, 14]]
war.face_down = 2
deal = ["alternate"]
[[sweep]]
name = "{war.face_down}"
deck.hands.a = [14, 14, 14]
war.face_down = [1, 2]
"#,
    );
    sandbox.ok("run e.toml --quiet --name x");
    let rules: Vec<String> =
        sandbox.rows("results/x/summary.csv").iter().map(|row| row["rules"].clone()).collect();
    assert_eq!(
        rules,
        ["umass{deck.hands.a=[14]}", "two", "14 alternate", "14-14 alternate", "1", "2"]
    );
    // Only equal hands are the same deals; the others are paired by the game's index.
    let same: Vec<String> = sandbox
        .rows("results/x/comparison.csv")
        .iter()
        .filter(|row| {
            row["measure"] == "a_win" && !row["method"].starts_with("paired by game index")
        })
        .map(|row| format!("{}, {}", row["rules_1"], row["rules_2"]))
        .collect();
    assert_eq!(same, ["umass{deck.hands.a=[14]}, 14 alternate", "1, 2"]);
}

#[test]
fn hands_that_cannot_be_are_refused() {
    let sandbox = Sandbox::new();
    for (text, wrong) in [
        ("deck.hands.a = [14, 14, 14, 14, 14]", "5 cards of rank 14, but the deck holds 4"),
        ("deck.ranks = 12\ndeck.hands.a = [14]", "1 cards of rank 14, but the deck holds 0"),
        ("deck.ranks = 1\ndeck.hands.a = [2, 2, 2]", "A gets 2 of 4"),
        ("deck.hands.rest = \"b\"", "leaves A without a card"),
        ("deck.hands.rest = \"a\"", "unknown word \"a\": use \"dealt\" or \"b\""),
        ("deck.hands.b = [3]", "unknown field `b`"),
        ("deal = \"halves\"\ndeck.hands.a = [3]", "no effect: deal"),
    ] {
        sandbox.write("h.toml", text);
        let message = sandbox.fails(65, "--rules h.toml --games 5");
        assert!(message.contains(wrong) && message.contains("h.toml"), "{text}: {message}");
        assert_eq!(names(sandbox.folder.path()), ["h.toml"]);
    }
}

#[test]
fn each_of_several_features_sorts_all_games_as_it_does_alone() {
    let sandbox = Sandbox::new();
    let run = |by: &str, name: &str| {
        sandbox
            .ok(&format!("--games 3000 --rules umass --rules one-down {by} --name {name} --quiet"));
        sandbox.rows(&format!("results/{name}/strata.csv"))
    };
    let together = run("--by aces_a --by first_pass_ties,aces_a", "both");
    for feature in ["aces_a", "first_pass_ties"] {
        let alone = run(&format!("--by {feature}"), feature);
        let mine: Vec<_> =
            together.iter().filter(|row| row["feature"] == feature).cloned().collect();
        assert_eq!(mine, alone, "{feature}");
    }
    let figure = "figure = \"share\"\nof = \"a_win\"\nstratum = 2\nvalue = 0.5\nsays = \"x\"";
    let file = format!(
        "games = 9\nrules = [\"umass\"]\nby = [\"aces_a\", \"joker_a\"]\n[[published]]\n{figure}\n"
    );
    sandbox.write("two.toml", file);
    sandbox.fails_saying(65, "run two.toml", &["stratum = 2", "which feature"]);
    sandbox.fails_saying(64, "--games 9 --by aces_a,luck", &["luck", "aces_a"]);
}

#[test]
fn the_winners_comeback_is_that_of_the_game_that_was_played() {
    // A shuffled pot is shuffled alike when the game is played once more.
    let sandbox = Sandbox::new();
    for rules in ["umass", "shuffled-pot"] {
        let line =
            format!("--rules {rules} --games 500 --by comeback,lead_changes --name {rules} -q");
        sandbox.ok(&line);
        let of = |row: &std::collections::HashMap<String, String>, key: &str| -> u64 {
            row[key].parse().unwrap()
        };
        let rows = sandbox.rows(&format!("results/{rules}/strata.csv"));
        let whole = sandbox.row(&format!("results/{rules}/summary.csv"), 0);
        let (comebacks, changes): (Vec<_>, Vec<_>) =
            rows.iter().partition(|row| row["feature"] == "comeback");
        for row in &comebacks {
            let (nobody, drawn) = (row["value"] == "0", of(row, "draws"));
            assert_eq!(drawn, if nobody { of(row, "games") } else { 0 }, "{rules}: {row:?}");
            assert!(of(row, "value") <= 26, "{rules}: {row:?}");
        }
        let games = |rows: &[&_]| rows.iter().map(|row| of(row, "games")).sum::<u64>();
        assert_eq!([games(&comebacks), games(&changes)], [500; 2]);
        assert_eq!(comebacks.iter().map(|row| of(row, "draws")).sum::<u64>(), of(&whole, "draws"));
        assert!(comebacks.len() > 10 && changes.len() > 5, "{rules}");
    }
}
