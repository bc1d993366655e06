//! `check` and `cases`: right and wrong programs in Python and Java, and programs that misbehave.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::sandbox::{Sandbox, assert_fits_80_columns};

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
    let check = ["check", "--format", "json", "--decks", "40"];
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

#[test]
fn missing_limit_is_named_though_the_program_never_answers() {
    let times =
        ["--deck-seconds", "0.3", "--seconds", "20", "--suite", "endless", "--suite", "limit"];
    let Some(verdict) = verdict("no-limit", &times) else { return };
    assert_eq!(verdict["diagnosis"]["fields"], json!({ "limit.unit": "none" }));
    let endless = suite(&verdict, "endless");
    assert_eq!((&endless["got"], &endless["deck"]), (&json!("hung"), &json!([1, 2, 2, 1])));
    assert!(endless["different"].as_u64().unwrap() > 1, "it went on after the first: {endless}");
}

#[test]
fn mistakes_that_are_no_rules_are_shown_by_their_suites() {
    let Some(identity) = verdict("identity", &[]) else { return };
    assert_eq!(identity["diagnosis"]["mistake"], json!("python-identity-to-b"));
    assert_eq!(failed(&identity), ["beyond-127", "ends-of-int", "negative-values"]);
    // CPython keeps one object of each number from -5 to 256.
    assert_eq!(suite(&identity, "beyond-127")["deck"], json!([257, 257]));
    assert_eq!(suite(&identity, "negative-values")["deck"], json!([-6, -6]));

    let both_out = verdict("both-out", &[]).unwrap();
    assert_eq!(both_out["diagnosis"]["mistake"], json!("both-out-to-a"));
    let empty = suite(&both_out, "assignment-list");
    assert_eq!(
        (&empty["deck"], &empty["expected"], &empty["got"]),
        (&json!([]), &json!(0), &json!(1))
    );
}

/// Most cards of a deck that one plays by hand, and of one that can be dealt at all.
const BY_HAND: [usize; 2] = [26, 52];

/// A program of `students.py` is found wrong, each suite's difference is cut down to a deck that can
/// be dealt by hand, and the diagnosis is this one, which explains every answer.
fn is_named(student: &str, fields: Value, mistake: Value) {
    let Some(python) = python() else { return };
    let students = program("students.py");
    let words = ["check", "--format", "json", "--decks", "25", "--", python, &students, student];
    let output = Sandbox::new().run(&words);
    assert_eq!(output.status.code(), Some(1), "{student}");
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
    let diagnosis = &verdict["diagnosis"];
    assert_eq!((&diagnosis["fields"], &diagnosis["mistake"]), (&fields, &mistake), "{student}");
    assert_eq!(diagnosis["explains"], diagnosis["of"], "{student}");
    assert_eq!(diagnosis.get("words").is_some(), mistake != json!(null));
    replays_agree(&verdict);
    let smallest = verdict["suites"].as_array().unwrap().iter().filter_map(|suite| {
        let deck = suite["deck"].as_array()?;
        Some((suite["name"].as_str().unwrap(), deck.len()))
    });
    let smallest: Vec<(&str, usize)> = smallest.collect();
    assert!(smallest.iter().all(|&(_, cards)| cards <= BY_HAND[1]), "{student}: {smallest:?}");
    // At least one can be played by hand.
    assert!(smallest.iter().any(|&(_, cards)| cards <= BY_HAND[0]), "{student}: {smallest:?}");
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
                for name in [$(stringify!($student)),+] {
                    assert!(text.contains(&format!("def {name}(deck)")), "{name}");
                }
            }
        }
    };
}

named! {
    pop_end: {}, "draws-from-the-end";
    needs_four: {}, "needs-one-more";
    looks_at_a_first: {}, "both-to-b";
    turned_first: {}, "turned-first";
    loses_the_pot: {}, "pot-lost";
    compares_texts: {}, "as-text";
    compares_objects: {}, "python-identity-to-b";
    lowest_wins: { "compare.low_wins": true }, null;
    third_card_decides: {}, "last-face-down-decides";
    two_mistakes: { "limit.at": 999 }, "needs-one-more";
    exchanges_the_answers: {}, "answer-reversed";
    deals_b_first: {}, "b-dealt-first";
    half_the_cards_each: {}, "odd-card-dropped";
    no_second_war: {}, "second-war-to-b";
    on_top: {}, "on-top";
    turns_not_battles: { "limit.unit": "rounds" }, null;
    b_first_into_the_pot: {}, "b-first";
    any_shortage_draws: {}, "short-is-draw";
}

