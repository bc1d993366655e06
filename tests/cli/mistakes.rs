//! `mistakes`: the known mistakes as programs, and tests that are tried on them.

use std::path::PathBuf;
use std::process::Command;
use std::thread;

use serde_json::{Value, json};

use crate::sandbox::Sandbox;

fn is_there(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok_and(|o| o.status.success());
    if !found {
        eprintln!("skipped: there is no {tool}");
    }
    found
}

/// Whether what takes seconds is tried in full, as `WAR_SIM_LONG_TESTS=1` asks for.
fn is_long() -> bool {
    std::env::var_os("WAR_SIM_LONG_TESTS").is_some()
}

/// The names of the mistakes that `check` finds in the program of this folder, as the folder is named.
fn found(sandbox: &Sandbox, folder: &str, program: &[&str]) -> (Vec<String>, Value) {
    let mut command = sandbox.command("check --format json -n 150 --seconds 120 --");
    let output = command.args(program).current_dir(sandbox.path(folder)).output().unwrap();
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap();
    let diagnosis = verdict["diagnosis"].clone();
    let of = |diagnosis: &Value| {
        let fields = diagnosis["fields"].as_object().unwrap().iter();
        let fields = fields.map(|(field, value)| match value {
            Value::Bool(_) => field.clone(),
            Value::String(value) => format!("{field}-{value}"),
            other => format!("{field}-{other}"),
        });
        let mistake = diagnosis["mistake"].as_str().map(str::to_owned);
        mistake.into_iter().chain(fields).collect::<Vec<_>>().join("+")
    };
    if diagnosis.is_null() {
        return (Vec::new(), verdict);
    }
    let others = diagnosis["or"].as_array().cloned().unwrap_or_default();
    let names = std::iter::once(of(&diagnosis)).chain(others.iter().map(of)).collect();
    (names, verdict)
}

/// Each program of these folders is named by `check`, and nothing else is.
fn each_is_named(sandbox: &Sandbox, folders: &[String], program: &[&str]) {
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for job in 0..jobs {
            scope.spawn(move || {
                for folder in folders.iter().skip(job).step_by(jobs) {
                    let (names, verdict) = found(sandbox, &format!("mistakes/{folder}"), program);
                    if folder == "right" {
                        assert_eq!(verdict["equal"], json!(true), "{verdict}");
                        continue;
                    }
                    // The first name, or one that the decks cannot distinguish from it.
                    assert!(names.contains(folder), "{folder}: {names:?} {verdict}");
                    let diagnosis = &verdict["diagnosis"];
                    assert_eq!(diagnosis["explains"], diagnosis["of"], "{folder}: {verdict}");
                }
            });
        }
    });
}

/// A few of them; all in Python and in Java, some 170 programs and ten minutes, where time is given.
#[test]
fn programs_are_named_by_check_as_the_mistake_they_were_made_for() {
    let chosen = if is_long() { "" } else { "right needs-one-more pickup=a-block" };
    let written = |format: &str| {
        let sandbox = Sandbox::new();
        sandbox.ok(&format!("mistakes --format {format} {chosen}"));
        let rows = sandbox.rows("mistakes/mistakes.csv");
        let folder = |file: &str| file.split('/').next().map(str::to_owned);
        let folders: Vec<String> = rows.iter().filter_map(|row| folder(&row["file"])).collect();
        (sandbox, folders)
    };
    if is_there("python3") {
        let (sandbox, folders) = written("python");
        each_is_named(&sandbox, &folders, &["python3", "war.py"]);
    }
    if is_long() && is_there("javac") {
        let (sandbox, folders) = written("java");
        for folder in &folders {
            let mut javac = Command::new("javac");
            javac.arg("War.java").current_dir(sandbox.path("mistakes").join(folder));
            assert!(javac.status().unwrap().success(), "{folder}");
        }
        each_is_named(&sandbox, &folders, &["java", "-XX:TieredStopAtLevel=1", "War"]);
    }
}

