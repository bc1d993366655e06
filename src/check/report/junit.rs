//! The verdict as JUnit XML, which build servers show: a test case per suite.

use super::{Report, SuiteReport, about_smallest, explanation};
use crate::check::noun::grouped;
use crate::check::say;

/// The verdict as an XML document.
pub fn junit(report: &Report) -> String {
    let failures = report.suites.iter().filter(|suite| suite.different > 0).count();
    let skipped = report.suites.iter().filter(|suite| is_skipped(suite)).count();
    let noun = &report.noun;
    let errors = usize::from(report.silent.is_some());
    let counts = format!(
        "tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\"",
        report.suites.len() + errors
    );
    let rules = escaped(&report.rules);
    let case = |name: &str, result: String| match result.as_str() {
        "" => format!("    <testcase classname=\"war-sim.{rules}\" name=\"{name}\"/>\n"),
        result => format!(
            "    <testcase classname=\"war-sim.{rules}\" name=\"{name}\">\n      {result}\n    </testcase>\n"
        ),
    };
    let result = |suite: &SuiteReport| match &suite.smallest {
        Some(smallest) => {
            let [expected, got] = [smallest.expected.words(noun), smallest.got.words(noun)];
            let [different, decks] = [grouped(suite.different), noun.counted(suite.decks)];
            let message = escaped(&say::failure(different, decks, expected, got));
            let about = escaped(&about_smallest(smallest, noun));
            format!("<failure message=\"{message}\">{about}</failure>")
        }
        None if is_skipped(suite) => {
            let message = escaped(&say::decks_not_played(noun.counted(suite.not_played)));
            format!("<skipped message=\"{message}\"/>")
        }
        None => String::new(),
    };
    let silent = report.silent.iter();
    let silent =
        silent.map(|why| case("answers", format!("<error message=\"{}\"/>", escaped(why))));
    let suites = report.suites.iter().map(|suite| case(suite.name, result(suite)));
    let cases: String = silent.chain(suites).collect();
    let explained = match explanation(report).as_str() {
        "" => String::new(),
        text => format!("    <system-out>{}</system-out>\n", escaped(text)),
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"war-sim check\" {counts}>\n  \
         <testsuite name=\"{rules}\" {counts}>\n{cases}{explained}  </testsuite>\n</testsuites>\n"
    )
}

fn is_skipped(suite: &SuiteReport) -> bool {
    suite.different == 0 && suite.not_played > 0
}

/// Text for XML; what XML cannot hold becomes a question mark.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' | '\t' => out.push(letter),
            _ if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => out.push('?'),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_made_fit_for_xml() {
        assert_eq!(escaped("a<b> & \"c\"\u{1b}\n\u{ffff}é"), "a&lt;b&gt; &amp; &quot;c&quot;?\n?é");
    }
}