/// The verdict on a program of `students.py` in words, as one line.
fn words_about(student: &str, options: &[&str]) -> Option<String> {
    let (python, students) = (python()?, program("students.py"));
    let words = [&["check", "--decks", "25"], options, &["--", python, &students, student]];
    let output = Sandbox::new().run(&words.concat());
    assert_eq!(output.status.code(), Some(1), "{student}");
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn crash_is_told_with_what_its_decks_have_in_common() {
    let suites = ["--suite", "both-short", "--suite", "limit"];
    let Some(words) = words_about("forgets_shortage", &suites) else { return };
    let told = "on which it ends without an answer ends in a war that somebody cannot pay for, and \
                no other deck played does.";
    assert!(words.contains(told) && words.contains("IndexError: pop from empty list"), "{words}");
}

#[test]
fn missing_return_is_told() {
    let list = ["--suite", "assignment-list"];
    let Some(words) = words_about("returns_nothing", &list) else { return };
    let told = "No line that it writes is an answer; the first is `None`.";
    assert!(words.contains(told) && words.contains("is a return missing?"), "{words}");
}

#[test]
fn unheard_of_mistake_is_left_open() {
    let suites = ["--suite", "random-12", "--suite", "both-short"];
    let Some(words) = words_about("nobody_knows", &suites) else { return };
    assert!(words.contains("No rules and no mistake that war-sim knows explain"), "{words}");
}

/// Of a program that answers in words all decks are asked, not one per start.
#[test]
fn program_that_answers_in_words_is_asked_to_the_end() {
    let Some(python) = python() else { return };
    let sandbox = Sandbox::new();
    sandbox.write(
        "words.py",
        "import sys\nopen('starts', 'a').write('x')\n\
         for line in sys.stdin: print('Player A wins', flush=True)\n",
    );
    let words = ["check", "--suite", "short-decks", "--format", "json", "--", python, "words.py"];
    let output = sandbox.run(&words);
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
    let short = suite(&verdict, "short-decks");
    assert_eq!((&short["decks"], &short["different"]), (&json!(3_280), &json!(3_280)));
    assert!(sandbox.read("starts").len() < 20, "{}", sandbox.read("starts").len());
    let told = verdict["observed"][0].as_str().unwrap();
    assert!(told.contains("the first is `Player A wins`. Write one line per deck"), "{told}");
}

#[test]
fn program_that_answers_once_is_told_to_go_on() {
    let Some(python) = python() else { return };
    let sandbox = Sandbox::new();
    sandbox.write("one.py", "n = len(input().split())\nprint(1 if n == 1 else 0)\n");
    let words = ["check", "--suite", "equal-values", "--", python, "one.py"];
    let output = sandbox.run(&words);
    let text = String::from_utf8(output.stdout).unwrap();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("It answers one deck and ends. Read decks in a loop"), "{words}");
    assert!(!words.contains("static"), "{words}");
}

/// One process a deck takes too long for all decks: some of every suite are chosen.
#[test]
fn slow_programs_are_asked_fewer_decks_of_every_suite() {
    let Some(python) = python() else { return };
    let sandbox = Sandbox::new();
    sandbox.write(
        "once.py",
        "import sys, time\nsys.path.insert(0, sys.argv[1])\nimport war\ntime.sleep(0.03)\n\
         print(war.find_winner([int(card) for card in sys.argv[2:]]))\n",
    );
    let folder = program("");
    let once = ["check", "--protocol", "once", "--seconds", "12", "--deck-seconds", "5"];
    let words = [&once[..], &["--format", "json", "--", python, "once.py", &folder]].concat();
    let output = sandbox.run(&words);
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
    // On a busy machine a start takes so long that there is not time for every suite.
    let suites = verdict["suites"].as_array().unwrap();
    assert!(suites.iter().all(|suite| suite["different"] == json!(0)), "{verdict}");
    assert!(suite(&verdict, "assignment-list")["decks"].as_u64() > Some(0), "{verdict}");
    assert!(suite(&verdict, "short-decks")["not_played"].as_u64() > Some(3_000));
    assert!(verdict["observed"][0].as_str().unwrap().contains("--seconds"), "{verdict}");
}

