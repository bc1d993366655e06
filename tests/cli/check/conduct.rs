//! Programs that crash, hang, print nonsense or keep something between games.

use serde_json::{Value, json};

use super::{PATIENT, failed, program, python, suite, verdict, verdict_of, words_about};
use crate::sandbox::Sandbox;

#[test]
fn crashes_are_told_with_their_exception() {
    let suites = ["--suite", "both-short", "--suite", "limit"];
    let Some(words) = words_about("forgets_shortage", &suites) else { return };
    let told = "it ends without an answer, each time with `IndexError: pop from empty list`.";
    assert!(words.contains(told), "{words}");
}

#[test]
fn missing_return_is_told() {
    let list = ["--suite", "assignment-list"];
    let Some(words) = words_about("returns_nothing", &list) else { return };
    let told = "its output is not an answer, such as `None`.";
    assert!(words.contains(told) && words.contains("is a return missing?"), "{words}");
}

#[test]
fn unheard_of_mistake_is_left_open() {
    let suites = ["--suite", "random-12", "--suite", "both-short"];
    let Some(words) = words_about("nobody_knows", &suites) else { return };
    assert!(words.contains("No rules and no mistake that war-sim knows were found"), "{words}");
}

#[test]
fn program_that_answers_in_words_is_told_what_to_write() {
    let Some(python) = python() else { return };
    let sandbox = Sandbox::new();
    sandbox.write("words.py", "for line in open(0): print('Player A wins', flush=True)\n");
    let list = ["check", "--suite", "assignment-list", "--format", "json"];
    let output = sandbox.run(&[&list[..], &PATIENT, &["--", python, "words.py"]].concat());
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
    let told = verdict["observed"][0].as_str().unwrap();
    assert!(told.contains("such as `Player A wins`. Write one line per deck"), "{told}");
}

#[test]
fn program_that_answers_once_is_told_to_go_on() {
    let Some(python) = python() else { return };
    let sandbox = Sandbox::new();
    sandbox.write("one.py", "n = len(input().split())\nprint(1 if n == 1 else 0)\n");
    let words = [&["check", "--suite", "equal-values"], &PATIENT[2..], &["--", python, "one.py"]];
    let output = sandbox.run(&words.concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("exit code 0. Print an answer for each deck: read decks"), "{words}");
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
    let once = ["check", "--once", "--seconds", "12", "--deck-seconds", "5"];
    let words = [&once[..], &["--format", "json", "--", python, "once.py", &folder]].concat();
    let output = sandbox.run(&words);
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
    // On a busy machine a start takes so long that there is not time for every suite.
    // What was not played is not known to be right, however few decks there was time for.
    assert_eq!((&verdict["equal"], output.status.code()), (&json!(false), Some(1)));
    let suites = verdict["suites"].as_array().unwrap();
    assert!(suites.iter().all(|suite| suite["different"] == json!(0)), "{verdict}");
    assert!(suite(&verdict, "assignment-list")["decks"].as_u64() > Some(0), "{verdict}");
    assert!(suite(&verdict, "short-decks")["not_played"].as_u64() > Some(3_000));
}

