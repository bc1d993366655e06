//! The suites as files: CSV, pytest and JUnit.

use std::process::Command;

use super::{program, python};
use crate::sandbox::Sandbox;

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
    let mut words = vec!["cases", "--format", format, "--decks", "200"];
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
