//! The verdict as Gradescope's `results.json`: a test of one point per suite.
//!
//! Source: Gradescope, "Autograder Specifications", section "Output format".

use serde_json::{Value, json};

use super::text::{SHOWN, abridged, explanation, result, verdict};
use super::{Report, SuiteReport, about_smallest};
use crate::check::noun::Noun;

/// The verdict as the object that an autograder puts into `results/results.json`.
pub fn gradescope(report: &Report) -> Value {
    let tests: Vec<Value> = report.suites.iter().map(|suite| test(suite, &report.noun)).collect();
    let output = verdict(report) + &explanation(report);
    // Gradescope wants tests or a score.
    match tests.is_empty() {
        true => json!({ "output": output, "score": 0.0 }),
        false => json!({ "output": output, "tests": tests }),
    }
}

fn test(suite: &SuiteReport, noun: &Noun) -> Value {
    let (score, lang) = (suite.score(), noun.lang);
    let mut output = format!("{}: {}", noun.counted(suite.decks), result(suite, lang));
    if suite.not_played > 0 {
        output += &lang.earns_nothing();
    }
    if let Some(smallest) = &suite.smallest {
        output += &format!(
            "\n{}\n{}",
            about_smallest(smallest, noun),
            abridged(&smallest.trace, SHOWN, noun.lang)
        );
    }
    json!({
        "name": format!("{}: {}", lang.suite(suite.name), lang.about(suite.name, suite.about)),
        "score": score,
        "max_score": 1.0,
        "status": if score >= 1.0 { "passed" } else { "failed" },
        "output": output,
    })
}