#[test]
fn right_program_is_equal_whenever_it_answers() {
    for late in [false, true] {
        let Some(verdict) = verdict_of(if late { &["none", "late"] } else { &["none"] }, &[])
        else {
            return;
        };
        assert_eq!((&verdict["equal"], &verdict["diagnosis"]), (&json!(true), &json!(null)));
        assert_eq!(verdict["suites"].as_array().unwrap().len(), 16);
        for suite in verdict["suites"].as_array().unwrap() {
            assert!(suite["decks"].as_u64() > Some(2) && suite["different"] == json!(0), "{suite}");
            assert_eq!(suite.get("not_played"), None);
        }
    }
}

#[test]
fn crash_is_reported_and_the_next_deck_is_asked() {
    let Some(verdict) =
        verdict("empty-deck", &["--suite", "assignment-list", "--suite", "short-decks"])
    else {
        return;
    };
    for name in ["assignment-list", "short-decks"] {
        let suite = suite(&verdict, name);
        assert_eq!((&suite["different"], &suite["deck"]), (&json!(1), &json!([])), "{suite}");
        assert_eq!(suite["got"], json!("died: exit code 1"));
    }
    assert_eq!(verdict["diagnosis"], json!(null));
    let war = program("war.py");
    let words = ["check", "--suite", "assignment-list", "--", "python3", &war, "empty-deck"];
    let output = Sandbox::new().run(&words);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("IndexError: list index out of range"), "{text}");
}

/// The guilty deck is found though the program answers all decks at once, or none.
#[test]
fn late_programs_that_crash_or_hang_are_blamed_for_the_right_deck() {
    let suites = ["--suite", "assignment-list", "--suite", "short-decks", "--deck-seconds", "0.5"];
    for (mistake, how) in [("empty-deck", "died: exit code 1"), ("lost", "died: exit code 7")] {
        let Some(verdict) = verdict_of(&[mistake, "late"], &suites) else { return };
        for name in ["assignment-list", "short-decks"] {
            let suite = suite(&verdict, name);
            assert_eq!((&suite["different"], &suite["deck"]), (&json!(1), &json!([])), "{suite}");
            assert_eq!(suite["got"], json!(how));
        }
    }
    let options = ["--suite", "assignment-list", "--deck-seconds", "0.5", "--seconds", "40"];
    let verdict = verdict_of(&["no-limit", "late"], &options).unwrap();
    let list = suite(&verdict, "assignment-list");
    assert_eq!((&list["different"], &list["got"]), (&json!(1), &json!("hung")), "{list}");
    assert_eq!(list["deck"], json!([1, 2, 2, 1]));
}

#[test]
fn nonsense_is_shown_without_harm() {
    let Some(verdict) = verdict("nonsense", &["--suite", "assignment-list"]) else { return };
    let suite = suite(&verdict, "assignment-list");
    assert_eq!((&suite["different"], &suite["decks"]), (&json!(14), &json!(14)));
    assert_eq!(suite["got"], json!("nonsense: Player A wins!\\u{1b}[31m"));
    let verdict = self::verdict("two-lines", &["--suite", "assignment-list"]).unwrap();
    assert_eq!(failed(&verdict), ["assignment-list"]);
}

#[test]
fn what_is_kept_between_games_is_found() {
    let Some(_) = python() else { return };
    let war = program("war.py");
    let words = ["check", "--suite", "short-decks", "--", "python3", &war, "static"];
    let output = Sandbox::new().run(&words);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains("something is kept between games"), "{text}");
}

