//! `check`: right and wrong programs in Python and Java, and programs that misbehave.

mod conduct;
mod diagnosis;
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
    // All of it is played, however busy the machine.
    let check =
        [&check[..], if options.contains(&"--seconds") { &[] } else { &["--seconds", "600"] }]
            .concat();
    let words = [&check[..], options, &["--", python, &war], arguments].concat();
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

/// What `play` says of the smallest deck of each suite is what the verdict expects.
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
    let words = [&["check", "-n", "25"], options, &["--", python, &students, student]];
    let output = Sandbox::new().run(&words.concat());
    assert_eq!(output.status.code(), Some(1), "{student}");
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}
