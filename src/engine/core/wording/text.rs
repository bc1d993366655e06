//! Tables and pictures for a terminal of 80 columns.

pub use super::digits::grouped;

/// How a column is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Lines of fields, each column as wide as its widest field, two spaces between columns.
pub fn columns(aligns: &[Align], lines: &[impl AsRef<[String]>]) -> String {
    let width = |c: usize| {
        let fields = lines.iter().filter_map(|line| line.as_ref().get(c));
        fields.map(|field| field.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..aligns.len()).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let mut row = String::new();
        for ((field, &align), &width) in line.as_ref().iter().zip(aligns).zip(&widths) {
            if !row.is_empty() {
                row.push_str("  ");
            }
            match align {
                Align::Left => row.push_str(&format!("{field:<width$}")),
                Align::Right => row.push_str(&format!("{field:>width$}")),
            }
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

/// A word as it can be typed into a shell.
pub fn shell_quoted(word: &str) -> String {
    // The prompts of Windows take a backslash as it is, and no quotes of this kind.
    let plain =
        |c: char| c.is_alphanumeric() || "._/+-:=@%".contains(c) || cfg!(windows) && c == '\\';
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    if word.contains(char::is_control) {
        // A line break within plain quotes would end the line that is shown.
        let escaped = word.chars().map(|c| match c {
            '\'' | '\\' => format!("\\{c}"),
            '\n' => "\\n".into(),
            c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
            c => c.into(),
        });
        return format!("$'{}'", escaped.collect::<String>());
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// A bar of a histogram drawn in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// What it stands for: a bin, or what has no length.
    pub label: String,
    /// Games.
    pub games: u64,
}

/// Collects exact counts into at most `bins` bins of one round width (1, 2 or 5 times a power of
/// ten), the k-th from `(k - 1) * width + 1` to `k * width`, the same for all; what lies above the bin
/// of `cut` has a bar of its own that says so.
pub fn bins<C: Iterator<Item = (u64, u64)> + Clone>(
    all: &[C],
    bins: u64,
    cut: u64,
) -> Vec<Vec<Bar>> {
    let values = || all.iter().flat_map(|counts| counts.clone()).map(|(value, _)| value);
    let (Some(lowest), Some(last)) = (values().min(), values().max()) else {
        return all.iter().map(|_| Vec::new()).collect();
    };
    let top = last.min(cut.max(lowest));
    let mut width = 1;
    let bin = |value: u64, width: u64| value.saturating_sub(1) / width;
    // 1, 2, 5, 10, 20, 50 ...
    for factor in [2, 5, 2].into_iter().cycle() {
        if bin(top, width) - bin(lowest, width) < bins {
            break;
        }
        width = if factor == 5 { width / 2 * 5 } else { width * 2 };
    }
    let (first, end) = (bin(lowest, width), bin(top, width));
    let label = |b: u64| match (b * width + u64::from(lowest > 0 || b > 0), (b + 1) * width) {
        (low, high) if low == high => high.to_string(),
        (low, high) => format!("{low}-{high}"),
    };
    let bars = |counts: &C| {
        let mut games = vec![0; (end - first + 1) as usize];
        let mut beyond = 0;
        for (value, more) in counts.clone() {
            match games.get_mut((bin(value, width) - first) as usize) {
                Some(games) => *games += more,
                None => beyond += more,
            }
        }
        let bars = (first..).zip(games).map(|(b, games)| Bar { label: label(b), games });
        let over = Bar { label: format!("over {}", (end + 1) * width), games: beyond };
        bars.chain((beyond > 0).then_some(over)).collect()
    };
    all.iter().map(bars).collect()
}

/// Draws bars in lines of this width, set in, each with its share of `total`; one of `most` games is
/// as long as there is room, or five eighths of the width.
pub fn bars(bars: &[Bar], total: u64, most: u64, width: usize) -> String {
    let label_width = bars.iter().map(|bar| bar.label.len()).max().unwrap_or(0);
    let width = width.saturating_sub(label_width + 2 + 2 + 8 + 2).min(width * 5 / 8);
    let mut text = String::new();
    for Bar { label, games } in bars {
        let bar = (u128::from(*games) * width as u128 / u128::from(most.max(1))) as usize;
        let share = 100.0 * *games as f64 / total.max(1) as f64;
        let line = format!("  {label:>label_width$}  {share:>5.1} %  {}", "#".repeat(bar));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

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
    fn bins_hold_every_game_once_and_are_all_as_wide() {
        for (lowest, highest, cut, first, last) in [
            (0, 9, 9, "0-1", "9"),
            (3, 1000, 1000, "1-100", "901-1000"),
            (26, 4200, 1000, "1-100", "over 1000"),
            (26, 4200, 2264, "1-200", "over 2400"),
            (7, 7, 7, "7", "7"),
            (0, 99_999, 99_999, "0-10000", "90001-100000"),
        ] {
            let counts: Vec<(u64, u64)> = (lowest..=highest).map(|v| (v, v + 1)).collect();
            let all: u64 = counts.iter().map(|&(_, games)| games).sum();
            let [drawn] = bins(&[counts.iter().copied()], 12, cut).try_into().unwrap();
            assert!(drawn.len() <= 13, "{} bins", drawn.len());
            assert_eq!(drawn.iter().map(|bin| bin.games).sum::<u64>(), all);
            let labels: Vec<&str> = drawn.iter().map(|bar| bar.label.as_str()).collect();
            assert_eq!((labels[0], labels[labels.len() - 1]), (first, last), "{labels:?}");
            let most = drawn.iter().map(|bar| bar.games).max().unwrap();
            let lines = bars(&drawn, all, most, WIDTH);
            assert!(lines.lines().all(|line| line.chars().count() <= WIDTH), "{lines}");
        }
        let few = [[(1, 4)], [(1_000, 2)]];
        let both = bins(&few.map(IntoIterator::into_iter), 12, 1_000);
        assert!(both[0].iter().map(|bar| &bar.label).eq(both[1].iter().map(|bar| &bar.label)));
        assert_eq!((both[0][0].games, both[1][0].games, both[1][9].games), (4, 0, 2));
        assert!(bins(&[std::iter::empty()], 12, 0)[0].is_empty());
    }

    #[test]
    fn lines_break_between_words_before_the_width() {
        for (margin, text, width, lines) in [
            ("ab  ", "one two three", 11, "ab  one two\n    three\n"),
            ("ab  ", "one two three", 10, "ab  one\n    two\n    three\n"),
            ("ab  ", "", 10, "ab\n"),
            ("", "indivisible", 4, "indivisible\n"),
            ("", "a b\u{a0}c", 4, "a\nb c\n"),
        ] {
            assert_eq!(hanging(margin, text, width), lines);
        }
    }
}