/// Programs that flood, sleep, close, leave children behind: each ends within its time.
#[cfg(unix)]
#[test]
fn misbehaving_programs_end_in_time_with_all_they_started() {
    let sandbox = Sandbox::new();
    let script = |name: &str, text: &str| {
        use std::os::unix::fs::PermissionsExt as _;
        let path = sandbox.write(name, format!("#!/bin/sh\n{text}\n"));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let orphan = "sleep 300 & echo $! >> orphans; echo $$ >> orphans; ";
    for (name, text, got) in [
        ("flood", "yes 1", "nonsense: 1"),
        ("endless-line", "cat /dev/zero", "hung"),
        ("flooded-stderr", "yes reason >&2", "hung"),
        ("deaf", &format!("{orphan} sleep 300"), "hung"),
        ("deserted", &format!("{orphan} exit 3"), "died: exit code 3"),
        #[cfg(target_os = "linux")]
        (
            "daemon",
            "setsid sh -c 'echo $$ >> orphans; (setsid sh -c \"echo \\$\\$ >> orphans; sleep 300\" &); \
             sleep 300' & sleep 0.1; cat > /dev/null",
            "hung",
        ),
        (
            "closed",
            &format!("exec >&-; {orphan} sleep 300"),
            "died: it closed its output and went on",
        ),
        ("killed", "kill -9 $$", "died: signal 9"),
        ("silent", "cat > /dev/null", "hung"),
    ] {
        let path = script(name, text);
        let words = [
            "check",
            "--suite",
            "assignment-examples",
            "--deck-seconds",
            "0.2",
            "--seconds",
            "4",
            "--format",
            "json",
            "--",
            &path,
        ];
        let begun = Instant::now();
        let output = sandbox.run(&words);
        assert!(begun.elapsed() < Duration::from_secs(40), "{name}: {:?}", begun.elapsed());
        assert_eq!(output.status.code(), Some(1), "{name}: {output:?}");
        let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
        let found = verdict["suites"][0]["got"].to_string();
        // On a busy machine the first of a flood of answers may pass for one.
        let is_answer = name == "flood" && found == "1";
        assert!(is_answer || found.starts_with(&format!("\"{got}")), "{name}: {verdict}");
    }
    let orphans = String::from_utf8(sandbox.read("orphans")).unwrap();
    assert!(orphans.lines().count() > 3);
    for id in orphans.lines() {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        assert!(status.is_empty() || status.contains("zombie"), "process {id} is left: {status}");
    }
}

#[test]
fn one_process_a_deck_gets_the_cards_as_arguments() {
    let Some(python) = python() else { return };
    let sandbox = Sandbox::new();
    sandbox.write(
        "once.py",
        "import sys\nsys.path.insert(0, sys.argv[1])\nimport war\n\
         print(war.find_winner([int(card) for card in sys.argv[2:]]))\n",
    );
    let folder = program("");
    let suites = ["--suite", "assignment-list", "--suite", "assignment-examples"];
    let once = ["check", "--protocol", "once", "--seconds", "300", "--deck-seconds", "10"];
    let words = [&once[..], &suites, &["--", python, "once.py", &folder]];
    let out = sandbox.ok(&words.concat());
    assert!(out.ends_with("Equal on all 17 decks.\n"), "{out}");
}

#[test]
fn harness_for_python_lets_a_function_be_checked() {
    let Some(python) = python() else { return };
    let sandbox = Sandbox::new();
    sandbox.write("war_check.py", sandbox.ok("check --harness python"));
    sandbox.write("war.py", std::fs::read(program("war.py")).unwrap());
    let out = sandbox.ok(&["check", "--decks", "50", "--", python, "war_check.py"]);
    assert!(out.contains("\nEqual on all 4,"), "{out}");
}

#[test]
fn harness_for_java_finds_the_compared_integers() {
    let sandbox = Sandbox::new();
    sandbox.write("WarCheck.java", sandbox.ok("check --harness java"));
    sandbox.write("War.java", std::fs::read(program("War.java")).unwrap());
    let compiled = Command::new("javac")
        .args(["War.java", "WarCheck.java"])
        .current_dir(sandbox.folder.path())
        .status();
    if !compiled.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no javac");
        return;
    }
    let words = ["check", "--decks", "50", "--format", "json", "--", "java", "WarCheck"];
    let output = sandbox.run(&words);
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(failed(&verdict), ["beyond-127", "ends-of-int", "negative-values"]);
    assert_eq!(suite(&verdict, "beyond-127")["deck"], json!([128, 128]));
    assert_eq!(verdict["diagnosis"]["mistake"], json!("java-identity-to-b"));

    // The same program with another mistake: it subtracts.
    let right = String::from_utf8(std::fs::read(program("War.java")).unwrap()).unwrap();
    let subtracts = right.replace("x == y", "x.equals(y)").replace("x > y ?", "x - y > 0 ?");
    sandbox.write("War.java", subtracts);
    let compiled =
        Command::new("javac").arg("War.java").current_dir(sandbox.folder.path()).status();
    assert!(compiled.unwrap().success());
    let verdict: Value = serde_json::from_slice(&sandbox.run(&words).stdout).unwrap();
    assert_eq!(failed(&verdict), ["ends-of-int"]);
    assert_eq!(verdict["diagnosis"]["mistake"], json!("overflow"));
}

