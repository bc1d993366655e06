//! What is said to people, before it has a width: it is set to that of the terminal when it is written.

use super::text::{Align, Bar, WIDTH, bars, columns, hanging};

/// Space between columns.
const SPACE: usize = 2;

/// Words, tables and bars.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said(Vec<Segment>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Segment {
    /// Stays as it is, to be copied: a command, a deal.
    Line(String),
    /// After a label, broken into lines.
    Words(String, String),
    /// A header and its lines, and how wide they may be in a pipe; one of a single field stands above those that
    /// follow it.
    Rows(Vec<Align>, Vec<Vec<String>>, usize),
    /// Bars, how many games all are, and how many the longest bar is.
    Bars(Vec<Bar>, u64, u64),
}

/// A table that is being made: a header, and a line for each of these things, one column after another.
#[derive(Clone, Debug)]
pub struct TextTable<R> {
    of: Vec<R>,
    aligns: Vec<Align>,
    lines: Vec<Vec<String>>,
}

impl<R> TextTable<R> {
    /// No column yet.
    pub fn new(of: impl IntoIterator<Item = R>) -> Self {
        let of: Vec<R> = of.into_iter().collect();
        let lines = vec![Vec::new(); of.len() + 1];
        Self { of, aligns: Vec::new(), lines }
    }

    /// Adds words below this head.
    pub fn left<S: Into<String>>(&mut self, head: impl Into<String>, text: impl Fn(&R) -> S) {
        self.column(Align::Left, head.into(), text);
    }

    /// Adds numbers below this head.
    pub fn right<S: Into<String>>(&mut self, head: impl Into<String>, text: impl Fn(&R) -> S) {
        self.column(Align::Right, head.into(), text);
    }

    fn column<S: Into<String>>(&mut self, align: Align, head: String, text: impl Fn(&R) -> S) {
        self.aligns.push(align);
        self.lines[0].push(head);
        for (line, of) in self.lines[1..].iter_mut().zip(&self.of) {
            line.push(text(of).into());
        }
    }

    /// The header, and the lines below it.
    pub fn lines(self) -> Vec<Vec<String>> {
        self.lines
    }

    /// How wide its columns are so far, with the space behind each.
    pub fn width(&self) -> usize {
        let column = |c: usize| self.lines.iter().map(|line| line[c].len()).max().unwrap_or(0);
        (0..self.aligns.len()).map(|c| column(c) + SPACE).sum()
    }

    /// The same with a heading above each line that has another one than the line before.
    pub fn headed(mut self, heading: impl Fn(&R) -> String) -> Self {
        let (lines, mut last) = (self.lines.split_off(1), String::new());
        for (line, of) in lines.into_iter().zip(&self.of) {
            let heading = heading(of);
            if heading != last {
                self.lines.push(vec![heading.clone()]);
                last = heading;
            }
            self.lines.push(line);
        }
        self
    }
}

impl Said {
    /// Nothing, then these words.
    pub fn words_of(text: impl Into<String>) -> Self {
        let mut said = Self::default();
        said.words("", text);
        said
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

    /// Adds words after an empty line; nothing without words.
    pub fn paragraph(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.gap();
            self.words("", text);
        }
    }

    /// Adds a table: a line a row where it has room, else a line a column.
    pub fn rows<R>(&mut self, table: TextTable<R>) {
        self.0.push(Segment::Rows(table.aligns, table.lines, usize::MAX));
    }

    /// Adds a table that has no more room in a pipe than on a usual terminal.
    pub fn sheet<R>(&mut self, table: TextTable<R>) {
        self.0.push(Segment::Rows(table.aligns, table.lines, WIDTH));
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
            Segment::Rows(aligns, lines, most) => upright(aligns, lines, width.unwrap_or(*most)),
            Segment::Bars(all, total, most) => bars(all, *total, *most, room),
        };
        self.0.iter().map(piece).collect()
    }
}

fn widest(line: &[String]) -> usize {
    line.iter().map(|field| field.chars().count()).max().unwrap_or(0)
}

