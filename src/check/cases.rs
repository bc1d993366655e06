//! The suites as plain files, for those who do not have war-sim.

use std::fmt::Write as _;

use super::suite::{Ask, Suite};

/// A row per question: `suite,deck,expected`. Numbers are a list in brackets, which no spreadsheet takes
/// for a formula.
pub fn csv<Q: Ask>(suites: &[Suite<Q>]) -> String {
    let mut text = String::from("suite,deck,expected\n");
    for suite in suites {
        for question in &suite.questions {
            let deck = match Q::IS_TEXT {
                true => question.asked.line(),
                false => format!("{:?}", question.asked.numbers()),
            };
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{},\"{deck}\",{}", suite.name, question.expected.0);
        }
    }
    text
}
