//! The suites as plain files, for those who do not have war-sim.

use std::fmt::Write as _;

use super::suite::{Ask, Suite};

/// Bytes of one string constant in Java, which allows 65,535.
const JAVA_CONSTANT: usize = 60_000;

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

/// Seconds that the decks of a suite may take in a test.
const SECONDS: u32 = 60;

/// A test module for pytest, a test per suite, of `find_winner` or `findWinner` in `war.py`, or in the
/// module of the game.
pub fn pytest<Q: Ask>(suites: &[Suite<Q>], rules: &str) -> String {
    let (module, many) = (Q::PROGRAM, Q::NOUN.many);
    let given = if Q::IS_TEXT { "deck" } else { "[int(card) for card in deck.split()]" };
    let mut text = format!(
        "\"\"\"The right answers to {many}, by the rules `{rules}`, written by `war-sim cases --format pytest`.\n\n\
         Put it beside your {module}.py and run `pytest`.\n\"\"\"\n\n\
         import threading\n\nimport pytest\nimport {module}\n\n\
         find_winner = getattr({module}, \"find_winner\", None) or getattr({module}, \"findWinner\", None)\n\
         assert find_winner, \"{module}.py has neither find_winner nor findWinner\"\n\
         SECONDS = {SECONDS}  # for a suite\n\n\
         # What is asked as `war-sim check` asks it, then who wins: 1 is A, -1 is B, 0 is a draw.\nSUITES = {{\n"
    );
    for suite in suites {
        let _ = writeln!(text, "    \"{}\": [", suite.name);
        for question in &suite.questions {
            let _ =
                writeln!(text, "        (\"{}\", {}),", question.asked.line(), question.expected.0);
        }
        text += "    ],\n";
    }
    text + &PYTEST.replace("GIVEN", given)
}

/// What plays the decks: in a thread, because a game that never ends cannot be stopped.
const PYTEST: &str = r#"}


def play(suite, answers):
    for deck, _ in SUITES[suite]:
        try:
            answers.append(find_winner(GIVEN))
        except Exception as error:
            answers.append(error)


@pytest.mark.parametrize("suite", SUITES)
def test_decks(suite):
    answers = []
    player = threading.Thread(target=play, args=(suite, answers), daemon=True)
    player.start()
    player.join(SECONDS)
    for (deck, expected), answer in zip(SUITES[suite], list(answers)):
        if isinstance(answer, Exception):
            raise answer
        assert answer == expected, f"deck {deck}"
    assert not player.is_alive(), f"no answer in time: deck {SUITES[suite][len(answers)][0]}"
"#;

/// How a version of JUnit writes tests.
#[derive(Clone, Copy, Debug)]
pub struct JUnit {
    /// Its name in `--format`.
    format: &'static str,
    /// What is imported, and how the class begins.
    head: &'static str,
    /// A test.
    test: &'static str,
    /// The comparison of an answer.
    assertion: &'static str,
}

/// The one with `org.junit.Test`.
pub const JUNIT4: JUnit = JUnit {
    format: "junit4",
    head: "import static org.junit.Assert.assertEquals;\n\nimport java.util.ArrayList;\n\
           import org.junit.Test;\n\npublic class CLASSCasesTest {\n",
    test: "    @Test(timeout = SECONDS000)\n    public void NAME() {\n        check(CALLS);\n    }\n\n",
    assertion: "assertEquals(\"deck \" + sides[0], Integer.parseInt(sides[1]), (int) CLASS.findWinner(deck));",
};

/// The one with `org.junit.jupiter.api.Test`.
pub const JUNIT5: JUnit = JUnit {
    format: "junit5",
    head: "import static org.junit.jupiter.api.Assertions.assertEquals;\n\
           import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;\n\n\
           import java.time.Duration;\nimport java.util.ArrayList;\n\
           import org.junit.jupiter.api.Test;\n\nclass CLASSCasesTest {\n",
    test: "    @Test\n    void NAME() {\n        assertTimeoutPreemptively(\
           Duration.ofSeconds(SECONDS), () -> check(CALLS));\n    }\n\n",
    assertion: "assertEquals(Integer.parseInt(sides[1]), (int) CLASS.findWinner(deck), \"deck \" + sides[0]);",
};

/// A test class, a test per suite, of `War.findWinner`, or that of the game's class, in this package; none
/// is the default one.
pub fn junit<Q: Ask>(
    suites: &[Suite<Q>],
    rules: &str,
    junit: JUnit,
    package: Option<&str>,
) -> String {
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
        let calls: Vec<String> = (first..parts.len()).map(|k| format!("part{k}()")).collect();
        let test = junit.test.replace("SECONDS", &SECONDS.to_string());
        tests += &test.replace("NAME", &java_name(suite.name)).replace("CALLS", &calls.join(", "));
    }
    let mut text = format!(
        "// The right answers to {}, by the rules `{rules}`, written by `war-sim cases --format {}`.\n\n",
        Q::NOUN.many,
        junit.format
    );
    if let Some(package) = package {
        let _ = writeln!(text, "package {package};\n");
    }
    let given = if Q::IS_TEXT { TEXT } else { NUMBERS };
    // The class whose function is asked.
    let (initial, rest) = Q::PROGRAM.split_at(1);
    let class = initial.to_uppercase() + rest;
    let check = CHECK.replace("GIVEN", given).replace("ASSERTION", junit.assertion);
    text += &junit.head.replace("CLASS", &class);
    text += &tests;
    text += &check.replace("CLASS", &class);
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

/// What asks the questions of a test class.
const CHECK: &str = r#"    /** Plays cases: what is asked, then the right answer. */
    private static void check(String... parts) {
        for (String part : parts) {
            for (String each : part.split(";")) {
                String[] sides = each.split("=");
                GIVEN
                ASSERTION
            }
        }
    }
"#;

/// What `findWinner` is given: a text as it is.
const TEXT: &str = "String deck = sides[0];";

/// Numbers as a list.
const NUMBERS: &str = r#"ArrayList<Integer> deck = new ArrayList<>();
                for (String card : sides[0].split(" ")) {
                    if (!card.isEmpty()) {
                        deck.add(Integer.valueOf(card));
                    }
                }"#;

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
