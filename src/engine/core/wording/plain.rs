//! Text from outside, as it may be shown: nothing in it moves a cursor or starts a formula.
//!
//! What goes to a terminal and a page as a whole pass through [`text`]; a table's field through [`cell`].

use std::borrow::Cow;

/// Whether a character does something to a terminal instead of being shown there: controls, marks that
/// turn the direction of writing, ends of lines of Unicode, and blanks without width.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// The text with every character that is to be hidden written as `shown` says.
fn with_shown<'t>(
    text: &'t str,
    hide: impl Fn(char) -> bool,
    mut shown: impl FnMut(char, &mut String),
) -> Cow<'t, str> {
    // Nearly every text is of these letters alone.
    let usual = |byte: u8| matches!(byte, b' '..=b'~' | b'\n');
    if text.bytes().all(usual) && !hide('\n') || !text.contains(&hide) {
        return Cow::Borrowed(text);
    }
    let mut all = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match hide(c) {
            true => shown(c, &mut all),
            false => all.push(c),
        }
    }
    Cow::Owned(all)
}

/// Lines of text: ends of lines and tabs stay, other characters that a terminal would obey are
/// written as `\u{1b}`.
pub fn text(text: &str) -> Cow<'_, str> {
    let hide = |c| is_hidden(c) && !matches!(c, '\n' | '\t');
    with_shown(text, hide, |c, all| all.extend(c.escape_unicode()))
}

/// As [`text`], in one line: ends of lines and tabs are written out, too.
pub fn line(text: &str) -> Cow<'_, str> {
    with_shown(text, is_hidden, |c, all| all.extend(c.escape_debug()))
}

/// A text in JSON: the characters, which can only be in its strings, are written as JSON does, so
/// that it says the same.
pub fn json(text: &str) -> Cow<'_, str> {
    let hide = |c| is_hidden(c) && !matches!(c, '\n' | '\t');
    with_shown(text, hide, |c, all| all.push_str(&format!("\\u{:04x}", u32::from(c))))
}

/// A text of unknown origin for a message: its first letters, with nothing that a terminal obeys.
pub fn shortened(bytes: &[u8], most: usize) -> String {
    let text = String::from_utf8_lossy(bytes);
    let begin: String = text.chars().take(most).collect();
    let more = if begin.len() < text.len() { "..." } else { "" };
    line(&begin).into_owned() + more
}

/// The text of a field in a table: one line, in which ends of lines and tabs are spaces; what a spreadsheet would
/// take for a formula begins with an apostrophe, which spreadsheets do not show.
pub fn cell(text: &str) -> String {
    let line = self::text(text).replace(['\n', '\t'], " ");
    let is_formula = line.starts_with(['=', '+', '-', '@']);
    if is_formula { format!("'{line}") } else { line }
}

/// Why a text must not be the name of a file or folder that is made; `None` if it may.
pub fn no_file_name(text: &str) -> Option<&'static str> {
    text.contains(is_hidden).then_some("it has characters that cannot be seen")
}

/// What readers of tables take for a missing value, in whatever case.
const MISSING: [&str; 13] = [
    "na", "n/a", "<na>", "#na", "#n/a", "#n/a n/a", "nan", "-nan", "null", "none", "nil", "1.#ind",
    "1.#qnan",
];
/// What they take for a truth value.
const TRUTHS: [&str; 4] = ["true", "false", "yes", "no"];

/// Whether R, for one, reads it as a number in hexadecimal digits, or DuckDB in binary ones.
fn is_hex(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let has_digits = |start, radix| {
        text.strip_prefix(start).is_some_and(|digits| digits.chars().all(|c| c.is_digit(radix)))
    };
    has_digits("0x", 16) || has_digits("0b", 2)
}

/// Why a text must not be a name that stands in a table's cell; `None` if it may.
pub fn no_cell(text: &str) -> Option<&'static str> {
    let is_word = |words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    match text.chars().next() {
        None => Some("it is empty"),
        Some('=' | '+' | '-' | '@') => {
            Some("a spreadsheet would take a name that begins with = + - or @ for a formula")
        }
        _ if text.trim() != text => Some("it begins or ends with a blank"),
        _ if is_word(&MISSING) => Some("readers of tables would take it for a missing value"),
        _ if is_word(&TRUTHS) || text.parse::<f64>().is_ok() || is_hex(text) => {
            Some("readers of tables would take it for a number or a truth value")
        }
        Some(_) => no_file_name(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        assert_eq!(shortened(b"a\x1b[31m\xff\tb", 40), "a\\u{1b}[31m\u{fffd}\\tb");
        assert_eq!(shortened("Ope\u{301}".as_bytes(), 40), "Ope\u{301}", "as macOS writes names");
        assert_eq!(shortened(&[b'x'; 100], 4), "xxxx...");
        for (given, shown) in [
            ("two\nlines\tand é", "two\nlines\tand é"),
            ("\u{1b}[2Jgone\r", "\\u{1b}[2Jgone\\u{d}"),
            ("a\u{202e}b\u{9b}c\u{7f}", "a\\u{202e}b\\u{9b}c\\u{7f}"),
        ] {
            assert_eq!(text(given), shown);
        }
        assert!(matches!(text("usual\n"), Cow::Borrowed(_)));
        assert_eq!(line("two\nlines\u{9b}"), "two\\nlines\\u{9b}");
        // JSON says the same.
        let text = serde_json::json!({"a\u{9b}": "\u{1b}[2J\u{202e}\n\u{7f}"}).to_string();
        let plain = json(&text);
        assert!(!plain.contains(is_hidden), "{plain}");
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        assert_eq!(read(&plain), read(&text));
    }

    #[test]
    fn a_cell_is_one_line_no_formula_and_no_other_value() {
        for formula in ["=1+1", "+x", "-rf:umass", "@x"] {
            assert_eq!(cell(formula), format!("'{formula}"));
        }
        assert_eq!(["umass", "a\nb\tc\u{1b}"].map(cell), ["umass", "a b c\\u{1b}"]);
        for (why, names) in [
            ("", &["umass", "umass{war.face_down=2}", "Пьяница", "a-b", "5+5", "0bee"][..]),
            ("empty", &[""]),
            ("formula", &["=1+1", "+x", "-x", "@x"]),
            (
                "cannot be seen",
                &["a\tb", "a\u{2028}b", "a\nb", "a\u{1b}b", "a\u{202e}b", "a\u{200b}b"],
            ),
            ("blank", &[" x", "x ", "\u{a0}"]),
            ("missing", &["NA", "N/A", "NULL", "None", "nan", "<NA>", "1.#IND"]),
            ("number", &["7", "1e5", "inf", "0.5", "True", "0x1F", "0b11", "yes", "No"]),
        ] {
            for name in names {
                let found = no_cell(name).unwrap_or_default();
                assert!(found.contains(why) && why.is_empty() == found.is_empty(), "{name:?}");
            }
        }
    }
}
