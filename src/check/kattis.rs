//! Suites for contest systems: a problem package as Kattis defines it and DOMjudge reads it.
//!
//! Source: Kattis, "Problem Package Format", version `legacy`.

use super::suite::{Ask, Question, Suite};

/// Questions of the sample where no suite is it.
const SAMPLE: usize = 5;

/// A file of the package: its name in it, and what it contains.
pub type PackageFile = (String, String);

/// What a package has of its task, beside the questions.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The name of the task.
    pub name: &'static str,
    /// Whose task it is; the licence is not ours to give.
    pub source: &'static str,
    /// The statement, in LaTeX.
    pub statement: &'static str,
    /// A program in Python that checks the form of the input.
    pub validator: &'static str,
    /// The suite that is the sample; without one it is the beginning of the first suite.
    pub sample: Option<&'static str>,
    /// Right and wrong programs, in a folder for the verdict on them.
    pub submissions: Vec<PackageFile>,
}

/// The package: statement, data, a validator, and right and wrong programs.
pub fn package<Q: Ask>(problem: Problem, suites: &[Suite<Q>]) -> Vec<PackageFile> {
    let Problem { name, source, .. } = problem;
    let about = format!("name: {name}\nsource: {source}\nlicense: unknown\nvalidation: default\n");
    let mut files: Vec<PackageFile> = vec![
        ("problem.yaml".into(), about),
        ("domjudge-problem.ini".into(), "timelimit = 10\n".into()),
        ("problem_statement/problem.en.tex".into(), problem.statement.into()),
        ("input_validators/validate.py".into(), problem.validator.into()),
    ];
    let in_folder = |(name, text)| (format!("submissions/{name}"), text);
    files.extend(problem.submissions.into_iter().map(in_folder));
    let suites = suites.iter().filter(|suite| !suite.questions.is_empty());
    if let (None, Some(first)) = (problem.sample, suites.clone().next()) {
        add(&mut files, "data/sample/1", &first.questions[..SAMPLE.min(first.questions.len())]);
    }
    for (number, suite) in (1..).zip(suites) {
        let name = match suite.name {
            name if problem.sample == Some(name) => "data/sample/1".into(),
            name => format!("data/secret/{number:02}-{name}"),
        };
        add(&mut files, &name, &suite.questions);
    }
    files
}

/// Adds questions and their answers.
fn add<Q: Ask>(files: &mut Vec<PackageFile>, name: &str, questions: &[Question<Q>]) {
    let line = |question: &Question<Q>| question.asked.counted_line() + "\n";
    files.push((format!("{name}.in"), questions.iter().map(line).collect()));
    let answer = |question: &Question<Q>| format!("{}\n", question.expected.0);
    files.push((format!("{name}.ans"), questions.iter().map(answer).collect()));
}

/// A right program in Python, and wrong ones, each with a name and some of its text in other words.
pub fn programs(right: &'static str, wrong: &[(&str, &str, &str)]) -> Vec<PackageFile> {
    let accepted = [("accepted/right.py".to_owned(), right.to_owned())];
    let wrong = wrong
        .iter()
        .map(|(name, old, new)| (format!("wrong_answer/{name}.py"), right.replace(old, new)));
    accepted.into_iter().chain(wrong).collect()
}
