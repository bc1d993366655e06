//! The verdict as JUnit XML, which build servers show: a test case per suite.

use super::compare::Verdict;
use super::observed::{decks, grouped};
use super::report::Report;
use super::text::{about_smallest, explanation};

/// The verdict as an XML document.
pub fn junit(report: &Report) -> String {
    let is_skipped = |suite: &&Verdict| suite.smallest.is_none() && suite.not_asked > 0;
    let failures = report.suites.iter().filter(|suite| suite.smallest.is_some()).count();
    let skipped = report.suites.iter().filter(is_skipped).count();
    let errors = usize::from(report.silent.is_some());
    let tests = report.suites.len() + errors;
    let counts = format!(
        "tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\""
    );
    let rules = escaped(&report.names.rules);
    let case = |name: &str, result: String| {
        let begin = format!("    <testcase classname=\"war-sim.{rules}\" name=\"{name}\"");
        match result.as_str() {
            "" => format!("{begin}/>\n"),
            result => format!("{begin}>\n      {result}\n    </testcase>\n"),
        }
    };
    let result = |suite: &Verdict| match &suite.smallest {
        Some(smallest) => {
            let (expected, got) = (smallest.played.expected, &smallest.played.got);
            let (wrong, all) = (grouped(suite.different()), decks(suite.asked.len()));
            let message = escaped(&format!("{wrong} of {all}: expected {expected}, got {got}"));
            let about = escaped(&about_smallest(report, smallest));
            format!("<failure message=\"{message}\">{about}</failure>")
        }
        None if is_skipped(&suite) => {
            format!("<skipped message=\"{} not played\"/>", decks(suite.not_asked))
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
