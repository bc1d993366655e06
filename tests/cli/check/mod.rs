//! `check`: right and wrong programs in Python and Java, and programs that misbehave.

mod conduct;
mod forms;

use std::process::Command;

use serde_json::{Value, json};

use crate::sandbox::{Sandbox, flat};

/// Seconds that no busy machine exceeds: all is played of a program that answers every deck, and nothing is a hang.
const PATIENT: &str = "--seconds 600 --deck-seconds 60";
/// For who ends at every deck and is started for each: the usual time for all of them.
const BRIEF: &str = "--deck-seconds 60";

/// Suites in which most mistakes show, without the thousands of short decks.
const SUITES: &str = "-n 25 --suite assignment-list --suite three-cards-left --suite both-short --suite limit \
                      --suite beyond-127 --suite odd-sizes --suite wars-on-wars --suite random-12 --suite random-52";

/// War for tests that start it often: so it begins in a tenth of the time of Python.
const WAR: &str = if cfg!(windows) { "python3 war.py" } else { "awk -f war.awk" };

const STUDENTS: &str = include_str!("../programs/students.py");

/// A folder with the programs in Python and awk; without these none, and a word that the test did nothing.
fn programs() -> Option<Sandbox> {
    let starts = |program: &str, asked: &str| {
        Command::new(program).arg(asked).output().is_ok_and(|o| o.status.success())
    };
    if !starts("python3", "--version") || !cfg!(windows) && !starts("awk", "BEGIN { exit }") {
        eprintln!("skipped: there is no python3, or no awk");
        return None;
    }
    let sandbox = Sandbox::new();
    sandbox.write("war.py", include_str!("../programs/war.py"));
    sandbox.write("war.awk", include_str!("../programs/war.awk"));
    sandbox.write("students.py", STUDENTS);
    sandbox.write("others.py", include_str!("../programs/others.py"));
    Some(sandbox)
}

