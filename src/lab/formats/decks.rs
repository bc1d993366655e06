//! A file of decks, read line by line.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;

use crate::core::cards::layout::Layout;
use crate::core::cards::text;
use crate::core::cards::{Card, DeckLines, DeckList};
use crate::game::Cell;
use crate::lab::refused::{OfPath as _, Refused, Shown as _};

/// Bytes read at a time.
const BUFFER: usize = 1 << 20;
/// A longer line is a slip, such as a file without line breaks, and must not fill the memory.
const LONGEST_LINE: u64 = 1 << 26;

/// Opens a file of decks; `-` is standard input.
///
/// Errors: a missing file, a folder.
pub fn open(path: &Path) -> Result<Box<dyn Read>, Refused> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    // Asked first: Windows denies to open one.
    if path.is_dir() {
        return Err(Refused::reading(path, &io::ErrorKind::IsADirectory.into()));
    }
    Ok(Box::new(File::open(path).reading(path)?))
}

/// What a file is called in messages.
pub fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { path.shown() }
}

/// Why a line stops the run.
pub fn refused(name: &str, line: u64, error: &impl Display) -> Refused {
    Refused::data(format!("{name}: line {line}: {error}"))
}

/// The lines of a file as they arrive.
pub struct Lines<R> {
    from: BufReader<R>,
    name: String,
    /// The lines that are handed out.
    text: Vec<u8>,
    /// Lines handed out before.
    done: u64,
    layout: Option<Layout>,
}

impl<R: Read> Lines<R> {
    /// Reads from a file called `name`.
    pub fn new(from: R, name: String) -> Self {
        let from = BufReader::with_capacity(BUFFER, from);
        Self { from, name, text: Vec::new(), done: 0, layout: None }
    }

    /// The next whole lines, as many as one reading gives; `None` at the end. Waits until there is
    /// one, but not for more.
    ///
    /// Errors: reading fails; the file is in UTF-16; a line that is longer than any deck; lines that end
    /// in a carriage return alone.
    pub fn next_batch(&mut self) -> Result<Option<DeckLines<'_>>, Refused> {
        self.text.clear();
        loop {
            let mut line = self.from.by_ref().take(LONGEST_LINE);
            let read = line.read_until(b'\n', &mut self.text).reading(Path::new(&self.name))?;
            if read as u64 == LONGEST_LINE && !self.text.ends_with(b"\n") {
                let what =
                    format!("it is longer than {LONGEST_LINE} bytes; write one deck per line");
                let line = self.done + text::line_breaks(&self.text) + 1;
                return Err(refused(&self.name, line, &what));
            }
            if read == 0 || !self.from.buffer().contains(&b'\n') {
                break;
            }
        }
        if self.text.is_empty() { Ok(None) } else { self.hand_out() }
    }

    fn hand_out(&mut self) -> Result<Option<DeckLines<'_>>, Refused> {
        let mut text = &self.text[..];
        if self.done == 0 {
            text = text::without_mark(text).map_err(|e| refused(&self.name, 1, &e))?;
        }
        no_lone_returns(text).map_err(|(line, e)| refused(&self.name, self.done + line, &e))?;
        // The heading may come after remarks, whatever portions the file arrives in.
        while self.layout.is_none() && !text.is_empty() {
            let (line, rest) = text.split_at(text::first_break(text).map_or(text.len(), |k| k + 1));
            let heading = Layout::of_heading(line);
            if heading.is_none() && !text::is_comment(line) {
                self.layout = Some(Layout::default());
                break;
            }
            self.layout = heading;
            self.done += 1;
            text = rest;
        }
        let first_line = self.done + 1;
        self.done +=
            text::line_breaks(text) + u64::from(!text.is_empty() && !text.ends_with(b"\n"));
        Ok(Some(DeckLines { text, first_line, layout: self.layout.unwrap_or_default() }))
    }
}

/// Refuses a carriage return in the middle of a line: white space between two cards would make one deck
/// of many. Nearly no text has one, and `contains` looks at many bytes at once.
fn no_lone_returns(text: &[u8]) -> Result<(), (u64, &'static str)> {
    let is_lone = |two: &[u8]| two[0] == b'\r' && !matches!(two[1], b'\r' | b'\n');
    let place = text.contains(&b'\r').then(|| text.windows(2).position(is_lone)).flatten();
    let why = "a carriage return without a line feed (as old Macs ended lines); end each line with a line feed";
    place.map_or(Ok(()), |k| Err((text::line_breaks(&text[..k]) + 1, why)))
}

