//! Why a program failed: what its stderr says of it, in a line, and why it cannot be asked at all.

use super::answer::{Answer, Got, NO_FAULT};

/// The line that says why: a compiler's first error, the exception's, else the first line.
pub fn reason(stderr: &str) -> Option<&str> {
    let lines = || stderr.lines().map(str::trim).filter(|line| !line.is_empty() && *line != "...");
    let compiled = lines().find(|line| line.contains(": error:") || line.starts_with("error:"));
    // Python names what was raised at the end, Java where it begins.
    let is_python = lines().any(|line| line.starts_with("Traceback ") || line.starts_with("File "));
    let raised = match is_python {
        true => lines().next_back(),
        false => lines().find(|line| line.starts_with("Exception in thread ")),
    };
    compiled.or(raised).or_else(|| lines().next())
}

/// What is to be done about it, as a sentence behind another; nothing where that is not known.
pub fn advice(stderr: &str) -> &'static str {
    let is_deep =
        |line: &str| ["StackOverflowError", "RecursionError"].iter().any(|e| line.contains(e));
    match reason(stderr).is_some_and(is_deep) {
        true => " It calls itself again and again: play the battles in a loop.",
        false => "",
    }
}

/// Why a program cannot be asked, as a sentence, if it cannot: what it says to so many decks, before it
/// ends so, is nothing, or not an answer for each.
pub fn why_silent(lines: &[Vec<u8>], end: Option<&Got>, decks: usize) -> Option<String> {
    match (lines, end) {
        ([], Some(Got::Died { how, stderr, .. })) => Some(match reason(stderr) {
            Some(reason) => {
                // One deck alone comes with --once, as arguments: there is no input.
                let wants_input = |name: &&str| reason.contains(*name);
                let more = match advice(stderr) {
                    _ if decks == 1 && ["EOFError", "NoSuchElement"].iter().any(wants_input) => {
                        "; it reads decks as lines: check it without --once".into()
                    }
                    "" => String::new(),
                    advice => format!(".{advice}"),
                };
                format!("It ends before it answers ({how}): {reason}{more}")
            }
            None if how == NO_FAULT => {
                "It ends without an answer and without an error: is its input read before it is asked, as \
                 by a file that it imports, or does nothing print?"
                    .into()
            }
            None => format!("It ends before it answers ({how}) and says nothing of why."),
        }),
        ([], _) => Some(
            "It starts, but answers nothing: it must write one line for each that it reads, as soon as it \
             has read it, or when its input ends; and each game must end."
                .into(),
        ),
        ([line], _) if is_joined(line, decks) => Some(format!(
            "It writes its answers without line ends, `{}` for {decks} lines: write each answer on a line of \
             its own.",
            String::from_utf8_lossy(line)
        )),
        (lines, Some(Got::Died { how, .. }))
            if how == NO_FAULT && lines.len() + 1 == decks && decks > 2 =>
        {
            Some(format!(
                "It answers {} of {decks} lines: it reads a line of its input before it is asked. Does a \
                 file that it imports read input?",
                lines.len()
            ))
        }
        _ => None,
    }
}

/// Whether a line is so many answers, one behind the other.
fn is_joined(line: &[u8], answers: usize) -> bool {
    let text = String::from_utf8_lossy(line).replace([',', ';'], " ");
    // A sign begins an answer, and so does each digit.
    let apart = text.replace('-', " -").replace('+', " +").replace("1", "1 ").replace("0", "0 ");
    let words: Vec<&str> = apart.split_whitespace().collect();
    answers > 1 && words.len() == answers && words.iter().all(|word| Answer::read(word).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_exception_is_found_in_every_language() {
        let python = "Traceback (most recent call last):\n  File \"war.py\", line 3, in <module>\n    \
                      a.pop()\nIndexError: pop from empty list";
        let java = "dealt 4 cards\nException in thread \"main\" java.lang.StackOverflowError\n\tat \
                    War.play(War.java:7)\n...\n\tat War.play(War.java:7)";
        let javac = "War.java:5: error: ';' expected\n  int x = 3\nerror: compilation failed";
        let syntax =
            "  File \"war.py\", line 1\n    def f(:\n          ^\nSyntaxError: invalid syntax";
        let no_class = "Error: Could not find or load main class W";
        for (stderr, line) in [
            (python, "IndexError: pop from empty list"),
            (java, "Exception in thread \"main\" java.lang.StackOverflowError"),
            (javac, "War.java:5: error: ';' expected"),
            (syntax, "SyntaxError: invalid syntax"),
            (no_class, no_class),
            ("KeyboardInterrupt", "KeyboardInterrupt"),
            ("\nsegmentation fault", "segmentation fault"),
        ] {
            assert_eq!(reason(stderr), Some(line));
        }
        assert_eq!((reason(""), reason("...")), (None, None));
        assert!(advice(java).contains("in a loop") && advice(python).is_empty());
    }

    #[test]
    fn who_cannot_be_asked_is_told_why() {
        let died = |how: &str, stderr: &str| Got::Died {
            how: how.into(),
            stderr: stderr.into(),
            after: 0,
        };
        let words = |lines: &[&str], end: Got| {
            let lines: Vec<Vec<u8>> = lines.iter().map(|line| line.as_bytes().to_vec()).collect();
            why_silent(&lines, Some(&end), 3).unwrap_or_default()
        };
        let well = || died(NO_FAULT, "");
        assert_eq!(words(&["1", "-1", "1"], well()), "");
        assert_eq!(words(&["Player A wins"], well()), "");
        assert!(words(&["1-11"], well()).contains("without line ends, `1-11` for 3 lines"));
        assert!(words(&["A, B, A"], well()).contains("without line ends"));
        assert!(words(&["1", "-1"], well()).contains("reads a line of its input before"));
        assert_eq!(words(&["1", "-1"], died("exit code 1", "")), "", "the third deck's fault");
        assert_eq!(words(&["1"], well()), "", "one deck and no more");
        assert!(words(&[], well()).starts_with("It ends without an answer and without an"));
        assert!(words(&[], Got::Hung).starts_with("It starts, but answers nothing"));
        assert_eq!(
            words(&[], died("exit code 1", "Error: Could not find or load main class War")),
            "It ends before it answers (exit code 1): Error: Could not find or load main class War"
        );
    }
}
