//! The suites as files: CSV, pytest and JUnit.

use std::process::Command;

use super::{program, python};
use crate::sandbox::{Sandbox, keeps_apart, names};

#[test]
fn cases_have_the_winners_that_play_finds() {
    let sandbox = Sandbox::new();
    sandbox.write("cases.csv", sandbox.ok("cases -n 100"));
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

#[test]
fn cases_for_python_pass_with_a_right_program() {
    let Some(python) = python() else { return };
    let sandbox = Sandbox::new();
    sandbox.write("war.py", std::fs::read(program("war.py")).unwrap());
    sandbox.write("test_war_cases.py", sandbox.ok("cases --format pytest -n 50"));
    // pytest itself need not be there.
    sandbox.write(
        "pytest.py",
        "class mark:\n    parametrize = staticmethod(lambda *_: (lambda test: test))\n",
    );
    let run = "import test_war_cases as t\nfor suite in t.SUITES: t.test_decks(suite)\nprint(len(t.SUITES))";
    let output =
        Command::new(python).args(["-c", run]).current_dir(sandbox.folder.path()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "16\n", "{output:?}");
    // The name of the assignment, as its Java has it.
    let other = String::from_utf8(sandbox.read("war.py")).unwrap();
    sandbox.write("war.py", other.replace("find_winner", "findWinner"));
    let again =
        Command::new(python).args(["-c", run]).current_dir(sandbox.folder.path()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&again.stdout), "16\n", "{again:?}");
}

/// Tests of the other games ask with a deal, or with rolls.
#[test]
fn cases_of_every_game_pass_with_a_right_program() {
    let Some(python) = python() else { return };
    let sandbox = Sandbox::new();
    sandbox.write(
        "pytest.py",
        "class mark:\n    parametrize = staticmethod(lambda *_: (lambda test: test))\n",
    );
    for (rules, module, right) in
        [("bwinf", "ludo", include_str!("../../../src/check/ludo/kattis/ludo.py"))]
    {
        let tested = |program: &str| {
            sandbox.write(&format!("{module}.py"), program);
            let run =
                "import test_cases as t\nfor suite in t.SUITES: t.test_decks(suite)\nprint('well')";
            let mut python = Command::new(python);
            python.args(["-c", run]).env("PYTHONDONTWRITEBYTECODE", "1");
            let output = python.current_dir(sandbox.folder.path()).output().unwrap();
            String::from_utf8(output.stdout).unwrap() == "well\n"
        };
        let cases =
            |format: &str| sandbox.ok(&format!("cases --rules {rules} -n 20 --format {format}"));
        sandbox.write("test_cases.py", cases("pytest"));
        assert!(tested(right), "{rules}");
        assert!(!tested(
            &right.replace("[-1, 1][player]", "[1, -1][player]").replace("!= 6", "!= 5")
        ));
        let class = format!("{}{}", module[..1].to_uppercase(), &module[1..]);
        for format in ["junit4", "junit5"] {
            let text = cases(format);
            assert!(text.contains(&format!("class {class}CasesTest")), "{text}");
            assert!(text.contains(&format!("(int) {class}.findWinner(deck)")), "{text}");
        }
        sandbox.write("cases.csv", cases("csv"));
        let rows = sandbox.rows("cases.csv");
        assert!(rows.len() > 100 && rows.iter().any(|row| row["expected"] == "-1"), "{rules}");
    }
}

/// What JUnit's classes must be for the tests to be compiled; JUnit itself need not be there.
const JUNIT: [(&str, &str); 4] = [
    (
        "org/junit/jupiter/api/Test.java",
        "package org.junit.jupiter.api;\nimport java.lang.annotation.*;\n\
         @Retention(RetentionPolicy.RUNTIME) public @interface Test {}\n",
    ),
    (
        "org/junit/jupiter/api/Assertions.java",
        "package org.junit.jupiter.api;\npublic class Assertions {\n\
         public static void assertEquals(int a, int b, String m) {\n\
         if (a != b) throw new AssertionError(m);\n}\n\
         public static void assertTimeoutPreemptively(java.time.Duration d, Runnable r) { r.run(); }\n}\n",
    ),
    (
        "org/junit/Test.java",
        "package org.junit;\nimport java.lang.annotation.*;\n\
         @Retention(RetentionPolicy.RUNTIME) public @interface Test { long timeout(); }\n",
    ),
    (
        "org/junit/Assert.java",
        "package org.junit;\npublic class Assert {\n\
         public static void assertEquals(String m, long a, long b) {\n\
         if (a != b) throw new AssertionError(m);\n}}\n",
    ),
];

