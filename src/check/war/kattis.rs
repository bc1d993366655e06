//! The exercise for contest systems: a problem package as Kattis defines it and DOMjudge reads it.
//!
//! Source: Kattis, "Problem Package Format", version `legacy`.

use super::programs::{Language, known, wrong};
use crate::check::suite::{Ask as _, Question, Suite};
use crate::check::war::Deck;

/// Name, source and licence: the task is its author's, and the licence is not ours to give.
const PROBLEM: &str = "name: War\nsource: Programming Assignment 12, War (M. Liberatore, UMass Amherst)\n\
                       license: unknown\nvalidation: default\n";
/// Decks of the sample: the examples of the assignment.
const SAMPLE: &str = "assignment-examples";
/// Mistakes that Python's compilers do not make, or that take more than the time.
const LEFT_OUT: &str = "python-identity";
/// A program that never ends.
const ENDLESS: &str = "limit.unit=none";

/// A file of the package: its name in it, and what it contains.
pub type PackageFile = (String, String);

/// The package: statement, data, a validator, and right and wrong programs.
pub fn package(suites: &[Suite<Deck>]) -> Vec<PackageFile> {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let mut files = vec![
        file("problem.yaml", PROBLEM),
        file("domjudge-problem.ini", "timelimit = 10\n"),
        file("problem_statement/problem.en.tex", include_str!("kattis/problem.tex")),
        file("input_validators/validate.py", include_str!("kattis/validate.py")),
        ("submissions/accepted/war.py".into(), python(Language::Python.right())),
        ("submissions/accepted/War.java".into(), java(Language::Java.right())),
    ];
    for known in known().iter().filter(|known| !known.name.starts_with(LEFT_OUT)) {
        let Some(program) = wrong(Language::Python, &known.name) else { continue };
        let verdict = if known.name == ENDLESS { "time_limit_exceeded" } else { "wrong_answer" };
        files.push((format!("submissions/{verdict}/{}.py", known.folder()), python(&program)));
    }
    for (number, suite) in (1..).zip(suites.iter().filter(|suite| !suite.questions.is_empty())) {
        let name = match suite.name {
            SAMPLE => "data/sample/1".into(),
            name => format!("data/secret/{number:02}-{name}"),
        };
        add(&mut files, &name, &suite.questions);
    }
    files
}

/// Adds decks and their winners.
fn add(files: &mut Vec<PackageFile>, name: &str, questions: &[Question<Deck>]) {
    let line = |question: &Question<Deck>| {
        let deck = &question.asked;
        format!("{} {}", deck.numbers().len(), deck.line()).trim_end().to_owned() + "\n"
    };
    files.push((format!("{name}.in"), questions.iter().map(line).collect()));
    let answer = |question: &Question<Deck>| format!("{}\n", question.expected.0);
    files.push((format!("{name}.ans"), questions.iter().map(answer).collect()));
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
