//! The verdict as JUnit XML, which build servers show: a test case per suite.

use std::fmt::Write as _;

use super::{Report, SuiteReport, about_smallest, explanation};

/// The verdict as an XML document.
pub fn junit(report: &Report) -> String {
    let failures = report.suites.iter().filter(|suite| suite.different > 0).count();
    let skipped = report.suites.iter().filter(|suite| is_skipped(suite)).count();
    let lang = report.noun.lang;
    let errors = usize::from(report.silent.is_some());
    let counts = format!(
        "tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\"",
        report.suites.len() + errors
    );
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a String cannot fail.
    let _ = writeln!(xml, "<testsuites name=\"war-sim check\" {counts}>");
    let _ = writeln!(xml, "  <testsuite name=\"{}\" {counts}>", escaped(&report.rules));
    if let Some(why) = &report.silent {
        let _ = writeln!(
            xml,
            "    <testcase classname=\"war-sim.{}\" name=\"answers\">\n      <error message=\"{}\"/>\n    \
             </testcase>",
            escaped(&report.rules),
            escaped(why)
        );
    }
    for suite in &report.suites {
        let _ = write!(
            xml,
            "    <testcase classname=\"war-sim.{}\" name=\"{}\"",
            escaped(&report.rules),
            suite.name
        );
        match &suite.smallest {
            Some(smallest) => {
                let noun = &report.noun;
                let [expected, got] = [smallest.expected.words(noun), smallest.got.words(noun)];
                let [different, decks] = [lang.grouped(suite.different), noun.counted(suite.decks)];
                let _ = write!(
                    xml,
                    ">\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
                    escaped(&lang.failure(different, decks, expected, got)),
                    escaped(&about_smallest(smallest, noun, false)),
                );
            }
            None if is_skipped(suite) => {
                let _ = writeln!(
                    xml,
                    "><skipped message=\"{}\"/></testcase>",
                    escaped(&lang.skipped(report.noun.counted(suite.not_played)))
                );
            }
            None => xml += "/>\n",
        }
    }
    let explained = explanation(report);
    if !explained.is_empty() {
        let _ = writeln!(xml, "    <system-out>{}</system-out>", escaped(&explained));
    }
    xml += "  </testsuite>\n</testsuites>\n";
    xml
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