/// A line a row where that has room, else a line a column, and as many rows side by side as fit.
pub fn upright(aligns: &[Align], lines: &[Vec<String>], width: usize) -> String {
    let above = |name: &str| hanging("", name, width.min(WIDTH));
    let rows: Vec<_> = lines.iter().filter(|line| line.len() == lines[0].len()).collect();
    let rows = columns(aligns, &rows);
    if lines.len() == 1 || rows.lines().all(|line| line.chars().count() <= width) {
        let mut rows = rows.split_inclusive('\n').map(str::to_owned);
        let said = lines.iter().map(|line| match line.len() < lines[0].len() {
            true => above(&line[0]),
            false => rows.next().unwrap_or_default(),
        });
        return said.collect();
    }
    let trimmed = |line: &Vec<String>| line.iter().map(|field| field.trim().to_owned()).collect();
    let lines: Vec<Vec<String>> = lines.iter().map(trimmed).collect();
    let mut header = lines[0].clone();
    // What a matrix has at its side is above it now.
    if let Some((side, above)) = lines[0][0].split_once(" \\ ") {
        header[0] = format!("{above} \\ {side}");
    }
    let (header, mut rest) = (&header, &lines[1..]);
    let (mut texts, mut heading) = (Vec::new(), String::new());
    while let Some(first) = rest.first() {
        if first.len() < header.len() {
            heading = above(&first[0]);
            rest = &rest[1..];
            continue;
        }
        let mut room = width.saturating_sub(widest(header));
        let fits = |line: &&Vec<String>| {
            let wanted = SPACE + widest(line);
            let fits = line.len() == header.len() && wanted <= room;
            room = room.saturating_sub(wanted);
            fits
        };
        let (now, later) = rest.split_at(rest.iter().take_while(fits).count().max(1));
        rest = later;
        let text = if let [line] = now {
            let label = |name| format!("{name:<0$}  ", widest(header));
            let fields = header
                .iter()
                .zip(line)
                .filter(|(name, field)| !name.is_empty() || !field.is_empty());
            fields.map(|(name, field)| hanging(&label(name), field, width)).collect()
        } else {
            let line = |c: usize| [header].into_iter().chain(now).map(|l| l[c].clone()).collect();
            let mut aligns = vec![Align::Right; now.len() + 1];
            aligns[0] = Align::Left;
            columns(&aligns, &(0..header.len()).map(line).collect::<Vec<Vec<_>>>())
        };
        texts.push(std::mem::take(&mut heading) + &text);
    }
    texts.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn what_has_no_room_stands_upright_below_its_name() {
        let mut matrix = TextTable::new([["1", "a", "b"], ["3", "c", "d"]]);
        matrix.left("down \\ jokers", |line| line[0]);
        matrix.right("0", |line| line[1]);
        matrix.right("2", |line| line[2]);
        let mut found = TextTable::new([
            ["a_win", "+0.05000", "-0.02661 to +0.12608", "no difference found"],
            ["draw", "-0.19000", "-0.23820 to -0.14963", ""],
        ]);
        found.left("measure", |line| line[0]);
        found.right("difference", |line| line[1]);
        found.left("95 % interval", |line| line[2]);
        found.left("", |line| line[3]);
        let found = found.headed(|_| "bicycle less umass".into());
        let flat = "down \\ jokers  0  2\n1              a  b\n3              c  d\n";
        // The corner of a matrix turns with it.
        let turned = "jokers \\ down  1\n0              a\n2              b\n\njokers \\ down  3\n\
                      0              c\n2              d\n";
        let wide = "measure  difference  95 % interval\nbicycle less umass\na_win      +0.05000  -0.02661 to \
                    +0.12608  no difference found\ndraw       -0.19000  -0.23820 to -0.14963\n";
        let upright = "bicycle less umass\nmeasure                       a_win                  draw\n\
                       difference                 +0.05000              -0.19000\n95 % interval  -0.02661 \
                       to +0.12608  -0.23820 to -0.14963\n                no difference found\n";
        let [mut of_matrix, mut of_found, mut sheet] = [(); 3].map(|()| Said::default());
        of_matrix.rows(matrix);
        of_found.rows(found);
        for (said, width, expected) in [
            (&of_matrix, Some(30), flat),
            (&of_matrix, Some(18), turned),
            (&of_found, None, wide),
            (&of_found, Some(62), wide),
            (&of_found, Some(61), upright),
        ] {
            assert_eq!(said.set(width), expected, "{width:?}");
        }
        assert!(of_found.set(Some(36)).ends_with("95 % interval  -0.23820 to -0.14963\n"));
        let mut digits = TextTable::new(["12345678901234567890"]);
        (0..4).for_each(|_| digits.left("x", |digits| *digits));
        sheet.sheet(digits);
        assert_eq!(sheet.set(None), "x  12345678901234567890\n".repeat(4));
    }
}