#[test]
fn programs_are_listed_written_and_printed() {
    let sandbox = Sandbox::new();
    let list = sandbox.ok("mistakes");
    assert!(list.contains("both-short-to-b") && list.contains("limit.asked=before"), "{list}");
    assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
    let all: Value = serde_json::from_str(&sandbox.ok("mistakes --format json")).unwrap();
    assert!(all.as_array().unwrap().len() > 80);
    let rows = sandbox.ok("mistakes --format csv limit-first");
    assert!(rows.starts_with("name,words\nlimit-first,"), "{rows}");
    sandbox.ok(
        "mistakes --format java --package simulation --out wrong limit-first war.lay=alternating",
    );
    let text = |name: &str| String::from_utf8(sandbox.read(name)).unwrap();
    let program = text("wrong/war.lay-alternating/simulation/War.java");
    assert!(program.starts_with("package simulation;\n\nimport java.util.*;"), "{program}");
    assert_eq!(sandbox.rows("wrong/mistakes.csv")[1]["name"], "war.lay=alternating");
    sandbox.fails_saying(73, "mistakes --format java --out wrong", &["wrong", "--force"]);
    sandbox.ok("mistakes --format java --out wrong --force right");
    let printed = sandbox.ok("mistakes --format python --out - right");
    assert!(printed.contains("def find_winner(deck):"), "{printed}");
    sandbox.fails_saying(64, "mistakes limit-frist", &["did you mean `limit-first`?"]);
    sandbox.fails_saying(64, "mistakes --format python --package a.b", &["--package a.b"]);
    sandbox.fails_saying(64, "mistakes --format java --package a-b", &["--package", "a-b"]);
}

#[test]
fn mistakes_are_told_in_the_language_asked_for() {
    let sandbox = Sandbox::new();
    let list = sandbox.ok("mistakes --lang nl both-out-to-b limit.at=999");
    assert!(list.contains("A verliest als geen van beiden nog een kaart heeft"), "{list}");
    assert!(list.contains("het programma speelt `umass` met `limit.at = 999`"), "{list}");
    sandbox.fails_saying(64, "mistakes --points --lang nl", &["--lang", "--points"]);
    if !is_there("python3") {
        return;
    }
    sandbox.write(
        "test_war.py",
        "from war import find_winner\n\ndef test_one():\n    assert find_winner([7]) == 1\n",
    );
    let output = sandbox.run("mistakes --lang nl limit-first draws-to-a --tests test_war.py");
    let said = String::from_utf8(output.stdout).unwrap();
    let words =
        "test_war.py: slagen met het goede programma; foute opgemerkt: 0 van de 2.\n\nWat ze";
    assert!(said.starts_with(words) && said.contains("A wint elk gelijkspel"), "{said}");
}

