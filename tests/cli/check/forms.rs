//! Harnesses, files of answers, the forms of a verdict, and bad command lines.

use std::process::Command;

use serde_json::json;

use super::{PATIENT, failed, programs, said, suite, verdict, words_about};
use crate::sandbox::{BRIEF_JVM, Sandbox, assert_fits_80_columns, flat};

const WAR_JAVA: &str = include_str!("../programs/War.java");

#[test]
fn harness_for_python_lets_a_function_be_checked() {
    let Some(sandbox) = programs() else { return };
    sandbox.write("war_check.py", sandbox.ok("check --harness python"));
    let (code, text) = said(&sandbox, &format!("-n 50 {PATIENT} -- python3 war_check.py"));
    assert!(code == Some(0) && text.contains("\nEqual on all 4,"), "{text}");
    let line = format!("--suite short-decks {PATIENT} python3 war_check.py");
    assert!(said(&sandbox, &line).1.starts_with("python3 war_check.py against"));
}

#[test]
fn harness_for_java_finds_the_compared_integers() {
    let sandbox = Sandbox::new();
    sandbox.write("War.java", WAR_JAVA);
    sandbox.write("WarCheck.java", sandbox.ok("check --harness java"));
    let mut javac = Command::new("javac");
    javac.args(["War.java", "WarCheck.java"]).current_dir(sandbox.folder.path()).envs([BRIEF_JVM]);
    if !javac.status().is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no javac");
        return;
    }
    let found = verdict(&sandbox, &format!("-n 50 {PATIENT} -- java WarCheck"));
    assert_eq!(failed(&found), ["beyond-127", "ends-of-int", "negative-values"]);
    assert_eq!(suite(&found, "beyond-127")["deck"], json!([128, 128]));
    assert_eq!(found["diagnosis"]["mistake"], json!("identity"));
}

/// The lines that compile and check a project, which help, wrapper and page say alike.
fn java_recipe(sandbox: &Sandbox) -> Vec<String> {
    let (help, wrapper) = (sandbox.ok("check --help"), sandbox.ok("check --harness java"));
    let page = include_str!("../../../docs/check.md");
    let (_, recipe) = help.split_once("A project in Java").expect("a recipe");
    let lines: Vec<String> = recipe.lines().skip(1).take(4).map(|l| l[2..].to_owned()).collect();
    let in_wrapper: String = lines.iter().map(|line| format!("//   {line}\n")).collect();
    assert!(wrapper.contains(&in_wrapper), "{in_wrapper}");
    assert!(page.contains(&lines.join("\n")), "{lines:?}");
    assert_eq!(lines[0], "war-sim check --harness java > WarCheck.java");
    assert_eq!(lines[3], "war-sim check -- java -cp classes WarCheck");
    lines
}

/// Projects as they are handed in: the starter's, one without a package, and an IDE's; findWinner takes
/// a list, a collection or an array, and is compiled and found by one recipe.
// It types the commands that the harness names into a shell.
#[cfg(unix)]
#[test]
fn harness_for_java_finds_the_class_of_every_project() {
    let war = WAR_JAVA.replace("x == y", "x.equals(y)");
    for (folder, package, takes) in [
        ("src/simulation", "simulation", "ArrayList<Integer>"),
        (".", "", "java.util.Collection<Integer>"),
        ("src/main/java/nl/school/war", "nl.school.war", "int[]"),
    ] {
        let sandbox = Sandbox::new();
        let head = if package.is_empty() { String::new() } else { format!("package {package};\n") };
        let mut text = head + &war.replace("(ArrayList<Integer> deck)", &format!("({takes} deck)"));
        if takes == "int[]" {
            text = text.replace("deck.size()", "deck.length").replace("deck.get(k)", "deck[k]");
        }
        if takes.contains("Collection") {
            text = text.replace("deck.get(k)", "new ArrayList<>(deck).get(k)");
        }
        sandbox.write(&format!("{folder}/War.java"), text);
        sandbox.write("WarCheck.java", sandbox.ok("check --harness java"));
        sandbox.write("test/WarTest.java", "import org.junit.Test; // which is not there\n");
        let (at, compile) = (sandbox.folder.path(), java_recipe(&sandbox)[1..3].join("\n"));
        let mut sh = Command::new("sh");
        let compiled =
            sh.args(["-c", &compile]).envs([BRIEF_JVM]).current_dir(at).output().unwrap();
        let message = String::from_utf8_lossy(&compiled.stderr);
        if message.contains("not found") {
            eprintln!("skipped: there is no javac");
            return;
        }
        assert!(compiled.status.success(), "{message}");
        let named = if package.is_empty() { "War".into() } else { format!("{package}.War") };
        for class in ["", &named] {
            let java = format!("--suite beyond-127 {PATIENT} -- java -cp classes WarCheck {class}");
            let (code, text) = said(&sandbox, &java);
            assert!(code == Some(0) && text.contains("Equal on all 98 decks"), "{text}");
        }
    }
}