#[test]
fn right_program_is_equal_whenever_it_answers() {
    for late in [false, true] {
        let arguments: &[&str] = if late { &["none", "late"] } else { &["none"] };
        let Some(verdict) = verdict_of(arguments, &["--seconds", "400"]) else { return };
        assert_eq!((&verdict["equal"], &verdict["diagnosis"]), (&json!(true), &json!(null)));
        assert_eq!(verdict["suites"].as_array().unwrap().len(), 13);
        for suite in verdict["suites"].as_array().unwrap() {
            assert!(suite["decks"].as_u64() > Some(2) && suite["different"] == json!(0), "{suite}");
            assert_eq!(suite.get("not_played"), None);
        }
    }
    // One deck behind, ten at once, and once not within the time of a deck.
    for way in ["ahead", "tens", "pause"] {
        let options = ["--suite", "short-decks", "--suite", "beyond-127", "--seconds", "400"];
        let Some(verdict) = verdict_of(&["none", way], &options) else { return };
        assert_eq!(
            (&verdict["equal"], &verdict["diagnosis"]),
            (&json!(true), &json!(null)),
            "{way}"
        );
        let suites = verdict["suites"].as_array().unwrap();
        assert!(suites.iter().all(|suite| suite.get("not_played").is_none()), "{way}: {verdict}");
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
    let words = ["check", "--suite", "assignment-list"];
    let words = [&words[..], &PATIENT, &["--", "python3", &war, "empty-deck"]];
    let output = Sandbox::new().run(&words.concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("IndexError: list index out of range"), "{text}");
}

/// The guilty deck is found though the program answers all decks at once, or none.
#[test]
fn late_programs_that_crash_or_hang_are_blamed_for_the_right_deck() {
    let suites = ["--suite", "assignment-list", "--suite", "short-decks"];
    let suites = [&suites[..], &PATIENT].concat();
    for (mistake, way, how) in [
        ("empty-deck", "late", "died: exit code 1"),
        ("lost", "late", "died: exit code 7"),
        ("lost", "ahead", "died: exit code 7"),
        ("lost", "tens", "died: exit code 7"),
    ] {
        let Some(verdict) = verdict_of(&[mistake, way], &suites) else { return };
        for name in ["assignment-list", "short-decks"] {
            let suite = suite(&verdict, name);
            assert_eq!((&suite["different"], &suite["deck"]), (&json!(1), &json!([])), "{suite}");
            assert_eq!(suite["got"], json!(how));
        }
    }
    let options = ["--suite", "assignment-list", "--deck-seconds", "1", "--seconds", "240"];
    let verdict = verdict_of(&["no-limit", "late"], &options).unwrap();
    let list = suite(&verdict, "assignment-list");
    assert_eq!((&list["different"], &list["got"]), (&json!(1), &json!("hung")), "{list}");
    assert_eq!(list["deck"], json!([1, 2, 2, 1]));
}

/// Who hangs on one deck, and reads ahead or pauses, hangs on no other.
#[test]
fn one_deck_that_hangs_is_the_only_one_blamed() {
    let options = ["--suite", "short-decks", "--deck-seconds", "0.4", "--seconds", "100"];
    for way in ["ahead", "pause"] {
        let Some(verdict) = verdict_of(&["stuck", way], &options) else { return };
        let suite = suite(&verdict, "short-decks");
        let told = (&suite["different"], &suite["deck"], &suite["not_played"]);
        assert_eq!(told, (&json!(1), &json!([3, 3]), &json!(null)), "{way}: {suite}");
    }
}

#[test]
fn nonsense_is_shown_without_harm() {
    let Some(verdict) = verdict("nonsense", &["--suite", "assignment-list"]) else { return };
    let suite = suite(&verdict, "assignment-list");
    assert_eq!((&suite["different"], &suite["decks"]), (&json!(14), &json!(14)));
    assert_eq!(suite["got"], json!("nonsense: Player A wins!\\u{1b}[31m"));
    // A second line may be taken for the answer to the next deck: the last one is waited for.
    let usual = ["--suite", "assignment-list", "--seconds", "60"];
    let verdict = self::verdict("two-lines", &usual).unwrap();
    assert_eq!(failed(&verdict), ["assignment-list"]);
}

/// Programs that answer by chance, now and then or each time.
#[test]
fn chance_is_not_taken_for_rules() {
    let Some(python) = python() else { return };
    let sandbox = Sandbox::new();
    let folder = program("");
    for answer in ["random.choice([1, 0, -1])", "right if random.random() < .97 else 0"] {
        sandbox.write(
            "chance.py",
            format!(
                "import random, sys\nsys.path.insert(0, sys.argv[1])\nimport war\nfor line in \
                 sys.stdin:\n    right = war.find_winner([int(card) for card in line.split()])\n    \
                 print({answer}, flush=True)\n"
            ),
        );
        let words = [&["check", "-n", "25"], &PATIENT[..], &["--", python, "chance.py", &folder]];
        let output = sandbox.run(&words.concat());
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("or differs from run to run (by random numbers"), "{text}");
        assert!(!words.contains("plays"), "{text}");
    }
}