#[test]
fn points_of_known_mistakes_are_those_that_grade_gives() {
    let sandbox = Sandbox::new();
    let names = "limit-first war.face_down=2 war.lay=alternating limit.at=999";
    let rows: Value =
        serde_json::from_str(&sandbox.ok(&format!("mistakes --points --format json {names}")))
            .unwrap();
    let of = |name: &str| {
        let row = rows.as_array().unwrap().iter().find(|row| row["name"] == json!(name)).unwrap();
        ["points", "partial", "chained"].map(|way| row[way].as_f64().unwrap())
    };
    assert_eq!(of("right"), [5.0; 3]);
    // The starter has nothing, but for the games that end in a draw, where that is asked for.
    assert_eq!((of("always-0")[0], of("always-0")[2]), (0.0, 0.0));
    assert!(of("always-0")[1] < 1.0);
    assert_eq!(of("limit.at=999"), [4.0, 4.5, 4.0]);
    let [points, partial, chained] = of("war.lay=alternating");
    assert!(points == 2.0 && partial > 2.0 && chained == 1.0, "{rows}");
    let text = sandbox.ok(&format!("mistakes --points --weights limit=4,wars=6 {names}"));
    let right = text.lines().find(|line| line.starts_with("right ")).unwrap();
    assert_eq!(right.split_whitespace().collect::<Vec<_>>(), ["right", "10", "10", "10", "10"]);
    assert!(text.contains("Of 10 points"), "{text}");
    let text = sandbox.ok(&format!("mistakes --points {names}"));
    let limit: Vec<_> = text.lines().filter(|line| line.contains("limit-first")).collect();
    assert!(limit.len() == 1 && limit[0].split_whitespace().any(|word| word == "4.17"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    sandbox.fails_saying(64, "mistakes --points --weights wrs=1", &["did you mean `wars`?"]);
    sandbox.fails_saying(64, "mistakes --points --format java", &["--format"]);
    if !is_there("python3") {
        return;
    }
    // The same by asking the programs.
    sandbox.ok("mistakes --format python --out class war.lay=alternating limit.at=999");
    std::fs::remove_file(sandbox.path("class/mistakes.csv")).unwrap();
    let graded = sandbox.ok("grade class --trust --partial --format json --quiet --seconds 900");
    for grade in serde_json::from_str::<Vec<Value>>(&graded).unwrap() {
        let name = grade["student"].as_str().unwrap();
        let name = name.replace("lay-", "lay=").replace("at-", "at=");
        assert_eq!(grade["points"].as_f64().unwrap(), of(&name)[1], "{name} {rows}");
    }
}

/// Mistakes that tests are tried on here.
const TRIED: &str = "answer-reversed odd-card-dropped both-short-to-b limit-first limit.unit=none \
                     war.face_down=2";

/// The verdict on tests, and the exit code.
fn tried(sandbox: &Sandbox, mistakes: &str, file: &str) -> (Value, Option<i32>) {
    let output = sandbox.run(&format!("mistakes {mistakes} --tests {file} --format json"));
    (serde_json::from_slice(&output.stdout).unwrap(), output.status.code())
}

fn misses(verdict: &Value, name: &str) -> bool {
    verdict["missed"].as_array().unwrap().iter().any(|missed| missed["name"] == json!(name))
}

const PYTHON_TESTS: &str = "\
import unittest
from war import find_winner

class Small(unittest.TestCase):
    def test_empty(self):
        self.assertEqual(find_winner([]), 0)

    def test_one(self):
        self.assertEqual(find_winner([7]), 1)

def test_two():
    assert find_winner([9, 3]) == 1 and find_winner([3, 9]) == -1 and find_winner([5, 5]) == 0
";

#[test]
fn tests_in_python_are_told_what_they_miss() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    sandbox.write("test_war.py", PYTHON_TESTS);
    let (verdict, code) = tried(&sandbox, TRIED, "test_war.py");
    assert_eq!(code, Some(1));
    for (name, is_missed) in [
        ("answer-reversed", false),
        ("odd-card-dropped", false),
        ("both-short-to-b", false),
        ("limit-first", true),
        ("limit.unit=none", true),
        ("war.face_down=2", true),
    ] {
        assert_eq!(misses(&verdict, name), is_missed, "{name}: {verdict}");
    }
    // A technical draw more, and an endless program is noticed.
    sandbox.write(
        "test_more.py",
        format!("{PYTHON_TESTS}\ndef test_draw():\n    assert find_winner([1, 2, 2, 1]) == 0\n"),
    );
    let output = sandbox.run(&format!("mistakes {TRIED} --tests test_more.py"));
    let text = String::from_utf8(output.stdout).unwrap();
    let words = "test_more.py: pass with the right program; wrong ones noticed: 4 of 6.";
    assert!(text.contains(words) && text.contains("  limit-first"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    // What is wrong with the tests themselves.
    sandbox.write(
        "test_bad.py",
        "import war\ndef test_it():\n    assert war.find_winner([5, 5]) == 1\n",
    );
    let output = sandbox.run("mistakes --tests test_bad.py");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("do not pass with a right program") && text.contains("assert"), "{text}");
    sandbox.write("test_none.py", "x = 1\n");
    sandbox.fails_saying(65, "mistakes --tests test_none.py", &["no test in test_none.py"]);
    sandbox.write("war.py", "x = 1\n");
    sandbox.fails_saying(64, "mistakes --tests war.py", &["that is the program"]);
    sandbox.fails_saying(66, "mistakes --tests test_wra.py", &["test_wra.py"]);
    sandbox.fails_saying(64, "mistakes --tests a.rb", &["a.rb"]);
}

#[test]
fn tests_of_pytest_run_without_pytest() {
    if !is_there("python3") {
        return;
    }
    let sandbox = Sandbox::new();
    sandbox.write(
        "test_war.py",
        "import pytest\nfrom war import find_winner\n\n\
         @pytest.mark.parametrize('deck, winner', [([], 0), ([7], 1), ([3, 9], -1)])\n\
         def test_small(deck, winner):\n    assert find_winner(deck) == winner\n\n\
         @pytest.mark.parametrize('card', [2, 14])\nclass TestTies:\n    \
         def test_tie(self, card):\n        assert find_winner([card, card]) == 0\n\n\
         def test_nothing():\n    with pytest.raises(TypeError):\n        find_winner(None)\n",
    );
    let (verdict, _) = tried(&sandbox, TRIED, "test_war.py");
    assert!(!misses(&verdict, "odd-card-dropped") && misses(&verdict, "limit-first"), "{verdict}");
    // Each row counts, and so does what is not raised.
    sandbox.write(
        "test_row.py",
        "import pytest\nfrom war import find_winner\n\n\
         @pytest.mark.parametrize('deck', [[], [7]])\n\
         def test_draw(deck):\n    assert find_winner(deck) == 0\n",
    );
    sandbox.write(
        "test_raises.py",
        "import pytest\nfrom war import find_winner\n\n\
         def test_raises():\n    with pytest.raises(ValueError):\n        find_winner([])\n",
    );
    for file in ["test_row.py", "test_raises.py"] {
        let output = sandbox.run(&format!("mistakes right --tests {file}"));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("do not pass with a right program"), "{text}");
    }
}

#[test]
fn the_tests_of_the_starter_run_word_for_word() {
    if !is_there("javac") {
        return;
    }
    let sandbox = Sandbox::new();
    sandbox.write("src/simulation/WarTest.java", STARTER_TESTS);
    let file = "src/simulation/WarTest.java";
    let (verdict, _) = tried(&sandbox, "answer-reversed limit-first", file);
    assert!(!misses(&verdict, "answer-reversed") && misses(&verdict, "limit-first"), "{verdict}");
    // A class path is one of this folder, not of where Java runs.
    sandbox.write("Helper.java", "package help;\npublic class Helper {\n}\n");
    let mut javac = Command::new("javac");
    javac.args(["-d", "lib", "Helper.java"]).current_dir(sandbox.folder.path());
    assert!(javac.status().unwrap().success());
    sandbox.write(
        "HelpTest.java",
        "import help.Helper;\npublic class HelpTest {\n    Helper helper;\n}\n",
    );
    let output = sandbox.run("mistakes right --tests HelpTest.java --class-path lib");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("there is no test in HelpTest.java"), "{output:?}");
}