#[test]
fn answers_of_a_file_are_compared_without_a_program() {
    let sandbox = Sandbox::new();
    sandbox.write("decks.txt", "2 3 4 5\n# remark\n[5, 5]\n\n7\n");
    sandbox.write("right.txt", "-1\r\n0\r\ndraw\r\nA\r\n");
    sandbox.write("wrong.txt", "-1\n1\n0\nyes\n");
    sandbox.write("short.txt", "-1\n0\n");
    let check = |answers: &'static str| ["check", "--answers", answers, "--decks", "decks.txt"];
    assert!(sandbox.ok(&check("right.txt")).ends_with("Equal on all 4 decks.\n"));
    let words = [&check("wrong.txt")[..], &["--format", "json"]].concat();
    let output = sandbox.run(&words);
    assert_eq!(output.status.code(), Some(1));
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        verdict["suites"],
        json!([{ "name": "decks", "decks": 4, "different": 2, "deck": [7], "expected": 1,
                 "got": "nonsense: yes" }])
    );
    sandbox.fails_saying(65, &check("short.txt"), &["short.txt", "2 answers", "4 decks"]);
    sandbox.fails_saying(66, &check("none.txt"), &["none.txt"]);
}

#[test]
fn diagnosis_of_answers_names_the_rules() {
    let sandbox = Sandbox::new();
    let decks = sandbox.ok("deck --count 400 --seed 5");
    sandbox.write("decks.csv", decks);
    let rows = sandbox.ok("play --decks decks.csv --rules winner-first");
    let answers: String =
        rows.lines().skip(1).map(|row| row.split(',').nth(2).unwrap().to_owned() + "\n").collect();
    sandbox.write("answers.txt", answers);
    let words = "check --answers answers.txt --decks decks.csv --format json";
    let verdict: Value = serde_json::from_slice(&sandbox.run(words).stdout).unwrap();
    assert_eq!(verdict["diagnosis"]["fields"], json!({ "pickup": "winner-first" }));
    assert_eq!(sandbox.run(&format!("{words} --rules winner-first")[..]).status.code(), Some(0));
}

#[test]
fn other_rules_can_be_checked() {
    let Some(verdict) = verdict("none", &["--suite", "short-decks"]) else { return };
    assert_eq!(verdict["equal"], json!(true));
    let war = program("war.py");
    let words = [
        "check", "--rules", "one-down", "--format", "json", "--decks", "50", "--", "python3", &war,
    ];
    let output = Sandbox::new().run(&words);
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(verdict["rules"], json!("one-down"));
    assert_eq!(verdict["diagnosis"]["fields"], json!({ "war.face_down": 3 }));
}