#[test]
fn what_is_kept_between_games_is_found() {
    let Some(_) = python() else { return };
    let war = program("war.py");
    let words = [&["check", "--suite", "short-decks"], &PATIENT[..], &["--", "python3", &war]];
    let output = Sandbox::new().run(&[&words.concat()[..], &["static"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains("the program keeps something between games"), "{text}");
}

/// More or fewer lines than decks move the answers, which is nothing that is kept between games.
#[test]
fn lines_too_many_and_too_few_are_told() {
    let Some(python) = python() else { return };
    let sandbox = Sandbox::new();
    let folder = program("");
    for (lines, end, told) in [
        ("2", "\\n", "On 52 of 52 decks its output is not an answer, such as `0 / 0`."),
        ("1", " ", "On 52 of 52 decks its output is not an answer, such as `0 "),
        (
            "len(cards) != 4",
            "\\n",
            "On 4 of 52 decks it ends without an answer, each time exit code 0.",
        ),
        (
            "len(cards) > 0",
            "\\n",
            "On 1 of 52 decks it ends without an answer, such as exit code 0.",
        ),
    ] {
        sandbox.write(
            "lines.py",
            format!(
                "import sys\nsys.path.insert(0, sys.argv[1])\nimport war\nfor line in sys.stdin:\n    \
                 cards = [int(card) for card in line.split()]\n    for _ in range({lines}):\n        \
                 print(war.find_winner(cards), flush=True, end='{end}')\n"
            ),
        );
        let suites = ["check", "--suite", "assignment-list", "--suite", "equal-values"];
        let words = [&suites[..], &["--", python, "lines.py", &folder]].concat();
        let text = String::from_utf8(sandbox.run(&words).stdout).unwrap();
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(told) && !words.contains("static"), "{text}");
    }
}

/// Programs that flood, sleep, close, leave children behind: each ends within its time, and what it
/// did is said in one sentence.
#[cfg(unix)]
#[test]
fn misbehaving_programs_end_in_time_with_all_they_started() {
    let sandbox = Sandbox::new();
    let script = |name: &str, text: &str| sandbox.write(name, text).to_str().unwrap().to_owned();
    let orphan = "sleep 3000 & echo $! >> orphans; echo $$ >> orphans; ";
    let nothing = "It starts, but answers nothing";
    // Who ends by itself may take its time to start.
    let (ends, hangs) = (["60", "600"], ["0.2", "4"]);
    for (name, text, told) in [
        ("endless-line", "cat /dev/zero", nothing),
        ("flooded-stderr", "yes reason >&2", nothing),
        ("deaf", &format!("{orphan} sleep 3000"), nothing),
        ("deserted", &format!("{orphan} exit 3"), "It ends before it answers (exit code 3)"),
        (
            "closed",
            &format!("exec >&-; {orphan} sleep 3000"),
            "It ends before it answers (it closed its output and went on)",
        ),
        ("killed", "kill -9 $$", "It ends before it answers (signal: 9 (SIGKILL))"),
        ("silent", "cat > /dev/null", "(exit code 0) and says nothing of why. Print an answer"),
        ("explained", "echo no such file >&2; exit 2", "(exit code 2): no such file"),
    ] {
        let path = script(name, text);
        let [deck, all] = if told == nothing { hangs } else { ends };
        let words = format!(
            "check --suite equal-values --deck-seconds {deck} --seconds {all} --format json -- sh"
        );
        let words: Vec<&str> = words.split(' ').chain([&*path]).collect();
        let output = sandbox.run(&words[..]);
        assert_eq!(output.status.code(), Some(1), "{name}: {output:?}");
        let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
        let found = verdict["observed"][0].as_str().unwrap_or_default();
        assert!(found.contains(told), "{name}: {verdict}");
        let suite = &verdict["suites"][0];
        assert_eq!((&suite["decks"], &suite["not_played"]), (&json!(0), &json!(38)), "{name}");
    }
    let flood = script("flood", "yes 1");
    let words = ["check", "--suite", "equal-values", "--format", "json", "--", "sh", &flood];
    let verdict: Value = serde_json::from_slice(&sandbox.run(&words).stdout).unwrap();
    let found = verdict["suites"][0]["got"].to_string();
    // On a busy machine the first of a flood of answers may pass for one.
    assert!(found == "1" || found.starts_with("\"nonsense: 1"), "{verdict}");
    let orphans = String::from_utf8(sandbox.read("orphans")).unwrap();
    assert!(orphans.lines().count() > 3);
    for id in orphans.lines() {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        assert!(status.is_empty() || status.contains("zombie"), "process {id} is left: {status}");
    }
}

/// A start that takes longer than the first one did, as on a machine that others use.
#[cfg(unix)]
#[test]
fn a_slow_start_is_no_hang() {
    let sandbox = Sandbox::new();
    let slow = "echo >> starts; [ $(wc -l < starts) = 3 ] && sleep 1; echo 0";
    sandbox.write("slow.sh", slow);
    let words = "check --once --suite equal-values --deck-seconds 0.2 -- sh slow.sh";
    let text = String::from_utf8(sandbox.run(words).stdout).unwrap();
    assert!(text.contains("of 38 decks.") && !text.contains("within its time"), "{text}");
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
    let suites = ["--suite", "assignment-list", "--suite", "equal-values"];
    let once = ["check", "--once", "--seconds", "300", "--deck-seconds", "10"];
    let words = [&once[..], &suites, &["--", python, "once.py", &folder]];
    let out = sandbox.ok(&words.concat());
    assert!(out.ends_with("Equal on all 52 decks.\n"), "{out}");
    // A second line is shown.
    sandbox.write("two.py", "print(1)\nprint('B wins')\n");
    let words = [&once[..], &suites, &["--", python, "two.py"]].concat();
    let out = String::from_utf8(sandbox.run(&words).stdout).unwrap();
    assert!(out.contains("such as `1 / B wins`."), "{out}");
}

/// Whoever reads a file of results finds the reason in it, in every form.
#[test]
fn what_cannot_be_asked_is_said_in_every_form() {
    let Some(python) = python() else { return };
    let sandbox = Sandbox::new();
    sandbox.write("broken.py", "def find_winner(deck:\n    return 1\n");
    let told = |format: &str, command: &[&str]| {
        let words = [&["check", "--format", format], &PATIENT[..], &["--"], command].concat();
        let output = sandbox.run(&words);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let reason = "SyntaxError: '(' was never closed";
    for format in ["text", "json", "junit"] {
        let (code, text) = told(format, &[python, "broken.py"]);
        assert_eq!(code, Some(1), "{format}");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        // In XML marks are written as numbers.
        assert!(words.replace("&#39;", "'").contains(reason), "{words}");
    }
    let (_, text) = told("text", &[python, "broken.py"]);
    assert!(text.lines().count() <= 3, "{text}");
}
