//! The verdict as JUnit XML, which build servers show: a test case per suite.

use super::answer::Got;
use super::compare::{Answered, Suite};
use super::observed::{decks, grouped};
use super::report::Report;
use super::text::{about_smallest, explanation};

/// The verdict as an XML document.
pub fn junit(report: &Report) -> String {
    let result = |suite: &Suite| match &suite.smallest {
        Some(smallest) => {
            let Answered { right, got, .. } = &smallest.played;
            let (wrong, all) = (grouped(suite.different()), decks(suite.asked.len()));
            let right = Got::Answer(right.0);
            let message = format!("{wrong} of {all}: expected {right}, got {got}");
            let about = escaped(&about_smallest(report, smallest));
            format!("<failure message=\"{}\">{about}</failure>", escaped(&message))
        }
        None if suite.left.is_empty() => String::new(),
        None => format!("<skipped message=\"{} not played\"/>", decks(suite.left.len())),
    };
    let error = |why: &String| ("answers", format!("<error message=\"{}\"/>", escaped(why)));
    let mut results: Vec<(&str, String)> = report.silent.iter().map(error).collect();
    results.extend(report.suites.iter().map(|suite| (suite.name, result(suite))));
    let count = |tag| results.iter().filter(|(_, result)| result.starts_with(tag)).count();
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
        results.len(),
        count("<failure"),
        count("<error"),
        count("<skipped")
    );
    let rules = escaped(&report.names.rules);
    let case = |(name, result): &(&str, String)| {
        let begin = format!("    <testcase classname=\"war-sim.{rules}\" name=\"{name}\"");
        match result.as_str() {
            "" => format!("{begin}/>\n"),
            result => format!("{begin}>\n      {result}\n    </testcase>\n"),
        }
    };
    let cases: String = results.iter().map(case).collect();
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
    let fit = |letter: char| match letter {
        '\n' | '\t' => letter,
        '\u{fffe}' | '\u{ffff}' => '?',
        _ if letter.is_control() => '?',
        _ => letter,
    };
    let text: String = text.chars().map(fit).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_made_fit_for_xml() {
        assert_eq!(escaped("a<b> & \"c\"\u{1b}\n\u{ffff}é"), "a&lt;b&gt; &amp; &quot;c&quot;?\n?é");
    }
}
