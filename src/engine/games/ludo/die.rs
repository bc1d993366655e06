//! Dice, and the dice file that lists them.

use std::fmt;
use std::sync::Arc;

/// A die has at most this many faces.
pub const MAX_FACES: usize = 1_000;
/// A dice file has at most this many dice.
pub const MAX_DICE: usize = 1_000;
/// No face shows more than this.
pub const MAX_PIPS: u32 = 1_000_000;

/// A die: 1 to 1,000 faces, each equally likely, each showing 0 to 1,000,000.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Die {
    faces: Vec<u32>,
}

impl Die {
    /// The die with these faces, or nothing if their number or one of them is out of bounds.
    pub fn new(faces: Vec<u32>) -> Option<Self> {
        let fits = (1..=MAX_FACES).contains(&faces.len()) && faces.iter().all(|&f| f <= MAX_PIPS);
        fits.then_some(Self { faces })
    }

    /// The faces, in the order of the file.
    pub fn faces(&self) -> &[u32] {
        &self.faces
    }

    /// The mean of the faces.
    pub fn face_mean(&self) -> f64 {
        self.faces().iter().map(|&face| f64::from(face)).sum::<f64>() / self.faces().len() as f64
    }

    /// The share of faces that show this number.
    pub fn share_of(&self, number: u32) -> f64 {
        let count = self.faces().iter().filter(|&&face| face == number).count();
        count as f64 / self.faces().len() as f64
    }

    /// The die of a rule field: faces with blanks or commas between them, `first-last` for a run.
    ///
    /// Errors: a sentence with the die and the part that is no face.
    pub fn read(text: &str) -> Result<Self, String> {
        let parts = text.split([' ', ',', '\t']).filter(|part| !part.is_empty());
        of_faces(parts).map_err(|what| format!("the die `{}`: {what}", text.escape_debug()))
    }

    /// The faces with runs drawn together: `1-6`, `1 1 1 6 6 6`, `0 1 6-8 3`.
    pub fn runs(&self) -> String {
        let mut parts = Vec::new();
        let mut rest = self.faces();
        while let Some(&first) = rest.first() {
            let run = (first..).zip(rest).take_while(|(expected, face)| expected == *face).count();
            // Two numbers are no shorter with a dash.
            let taken = if run >= 3 { run } else { 1 };
            parts.push(match taken {
                1 => first.to_string(),
                _ => format!("{first}-{}", rest[taken - 1]),
            });
            rest = &rest[taken..];
        }
        parts.join(" ")
    }

    /// Whether every face is a 6: the turn of such a die never passes.
    pub fn is_sixes_only(&self) -> bool {
        self.faces.iter().all(|&face| face == 6)
    }
}

/// The faces, parted by spaces.
impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (k, face) in self.faces.iter().enumerate() {
            let space = if k == 0 { "" } else { " " };
            write!(f, "{space}{face}")?;
        }
        Ok(())
    }
}

/// The faces of a die as they fit a line beside a few words, cut between two of them where they are many.
pub fn in_a_line(faces: &str) -> String {
    match faces.get(..53).filter(|_| faces.len() > 56) {
        None => faces.to_owned(),
        Some(begin) => format!("{} ...", &begin[..begin.rfind(' ').unwrap_or(begin.len())]),
    }
}

/// The dice of a file, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice {
    dice: Vec<Arc<Die>>,
}