/// The tests that fail of these cases for a War that compares Integer objects.
fn failing_in_java(format: &str, package: Option<&str>) -> Option<Vec<String>> {
    let sandbox = Sandbox::new();
    let war = String::from_utf8(std::fs::read(program("War.java")).unwrap()).unwrap();
    let head = package.map_or(String::new(), |name| format!("package {name};\n"));
    let folder = package.map_or(String::new(), |name| format!("{name}/"));
    sandbox.write(&format!("{folder}War.java"), format!("{head}{war}"));
    let mut words = vec!["cases", "--format", format, "-n", "200"];
    words.extend(package.iter().flat_map(|name| ["--package", name]));
    let cases = sandbox.ok(&words[..]);
    assert!(cases.contains("void assignmentList()") && cases.contains("War.findWinner(deck)"));
    sandbox.write(&format!("{folder}WarCasesTest.java"), cases);
    for (name, text) in JUNIT {
        sandbox.write(name, text);
    }
    sandbox.write(
        "Run.java",
        "import java.lang.reflect.*;\npublic class Run {\npublic static void main(String[] x) throws \
         Exception {\nSystem.setOut(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));\n\
         Class<?> tests = Class.forName(x[0]);\nConstructor<?> make = tests.getDeclaredConstructor();\n\
         make.setAccessible(true);\nfor (Method m : tests.getDeclaredMethods()) {\n\
         if (m.getAnnotations().length == 0) continue;\n\
         m.setAccessible(true);\ntry { m.invoke(make.newInstance()); } catch \
         (InvocationTargetException e) { System.err.println(m.getName()); }\n}}}\n",
    );
    let at = sandbox.folder.path();
    let cases = format!("{folder}WarCasesTest.java");
    let sources = ["Run.java", &cases].into_iter().chain(JUNIT.map(|(name, _)| name));
    let compiled = Command::new("javac").args(sources).current_dir(at).output();
    let Ok(compiled) = compiled else {
        eprintln!("skipped: there is no javac");
        return None;
    };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let class = package.map_or("WarCasesTest".into(), |name| format!("{name}.WarCasesTest"));
    let output = Command::new("java").args(["Run", &class]).current_dir(at).output().unwrap();
    let mut failed: Vec<String> =
        String::from_utf8_lossy(&output.stderr).lines().map(str::to_owned).collect();
    failed.sort_unstable();
    Some(failed)
}

#[test]
fn cases_for_java_compile_and_find_the_compared_integers() {
    for (format, package) in [("junit5", None), ("junit4", Some("simulation"))] {
        let Some(failed) = failing_in_java(format, package) else { return };
        assert_eq!(failed, ["beyond127", "endsOfInt", "negativeValues"], "{format}");
    }
    let sandbox = Sandbox::new();
    sandbox.fails_saying(64, "cases --package simulation", &["--format junit4"]);
    sandbox.fails_saying(64, "cases --format junit4 --package a-b", &["`a-b`", "simulation"]);
}