#[test]
fn answers_of_a_file_are_compared_without_a_program() {
    let sandbox = Sandbox::new();
    sandbox.write("decks.txt", "2 3 4 5\n# remark\n[5, 5]\n\n7\n");
    sandbox.write("right.txt", "-1\r\n0\r\ndraw\r\nA\r\n");
    sandbox.write("wrong.txt", "-1\n1\n0\nyes\n");
    sandbox.write("short.txt", "-1\n0\n");
    let check = |answers: &str| format!("--answers {answers}.txt --decks decks.txt");
    assert!(said(&sandbox, &check("right")).1.ends_with("Equal on all 4 decks.\n"));
    assert_eq!(
        verdict(&sandbox, &check("wrong"))["suites"],
        json!([{ "name": "decks", "decks": 4, "different": 2, "deck": [7], "expected": 1,
                 "got": "nonsense: yes" }])
    );
    let refused = |code: i32, line: &str, words: &[&str]| {
        sandbox.fails_saying(code, &format!("check {line}"), words);
    };
    refused(65, &check("short"), &["short.txt", "2 answers", "4 decks"]);
    refused(66, &check("none"), &["none.txt"]);
    sandbox.write("empty.txt", "");
    refused(65, "--answers empty.txt --decks empty.txt", &["empty.txt has no decks"]);
    // Hands of any sizes: both tie at once, and neither can pay for the war.
    sandbox.write("hands.txt", "A: 2 8 9 | B: 2 6\nA: 3 | B: 2 9 9 9\n");
    let hands = |answers: &str| {
        sandbox.write("answers.txt", answers);
        said(&sandbox, "--answers answers.txt --decks hands.txt")
    };
    assert_eq!(hands("0\n-1\n").0, Some(0));
    let (_, text) = hands("0\n1\n");
    assert!(text.contains("\nDifferent on 1 of 2 decks.\n"), "{text}");
    assert!(text.contains("--deck \"A: 3 | B: 2 9 9 9\" --trace"), "{text}");
}

#[test]
fn diagnosis_of_answers_names_the_rules() {
    let sandbox = Sandbox::new();
    let decks = sandbox.ok("deck -n 400 --seed 5");
    sandbox.write("decks.csv", decks);
    let rows = sandbox.ok("play --decks decks.csv --rules winner-first");
    let answers: String =
        rows.lines().skip(1).map(|row| row.split(',').nth(2).unwrap().to_owned() + "\n").collect();
    sandbox.write("answers.txt", answers);
    let line = "--answers answers.txt --decks decks.csv";
    let found = verdict(&sandbox, line);
    assert_eq!(found["diagnosis"]["fields"], json!({ "pickup": "winner-first" }));
    assert_eq!(said(&sandbox, &format!("{line} --rules winner-first")).0, Some(0));
}

#[test]
fn other_rules_can_be_checked() {
    let Some(sandbox) = programs() else { return };
    let line = format!("--rules one-down -n 50 {PATIENT} -- python3 war.py");
    let found = verdict(&sandbox, &line);
    assert_eq!(found["rules"], json!("one-down"));
    assert_eq!(found["diagnosis"]["fields"], json!({ "war.face_down": 3 }));
}

/// Programs that play other tasks as these are written are right, on the decks of those tasks.
#[test]
fn right_programs_for_other_tasks_are_equal() {
    let Some(sandbox) = programs() else { return };
    for (name, rules) in [
        ("ernie_burt", "ernie-burt"),
        ("ernie_burt", "ernie-burt-prose"),
        ("aoc2020", "aoc2020"),
        ("cf546c", "cf546c"),
        ("winamax", "winamax"),
        ("daily320", "daily320"),
        ("hs08war", "hs08war"),
    ] {
        let line = format!("--rules {rules} -n 50 {PATIENT} -- python3 others.py {name}");
        let (found, text) = said(&sandbox, &line);
        // The specification has no limit of 100 rounds.
        let code = i32::from(rules == "ernie-burt-prose");
        assert_eq!(found, Some(code), "{rules}: {text}");
    }
}

/// The whole verdict on a single mistake fits a screen, and a forgotten `--` is understood.
#[test]
fn verdict_fits_a_screen() {
    let Some(sandbox) = programs() else { return };
    for (mistake, suite, words) in [
        ("alternating", "wars-on-wars", "`umass` with `war.lay = \"alternating\"`."),
        ("winner-first", "random-12", "plays `umass` with `pickup = \"winner-first\"`."),
        ("limit-999", "limit", "after 999 battles: "),
    ] {
        let line = format!("-n 40 --suite {suite} {PATIENT} -- python3 war.py {mistake}");
        let (_, text) = said(&sandbox, &line);
        assert!(flat(&text).contains(words), "{text}");
        assert!(text.lines().count() <= 24, "{}\n{text}", text.lines().count());
    }
}

