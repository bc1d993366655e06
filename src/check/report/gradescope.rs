//! The verdict as Gradescope's `results.json`: a test of one point per suite.
//!
//! Source: Gradescope, "Autograder Specifications", section "Output format".

use serde_json::{Value, json};

use super::text::{SHOWN, abridged};
use super::{Report, SuiteReport, about_smallest};
use crate::check::noun::Noun;

/// The verdict as the object that an autograder puts into `results/results.json`.
pub fn gradescope(report: &Report) -> Value {
    let tests: Vec<Value> = report.suites.iter().map(|suite| test(suite, &report.noun)).collect();
    let lang = report.noun.lang;
    let output = match (&report.diagnosis, report.equal()) {
        _ if report.silent.is_some() => lang.nothing(),
        (_, true) => lang.plays_by_rules(report.noun.one),
        (None, false) if report.different() == 0 => lang.time_was_up(report.noun.one),
        (Some(diagnosis), _) => {
            let sentences = diagnosis.sentences(&report.rules, lang).join("\n");
            format!("{sentences} {}", diagnosis.extent(lang))
        }
        (None, _) => lang.follow(report.noun.one),
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
    let (score, lang) = (suite.score(), noun.lang);
    let mut output = match suite.different {
        0 if suite.decks == 0 => lang.none_played(noun.one),
        0 => lang.all_equal(noun.counted(suite.decks)),
        different => lang.wrong_of(lang.grouped(different), noun.counted(suite.decks)),
    };
    if suite.not_played > 0 {
        output += &lang.earn_nothing(lang.grouped(suite.not_played));
    }
    if let Some(smallest) = &suite.smallest {
        output += &format!(
            "\n{}\n{}",
            about_smallest(smallest, noun, false),
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
