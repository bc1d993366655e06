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
}
