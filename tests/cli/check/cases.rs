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
