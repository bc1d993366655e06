//! Text in lines that a terminal does not have to break.

/// Columns of the terminal that everything fits.
pub const WIDTH: usize = 80;

/// Words after a margin; further lines are indented as far as the margin is wide.
pub fn hanging(margin: &str, text: &str, width: usize) -> String {
    let indent = margin.chars().count();
    let mut lines = String::new();
    let mut line = margin.to_owned();
    let mut column = indent;
    for word in text.split_whitespace() {
        let letters = word.chars().count();
        if column > indent && column + 1 + letters > width {
            lines += line.trim_end();
            lines.push('\n');
            line = " ".repeat(indent);
            column = indent;
        }
        if column > indent {
            line.push(' ');
            column += 1;
        }
        line += word;
        column += letters;
    }
    lines += line.trim_end();
    lines.push('\n');
    lines
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
    }
}