#[test]
fn thousands_of_wrong_decks_are_grouped() {
    let Some(sandbox) = programs() else { return };
    sandbox.write("wrong.py", "import sys\nfor _ in sys.stdin:\n    print(1, flush=True)\n");
    let line = format!("--suite short-decks --format junit {PATIENT} -- python3 wrong.py");
    let (_, text) = said(&sandbox, &line);
    let (before, _) = text.split_once(" of 3,280 decks").unwrap_or_else(|| panic!("{text}"));
    let wrong = before.rsplit(['"', ' ']).next().unwrap();
    assert!(wrong.len() == 5 && wrong.contains(','), "{text}");
}

#[test]
fn every_form_of_the_verdict_tells_the_same() {
    let Some(sandbox) = programs() else { return };
    let form = |format: &str| {
        let suites = format!("--suite limit --suite equal-values --format {format} {PATIENT}");
        said(&sandbox, &format!("{suites} -- python3 war.py limit-999")).1
    };
    let junit = form("junit");
    assert!(junit.contains("tests=\"2\" failures=\"1\" errors=\"0\""), "{junit}");
    assert!(junit.contains("<testcase classname=\"war-sim.umass\" name=\"equal-values\"/>"));
    let read = Command::new("python3")
        .args(["-c", "import sys, xml.dom.minidom as m; m.parseString(sys.argv[1])", &junit])
        .status();
    assert!(read.unwrap().success(), "{junit}");
    let text = form("text");
    let like = "Your program answers like one that plays `umass` with `limit.at = 999`.";
    assert!(text.contains(like), "{text}");
    for line in text.lines().filter(|line| !line.contains("see the game")).skip(1) {
        assert!(line.chars().count() <= 84, "wide: {line}");
    }
    // The replay that is shown plays the deck.
    let replay = text.lines().find_map(|line| line.split_once("see the game")).unwrap().1.trim();
    let shown = sandbox.typed(replay);
    let shown = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.contains("battles       999\n"), "{replay}\n{shown}");
}

/// One wrong answer fits many mistakes.
#[test]
fn what_few_answers_fit_is_not_stated_as_known() {
    let sandbox = Sandbox::new();
    sandbox.write("decks.txt", "1 2\n5 5\n");
    sandbox.write("answers.txt", "1\n0\n");
    let words = words_about(&sandbox, "--answers answers.txt --decks decks.txt");
    assert!(words.contains("Your program answers like one that plays `umass`"), "{words}");
    assert!(words.contains("would explain every difference. By these answers it"), "{words}");
}

#[test]
fn bad_command_lines_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.fails_saying(64, "check", &["--", "--harness", "--answers"]);
    sandbox.fails_saying(64, "check --suite limits -- true", &["`limit`", "short-decks"]);
    sandbox.fails_saying(64, "check --rules shuffled-pot -- true", &["shuffled-pot", "chance"]);
    sandbox.fails_saying(64, "check --deck-seconds 0 -- true", &["--deck-seconds", "0.5"]);
    sandbox.fails_saying(
        64,
        "check --decks decks.txt -- true",
        &["'--decks <FILE>' cannot be used with"],
    );
    sandbox.fails_saying(64, "check --answers answers.txt", &["--decks"]);
    for time in ["1e5", "86401"] {
        let words = format!("check --seconds {time} -- true");
        sandbox.fails_saying(64, &words[..], &[time, "at most 86400 (a day)"]);
    }
    sandbox.write("right.py", "print(1)");
    for (code, program) in [(66, "./nothing"), (66, "python3 right.py"), (66, "right.py")] {
        let words = &[&format!("`{program}` cannot be started: "), "words apart", "`./war`"];
        sandbox.fails_saying(code, &["check", "--", program], words);
    }
    #[cfg(unix)]
    for (code, program) in [(64, "."), (77, "./right.py")] {
        let told = format!("`{program}` cannot be started: Permission denied; write");
        sandbox.fails_saying(code, &["check", "--", program], &[&told, "`python3 war.py`"]);
    }
    assert_fits_80_columns(&sandbox.ok("check --help"));
}

#[test]
fn cases_have_the_winners_that_play_finds() {
    let sandbox = Sandbox::new();
    let cases = sandbox.ok("check --list -n 100 --seed 3");
    assert_ne!(cases, sandbox.ok("check --list -n 100"));
    sandbox.write("cases.csv", cases);
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
    sandbox.with_stdin("check --answers - --decks cases.csv", sandbox.read("answers.txt"));
    sandbox.with_stdin("check --answers answers.txt --decks -", sandbox.read("cases.csv"));
    let message = sandbox.fails(64, "check --answers - --decks -");
    assert!(message.contains("cannot both be standard input"), "{message}");
}