/// As the starter of the assignment has them.
const STARTER_TESTS: &str = "\
package simulation;

import static org.junit.Assert.*;

import java.util.ArrayList;
import java.util.Arrays;

import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.Timeout;

public class WarTest {
    @Rule
    public Timeout globalTimeout = Timeout.seconds(10); // 10 seconds max per method tested

    private ArrayList<Integer> deck;

    @Before
    public void before() {
        deck = new ArrayList<Integer>();
    }

    @Test
    public void testEmpty() {
        assertEquals(0, War.findWinner(deck));
    }

    @Test
    public void testOneCard() {
        deck.add(1);
        assertEquals(1, War.findWinner(deck));
    }

    @Test
    public void testTwoCards() {
        deck.addAll(Arrays.asList(2, 1));
        assertEquals(1, War.findWinner(deck));
        deck = new ArrayList<Integer>(Arrays.asList(1, 2));
        assertEquals(-1, War.findWinner(deck));
    }
}
";

#[test]
fn tests_of_junit_run_without_junit() {
    if !is_there("javac") {
        return;
    }
    let sandbox = Sandbox::new();
    let version_4 = "package simulation;\n\nimport static org.junit.Assert.*;\n\nimport \
        java.util.*;\nimport org.junit.Before;\nimport org.junit.Test;\n\npublic class WarTest {\n    \
        private List<Integer> deck;\n\n    @Before\n    public void setUp() {\n        deck = new \
        ArrayList<>();\n    }\n\n    @Test\n    public void empty() {\n        assertEquals(0, \
        War.findWinner(deck));\n        assertEquals(\"one\", 1, War.findWinner(Arrays.asList(7)));\n    \
        }\n\n    @Test(expected = NullPointerException.class)\n    public void nothing() {\n        \
        War.findWinner(null);\n    }\n}\n";
    sandbox.write("WarTest.java", version_4);
    // Each is compiled and started, which takes seconds.
    let mistakes = if is_long() { TRIED } else { "odd-card-dropped limit-first" };
    let (verdict, _) = tried(&sandbox, mistakes, "WarTest.java");
    assert!(!misses(&verdict, "odd-card-dropped") && misses(&verdict, "limit-first"), "{verdict}");
    let version_5 = version_4
        .replace("Assert.*", "jupiter.api.Assertions.*")
        .replace("org.junit.Before", "org.junit.jupiter.api.BeforeEach")
        .replace("@Before", "@BeforeEach")
        .replace("org.junit.Test", "org.junit.jupiter.api.Test")
        .replace(
            "\"one\", 1, War.findWinner(Arrays.asList(7))",
            "1, War.findWinner(List.of(7)), \"one\"",
        )
        .replace("@Test(expected = NullPointerException.class)", "@Test")
        .replace(
            "War.findWinner(null)",
            "assertThrows(NullPointerException.class, () -> War.findWinner(null))",
        );
    sandbox.write("five/WarTest.java", version_5);
    assert_eq!(tried(&sandbox, mistakes, "five/WarTest.java").0, verdict);
    // A test of another method is left out and named; where a method beside the tests needs it, none is.
    let other = version_4.replace(
        "    @Test(expected",
        "    @Test\n    public void draws() {\n        War.drawCard(deck);\n    }\n\n    @Test(expected",
    );
    sandbox.write("other/WarTest.java", other);
    let (without, _) = tried(&sandbox, mistakes, "other/WarTest.java");
    assert_eq!((&without["left_out"], &without["missed"]), (&json!(["draws"]), &verdict["missed"]));
    let file: PathBuf = sandbox.write(
        "bad/WarTest.java",
        version_4.replace("deck = new ArrayList<>();", "deck = War.newDeck();"),
    );
    let output = sandbox.run(&["mistakes", "--tests", file.to_str().unwrap()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("newDeck") && text.contains("findWinner (find_winner) only"), "{text}");
}
