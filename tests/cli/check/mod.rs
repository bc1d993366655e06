//! `check`: right and wrong programs in Python and Java, and programs that misbehave.

mod conduct;
mod forms;

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// Python, or a word that the test did nothing.
fn python() -> Option<&'static str> {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|o| o.status.success());
    if !found {
        eprintln!("skipped: there is no python3");
    }
    found.then_some("python3")
}

/// Seconds that no busy machine exceeds: all is played of a program that answers every deck, and nothing is a hang.
/// Who ends at every deck is started for each, and has the usual time for all of them.
const PATIENT: [&str; 4] = ["--seconds", "600", "--deck-seconds", "60"];

fn program(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cli/programs");
    folder.join(name).to_str().unwrap().to_owned()
}

/// The verdict on `tests/cli/programs/war.py` with this mistake, as JSON.
fn verdict(mistake: &str, options: &[&str]) -> Option<Value> {
    verdict_of(&[mistake], options)
}

fn verdict_of(arguments: &[&str], options: &[&str]) -> Option<Value> {
    let (python, war) = (python()?, program("war.py"));
    let check = ["check", "--format", "json", "-n", "40"];
    let times: &[&str] = if options.contains(&"--seconds") { &[] } else { &PATIENT };
    let words = [&check[..], times, options, &["--", python, &war], arguments].concat();
    let output = Sandbox::new().run(&words);
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let expected = i32::from(value["equal"] == json!(false));
    assert_eq!(output.status.code(), Some(expected), "{arguments:?}");
    assert_eq!(value["rules"], json!("umass"));
    Some(value)
}

/// The names of the suites that found something.
fn failed(verdict: &Value) -> Vec<&str> {
    let suites = verdict["suites"].as_array().unwrap().iter();
    suites.filter(|s| s["different"] != json!(0)).map(|s| s["name"].as_str().unwrap()).collect()
}

/// A suite of a verdict.
fn suite<'v>(verdict: &'v Value, name: &str) -> &'v Value {
    verdict["suites"].as_array().unwrap().iter().find(|s| s["name"] == json!(name)).unwrap()
}

/// What `play` says of the deck shown of each suite is what the verdict expects.
fn replays_agree(verdict: &Value) {
    let sandbox = Sandbox::new();
    for suite in verdict["suites"].as_array().unwrap() {
        let Some(deck) = suite["deck"].as_array() else { continue };
        let deck: Vec<String> = deck.iter().map(Value::to_string).collect();
        let out = sandbox.ok(&["play", "--deck", &deck.join(" "), "--format", "json"]);
        let game: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(game["value"], suite["expected"], "{suite}");
        assert_ne!(suite["got"], suite["expected"]);
    }
}