impl Dice {
    /// Reads the text of a dice file; `file` is its name in messages. With `self_play` one die is enough.
    ///
    /// Shapes: the first line is the number of dice, each further line the number of faces of a die
    /// and its faces; or just dice, each line the faces of one, such as `1-6` or `1 1 1 6 6 6`. Spaces,
    /// tabs, blank lines and comments from `#` to the end of a line are free.
    /// Errors: a sentence with the line and what was expected there; where the file ends too early, the
    /// line is its last.
    pub fn parse(file: &str, text: &str, self_play: bool) -> Result<Self, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let read = || {
            no_breaks_in_lines(text)?;
            let lines = (1..).zip(text.lines().map(fields));
            let lines: Vec<Line<'_>> = lines.filter(|(_, fields)| !fields.is_empty()).collect();
            let end = text.lines().count().max(1);
            let Some((first, fields)) = lines.first() else {
                return Err((end, "expected dice, found the end of the file".into()));
            };
            let dice = match fields[..] {
                [count] if !count.trim_start_matches('-').contains('-') => counted(&lines, end)?,
                _ => bare(&lines)?,
            };
            if dice.len() == 1 && !self_play {
                let one =
                    "expected at least 2 dice, found 1; --self-play pits a die against itself";
                return Err((*first, one.into()));
            }
            Ok(Self { dice })
        };
        read().map_err(|(line, problem): Problem| format!("{file}: line {line}: {problem}"))
    }

    /// The dice, in the order of the file.
    pub fn dice(&self) -> &[Arc<Die>] {
        &self.dice
    }

    /// The die at a position counted from 1, if there is one.
    pub fn at(&self, position: u32) -> Option<&Arc<Die>> {
        self.dice.get((position as usize).checked_sub(1)?)
    }

    /// Every pair of positions counted from 1, the first not above the second, in rising order; with
    /// `self_play` each die also against itself.
    pub fn pairs(&self, self_play: bool) -> Vec<[u32; 2]> {
        let n = self.dice.len() as u32;
        let apart = u32::from(!self_play);
        (1..=n).flat_map(|i| (i + apart..=n).map(move |j| [i, j])).collect()
    }
}

/// A line with its number and its fields.
type Line<'a> = (usize, Vec<&'a str>);

/// What is wrong, with the line.
type Problem = (usize, String);

