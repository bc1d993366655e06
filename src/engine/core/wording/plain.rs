//! Text from outside, as it may be shown: nothing in it moves a cursor or starts a formula.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character does something to a terminal instead of being shown there: controls, and
/// marks that turn the direction of writing.
fn is_hidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The text with every character that a terminal would obey written as `\u{1b}`; ends of lines and
/// tabs stay.
pub fn plain(text: &str) -> Cow<'_, str> {
    let obeyed = |c: char| is_hidden(c) && !matches!(c, '\n' | '\t');
    if !text.contains(obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match obeyed(c) {
            true => drop(write!(shown, "{}", c.escape_unicode())),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// Why a text must not be a name that stands in a table's cell; `None` if it may.
pub fn no_cell(text: &str) -> Option<&'static str> {
    match text.chars().next() {
        None => Some("it is empty"),
        Some('=' | '+' | '-' | '@') => {
            Some("a spreadsheet would take a name that begins with = + - or @ for a formula")
        }
        Some(_) if text.contains(is_hidden) => Some("it has characters that cannot be seen"),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        assert_eq!(plain("two\nlines\tand é"), "two\nlines\tand é");
        assert_eq!(plain("\u{1b}[2Jgone\r"), "\\u{1b}[2Jgone\\u{d}");
        assert_eq!(plain("a\u{202e}b\u{9b}c"), "a\\u{202e}b\\u{9b}c");
    }

    #[test]
    fn a_cell_begins_with_no_formula_and_hides_nothing() {
        for good in ["umass", "umass{war.face_down=2}", "Пьяница", "a-b", "5+5"] {
            assert_eq!(no_cell(good), None, "{good}");
        }
        for bad in ["", "=1+1", "+x", "-x", "@x", "a\tb", "a\nb", "a\u{1b}b", "a\u{202e}b"] {
            assert!(no_cell(bad).is_some(), "{bad:?}");
        }
    }
}
