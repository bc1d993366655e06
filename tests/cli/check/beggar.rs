//! Programs that play Beggar-My-Neighbour.

use serde_json::{Value, json};

use super::{failed, program, python, suite};
use crate::sandbox::Sandbox;

/// The verdict on `tests/cli/programs/beggar.py` with this mistake.
fn verdict_of_beggar(mistake: &str) -> Option<Value> {
    let (python, beggar) = (python()?, program("beggar.py"));
    let words = ["check", "--rules", "beggar", "--format", "json", "-n", "30", "--", python];
    let output = Sandbox::new().run(&[&words[..], &[&beggar, mistake]].concat());
    let value: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", crate::sandbox::stderr(&output)));
    let expected = i32::from(value["equal"] == json!(false));
    assert_eq!(output.status.code(), Some(expected), "{mistake}");
    Some(value)
}

#[test]
fn a_program_of_beggar_my_neighbour_is_checked_on_deals_in_the_notation() {
    let Some(right) = verdict_of_beggar("") else { return };
    assert_eq!((&right["equal"], failed(&right).len()), (&json!(true), 0), "{right}");
    assert_eq!(suite(&right, "short-deals")["decks"], json!(15_738));
    let sandbox = Sandbox::new();
    for (mistake, field, value) in
        [("last-card", "empty", "at-last-card"), ("reversed", "pile", "reversed")]
    {
        let Some(wrong) = verdict_of_beggar(mistake) else { return };
        let mut fields = serde_json::Map::new();
        fields.insert(field.into(), json!(value));
        assert_eq!(wrong["diagnosis"]["fields"], Value::Object(fields), "{mistake}");
        assert!(failed(&wrong).contains(&"short-deals"), "{wrong}");
        // The small deal differs indeed.
        let found = suite(&wrong, "short-deals");
        let deal = found["deck"].as_str().unwrap();
        let play = ["play", "--rules", "beggar", "--deck", deal, "--position", "--format", "json"];
        let game: Value = serde_json::from_str(&sandbox.ok(&play)).unwrap();
        assert_eq!(game["value"], found["expected"], "{deal}");
        assert_ne!(found["got"], found["expected"]);
        assert!(deal.len() < 6, "{deal} is not small");
    }
    for (arguments, words) in [
        ("check --rules beggar --suite limit -- cat", "short-deals"),
        ("check --rules beggar", "no program"),
        ("check --rules beggar{pile=shuffled} -- cat", "chance decides"),
    ] {
        sandbox.fails_saying(64, arguments, &[words]);
    }
}