#[test]
fn every_form_of_the_verdict_tells_the_same() {
    let Some(python) = python() else { return };
    let war = program("war.py");
    let form = |format: &str, mistake: &str| {
        let words = [
            "check",
            "--suite",
            "limit",
            "--suite",
            "two-equal-cards",
            "--format",
            format,
            "--seconds",
            "20",
            "--",
            python,
            &war,
            mistake,
        ];
        String::from_utf8(Sandbox::new().run(&words).stdout).unwrap()
    };
    let junit = form("junit", "limit-999");
    assert!(junit.contains("tests=\"2\" failures=\"1\" errors=\"0\""), "{junit}");
    assert!(junit.contains("<testcase classname=\"war-sim.umass\" name=\"two-equal-cards\"/>"));
    let read = Command::new(python)
        .args(["-c", "import sys, xml.dom.minidom as m; m.parseString(sys.argv[1])", &junit])
        .status();
    assert!(read.unwrap().success(), "{junit}");
    let gradescope: Value = serde_json::from_str(&form("gradescope", "limit-999")).unwrap();
    let [equal, limit] = [0, 1].map(|k| &gradescope["tests"][k]);
    assert_eq!((&equal["score"], &equal["status"]), (&json!(1.0), &json!("passed")));
    assert_eq!((&limit["score"], &limit["status"]), (&json!(0.0), &json!("failed")));
    assert!(limit["output"].as_str().unwrap().contains("war-sim play --deck"), "{limit}");
    let text = form("text", "limit-999");
    assert!(text.contains("Your program plays `umass` with `limit.at = 999`."), "{text}");
    for line in text.lines().filter(|line| !line.contains("see the game")).skip(1) {
        assert!(line.chars().count() <= 84, "wide: {line}");
    }
}

#[test]
fn the_replay_that_is_shown_plays_the_deck() {
    let Some(python) = python() else { return };
    let sandbox = Sandbox::new();
    let war = program("war.py");
    let words = ["check", "--suite", "limit", "--seconds", "12", "--", python, &war, "limit-999"];
    let text = String::from_utf8(sandbox.run(&words).stdout).unwrap();
    let replay = text.lines().find_map(|line| line.split_once("see the game")).unwrap().1.trim();
    let program = env!("CARGO_BIN_EXE_war-sim");
    let command = replay.replacen("war-sim", &format!("'{program}'"), 1);
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    assert!(output.status.success(), "{replay}");
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("battles       999\n"), "{replay}\n{shown}");
}

#[test]
fn bad_command_lines_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.fails_saying(64, "check", &["--", "--harness", "--answers"]);
    sandbox.fails_saying(64, "check --suite limits -- true", &["`limit`", "short-decks"]);
    sandbox.fails_saying(64, "check --rules shuffled-pot -- true", &["shuffled-pot", "chance"]);
    sandbox.fails_saying(64, "check --deck-seconds 0 -- true", &["--deck-seconds", "0.5"]);
    sandbox.fails_saying(64, "check --decks decks.txt -- true", &["--decks", "--answers"]);
    sandbox.fails_saying(64, "check --answers answers.txt", &["--decks"]);
    sandbox.fails_saying(66, "check -- ./no-such-program", &["no-such-program"]);
    sandbox.write("data.txt", "no program");
    sandbox.write("right.py", "print(1)");
    sandbox.fails_saying(64, "check -- .", &["`.` is a folder"]);
    let one_word: &[&str] = &["no shell", "apart", "-- python3 right.py"];
    sandbox.fails_saying(66, &["check", "--", "python3 right.py"], one_word);
    sandbox.fails_saying(66, "check -- right.py", &["`right.py`", "-- python3 right.py"]);
    #[cfg(unix)]
    sandbox.fails_saying(77, "check -- ./right.py", &["-- python3 ./right.py"]);
    #[cfg(unix)]
    sandbox.fails_saying(77, "check -- ./data.txt", &["data.txt", "chmod +x"]);
    for verb in ["check", "cases"] {
        assert_fits_80_columns(&sandbox.ok(&format!("{verb} --help")[..]));
    }
}

