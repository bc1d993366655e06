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
        assert_eq!(wrong["diagnosis"], json!(null), "{mistake}");
        assert!(failed(&wrong).contains(&suite), "{mistake}: {wrong}");
    }
    let words = ["check", "--rules", "bwinf", "--suite", "lost-six", "--", python, &ludo];
    let output = sandbox.run(&[&words[..], &["no-second-six"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("player 1 throws") && !text.contains("see the game"), "{text}");
    assert!(text.contains("games, in 1 of 1 suites") && !text.contains("deck"), "{text}");
    let unknown = text.lines().find(|line| line.starts_with("No rules")).unwrap();
    assert!(unknown.len() <= 80, "{unknown}");
    sandbox.fails_saying(64, "check --rules bwinf --suite limit -- cat", &["capturing"]);
}
