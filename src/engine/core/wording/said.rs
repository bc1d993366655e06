//! What is said to people, before it has a width: it is set to that of the terminal when it is written.

use serde::{Deserialize, Serialize};

use super::text::{Align, Bar, WIDTH, bars, columns, hanging};

/// Columns of a table that are never left out: what was found of a row (which has no header), how many
/// games it takes, and which game it was.
const ANSWERS: [&str; 3] = ["", "games", "game"];
/// Columns that stay where answers are beside them: what a row is of, and a number.
const FIRST: usize = 2;
/// Space between columns.
const SPACE: usize = 2;

/// Words, tables and bars.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said(Vec<Segment>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Segment {
    /// Stays as it is, to be copied: a command, a deal.
    Line(String),
    /// After a label, broken into lines.
    Words(String, String),
    /// A header and its lines; one of a single field stands above those that follow it.
    Rows(Vec<Align>, Vec<Vec<String>>),
    /// The same, that stands upright where it has no room.
    Sheet(Vec<Align>, Vec<Vec<String>>),
    /// Bars, how many games all are, and how many the longest bar is.
    Bars(Vec<Bar>, u64, u64),
}

impl Said {
    /// Nothing, then these words.
    pub fn words_of(text: impl Into<String>) -> Self {
        let mut said = Self::default();
        said.words("", text);
        said
    }

    /// These lines, which stay as they are.
    pub fn lines(text: &str) -> Self {
        Self(text.lines().map(|line| Segment::Line(line.into())).collect())
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a line that stays as it is.
    pub fn line(&mut self, line: impl Into<String>) {
        self.0.push(Segment::Line(line.into()));
    }

    /// Adds an empty line.
    pub fn gap(&mut self) {
        self.line("");
    }

    /// Adds words after a label; nothing without words.
    pub fn words(&mut self, label: &str, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.0.push(Segment::Words(label.into(), text));
        }
    }

    /// Adds a table: its header first. What has no room loses columns from the right, and says which.
    pub fn rows(&mut self, aligns: impl Into<Vec<Align>>, lines: Vec<Vec<String>>) {
        self.0.push(Segment::Rows(aligns.into(), lines));
    }

    /// Adds a table that has a line a column where it has no room for a line a row.
    pub fn sheet(&mut self, aligns: impl Into<Vec<Align>>, lines: Vec<Vec<String>>) {
        self.0.push(Segment::Sheet(aligns.into(), lines));
    }

    /// Adds bars, each with its share of `total`; the longest is one of `most` games.
    pub fn bars(&mut self, all: Vec<Bar>, total: u64, most: u64) {
        self.0.push(Segment::Bars(all, total, most));
    }