/// A deck in words, which all of these can play.
///
/// Errors: a sentence, if one cannot.
pub fn deck_of(deal: &[u8], cells: &[Cell]) -> Result<Vec<Card>, String> {
    let mut deck = Vec::new();
    for cell in cells {
        deck = cell.rules.read_deal(deal)?;
    }
    Ok(deck)
}

/// Hands each deal of a file, one a line, to `read`; remarks are left out.
///
/// Errors: exit code 65 for a line of which `read` says what is wrong.
pub fn each_deal(
    path: &Path,
    mut read: impl FnMut(Layout, &[u8]) -> Result<(), String>,
) -> Result<(), Refused> {
    let name = name_of(path);
    let mut lines = Lines::new(open(path)?, name.clone());
    while let Some(batch) = lines.next_batch()? {
        for (number, line) in batch.lines().into_iter().filter(|(_, line)| !text::is_comment(line))
        {
            read(batch.layout, line).map_err(|e| refused(&name, number, &e))?;
        }
    }
    Ok(())
}

/// Every deck of a file.
///
/// Errors: exit code 65 for a line that is no deck, or not for all of these, and for a file without decks.
pub fn deals_of(cells: &[Cell], path: &Path) -> Result<DeckList, Refused> {
    let mut decks = Vec::new();
    each_deal(path, |layout, line| {
        let (_, deal) = layout.deal(line).map_err(|e| e.to_string())?;
        decks.push(deck_of(deal, cells)?);
        Ok(())
    })?;
    if decks.is_empty() {
        let name = name_of(path);
        return Err(Refused::data(format!("{name} has no decks; write one per line")));
    }
    // Two lists differ if their cards do, however they are written.
    Ok(DeckList::of(decks))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out a text in portions of so many bytes.
    struct Portions<'t>(&'t [u8], usize);

    impl Read for Portions<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(into.len());
            into[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn lines_are_the_same_whatever_portions_they_arrive_in() {
        let text = b"\xef\xbb\xbf# remark\n# two\n\n2 3\r\n# three\n4 5\n\n6";
        let expected = [(3, ""), (4, "2 3\r"), (5, "# three"), (6, "4 5"), (7, ""), (8, "6")];
        for size in 3..text.len() + 1 {
            let mut lines = Lines::new(Portions(text, size), "text".into());
            let mut found = Vec::new();
            while let Some(batch) = lines.next_batch().expect("lines") {
                let text = |line: &[u8]| String::from_utf8_lossy(line).into_owned();
                found.extend(batch.lines().into_iter().map(|(number, line)| (number, text(line))));
            }
            let found: Vec<(u64, &str)> = found.iter().map(|(k, l)| (*k, &l[..])).collect();
            assert_eq!(found, expected, "portions of {size}");
        }
    }

    #[test]
    fn lines_that_end_in_a_lone_carriage_return_are_refused() {
        for (text, line) in
            [(&b"2 3\r4 5\r"[..], 1), (b"# a\r2 3\r", 1), (b"game,deck\n0,2\r1,3\n", 2)]
        {
            let refused = Lines::new(text, "text".into()).next_batch().unwrap_err().to_string();
            assert!(
                refused.starts_with(&format!("text: line {line}: a carriage return")),
                "{refused}"
            );
        }
        assert!(Lines::new(&b"2 3\r\r\n4 5\r"[..], "text".into()).next_batch().is_ok());
    }

    #[test]
    fn the_heading_of_a_deck_file_is_known_behind_remarks() {
        let text = b"# from a seed\ngame,deck\n0,2 3\n";
        let mut lines = Lines::new(Portions(text, 4), "text".into());
        let mut found = Vec::new();
        while let Some(batch) = lines.next_batch().expect("lines") {
            found.extend(batch.lines().into_iter().map(|(k, l)| (k, l.to_vec(), batch.layout)));
        }
        assert_eq!(
            found,
            [(3, b"0,2 3".to_vec(), Layout::of_heading(b"game,deck").expect("a heading"))]
        );
    }
}
