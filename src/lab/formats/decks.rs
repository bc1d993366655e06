//! A file of decks, read line by line.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;

use crate::core::cards::layout::Layout;
use crate::core::cards::text;
use crate::core::cards::{Card, DeckList};
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

/// A deal, behind the number of its game where the file has that.
type Deal<'l> = (Option<u64>, &'l [u8]);

/// The lines of a file of decks as they arrive.
pub struct Lines {
    from: BufReader<Box<dyn Read>>,
    name: String,
    line: Vec<u8>,
    /// Its number, counted from 1.
    number: u64,
    layout: Option<Layout>,
}

impl Lines {
    /// Opens a file; `-` is standard input.
    ///
    /// Errors: as [`open`].
    pub fn open(path: &Path) -> Result<Self, Refused> {
        Ok(Self::new(open(path)?, name_of(path)))
    }

    fn new(from: Box<dyn Read>, name: String) -> Self {
        let from = BufReader::with_capacity(BUFFER, from);
        Self { from, name, line: Vec::new(), number: 0, layout: None }
    }

    /// Hands the next deal to `read`, with the number of its line and that of its game: what the file says, else
    /// the line's less one. `None` at the end. Waits until there is one.
    ///
    /// Errors: reading fails; the file is in UTF-16; a line that is longer than any deck; one with a carriage return
    /// within, which would make one deck of many; one of which `read` says what is wrong.
    pub fn next<T>(
        &mut self,
        read: impl FnOnce(u64, u64, &[u8]) -> Result<T, String>,
    ) -> Result<Option<T>, Refused> {
        loop {
            self.line.clear();
            let mut from = self.from.by_ref().take(LONGEST_LINE);
            let bytes = from.read_until(b'\n', &mut self.line).reading(Path::new(&self.name))?;
            if bytes == 0 {
                return Ok(None);
            }
            self.number += 1;
            let number = self.number;
            let told = match self.deal() {
                Ok(None) => continue,
                Ok(Some((game, deal))) => read(number, game.unwrap_or(number - 1), deal),
                Err(what) => Err(what),
            };
            let refused = |what| Refused::data(format!("{}: line {number}: {what}", self.name));
            return told.map(Some).map_err(refused);
        }
    }

    /// What the line that was read has; nothing of a remark or a heading.
    fn deal(&mut self) -> Result<Option<Deal<'_>>, String> {
        let line = &self.line[..];
        if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            let what = format!("it is longer than {LONGEST_LINE} bytes; write one deck per line");
            return Err(what);
        }
        let line = if self.number == 1 { text::without_mark(line)? } else { line };
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        if line.trim_ascii_end().contains(&b'\r') {
            let what = "a carriage return without a line feed (as old Macs ended lines); end each line with a line \
                        feed";
            return Err(what.into());
        }
        if text::is_comment(line) {
            return Ok(None);
        }
        if self.layout.is_none() {
            self.layout = Layout::of_heading(line);
            if self.layout.is_some() {
                return Ok(None);
            }
        }
        self.layout.get_or_insert_default().deal(line).map(Some)
    }

    /// Whether another deal has arrived.
    pub fn has_more(&self) -> bool {
        let mut lines = self.from.buffer().split_inclusive(|&byte| byte == b'\n');
        lines.any(|line| line.ends_with(b"\n") && !text::is_comment(line))
    }
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
    mut read: impl FnMut(&[u8]) -> Result<(), String>,
) -> Result<(), Refused> {
    let mut lines = Lines::open(path)?;
    while lines.next(|_, _, deal| read(deal))?.is_some() {}
    Ok(())
}

/// Every deck of a file.
///
/// Errors: exit code 65 for a line that is no deck, or not for all of these, and for a file without decks.
pub fn deals_of(cells: &[Cell], path: &Path) -> Result<DeckList, Refused> {
    let mut decks = Vec::new();
    each_deal(path, |deal| {
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
    struct Portions(&'static [u8], usize);

    impl Read for Portions {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(into.len());
            self.0.split_off(..count).expect("so many").read_exact(&mut into[..count])?;
            Ok(count)
        }
    }

    /// The deals of a text that arrives in portions of so many bytes, each behind its line and its game.
    fn lines_of(text: &'static [u8], size: usize) -> Result<Vec<(u64, u64, String)>, Refused> {
        let mut lines = Lines::new(Box::new(Portions(text, size)), "text".into());
        let told = |line, game, deal: &[u8]| Ok((line, game, String::from_utf8_lossy(deal).into()));
        std::iter::from_fn(|| lines.next(told).transpose()).collect()
    }

    #[test]
    fn lines_are_the_same_whatever_portions_they_arrive_in() {
        let text = b"\xef\xbb\xbf# remark\n# two\n\n2 3\r\n# three\n4 5\n\n6";
        let expected = [(3, ""), (4, "2 3\r"), (6, "4 5"), (7, ""), (8, "6")];
        let expected = expected.map(|(line, deal)| (line, line - 1, deal.to_owned()));
        for size in 3..text.len() + 1 {
            assert_eq!(lines_of(text, size).expect("lines"), expected, "portions of {size}");
        }
        // Those that end in a lone carriage return are refused.
        for (text, line) in
            [(&b"2 3\r4 5\r"[..], 1), (b"# a\r2 3\r", 1), (b"game,deck\n0,2\r1,3\n", 2)]
        {
            let refused = lines_of(text, 100).unwrap_err().to_string();
            let words = format!("text: line {line}: a carriage return");
            assert!(refused.starts_with(&words), "{refused}");
        }
        assert!(lines_of(b"2 3\r\r\n4 5\r", 100).is_ok());
        // The heading of a deck file is known behind remarks.
        let found = lines_of(b"# from a seed\ngame,deck\n0,2 3\n", 4).expect("lines");
        assert_eq!(found, [(3, 0, "2 3".to_owned())]);
    }
}
