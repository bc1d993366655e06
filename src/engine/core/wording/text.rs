//! Tables and pictures for a terminal of 80 columns.

pub use crate::core::wording::digits::grouped;

/// Width of the terminal that everything fits.
pub const WIDTH: usize = 80;

/// How a column is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Lines of fields, each column as wide as its widest field, two spaces between columns.
pub fn columns(aligns: &[Align], lines: &[Vec<String>]) -> String {
    let width = |c: usize| {
        lines.iter().filter_map(|line| line.get(c)).map(|f| f.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..aligns.len()).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let mut row = String::new();
        for ((field, &align), &width) in line.iter().zip(aligns).zip(&widths) {
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
    let plain = |c: char| c.is_alphanumeric() || "._/+-:=@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Text broken into lines that fit, the first after `label`, the others indented as far. A
/// no-break space (U+00A0) is printed as a space and never broken at.
pub fn wrapped(label: &str, text: &str) -> String {
    hanging(label, text, WIDTH)
}

/// As [`wrapped`], for lines of this width.
pub fn hanging(label: &str, text: &str, width: usize) -> String {
    let indent = label.chars().count();
    let mut out = String::new();
    let mut line = label.to_owned();
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

/// A bin of a histogram drawn in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bin {
    /// Smallest value.
    pub low: u64,
    /// Largest value.
    pub high: u64,
    /// Games.
    pub games: u64,
}

/// Collects exact counts into at most `bins` bins of one round width (1, 2 or 5 times a power of
/// ten); what lies above `cut` shares a last bin of its own.
pub fn bins(counts: impl Iterator<Item = (u64, u64)> + Clone, bins: u64, cut: u64) -> Vec<Bin> {
    let Some((lowest, _)) = counts.clone().next() else { return Vec::new() };
    let last = counts.clone().last().map_or(lowest, |(value, _)| value);
    let top = last.min(cut.max(lowest));
    let mut width = 1;
    // 1, 2, 5, 10, 20, 50 ...
    for factor in [2, 5, 2].into_iter().cycle() {
        if top / width - lowest / width < bins {
            break;
        }
        width = if factor == 5 { width / 2 * 5 } else { width * 2 };
    }
    let first = lowest / width;
    let mut out: Vec<Bin> = (first..=top / width)
        .map(|b| Bin { low: b * width, high: (b * width + width - 1).min(top), games: 0 })
        .collect();
    let regular = out.len();
    for (value, games) in counts {
        let bin = (value / width - first) as usize;
        if bin < regular {
            out[bin].games += games;
        } else if out.len() == regular {
            out.push(Bin { low: out[regular - 1].high + 1, high: last, games });
        } else {
            out[regular].games += games;
        }
    }
    out
}

/// Draws bins as horizontal bars.
pub fn bars(bins: &[Bin], total: u64) -> String {
    let most = bins.iter().map(|bin| bin.games).max().unwrap_or(0).max(1);
    let label = |bin: &Bin| {
        if bin.low == bin.high { bin.low.to_string() } else { format!("{}-{}", bin.low, bin.high) }
    };
    let label_width = bins.iter().map(|bin| label(bin).len()).max().unwrap_or(0);
    let bar_width = (WIDTH as u64).saturating_sub(label_width as u64 + 2 + 2 + 8 + 2).min(50);
    let mut text = String::new();
    for bin in bins {
        let bar = (u128::from(bin.games) * u128::from(bar_width) / u128::from(most)) as usize;
        let share = 100.0 * bin.games as f64 / total.max(1) as f64;
        let line = format!("{:>label_width$}  {:>5.1} %  {}", label(bin), share, "#".repeat(bar));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
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

    #[test]
    fn bins_hold_every_game_once() {
        for (lowest, highest, cut) in [(0, 9, 9), (3, 1000, 1000), (26, 4200, 1000), (7, 7, 7)] {
            let counts: Vec<(u64, u64)> = (lowest..=highest).map(|v| (v, v + 1)).collect();
            let all: u64 = counts.iter().map(|&(_, games)| games).sum();
            let drawn = bins(counts.iter().copied(), 12, cut);
            assert!(drawn.len() <= 13, "{} bins", drawn.len());
            assert_eq!(drawn.iter().map(|bin| bin.games).sum::<u64>(), all);
            assert!(drawn.windows(2).all(|pair| pair[0].high + 1 == pair[1].low));
        }
        assert!(bins(std::iter::empty(), 12, 0).is_empty());
    }

    #[test]
    fn bars_fit_the_terminal() {
        let drawn = bins((0..100_000).map(|v| (v, 1_000_000)), 12, 99_999);
        for line in bars(&drawn, 100_000 * 1_000_000).lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
    }
}