    /// Adds what is said there.
    pub fn add(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// The text for lines of this width; without one, as in a pipe, for 80 columns and with tables as
    /// wide as they are.
    pub fn set(&self, width: Option<usize>) -> String {
        let room = width.unwrap_or(WIDTH);
        let piece = |piece: &Segment| match piece {
            Segment::Line(line) => format!("{line}\n"),
            Segment::Words(label, text) => hanging(label, text, room),
            Segment::Rows(aligns, lines) => rows(aligns, lines, width),
            Segment::Sheet(aligns, lines) => upright(aligns, lines, room),
            Segment::Bars(all, total, most) => bars(all, *total, *most, room),
        };
        self.0.iter().map(piece).collect()
    }
}

fn wide(field: &str) -> usize {
    field.chars().count()
}

/// Each column's widest field, but for lines that stand above others.
fn widths(lines: &[Vec<String>]) -> Vec<usize> {
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let own = || lines.iter().filter(|line| line.len() == count);
    (0..count).map(|c| own().map(|line| wide(&line[c])).max().unwrap_or(0)).collect()
}

/// A line a row, without the columns at the right that have no room.
fn rows(aligns: &[Align], lines: &[Vec<String>], width: Option<usize>) -> String {
    let widths = widths(lines);
    let room = width.unwrap_or(usize::MAX);
    // Names that leave no room for numbers have lines of their own.
    let is_whole = |kept: &[usize]| {
        kept.iter().map(|&c| widths[c] + SPACE).sum::<usize>() <= room.saturating_add(SPACE)
    };
    let mut kept: Vec<usize> = (0..widths.len()).collect();
    let is_apart = !is_whole(&kept) && widths[0] > room / 2;
    if is_apart {
        kept.remove(0);
    }
    let head = |c: usize| lines[0][c].trim();
    let is_answer = |&c: &usize| c > 0 && ANSWERS.contains(&head(c));
    let mut below = Vec::new();
    while !is_whole(&kept) && kept.len() > 1 {
        let other = kept.iter().rposition(|c| !is_answer(c)).unwrap_or(0);
        let is_first = kept[other] < FIRST && other + 1 < kept.len();
        let column = kept.remove(if is_first { kept.len() - 1 } else { other });
        if is_first {
            below.insert(0, column);
        }
    }
    let shown: Vec<Align> = kept.iter().map(|&c| aligns[c]).collect();
    let own = lines.iter().filter(|line| line.len() == widths.len());
    let own = own.map(|line| kept.iter().map(|&c| line[c].clone()).collect());
    let text = columns(&shown, &own.collect::<Vec<_>>());
    let (mut rows, mut said) = (text.lines(), String::new());
    for (n, line) in lines.iter().enumerate() {
        if let [name] = &line[..] {
            said.push_str(&hanging("", name, width.unwrap_or(WIDTH)));
            continue;
        }
        let indent = if is_apart { "  " } else { "" };
        if is_apart && n > 0 {
            said.push_str(&in_pieces(&line[0], room));
        }
        said.push_str(&format!("{indent}{}\n", rows.next().unwrap_or_default()));
        for &c in below.iter().filter(|&&c| n > 0 && !line[c].is_empty()) {
            let found = format!("{} {}", head(c), line[c]);
            said.push_str(&hanging("    ", found.trim(), room));
        }
    }
    let is_missing = |c: &usize| !(kept.contains(c) || below.contains(c) || is_apart && *c == 0);
    let missing: Vec<&str> = (0..widths.len()).filter(is_missing).map(head).collect();
    if !missing.is_empty() {
        let field = &lines.last().unwrap_or(&lines[0])[0];
        let indent: String = field.chars().take_while(|&c| c == ' ').take(4).collect();
        said.push_str(&hanging(&indent, &format!("(no room for: {})", missing.join(", ")), room));
    }
    said
}

/// A long name in lines, broken after commas.
fn in_pieces(name: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for part in name.split_inclusive(',') {
        let last = lines.last().map_or(0, |line| wide(line));
        if last > 0 && last + wide(part) > width {
            lines.push("  ".into());
        }
        lines.last_mut().into_iter().for_each(|line| line.push_str(part));
    }
    lines.join("\n") + "\n"
}

/// A line a row where that has room, else a line a column, and as many rows side by side as fit.
pub fn upright(aligns: &[Align], lines: &[Vec<String>], width: usize) -> String {
    let all: usize = widths(lines).iter().map(|wide| wide + SPACE).sum();
    if all <= width + SPACE || lines.len() == 1 {
        return columns(aligns, lines);
    }
    let (header, mut rest) = (&lines[0], &lines[1..]);
    let widest = |line: &[String]| line.iter().map(|field| wide(field)).max().unwrap_or(0);
    let mut texts = Vec::new();
    while !rest.is_empty() {
        let mut room = width.saturating_sub(widest(header));
        let fits = |line: &&Vec<String>| {
            let wanted = SPACE + widest(line);
            let fits = wanted <= room;
            room = room.saturating_sub(wanted);
            fits
        };
        let (now, later) = rest.split_at(rest.iter().take_while(fits).count().max(1));
        rest = later;
        if let [line] = now {
            let label = |name| format!("{name:<0$}  ", widest(header));
            let fields = header.iter().zip(line);
            texts.push(fields.map(|(name, field)| hanging(&label(name), field, width)).collect());
            continue;
        }
        let line = |c: usize| [header].into_iter().chain(now).map(|line| line[c].clone()).collect();
        let mut aligns = vec![Align::Right; now.len() + 1];
        aligns[0] = Align::Left;
        texts.push(columns(&aligns, &(0..header.len()).map(line).collect::<Vec<_>>()));
    }
    texts.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[&[&str]]) -> Vec<Vec<String>> {
        lines.iter().map(|line| line.iter().map(ToString::to_string).collect()).collect()
    }