#[test]
fn cases_have_the_winners_that_play_finds() {
    let sandbox = Sandbox::new();
    sandbox.write("cases.csv", sandbox.ok("cases --decks 100"));
    let rows = sandbox.rows("cases.csv");
    assert!(rows.len() > 4_000);
    let decks: String = rows.iter().map(|row| row["deck"].clone() + "\n").collect();
    let (answers, _) = sandbox.with_stdin("play --decks -", decks);
    for (row, answer) in rows.iter().zip(answers.lines().skip(1)) {
        assert_eq!(row["expected"], answer.split(',').nth(2).unwrap(), "{row:?}");
    }
    // The file itself is a file of decks, too.
    let of_file = sandbox.ok("play --decks cases.csv");
    let values = |text: &str| -> Vec<String> {
        text.lines().skip(1).map(|row| row.split(',').nth(2).unwrap().to_owned()).collect()
    };
    assert_eq!(values(&of_file), values(&answers));
    sandbox.write("answers.txt", values(&of_file).join("\n") + "\n");
    sandbox.ok("check --answers answers.txt --decks cases.csv");
}

#[test]
fn cases_for_python_pass_with_a_right_program() {
    let Some(python) = python() else { return };
    let sandbox = Sandbox::new();
    sandbox.write("war.py", std::fs::read(program("war.py")).unwrap());
    sandbox.write("test_war_cases.py", sandbox.ok("cases --format pytest --decks 50"));
    // pytest itself need not be there.
    sandbox.write(
        "pytest.py",
        "class mark:\n    parametrize = staticmethod(lambda *_: (lambda test: test))\n",
    );
    let run = "import test_war_cases as t\nfor suite in t.SUITES: t.test_decks(suite)\nprint(len(t.SUITES))";
    let output =
        Command::new(python).args(["-c", run]).current_dir(sandbox.folder.path()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "16\n", "{output:?}");
}

#[test]
fn cases_for_java_compile_and_find_the_compared_integers() {
    let sandbox = Sandbox::new();
    sandbox.write("War.java", std::fs::read(program("War.java")).unwrap());
    let cases = sandbox.ok("cases --format junit5 --decks 200");
    assert!(cases.contains("void assignmentList()") && cases.contains("War.findWinner(deck)"));
    sandbox.write("WarCasesTest.java", cases);
    // JUnit itself need not be there.
    sandbox.write(
        "org/junit/jupiter/api/Test.java",
        "package org.junit.jupiter.api;\nimport java.lang.annotation.*;\n\
         @Retention(RetentionPolicy.RUNTIME) public @interface Test {}\n",
    );
    sandbox.write(
        "org/junit/jupiter/api/Assertions.java",
        "package org.junit.jupiter.api;\npublic class Assertions {\n\
         public static void assertEquals(int a, int b, String m) {\n\
         if (a != b) throw new AssertionError(m);\n}}\n",
    );
    sandbox.write(
        "Run.java",
        "import java.lang.reflect.*;\npublic class Run {\npublic static void main(String[] x) throws \
         Exception {\nSystem.setOut(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));\n\
         for (Method m : WarCasesTest.class.getDeclaredMethods()) {\n\
         if (!m.isAnnotationPresent(org.junit.jupiter.api.Test.class)) continue;\n\
         m.setAccessible(true);\ntry { m.invoke(new WarCasesTest()); } catch \
         (InvocationTargetException e) { System.err.println(m.getName()); }\n}}}\n",
    );
    let folder = sandbox.folder.path();
    let sources = [
        "Run.java",
        "War.java",
        "WarCasesTest.java",
        "org/junit/jupiter/api/Test.java",
        "org/junit/jupiter/api/Assertions.java",
    ];
    let compiled = Command::new("javac").args(sources).current_dir(folder).output();
    let Ok(compiled) = compiled else {
        eprintln!("skipped: there is no javac");
        return;
    };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new("java").arg("Run").current_dir(folder).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    let mut failed: Vec<&str> = stderr.lines().collect();
    failed.sort_unstable();
    assert_eq!(failed, ["beyond127", "endsOfInt", "negativeValues"]);
}

/// The verdict on `tests/cli/programs/beggar.py` with this mistake.
fn verdict_of_beggar(mistake: &str) -> Option<Value> {
    let (python, beggar) = (python()?, program("beggar.py"));
    let words = ["check", "--rules", "beggar", "--format", "json", "--decks", "30", "--", python];
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
    assert_eq!(suite(&right, "short-deals")["decks"], json!(14_650));
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
        let play = ["beggar", "play", deal, "--position", "--format", "json"];
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