/// Dice after a line with their number; each line says first how many faces follow.
fn counted(lines: &[Line<'_>], end: usize) -> Result<Vec<Arc<Die>>, Problem> {
    let expected = number(lines[0].1[0], "the number of dice", 1, MAX_DICE as u32);
    let expected = expected.map_err(|problem| (lines[0].0, problem))? as usize;
    let dice = each(&lines[1..], expected, die)?;
    match dice.len() {
        found if found < expected => {
            Err((end, format!("expected {expected} dice as the first line says, found {found}")))
        }
        _ => Ok(dice),
    }
}

/// Dice whose lines are their faces.
fn bare(lines: &[Line<'_>]) -> Result<Vec<Arc<Die>>, Problem> {
    let (first_line, fields) = &lines[0];
    let counts = |fields: &[&str]| fields[0].parse::<usize>() == Ok(fields.len() - 1);
    if lines.iter().all(|(_, fields)| counts(fields)) {
        let (first, rest) = (fields.len() - 1, fields[1..].join(" "));
        let dice = lines.len();
        let what = format!(
            "every line begins with how many numbers follow it, so this die has the faces {rest}, or \
             {first} {rest}; for the first, write {dice}, the number of dice, in a line before them; \
             for the second, begin this line with {first}-{first}"
        );
        return Err((*first_line, what));
    }
    each(lines, MAX_DICE, |fields| of_faces(fields.iter().copied()))
}

/// A die of each line, of which there may be so many.
fn each(
    lines: &[Line<'_>],
    most: usize,
    die: impl Fn(&[&str]) -> Result<Die, String>,
) -> Result<Vec<Arc<Die>>, Problem> {
    if let Some((line, _)) = lines.get(most) {
        return Err((*line, format!("expected the end of the file after {most} dice")));
    }
    let die = |(line, fields): &Line<'_>| die(fields).map(Arc::new).map_err(|what| (*line, what));
    lines.iter().map(die).collect()
}

/// The die of these fields, each a face or a run.
fn of_faces<'a>(fields: impl Iterator<Item = &'a str>) -> Result<Die, String> {
    let mut faces = Vec::new();
    for field in fields {
        faces.extend(range(field)?);
    }
    number(&faces.len().to_string(), "the number of faces", 1, MAX_FACES as u32)?;
    Ok(Die { faces })
}

/// Refuses a line with a character in it that ends lines elsewhere: read as a blank, it would make one die of two.
fn no_breaks_in_lines(text: &str) -> Result<(), Problem> {
    let is_break = |c| matches!(c, '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    for (line, text) in (1..).zip(text.lines()) {
        if let Some(c) = text.trim_end_matches('\r').chars().find(|&c| is_break(c)) {
            let what = "which is neither a blank nor the end of a line; write a line feed";
            return Err((line, format!("found `{}`, {what}", c.escape_debug())));
        }
    }
    Ok(())
}

/// The fields of a line, without its comment.
fn fields(line: &str) -> Vec<&str> {
    let line = line.split('#').next().unwrap_or_default();
    line.split([' ', '\t', '\r']).filter(|field| !field.is_empty()).collect()
}

/// The number that a field must be.
fn number(found: &str, expected: &str, low: u32, high: u32) -> Result<u32, String> {
    let digits = !found.is_empty() && found.bytes().all(|byte| byte.is_ascii_digit());
    let value = found.parse().ok().filter(|value| digits && (low..=high).contains(value));
    value.ok_or_else(|| {
        let is_list = found.contains([',', ';']);
        let remedy = if is_list { "; write spaces between numbers, not commas" } else { "" };
        format!("expected {expected} from {low} to {high}, found {found:?}{remedy}")
    })
}

/// The faces that a field stands for: `6`, or `1-6`.
fn range(field: &str) -> Result<std::ops::RangeInclusive<u32>, String> {
    let face = |found| number(found, "a face", 0, MAX_PIPS);
    let Some((low, high)) = field.split_once('-').filter(|(low, _)| !low.is_empty()) else {
        let face = face(field)?;
        return Ok(face..=face);
    };
    let (low, high) = (face(low)?, face(high)?);
    if low > high {
        return Err(format!("expected a face, or a range that rises such as 1-6, found {field:?}"));
    }
    match ((high - low) as usize) < MAX_FACES {
        true => Ok(low..=high),
        false => Err(format!("expected at most {MAX_FACES} faces, found {field:?}")),
    }
}

/// The die that a line describes.
fn die(fields: &[&str]) -> Result<Die, String> {
    let expected = number(fields[0], "the number of faces", 1, MAX_FACES as u32)? as usize;
    let faces = fields[1..].iter().map(|field| number(field, "a face", 0, MAX_PIPS));
    let faces: Vec<u32> = faces.collect::<Result<_, _>>()?;
    if faces.len() != expected {
        let found = faces.len();
        return Err(format!("expected {expected} faces as the first number says, found {found}"));
    }
    Ok(Die { faces })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ludo::tests::figures::WUERFEL0;

    fn parse(text: &str) -> Result<Dice, String> {
        Dice::parse("d.txt", text, false)
    }

    #[test]
    fn dice_are_read_in_either_shape() {
        let dice = parse(WUERFEL0).unwrap();
        assert_eq!(dice.dice().len(), 6);
        assert_eq!(dice.at(2).unwrap().faces(), [1, 1, 1, 6, 6, 6]);
        assert_eq!(dice.at(4).unwrap().faces(), (0..=9).collect::<Vec<_>>());
        assert_eq!((dice.at(0), dice.at(7)), (None, None));
        assert_eq!([false, true].map(|self_play| dice.pairs(self_play).len()), [15, 21]);
        assert_eq!(dice.pairs(true)[..3], [[1, 1], [1, 2], [1, 3]]);
        let two = "\u{feff}# two dice\n\n 2 # n\r\n\t1\t6#six\r\n   \n#\n2  0 1000000";
        for (text, same) in [
            (two, "2\n1 6\n2 0 1000000\n"),
            ("1-6\n1 1 1 6 6 6 # b\n\n6 0-2\n", "3\n6 1 2 3 4 5 6\n6 1 1 1 6 6 6\n4 6 0 1 2\n"),
            ("1-6\r\n1 2\r\r\n\r\n3 4\r", "3\n6 1 2 3 4 5 6\n2 1 2\n2 3 4\n"),
            ("2 1\n1 1\n1 1\n", "3\n2 2 1\n2 1 1\n2 1 1\n"),
            // The remedies for lines of two readings.
            ("2\n6 1 2 3 4 5 6\n2 1 6\n", "1-6\n1 6\n"),
            ("6-6 1 2 3 4 5 6\n2 1 6\n", "2\n7 6 1 2 3 4 5 6\n3 2 1 6\n"),
        ] {
            assert_eq!(parse(text).unwrap(), parse(same).unwrap(), "{text}");
        }
        let dice = Dice::parse("d.txt", "1\n1 6\n", true).unwrap();
        assert_eq!(dice.pairs(true), [[1, 1]]);
        assert!(Dice::parse("d.txt", "0\n", true).is_err());
    }

    #[test]
    fn errors_name_the_file_the_line_and_what_was_expected() {
        let dice = "expected the number of dice from 1 to 1000, found";
        let face = "expected a face from 0 to 1000000, found";
        let face_of = |found: &str| format!("{face} \"{found}\"");
        let (faces, most) =
            ("expected the number of faces from 1 to 1000, found", "1-6\n".repeat(1001));
        for (text, line, problem) in [
            ("# x\n0\n", 2, &*format!("{dice} \"0\"")),
            ("", 1, "expected dice, found the end"),
            ("# a\n# b\n", 2, "expected dice, found the end"),
            ("2\n2 1 2\n3 1 2\n", 3, "expected 3 faces as the first number says, found 2"),
            ("2\n2 1 -2\n1 1\n", 2, &face_of("-2")),
            ("2\n1 1000001\n1 1\n", 2, &face_of("1000001")),
            ("2\n0\n1 1\n", 2, faces),
            ("0-999 1\n1-6\n", 1, faces),
            ("2\n1 1\n", 2, "expected 2 dice as the first line says, found 1"),
            ("2\n1 1\n\n1 1\n1 1\n", 5, "expected the end of the file after 2 dice"),
            (&most, 1001, "expected the end of the file after 1000 dice"),
            ("1\n1 6\n", 1, "expected at least 2 dice, found 1; --self-play"),
            ("1-6\n6-1\n", 2, "expected a face, or a range that rises such as 1-6, found \"6-1\""),
            ("1-6\n0-1000\n", 2, "expected at most 1000 faces, found \"0-1000\""),
            ("1-6\n1,2,3\n", 2, &(face_of("1,2,3") + "; write spaces between numbers, not commas")),
            ("#\n6 1 2 3 4 5 6\n2 1 6\n", 2, "every line begins with how many numbers follow it"),
        ] {
            let told = parse(text).unwrap_err();
            assert!(told.starts_with(&format!("d.txt: line {line}: {problem}")), "{text}: {told}");
        }
        let told = parse("6 1 2 3 4 5 6\n2 1 6\n").unwrap_err();
        assert!(told.contains("the faces 1 2 3 4 5 6, or 6 1 2 3 4 5 6; for the first, write 2,"));
        // What ends lines elsewhere is no blank.
        for inside in ['\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'] {
            let comment = format!("1-6\n2 3\n4 5 6 # six{inside}1-6");
            for (text, line) in [(format!("1 2{inside}1 6\n2 3\n"), 1), (comment, 3)] {
                let found = format!("d.txt: line {line}: found `{}`", inside.escape_debug());
                let told = parse(&text).unwrap_err();
                assert!(told.starts_with(&found), "{told}");
            }
        }
    }

    #[test]
    fn a_die_has_bounds_and_is_read_back_from_its_runs() {
        assert!(Die::new(vec![]).is_none() && Die::new(vec![1; 1001]).is_none());
        assert!(Die::new(vec![MAX_PIPS + 1]).is_none() && Die::new(vec![MAX_PIPS; 1000]).is_some());
        for (faces, runs, text) in [
            (&[1, 2, 3, 4, 5, 6][..], "1-6", "1 2 3 4 5 6"),
            (&[1, 1, 1, 6, 6, 6], "1 1 1 6 6 6", "1 1 1 6 6 6"),
            (&[0, 1, 6, 7, 8, 3], "0 1 6-8 3", "0 1 6 7 8 3"),
            (&[4], "4", "4"),
        ] {
            let die = Die::new(faces.to_vec()).unwrap();
            assert_eq!((die.runs(), die.to_string()), (runs.into(), text.into()));
            assert_eq!(Die::read(runs), Ok(die));
        }
        assert_eq!(Die::read(" 1,2,  3 "), Die::read("1-3"));
        assert_eq!(Die::read("0-999").unwrap().faces().len(), 1_000);
        for text in ["", "x", "6-1", "1-", "-1", "1000001", "0-1000", "1.5"] {
            assert!(Die::read(text).is_err(), "{text}");
        }
        let told = Die::read("1 x").unwrap_err();
        assert_eq!(told, "the die `1 x`: expected a face from 0 to 1000000, found \"x\"");
    }
}
