//! What a program says on stderr of why it failed, in a line.

use crate::check::say;

/// How the last word of an exception's name ends.
const ENDINGS: [&str; 4] = ["Error", "Exception", "Interrupt", "Exit"];

/// The line that says why: the exception's, a compiler's first error, else the first line.
pub fn reason(stderr: &str) -> Option<&str> {
    let lines = || stderr.lines().filter(|line| !line.trim().is_empty() && *line != "...");
    let compiled = lines().find(|line| line.contains(": error:") || line.starts_with("error:"));
    // Python names what was raised last at the end, Java at the beginning.
    let is_python = lines().any(|line| line.starts_with("Traceback "));
    let mut raised = lines().filter(|line| exception_in(line).is_some());
    let raised = if is_python { raised.next_back() } else { raised.next() };
    compiled.or(raised).or_else(|| lines().next()).map(str::trim)
}

/// The name of the exception that ended the program, without its package: `StackOverflowError`.
pub fn exception(stderr: &str) -> Option<&str> {
    exception_in(reason(stderr)?)
}

/// What is to be done about it, as a sentence behind another; nothing where that is not known.
pub fn advice(stderr: &str) -> String {
    match exception(stderr) {
        Some("StackOverflowError" | "RecursionError") => say::calls_itself(),
        _ => String::new(),
    }
}

/// The name of an exception at the beginning of a line, or behind `Exception in thread "main"`.
fn exception_in(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("Exception in thread ") {
        Some(rest) => rest.trim_start_matches('"').split_once("\" ")?.1,
        None => line.strip_prefix("Caused by: ").unwrap_or(line),
    };
    let word = line.split([':', ' ']).next()?;
    let name = word.rsplit('.').next()?;
    let is_name = name.len() > 5
        && name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    (is_name && ENDINGS.iter().any(|ending| name.ends_with(ending))).then_some(name)
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
        for (stderr, line, name) in [
            (python, "IndexError: pop from empty list", Some("IndexError")),
            (
                java,
                "Exception in thread \"main\" java.lang.StackOverflowError",
                Some("StackOverflowError"),
            ),
            (javac, "War.java:5: error: ';' expected", None),
            (syntax, "SyntaxError: invalid syntax", Some("SyntaxError")),
            (
                "Error: Could not find or load main class W",
                "Error: Could not find or load main class W",
                None,
            ),
            ("KeyboardInterrupt", "KeyboardInterrupt", Some("KeyboardInterrupt")),
            ("\nsegmentation fault", "segmentation fault", None),
        ] {
            assert_eq!((reason(stderr), exception(stderr)), (Some(line), name));
        }
        assert_eq!((reason(""), exception("...")), (None, None));
    }
}
