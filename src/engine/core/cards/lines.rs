//! Lines of a file of decks, for whoever answers them.

use super::layout::Layout;
use super::text;

/// Whole lines of a file.
#[derive(Clone, Copy, Debug)]
pub struct DeckLines<'b> {
    /// The lines, each with its line break; the last one of a file may lack it.
    pub text: &'b [u8],
    /// The number of the first line, counted from 1.
    pub first_line: u64,
    /// How each line is to be read.
    pub layout: Layout,
}

impl<'b> DeckLines<'b> {
    /// The lines with their numbers, without their line breaks.
    pub fn lines(self) -> impl Iterator<Item = (u64, &'b [u8])> {
        (self.first_line..).zip(text::Lines(self.text))
    }

    /// The same in at most this many parts of about one size, cut between lines.
    pub fn parts(self, count: usize) -> Vec<DeckLines<'b>> {
        let mut parts = Vec::with_capacity(count);
        let (mut text, mut first_line) = (self.text, self.first_line);
        for left in (1..=count).rev() {
            let about = text.len() / left;
            let behind = &text[about..];
            let cut = match text::first_break(behind) {
                Some(end) if left > 1 => about + end + 1,
                _ => text.len(),
            };
            let (part, rest) = text.split_at(cut);
            if !part.is_empty() {
                parts.push(DeckLines { text: part, first_line, layout: self.layout });
            }
            first_line += text::line_breaks(part);
            text = rest;
        }
        parts
    }
}
