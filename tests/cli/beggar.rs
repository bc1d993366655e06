//! `beggar`: the third game, from outside.

use crate::sandbox::{Sandbox, names};

#[test]
fn the_records_come_out() {
    let sandbox = Sandbox::new();
    for (deal, cards, tricks, outcome) in [
        ("---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---", 8_344, 1_164, "B"),
        ("------------KAQ----J------/-JQQK---K----JK--QA-A-JA--", 4_791, 670, "A"),
        ("---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA", 474, 66, "draw"),
    ] {
        let out = sandbox.ok(&["play", "--rules", "beggar", "--deck", deal, "--format", "json"]);
        let json: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(
            (json["cards"].as_u64(), json["tricks"].as_u64(), json["outcome"].as_str()),
            (Some(cards), Some(tricks), Some(outcome)),
            "{deal}"
        );
        let period = [json["period_cards"].as_u64(), json["period_tricks"].as_u64()];
        assert_eq!(period, if outcome == "draw" { [Some(440), Some(62)] } else { [None, None] });
    }
    let camicia = "--Q------QJ----JK---/---Q---J-Q-KJ--K-K--";
    let out = sandbox.ok(&["play", "--deck", camicia, "--rules", "camicia", "--format", "json"]);
    assert!(out.contains("\"cards\":197,\"tricks\":37,\"period_cards\":188,\"period_tricks\":36"));
    let trace = sandbox.ok(&["play", "--deck", camicia, "--rules", "camicia", "--trace"]);
    assert!(trace.lines().all(|line| line.chars().count() <= 80), "{trace}");
    assert!(trace.contains("would never end"), "{trace}");
    // Half of this loop exchanges the hands; the known one of 52 cards comes back only as a whole.
    let text = sandbox.ok(&["play", "--deck", camicia, "--rules", "camicia"]);
    assert!(text.contains("with the hands exchanged"), "{text}");
    let loop_of_52 = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA";
    assert!(
        !sandbox.ok(&["play", "--rules", "beggar", "--deck", loop_of_52]).contains("exchanged")
    );
}

#[test]
fn the_cards_that_are_left_are_those_that_nobody_has_to_pick_up() {
    let sandbox = Sandbox::new();
    let left = |deal: &str| {
        let line = ["play", "--rules", "beggar", "--deck", deal, "--position", "--format", "json"];
        let json: serde_json::Value = serde_json::from_str(&sandbox.ok(&line)).unwrap();
        (
            json["outcome"].as_str().unwrap().to_owned(),
            json["cards_a"].clone(),
            json["cards_b"].clone(),
        )
    };
    // A's jack takes B's first card; then A's second jack lies on the table, and B has nothing to pay with.
    assert_eq!(left("J-/--"), ("A".into(), 1.into(), 0.into()));
    assert!(
        sandbox
            .ok(&["play", "--rules", "beggar", "--deck", "J-/--", "--position"])
            .contains("left    A 1, B 0")
    );
}

#[test]
fn deals_with_mistakes_are_refused_with_what_and_where() {
    let sandbox = Sandbox::new();
    for (deal, expected) in [
        ("---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A--X", "X"),
        ("---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A--", "51"),
        ("---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------AA--", "A"),
        ("---AJ--Q---------QAKQJJ-QK-----A----KJ-K--------A---", "/"),
    ] {
        let message = sandbox.fails(64, &["play", "--rules", "beggar", "--deck", deal]);
        assert!(message.contains(expected), "{deal}: {message}");
    }
    sandbox.fails(64, "play --rules beggar");
    sandbox.fails(64, "beggar --rules umass --games 5");
    assert!(names(sandbox.folder.path()).is_empty());
}

#[test]
fn a_batch_has_the_shape_of_wars_and_every_question() {
    let sandbox = Sandbox::new();
    let text = sandbox.ok("beggar --games 3000 --seed 7 --name x --by courts_a --per-game ./g.csv");
    assert!(
        text.contains("A wins") && text.contains("war-sim play --rules beggar --seed 7"),
        "{text}"
    );
    let header = sandbox.csv("results/x/summary.csv")[0].join(",");
    assert!(
        header.starts_with("rules,cards,seed,first_game,games,a_wins,b_wins,draws,"),
        "{header}"
    );
    assert!(header.contains("cards_mean") && header.contains("tricks_mean"), "{header}");
    let header = |file: &str| sandbox.csv(file)[0].join(",");
    assert_eq!(header("results/x/histogram.csv"), "rules,outcome,end_reason,cards,games");
    assert_eq!(header("results/x/tricks.csv"), "rules,outcome,end_reason,tricks,games");
    assert_eq!(header("g.csv"), "rules,game,outcome,end_reason,cards,tricks");
    // The deck is War's: game 5 of the seed.
    let war = sandbox.ok("deck --seed 7 --game 5");
    assert!(war.contains("5,"), "{war}");
    let compared = sandbox.ok("compare beggar camicia --games 2000 --name c");
    assert!(compared.contains("camicia less beggar, 2,000 deals each"), "{compared}");
    let rows = sandbox.rows("results/c/comparison.csv");
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row["method"].starts_with("paired by game index: ")));
    let text = sandbox.ok("beggar --predict cards:1 --games 5000");
    assert!(text.contains("nothing was written"), "{text}");
}

#[test]
fn penalties_are_read_as_a_whole_wherever_they_are_changed() {
    let sandbox = Sandbox::new();
    sandbox.write("based.toml", "base = \"beggar\"\npenalties.J = 1\n");
    sandbox.write("plain.toml", "penalties.J = 1\n");
    for rules in ["beggar{penalties.J=1}", "based.toml", "plain.toml"] {
        let text = sandbox.ok(&format!("rules {rules}"));
        assert!(text.contains("[penalties]\nJ = 1\n\n"), "{rules}: {text}");
    }
    // Several of one change are one table.
    let text = sandbox.ok("rules beggar{penalties.J=1,penalties.A=2}");
    assert!(text.contains("[penalties]\nJ = 1\nA = 2\n\n"), "{text}");
}
