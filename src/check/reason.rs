//! Why a program failed: what its stderr says of it, in a line, and why it cannot be asked at all.

use super::answer::{Got, NO_FAULT};

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

/// What is to be done about such an end, as a sentence behind another; nothing where that is not known.
pub fn advice(how: &str, stderr: &str) -> &'static str {
    let says = |word| reason(stderr).is_some_and(|line| line.contains(word));
    if says("StackOverflowError") || says("RecursionError") {
        " It calls itself again and again: play the battles in a loop."
    } else if how == NO_FAULT {
        " Print an answer for each deck: read decks in a loop, until the input ends, or let it be started for \
         each deck with --once, the cards as its arguments."
    } else {
        ""
    }
}

/// Why a program cannot be asked, as a sentence, if it says nothing and then ends so.
pub fn why_silent(lines: &[Vec<u8>], end: Option<&Got>) -> Option<String> {
    if !lines.is_empty() {
        return None;
    }
    let Some(Got::Died { how, stderr }) = end else {
        let why = "It starts, but answers nothing: it must write one line for each that it reads, as soon as \
                   it has read it, or when its input ends; and each game must end.";
        return Some(why.into());
    };
    let why = reason(stderr).map_or(" and says nothing of why".into(), |line| format!(": {line}"));
    let advice = match advice(how, stderr) {
        "" => String::new(),
        advice => format!(".{advice}"),
    };
    Some(format!("It ends before it answers ({how}){why}{advice}"))
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
        assert!(advice("", java).contains("in a loop") && advice("", python).is_empty());
    }

    #[test]
    fn who_cannot_be_asked_is_told_why() {
        let died = |how: &str, stderr: &str| Got::Died { how: how.into(), stderr: stderr.into() };
        let words = |lines: &[&str], end: Got| {
            let lines: Vec<Vec<u8>> = lines.iter().map(|line| line.as_bytes().to_vec()).collect();
            why_silent(&lines, Some(&end)).unwrap_or_default()
        };
        let well = || died(NO_FAULT, "");
        assert_eq!(words(&["1", "-1", "1"], well()), "");
        assert_eq!(words(&["Player A wins"], well()), "");
        assert!(
            words(&[], well()).contains("(exit code 0) and says nothing of why. Print an answer")
        );
        assert!(words(&[], Got::Hung).starts_with("It starts, but answers nothing"));
        assert_eq!(
            words(&[], died("exit code 1", "Error: Could not find or load main class War")),
            "It ends before it answers (exit code 1): Error: Could not find or load main class War"
        );
    }
}
