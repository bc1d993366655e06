//! The assignment as a problem of a contest.

use super::programs::{Language, known, wrong};
use crate::check::kattis::Problem;

/// Mistakes that Python's compilers do not make, or that take more than the time.
const LEFT_OUT: &str = "python-identity";
/// A program that never ends.
const ENDLESS: &str = "limit.unit=none";

/// The problem, with a wrong program for each mistake.
pub fn problem() -> Problem {
    let mut submissions = vec![
        ("accepted/war.py".into(), python(Language::Python.right())),
        ("accepted/War.java".into(), java(Language::Java.right())),
    ];
    for known in known().iter().filter(|known| !known.name.starts_with(LEFT_OUT)) {
        let Some(program) = wrong(Language::Python, &known.name) else { continue };
        let verdict = if known.name == ENDLESS { "time_limit_exceeded" } else { "wrong_answer" };
        submissions.push((format!("{verdict}/{}.py", known.folder()), python(&program)));
    }
    Problem {
        name: "War",
        source: "Programming Assignment 12, War (M. Liberatore, UMass Amherst)",
        statement: include_str!("kattis/problem.tex"),
        validator: include_str!("kattis/validate.py"),
        sample: Some("assignment-examples"),
        submissions,
    }
}

/// The program for lines that begin with the number of cards.
fn python(program: &str) -> String {
    program.replace("line.split()]", "line.split()[1:]]").replace(
        "reads a deck per line, such as 2 3 4 5,",
        "reads a deck per line, such as 4 2 3 4 5 (four cards),",
    )
}

/// As [`python`].
fn java(program: &str) -> String {
    const ANSWER: &str = "            System.out.println(findWinner(deck));\n";
    let counted = format!("            deck.remove(0); // the number of cards\n{ANSWER}");
    program.replace(ANSWER, &counted).replace("such as 2 3 4 5,", "such as 4 2 3 4 5 (four cards),")
}
