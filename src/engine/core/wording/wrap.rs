//! Text in lines that a terminal does not have to break.

/// Columns of the terminal that everything fits.
pub const WIDTH: usize = 80;

/// Words after a margin, broken into lines of this width, the further ones indented as far. A no-break
/// space (U+00A0) is printed as a space and never broken at.
pub fn hanging(margin: &str, text: &str, width: usize) -> String {
    let indent = margin.chars().count();
    let mut out = String::new();
    let mut line = margin.to_owned();
    let mut empty = true;
    for word in text.split([' ', '\n', '\t']).filter(|word| !word.is_empty()) {
        if !empty && line.chars().count() + 1 + word.chars().count() > width {
            out.push_str(line.trim_end());
            out.push('\n');
            line = " ".repeat(indent);
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(&word.replace('\u{a0}', " "));
        empty = false;
    }
    out.push_str(line.trim_end());
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_before_the_width() {
        assert_eq!(hanging("ab  ", "one two three", 11), "ab  one two\n    three\n");
        assert_eq!(hanging("ab  ", "one two three", 10), "ab  one\n    two\n    three\n");
        assert_eq!(hanging("ab  ", "", 10), "ab\n");
        assert_eq!(hanging("", "indivisible", 4), "indivisible\n");
        assert_eq!(hanging("", "a b\u{a0}c", 4), "a\nb c\n");
    }
}
