//! The suites as plain files, for those who do not have war-sim.

use std::fmt::Write as _;

use super::suite::{Ask, Suite};

/// Bytes of one string constant in Java, which allows 65,535.
const JAVA_CONSTANT: usize = 60_000;

/// A row per deck: `suite,deck,expected`. The deck is a list in brackets, which no spreadsheet takes
/// for a formula.
pub fn csv<Q: Ask>(suites: &[Suite<Q>]) -> String {
    let mut text = String::from("suite,deck,expected\n");
    for suite in suites {
        for question in &suite.questions {
            let deck = listed(question.asked.numbers());
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{},\"{deck}\",{}", suite.name, question.expected.0);
        }
    }
    text
}

fn listed(numbers: &[i32]) -> String {
    let words: Vec<String> = numbers.iter().map(i32::to_string).collect();
    format!("[{}]", words.join(", "))
}

/// A test module for pytest, a test per suite, of `find_winner` in `war.py`.
pub fn pytest<Q: Ask>(suites: &[Suite<Q>], rules: &str) -> String {
    let mut text = format!(
        "\"\"\"Decks and their winners by the rules `{rules}`, written by `war-sim cases --format pytest`.\n\n\
         Put it beside your war.py and run `pytest`.\n\"\"\"\n\n\
         import pytest\n\nfrom war import find_winner\n\n\
         # A deck in dealing order, then who wins it: 1 is A, -1 is B, 0 is a draw.\nSUITES = {{\n"
    );
    for suite in suites {
        let _ = writeln!(text, "    \"{}\": [", suite.name);
        for question in &suite.questions {
            let _ =
                writeln!(text, "        (\"{}\", {}),", question.asked.line(), question.expected.0);
        }
        text += "    ],\n";
    }
    text += "}\n\n\n\
             @pytest.mark.parametrize(\"suite\", SUITES)\n\
             def test_decks(suite):\n    \
             for deck, expected in SUITES[suite]:\n        \
             assert find_winner([int(card) for card in deck.split()]) == expected, f\"deck {deck}\"\n";
    text
}

/// A test class for JUnit 5, a test per suite, of `War.findWinner`.
pub fn junit5<Q: Ask>(suites: &[Suite<Q>], rules: &str) -> String {
    let mut parts = Vec::new();
    let mut tests = String::new();
    for suite in suites {
        let first = parts.len();
        let mut part = String::new();
        for question in &suite.questions {
            let case = format!("{}={};", question.asked.line(), question.expected.0);
            if part.len() + case.len() > JAVA_CONSTANT {
                parts.push(std::mem::take(&mut part));
            }
            part += &case;
        }
        parts.push(part);
        let name = java_name(suite.name);
        let calls: Vec<String> = (first..parts.len()).map(|k| format!("part{k}()")).collect();
        let _ = write!(
            tests,
            "    @Test\n    void {name}() {{\n        check({});\n    }}\n\n",
            calls.join(", ")
        );
    }
    let mut text = format!(
        "// Decks and their winners by the rules `{rules}`, written by `war-sim cases --format junit5`.\n\n\
         import static org.junit.jupiter.api.Assertions.assertEquals;\n\n\
         import java.util.ArrayList;\n\
         import org.junit.jupiter.api.Test;\n\n\
         class WarCasesTest {{\n{tests}    \
         /** Plays cases: a deck in dealing order, then its winner. */\n    \
         private static void check(String... parts) {{\n        \
         for (String part : parts) {{\n            \
         for (String each : part.split(\";\")) {{\n                \
         String[] sides = each.split(\"=\");\n                \
         ArrayList<Integer> deck = new ArrayList<>();\n                \
         for (String card : sides[0].split(\" \")) {{\n                    \
         if (!card.isEmpty()) {{\n                        \
         deck.add(Integer.valueOf(card));\n                    \
         }}\n                }}\n                \
         assertEquals(Integer.parseInt(sides[1]), War.findWinner(deck), \"deck \" + sides[0]);\n            \
         }}\n        }}\n    }}\n"
    );
    for (k, part) in parts.iter().enumerate() {
        let _ = write!(text, "\n    private static String part{k}() {{\n        return \"\"");
        // In lines that an editor can show.
        let mut line = String::new();
        for case in part.split_inclusive(';') {
            line += case;
            if line.len() > 80 {
                let _ = write!(text, "\n            + \"{}\"", std::mem::take(&mut line));
            }
        }
        if !line.is_empty() {
            let _ = write!(text, "\n            + \"{line}\"");
        }
        text += ";\n    }\n";
    }
    text + "}\n"
}

/// `short-decks` as Java writes names: `shortDecks`.
fn java_name(name: &str) -> String {
    let mut words = name.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (initial, rest) = word.split_at(1);
        name + &initial.to_uppercase() + rest
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_have_names_in_java() {
        assert_eq!(java_name("ends-of-int"), "endsOfInt");
        assert_eq!(java_name("beyond-127"), "beyond127");
    }
}