/// The exit code of `check`, and what it prints.
fn said(sandbox: &Sandbox, line: &str) -> (Option<i32>, String) {
    let output = sandbox.run(&format!("check {line}"));
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// What `check` prints of a program that is wrong, in one line.
fn words_about(sandbox: &Sandbox, line: &str) -> String {
    let (code, text) = said(sandbox, line);
    assert_eq!(code, Some(1), "{line}: {text}");
    flat(&text)
}

/// The verdict as JSON.
fn verdict(sandbox: &Sandbox, line: &str) -> Value {
    let (code, text) = said(sandbox, &format!("--format json {line}"));
    let verdict: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(code, Some(i32::from(verdict["equal"] == json!(false))), "{line}");
    verdict
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
    let suites = verdict["suites"].as_array().unwrap().iter();
    let shown: Vec<&Value> = suites.filter(|suite| suite["deck"].is_array()).collect();
    let decks: String = shown.iter().map(|suite| format!("{}\n", suite["deck"])).collect();
    let (rows, _) = Sandbox::new().with_stdin("play --decks -", decks);
    assert_eq!(rows.lines().count(), 1 + shown.len(), "{rows}");
    for (row, suite) in rows.lines().skip(1).zip(shown) {
        assert_eq!(row.split(',').nth(2).unwrap(), suite["expected"].to_string(), "{suite}");
        assert_ne!(suite["got"], suite["expected"]);
    }
}

/// Most cards of a deck that one plays by hand.
const BY_HAND: usize = 26;

/// The verdict on a program: it is wrong, and a difference is cut down to a deck that can be dealt by hand.
fn verdict_on(sandbox: &Sandbox, program: &str) -> Value {
    let verdict = verdict(sandbox, &format!("{SUITES} {PATIENT} -- python3 {program}"));
    assert_eq!(verdict["equal"], json!(false), "{program}");
    replays_agree(&verdict);
    let cards = |suite: &Value| suite["deck"].as_array().map(Vec::len);
    let smallest = verdict["suites"].as_array().unwrap().iter().filter_map(cards).min();
    assert!(smallest.is_some_and(|cards| cards <= BY_HAND), "{program}: {smallest:?}");
    verdict
}

// Mistakes, each found and named.

/// A few of the fields that `src/check/explain.rs` finds by their answers.
#[test]
fn rules_that_a_program_plays_instead_are_named() {
    let Some(sandbox) = programs() else { return };
    for (mistake, fields) in [
        ("limit-before", json!({ "limit.asked": "before" })),
        ("four-down", json!({ "war.face_down": 4 })),
        ("winner-block", json!({ "pickup": "winner-block" })),
        ("halves", json!({ "deal": "halves" })),
        ("low-wins", json!({ "compare.low_wins": true })),
        ("more-cards", json!({ "war.both_short": "more-cards" })),
    ] {
        let verdict = verdict_on(&sandbox, &format!("war.py {mistake}"));
        let suites = verdict["suites"].as_array().unwrap().iter();
        let different: i64 = suites.map(|suite| suite["different"].as_i64().unwrap()).sum();
        assert!(different > 0, "{mistake}");
        let diagnosis = &verdict["diagnosis"];
        let explained = (&diagnosis["rules"], &diagnosis["explains"], &diagnosis["of"]);
        assert_eq!(explained, (&json!("umass"), &json!(different), &json!(different)), "{mistake}");
        let named = (&diagnosis["fields"], diagnosis.get("mistake"));
        assert_eq!(named, (&fields, None), "{mistake}");
    }
}

/// Limits that answer alike are all named, and none is stated as known.
#[test]
fn limits_that_explain_the_same_are_named() {
    let Some(sandbox) = programs() else { return };
    for (mistake, like, other) in [
        ("limit-1001", "with `limit.asked = \"before\"`.", "with `limit.at = 1001`."),
        (
            "limit-3000",
            "with `limit.unit = \"none\"`.",
            "with `limit.at = 5000` (and from 1 more).",
        ),
    ] {
        let words = words_about(
            &sandbox,
            &format!("-n 40 --suite limit --suite random-12 -- python3 war.py {mistake}"),
        );
        assert!(words.contains(&format!("answers like one that plays `umass` {like}")), "{words}");
        assert!(words.contains("In such a program") && words.contains(other), "{words}");
    }
}

#[test]
fn missing_limit_is_named_though_the_program_never_answers() {
    let Some(sandbox) = programs() else { return };
    let line = "--deck-seconds 0.3 --seconds 100 --suite short-decks --suite limit";
    let verdict = verdict(&sandbox, &format!("{line} -- {WAR} no-limit"));
    assert_eq!(verdict["diagnosis"]["fields"], json!({ "limit.unit": "none" }));
    let endless = suite(&verdict, "short-decks");
    assert_eq!((&endless["got"], &endless["deck"]), (&json!("hung"), &json!([1, 2, 2, 1])));
    assert!(endless["different"].as_u64().unwrap() > 1, "it went on after the first: {endless}");
}

#[test]
fn mistakes_that_are_no_rules_are_shown_by_their_suites() {
    let Some(sandbox) = programs() else { return };
    let of = |suites: &str, program: &str| {
        verdict(&sandbox, &format!("{suites} {PATIENT} -- python3 {program}"))
    };
    let identity = of("-n 40", "war.py identity");
    assert_eq!(identity["diagnosis"]["mistake"], json!("identity"));
    assert_eq!(failed(&identity), ["beyond-127", "ends-of-int", "negative-values"]);
    // CPython keeps one object of each number from -5 to 256.
    assert_eq!(suite(&identity, "beyond-127")["deck"], json!([257, 257]));
    assert_eq!(suite(&identity, "negative-values")["deck"], json!([-127, -127]));
    let both_out = of("--suite assignment-list", "war.py both-out");
    let empty = suite(&both_out, "assignment-list");
    let told = (&empty["deck"], &empty["expected"], &empty["got"]);
    assert_eq!(told, (&json!([]), &json!(0), &json!(1)));
    let of_great_numbers = "--suite beyond-127 --suite ends-of-int --suite negative-values";
    assert_eq!(failed(&of(of_great_numbers, "students.py subtracts")), ["ends-of-int"]);
}

/// Slips that `check` has no name for, and two at once, are found all the same, and nothing is said to explain them.
#[test]
fn slips_without_a_name_are_shown_by_their_smallest_decks() {
    let Some(sandbox) = programs() else { return };
    for student in [
        "turned_first",
        "exchanges_the_answers",
        "no_second_war",
        "b_first_into_the_pot",
        "any_shortage_draws",
        "two_mistakes",
        "third_card_decides",
    ] {
        let verdict = verdict_on(&sandbox, &format!("students.py {student}"));
        assert_eq!(verdict["diagnosis"], json!(null), "{student}");
    }
}

/// Wrong programs that were written apart from `check`, each in its own way: what explains every answer is named.
/// One process gives the answers of all.
#[test]
fn what_students_did_is_named() {
    let Some(sandbox) = programs() else { return };
    let named = [
        ("pop_end", json!({}), json!("draws-from-the-end")),
        ("needs_four", json!({}), json!("needs-one-more")),
        ("looks_at_a_first", json!({}), json!("both-to-b")),
        ("loses_the_pot", json!({}), json!("pot-lost")),
        ("compares_texts", json!({}), json!("as-text")),
        ("compares_objects", json!({}), json!("identity")),
        ("lowest_wins", json!({ "compare.low_wins": true }), json!(null)),
        ("deals_b_first", json!({}), json!("b-dealt-first")),
        ("half_the_cards_each", json!({}), json!("odd-card-dropped")),
        ("on_top", json!({}), json!("on-top")),
        ("counts_in_a_for_loop", json!({}), json!("pays-at-the-limit")),
        ("turns_not_battles", json!({ "limit.unit": "rounds" }), json!(null)),
    ];
    sandbox.write("cases.csv", sandbox.ok(&format!("check --list {SUITES}")));
    sandbox.write(
        "answers.py",
        "import csv, json, sys, students\nrows = list(csv.DictReader(open('cases.csv')))\n\
         for name in sys.argv[1:]:\n    with open(name, 'w') as file:\n        for row in rows:\n            \
         print(getattr(students, name)(json.loads(row['deck'])), file=file)\n",
    );
    let mut answers = Command::new("python3");
    answers.arg("answers.py").args(named.each_ref().map(|(student, ..)| student));
    assert!(answers.current_dir(sandbox.folder.path()).status().unwrap().success());
    for (student, fields, mistake) in named {
        let verdict = verdict(&sandbox, &format!("--answers {student} --decks cases.csv"));
        replays_agree(&verdict);
        let diagnosis = &verdict["diagnosis"];
        let named = (&diagnosis["fields"], &diagnosis["mistake"]);
        assert_eq!(named, (&fields, &mistake), "{student}");
        assert_eq!(diagnosis["explains"], diagnosis["of"], "{student}");
        assert_eq!(diagnosis.get("words").is_some(), mistake != json!(null));
        assert_eq!(diagnosis.get("readings").is_some(), fields != json!({}));
    }
}

#[test]
fn no_student_is_left_out() {
    let tests = [include_str!("mod.rs"), include_str!("conduct.rs")].concat();
    let name = |line: &'static str| line.strip_prefix("def ")?.strip_suffix("(deck):");
    for name in STUDENTS.lines().filter_map(name) {
        let is_in = |form: &str| tests.contains(&form.replace("NAME", name));
        assert!(is_in("\"NAME\"") || is_in("students.py NAME\""), "{name}");
    }
}