    const LEFT: Align = Align::Left;
    const RIGHT: Align = Align::Right;

    fn table(aligns: &[Align], all: &[&[&str]], width: usize) -> String {
        let mut said = Said::default();
        said.rows(aligns, lines(all));
        assert_eq!(said.set(None), said.set(Some(200)));
        said.set(Some(width))
    }

    #[test]
    fn words_and_bars_fit_and_commands_stay_whole() {
        let mut said = Said::words_of("one two three");
        said.words("  ended by ", "a\u{a0}1, b");
        said.words("nothing", "");
        said.line("    war-sim play --seed 42");
        let bar = |label: &str, games| Bar { label: label.into(), games };
        said.bars(vec![bar("1-9", 10), bar("10", 5)], 20, 10);
        assert_eq!(
            said.set(Some(16)),
            "one two three\n  ended by a 1,\n           b\n    war-sim play --seed 42\n  1-9   \
             50.0 %\n   10   25.0 %\n"
        );
        let longest = |width| said.set(width).matches('#').count();
        assert_eq!([longest(None), longest(Some(40)), longest(Some(200))], [75, 34, 187]);
    }

    const FOUND: [&[&str]; 4] = [
        &["  measure", "difference", "95 % interval", "adjusted p", ""],
        &["bicycle less umass"],
        &["  a_win", "+0.05000", "-0.02661 to +0.12608", "0.2315", "no difference found"],
        &["  draw", "-0.19000", "-0.23820 to -0.14963", "< 1e-6", ""],
    ];

    #[test]
    fn what_was_found_stays_and_other_columns_go() {
        let aligns = [LEFT, RIGHT, LEFT, RIGHT, LEFT];
        assert_eq!(
            table(&aligns, &FOUND, 60),
            "  measure  difference\nbicycle less umass\n  a_win      +0.05000  no difference found\n  \
             draw       -0.19000\n  (no room for: 95 % interval, adjusted p)\n"
        );
        // Not beside the number either: below it.
        assert_eq!(
            table(&aligns, &FOUND, 40),
            "  measure  difference\nbicycle less umass\n  a_win      +0.05000\n    no difference found\n  \
             draw       -0.19000\n  (no room for: 95 % interval, adjusted\n  p)\n"
        );
    }

    #[test]
    fn long_names_have_lines_of_their_own() {
        let all: [&[&str]; 3] = [
            &["", "A wins", "median"],
            &["umass{pickup=winner-first,winnings=pile}", "0.43667", "194"],
            &["bicycle", "0.49667", "219"],
        ];
        assert_eq!(
            table(&[LEFT, RIGHT, RIGHT], &all, 30),
            "   A wins  median\numass{pickup=winner-first,\n  winnings=pile}\n  0.43667     194\n\
             bicycle\n  0.49667     219\n"
        );
    }

    #[test]
    fn numbers_that_are_the_answer_stay() {
        let all: [&[&str]; 2] = [
            &["rules", "measure", "pilot", "half-width", "games", "--until", "time"],
            &["umass", "a_win", "0.49000", "0.001", "960,000", "4,240,000", "about 3 s"],
        ];
        assert_eq!(
            table(&[LEFT, LEFT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT], &all, 40),
            "rules  measure    pilot    games\numass  a_win    0.49000  960,000\n(no room for: \
             half-width, --until, time)\n"
        );
    }
}
