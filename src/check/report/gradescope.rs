//! The verdict as Gradescope's `results.json`: a test of one point per suite.
//!
//! Source: Gradescope, "Autograder Specifications", section "Output format".

use serde_json::{Value, json};

use super::text::{SHOWN, abridged};
use super::{Report, SuiteReport, about_smallest};
use crate::check::suite::Noun;

/// The verdict as the object that an autograder puts into `results/results.json`.
pub fn gradescope(report: &Report) -> Value {
    let tests: Vec<Value> = report.suites.iter().map(|suite| test(suite, &report.noun)).collect();
    let output = match (&report.diagnosis, report.equal()) {
        _ if report.silent.is_some() => "Nothing was played.".into(),
        (_, true) => format!("The program plays by the rules on every {}.", report.noun.one),
        (None, false) if report.different() == 0 => {
            format!("Not finished: time was up before every {} was played.", report.noun.one)
        }
        (Some(diagnosis), _) => {
            format!("{} {}", diagnosis.sentence(&report.rules), diagnosis.extent())
        }
        (None, _) => {
            format!("Follow the smallest {} of a failed test, step by step.", report.noun.one)
        }
    };
    let said = report.silent.iter().chain(&report.observed);
    let output: Vec<String> = [output].into_iter().chain(said.cloned()).collect();
    let output = output.join("\n");
    // Gradescope wants tests or a score.
    match tests.is_empty() {
        true => json!({ "output": output, "score": 0.0 }),
        false => json!({ "output": output, "tests": tests }),
    }
}

fn test(suite: &SuiteReport, noun: &Noun) -> Value {
    let score = suite.score();
    let mut output = match suite.different {
        0 if suite.decks == 0 => format!("no {} was played", noun.one),
        0 => format!("{}, all equal", noun.counted(suite.decks)),
        different => format!("{different} of {} are different", noun.counted(suite.decks)),
    };
    if suite.not_played > 0 {
        output += &format!("; {} were not played and earn nothing", suite.not_played);
    }
    if let Some(smallest) = &suite.smallest {
        output +=
            &format!("\n{}\n{}", about_smallest(smallest, noun), abridged(&smallest.trace, SHOWN));
    }
    json!({
        "name": format!("{}: {}", suite.name, suite.about),
        "score": score,
        "max_score": 1.0,
        "status": if score >= 1.0 { "passed" } else { "failed" },
        "output": output,
    })
}
