//! Programs that play Ludo with given rolls.

use serde_json::{Value, json};

use super::{failed, program, python};
use crate::sandbox::Sandbox;

#[test]
fn a_program_of_ludo_is_checked_with_given_rolls() {
    let Some(python) = python() else { return };
    let (sandbox, ludo) = (Sandbox::new(), program("ludo.py"));
    let verdict = |mistake: &str| -> Value {
        let words = ["check", "--rules", "bwinf", "--format", "json", "-n", "60", "--", python];
        let output = sandbox.run(&[&words[..], &[&ludo, mistake]].concat());
        let code = i32::from(!mistake.is_empty());
        assert_eq!(output.status.code(), Some(code), "{mistake}: {output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    assert_eq!(verdict("")["equal"], json!(true));
    let frozen = verdict("frozen");
    assert_eq!(frozen["diagnosis"]["fields"], json!({ "goal_pieces": "frozen" }));
    assert!(failed(&frozen).contains(&"in-the-goal"), "{frozen}");
    assert_eq!(verdict("four-wait")["diagnosis"]["fields"], json!({ "pieces_on_a": 0 }));
    for (mistake, suite) in [("no-capture", "capturing"), ("no-second-six", "lost-six")] {
        let wrong = verdict(mistake);
        let name = if mistake == "no-capture" { mistake } else { "lost-six-ends" };
        assert_eq!(wrong["diagnosis"]["mistake"], json!(name), "{mistake}");
        // The paragraph that it gets wrong, and games in which every mistake shows.
        assert_eq!(failed(&wrong), [suite, "whole-games"], "{mistake}: {wrong}");
    }
    let words = ["check", "--rules", "bwinf", "--suite", "lost-six", "--", python, &ludo];
    let output = sandbox.run(&[&words[..], &["no-second-six"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("player 1 throws"), "{text}");
    // The command that is printed shows the whole game.
    let shown = text.lines().find_map(|line| line.trim().strip_prefix("see the game")).unwrap();
    let words: Vec<&str> = shown.trim().split('"').collect();
    let [before, rolls, after] = words[..] else { panic!("{shown}") };
    let words = before.split_whitespace().skip(1).chain([rolls]).chain(after.split_whitespace());
    let output = sandbox.run(&words.collect::<Vec<_>>());
    let whole = String::from_utf8(output.stdout).unwrap();
    let words_of = |line: &str| line.split_whitespace().skip(1).collect::<Vec<_>>().join(" ");
    let throws = |text: &str| {
        text.lines().filter(|line| line.contains(" throws ")).map(words_of).collect::<Vec<_>>()
    };
    let (some, all) = (throws(&text), throws(&whole));
    assert!(all.len() > some.len() && all.ends_with(&some), "{text}\n{whole}");
    assert!(text.contains("games, in 1 of 1 suites") && !text.contains("decks"), "{text}");
    let flowing = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flowing.contains("after a 6 that moves nothing it is the other player's turn."),
        "{text}"
    );
    // The smallest wrong game may be that of no rolls, which can be seen as well.
    let opposite =
        "import sys\nfor k, _ in enumerate(sys.stdin):\n    print(1 - k % 2 * 2, flush=True)\n";
    let words = ["check", "--rules", "bwinf", "--suite", "used-up", "--", python, "-c", opposite];
    let text = String::from_utf8(sandbox.run(&words).stdout).unwrap();
    assert!(text.contains("0 (a tie): ") && text.contains(" (player 1 wins)"), "{text}");
    assert!(text.contains("war-sim play --rules bwinf --deck \"\" --trace\n"), "{text}");
    let none = sandbox.ok(&["play", "--rules", "bwinf", "--deck", "", "--trace"]);
    assert!(none.contains("Rolls: 0, captures: 0."), "{none}");
    sandbox.fails_saying(64, "play --rules bwinf --deck 6,x", &["`x` is no roll"]);
    sandbox.fails_saying(64, "play --rules bwinf --hands 6 1", &["--hands: Ludo has no cards"]);
    for option in ["--dice wuerfel0", "--pair 1,2", "--start roll-off", "--roll-limit 9"] {
        let play = format!("play --rules bwinf --deck 6 {option}");
        sandbox.fails_saying(
            64,
            &play,
            &[option.split(' ').next().unwrap(), "the rolls of --deck"],
        );
    }
    sandbox.fails_saying(64, "check --rules bwinf --suite limit -- cat", &["capturing"]);
}