#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn the_autograder_of_gradescope_grades_a_submission() {
    if python().is_none() {
        return;
    }
    if !keeps_apart("any") {
        eprintln!("skipped: only root, or bubblewrap, keeps a submission apart");
        return;
    }
    let sandbox = Sandbox::new();
    let text = sandbox
        .ok("cases --format gradescope -n 30 --weights wars=3,limit=2 --partial --out root/source");
    assert!(text.contains("zip"), "{text}");
    sandbox.fails_saying(73, "cases --format gradescope --out root/source", &["--force"]);
    sandbox.fails_saying(64, "cases --format gradescope --weights wra=1 --out x", &["wars"]);
    let right = include_str!("../../../src/check/war/programs/war.py");
    let graded_when = |visibility: &str, program: &str| -> (f64, serde_json::Value) {
        sandbox.write("root/submission/war.py", program);
        let output = Command::new(sandbox.path("root/source/run_autograder"))
            .env("AUTOGRADER", sandbox.path("root"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let results: serde_json::Value =
            serde_json::from_slice(&sandbox.read("root/results/results.json")).unwrap();
        let tests = results["tests"].as_array().unwrap().clone();
        assert!(tests.iter().all(|test| test["visibility"] == visibility), "{results}");
        assert_eq!(tests.iter().map(|test| test["max_score"].as_f64().unwrap()).sum::<f64>(), 5.0);
        (tests.iter().map(|test| test["score"].as_f64().unwrap()).sum(), results)
    };
    let graded = |program: &str| graded_when("visible", program);
    assert_eq!(graded(right).0, 5.0);
    assert_eq!(graded(&right.replace("LIMIT = 1000", "LIMIT = 999")).0, 4.0, "one suite of two");
    let (points, results) = graded(&right.replace("STAKE = 3", "STAKE = 2"));
    assert_eq!(points, 0.0);
    let said = results["tests"][0]["output"].as_str().unwrap();
    assert!(said.contains("three-cards-left: ") && said.contains(" are different"), "{results}");
    assert!(results["execution_time"].as_f64().unwrap() > 0.0, "{results}");
    sandbox.fails_saying(64, "cases --partial", &["cases --partial", "--format gradescope"]);
    let (points, results) = graded("def find_winner(deck)\n");
    assert_eq!(points, 0.0);
    assert!(results["output"].as_str().unwrap().contains("SyntaxError"), "{results}");
    // Until the due date students read only whether the program could be asked.
    sandbox.ok(
        "cases --format gradescope -n 30 --weights wars=3,limit=2 --visibility after-due-date \
         --out root/source --force",
    );
    let graded = |program: &str| graded_when("after_due_date", program);
    let (points, results) = graded(&right.replace("LIMIT = 1000", "LIMIT = 999"));
    assert_eq!(points, 3.0);
    assert!(!results["output"].as_str().unwrap().contains("limit"), "{results}");
    let (_, results) = graded("def find_winner(deck)\n");
    assert!(results["output"].as_str().unwrap().contains("SyntaxError"), "{results}");
}

#[test]
fn the_package_of_kattis_tells_right_and_wrong_programs_apart() {
    let Some(python) = python() else { return };
    let sandbox = Sandbox::new();
    sandbox.ok("cases --format kattis -n 30");
    let names = |folder: &str| names(&sandbox.path(folder));
    let data = names("war/data/secret");
    let inputs: Vec<&String> = data.iter().filter(|name| name.ends_with(".in")).collect();
    assert!(inputs.len() > 10 && 2 * inputs.len() == data.len(), "{data:?}");
    let run = |program: &str, input: &str| {
        let text = std::fs::File::open(sandbox.path(input)).unwrap();
        Command::new(python).arg(sandbox.path(program)).stdin(text).output().unwrap()
    };
    for input in &inputs {
        let input = format!("war/data/secret/{input}");
        let output = run("war/input_validators/validate.py", &input);
        assert_eq!(output.status.code(), Some(42), "{input}");
    }
    for bad in ["2 1\n", "1 01\n", "1  1\n", "1 1", ""] {
        sandbox.write("bad.in", bad);
        let output = run("war/input_validators/validate.py", "bad.in");
        assert_eq!(output.status.code(), Some(43), "{bad:?}");
    }
    let is_accepted = |program: &str| {
        inputs.iter().all(|input| {
            let answer = input.replace(".in", ".ans");
            let output = run(program, &format!("war/data/secret/{input}"));
            output.stdout == sandbox.read(&format!("war/data/secret/{answer}"))
        })
    };
    assert!(is_accepted("war/submissions/accepted/war.py"));
    for wrong in ["limit-first", "pickup-winner-block", "needs-one-more"] {
        assert!(!is_accepted(&format!("war/submissions/wrong_answer/{wrong}.py")), "{wrong}");
    }
    assert!(names("war/submissions/wrong_answer").len() > 70);
    // The other games that `check` plays.
    for (rules, bad) in [("bwinf", "2 6\n")] {
        sandbox.ok(&format!("cases --format kattis -n 30 --rules {rules} --out {rules}"));
        let about = String::from_utf8(sandbox.read(&format!("{rules}/problem.yaml"))).unwrap();
        assert!(about.contains("license: unknown"), "{about}");
        let data = |folder: &str| -> Vec<String> {
            let names = names(&format!("{rules}/data/{folder}")).into_iter();
            names
                .filter_map(|name| Some(format!("data/{folder}/{}", name.strip_suffix(".in")?)))
                .collect()
        };
        let data = [data("sample"), data("secret")].concat();
        assert!(data.len() > 4, "{data:?}");
        let passes = |program: &str, input: &str| {
            let output = run(&format!("{rules}/{program}"), &format!("{rules}/{input}.in"));
            output.stdout == sandbox.read(&format!("{rules}/{input}.ans"))
        };
        for input in &data {
            let output = run(
                &format!("{rules}/input_validators/validate.py"),
                &format!("{rules}/{input}.in"),
            );
            assert_eq!(output.status.code(), Some(42), "{rules} {input}");
        }
        sandbox.write("bad.in", bad);
        let output = run(&format!("{rules}/input_validators/validate.py"), "bad.in");
        assert_eq!(output.status.code(), Some(43), "{bad}");
        let is_accepted = |program: &str| data.iter().all(|input| passes(program, input));
        assert!(is_accepted("submissions/accepted/right.py"), "{rules}");
        let wrong = names(&format!("{rules}/submissions/wrong_answer"));
        assert!(wrong.len() >= 8, "{wrong:?}");
        for name in wrong {
            assert!(!is_accepted(&format!("submissions/wrong_answer/{name}")), "{rules} {name}");
        }
        let other = "cases --format kattis --rules bwinf-frozen --out y";
        sandbox.fails_saying(64, other, &[&format!("those of {rules}")]);
        let graded = format!("cases --format gradescope --rules {rules} --out y");
        sandbox.fails_saying(64, &graded, &["programs that play War"]);
    }
    sandbox.fails_saying(64, "cases --format kattis --rules one-down --out x", &["umass"]);
    sandbox.fails_saying(64, "cases --format kattis --suite limit --out x", &["--suite"]);
    sandbox.fails_saying(64, "cases --format gradescope --domain any --out x", &["--domain any"]);
    sandbox.write("mine.toml", "war.face_down = 2\n");
    let file = "cases --format gradescope --rules mine.toml --out x";
    sandbox.fails_saying(64, file, &["no file of rules"]);
}