/// The verdict on a program of `students.py` in words, as one line.
fn words_about(student: &str, options: &[&str]) -> Option<String> {
    let (python, students) = (python()?, program("students.py"));
    let program = ["--", python, &students, student];
    let words = [&["check", "-n", "25"], &PATIENT[2..], options, &program];
    let output = Sandbox::new().run(&words.concat());
    assert_eq!(output.status.code(), Some(1), "{student}");
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

// Mistakes, each found and named.

/// A wrong program is found, and the neighbouring rules that it plays are named.
fn is_diagnosed(mistake: &str, fields: Value, options: &[&str]) {
    let Some(verdict) = verdict(mistake, options) else { return };
    replays_agree(&verdict);
    let different: i64 = verdict["suites"]
        .as_array()
        .unwrap()
        .iter()
        .map(|suite| suite["different"].as_i64().unwrap())
        .sum();
    assert!(different > 0, "{mistake}");
    let diagnosis = &verdict["diagnosis"];
    let explained = (&diagnosis["rules"], &diagnosis["explains"], &diagnosis["of"]);
    assert_eq!(explained, (&json!("umass"), &json!(different), &json!(different)), "{mistake}");
    let named = (&diagnosis["fields"], diagnosis.get("mistake"));
    assert_eq!(named, (&fields, None), "{mistake}");
}

macro_rules! diagnosed {
    ($($name:ident: $mistake:literal, $fields:tt;)+) => {
        $(
            #[test]
            fn $name() {
                is_diagnosed($mistake, json!($fields), &[]);
            }
        )+
    };
}

diagnosed! {
    limit_asked_before_the_battle_is_named: "limit-before", { "limit.asked": "before" };
    limit_a_battle_early_is_named: "limit-999", { "limit.at": 999 };
    limit_a_battle_late_is_one_asked_before: "limit-1001", { "limit.asked": "before" };
    limit_two_battles_early_is_named: "limit-998", { "limit.at": 998 };
    limit_far_too_low_is_named: "limit-50", { "limit.at": 50 };
    limit_half_as_high_is_named: "limit-500", { "limit.at": 500 };
    limit_two_battles_late_is_named: "limit-1002", { "limit.at": 1_002 };
    limit_twice_as_high_is_named: "limit-2000", { "limit.at": 2_000 };
    two_cards_face_down_are_named: "two-down", { "war.face_down": 2 };
    four_cards_face_down_are_named: "four-down", { "war.face_down": 4 };
    laying_in_turn_is_named: "alternating", { "war.lay": "alternating" };
    winners_card_first_is_named: "winner-first", { "pickup": "winner-first" };
    winners_block_first_is_named: "winner-block", { "pickup": "winner-block" };
    last_card_first_is_named: "reversed", { "pickup": "last-first" };
    dealing_halves_is_named: "halves", { "deal": "halves" };
    lower_card_winning_is_named: "low-wins", { "compare.low_wins": true };
    more_cards_winning_is_named: "more-cards", { "war.both_short": "more-cards" };
}

/// Limits that answer alike are all named, and none is stated as known.
#[test]
fn limits_that_explain_the_same_are_named() {
    for (mistake, like, other) in [
        ("limit-1001", "with `limit.asked = \"before\"`.", "with `limit.at = 1001`."),
        (
            "limit-3000",
            "with `limit.unit = \"none\"`.",
            "with `limit.at = 5000` (and from 1 more).",
        ),
    ] {
        if python().is_none() {
            return;
        }
        let words = ["check", "-n", "40", "--", "python3", &program("war.py"), mistake];
        let text = String::from_utf8(Sandbox::new().run(&words).stdout).unwrap();
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&format!("answers like one that plays `umass` {like}")), "{text}");
        assert!(words.contains("In such a program") && words.contains(other), "{text}");
    }
}

#[test]
fn missing_limit_is_named_though_the_program_never_answers() {
    let times =
        ["--deck-seconds", "0.3", "--seconds", "100", "--suite", "short-decks", "--suite", "limit"];
    let Some(verdict) = verdict("no-limit", &times) else { return };
    assert_eq!(verdict["diagnosis"]["fields"], json!({ "limit.unit": "none" }));
    let endless = suite(&verdict, "short-decks");
    assert_eq!((&endless["got"], &endless["deck"]), (&json!("hung"), &json!([1, 2, 2, 1])));
    assert!(endless["different"].as_u64().unwrap() > 1, "it went on after the first: {endless}");
}

#[test]
fn mistakes_that_are_no_rules_are_shown_by_their_suites() {
    let Some(identity) = verdict("identity", &[]) else { return };
    assert_eq!(identity["diagnosis"]["mistake"], json!("identity"));
    assert_eq!(failed(&identity), ["beyond-127", "ends-of-int", "negative-values"]);
    // CPython keeps one object of each number from -5 to 256.
    assert_eq!(suite(&identity, "beyond-127")["deck"], json!([257, 257]));
    assert_eq!(suite(&identity, "negative-values")["deck"], json!([-127, -127]));

    let both_out = verdict("both-out", &[]).unwrap();
    let empty = suite(&both_out, "assignment-list");
    assert_eq!(
        (&empty["deck"], &empty["expected"], &empty["got"]),
        (&json!([]), &json!(0), &json!(1))
    );
}

/// Most cards of a deck that one plays by hand.
const BY_HAND: usize = 26;

/// The verdict on a program of `students.py`: it is wrong, and a difference is cut down to a deck that can be dealt
/// by hand.
fn verdict_on(student: &str) -> Option<Value> {
    let (python, students) = (python()?, program("students.py"));
    let program = ["--", python, &students, student];
    let words = [&["check", "--format", "json", "-n", "25"], &PATIENT[..], &program];
    let output = Sandbox::new().run(&words.concat());
    assert_eq!(output.status.code(), Some(1), "{student}");
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
    replays_agree(&verdict);
    let cards = |suite: &Value| suite["deck"].as_array().map(Vec::len);
    let smallest = verdict["suites"].as_array().unwrap().iter().filter_map(cards).min();
    assert!(smallest.is_some_and(|cards| cards <= BY_HAND), "{student}: {smallest:?}");
    Some(verdict)
}

/// What explains every answer of a program of `students.py` is named.
fn is_named(student: &str, fields: Value, mistake: Value) {
    let Some(verdict) = verdict_on(student) else { return };
    let diagnosis = &verdict["diagnosis"];
    assert_eq!((&diagnosis["fields"], &diagnosis["mistake"]), (&fields, &mistake), "{student}");
    assert_eq!(diagnosis["explains"], diagnosis["of"], "{student}");
    assert_eq!(diagnosis.get("words").is_some(), mistake != json!(null));
    assert_eq!(diagnosis.get("readings").is_some(), fields != json!({}));
}

/// Slips that `check` has no name for, and two at once, are found all the same, and nothing is said to explain them.
#[test]
fn slips_without_a_name_are_shown_by_their_smallest_decks() {
    for student in [
        "turned_first",
        "exchanges_the_answers",
        "no_second_war",
        "b_first_into_the_pot",
        "any_shortage_draws",
        "two_mistakes",
        "third_card_decides",
    ] {
        let Some(verdict) = verdict_on(student) else { return };
        assert_eq!(verdict["diagnosis"], json!(null), "{student}");
    }
}

macro_rules! named {
    ($($student:ident: $fields:tt, $mistake:tt;)+) => {
        /// Wrong programs that were written apart from `check`, each in its own way.
        mod students {
            $(
                #[test]
                fn $student() {
                    super::is_named(
                        stringify!($student),
                        serde_json::json!($fields),
                        serde_json::json!($mistake),
                    );
                }
            )+

            #[test]
            fn nobody_is_left_out() {
                let text = std::fs::read_to_string(super::program("students.py")).unwrap();
                let tests = [include_str!("mod.rs"), include_str!("conduct.rs")].concat();
                fn name(line: &str) -> Option<&str> {
                    line.strip_prefix("def ")?.strip_suffix("(deck):")
                }
                let names: Vec<&str> = text.lines().filter_map(name).collect();
                assert!([$(stringify!($student)),+].iter().all(|named| names.contains(named)));
                for name in names {
                    let is_tested = ["\"NAME\"", "\n    NAME: "];
                    let is_in = |as_is: &str| tests.contains(&as_is.replace("NAME", name));
                    assert!(is_tested.into_iter().any(is_in), "{name}");
                }
            }
        }
    };
}

named! {
    pop_end: {}, "draws-from-the-end";
    needs_four: {}, "needs-one-more";
    looks_at_a_first: {}, "both-to-b";
    loses_the_pot: {}, "pot-lost";
    compares_texts: {}, "as-text";
    compares_objects: {}, "identity";
    lowest_wins: { "compare.low_wins": true }, null;
    deals_b_first: {}, "b-dealt-first";
    half_the_cards_each: {}, "odd-card-dropped";
    on_top: {}, "on-top";
    counts_in_a_for_loop: {}, "pays-at-the-limit";
    turns_not_battles: { "limit.unit": "rounds" }, null;
}
