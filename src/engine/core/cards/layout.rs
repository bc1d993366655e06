//! What each line of a file of decks is: a deck, or a row of a CSV that has one.

use super::text::is_comment;
use crate::core::wording::digits::counted;
use crate::core::wording::number::whole;

/// Of how many fields a line of a file of decks is, which of them is the deck, counted from 0, and which the number
/// of its game, if one is; one field is the whole line, a deck or two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    fields: usize,
    deck: usize,
    game: Option<usize>,
}

impl Default for Layout {
    fn default() -> Self {
        Self { fields: 1, deck: 0, game: None }
    }
}

impl Layout {
    /// Recognises headings, which are no decks themselves: they name a column `deck`, as `game,deck` does.
    pub fn of_heading(line: &[u8]) -> Option<Layout> {
        let names: Vec<&[u8]> = csv_fields(line).map(unquoted).collect();
        let place = |wanted: &[u8]| names.iter().position(|name| *name == wanted);
        let deck = place(b"deck").filter(|_| !is_comment(line))?;
        Some(Layout { fields: names.len(), deck, game: place(b"game") })
    }

    /// The deal of a line of such a file, and the number of its game, where the file has it.
    ///
    /// Errors: a row with other fields than the heading, or a game that is no number.
    pub fn deal(self, line: &[u8]) -> Result<(Option<u64>, &[u8]), String> {
        if self.fields == 1 {
            return Ok((None, line));
        }
        let fields: Vec<&[u8]> = csv_fields(line).collect();
        if fields.len() != self.fields {
            return Err(format!(
                "the row has {}, and its heading {}; put quotes around a deck with commas",
                counted(fields.len() as u64, "field", "fields"),
                self.fields
            ));
        }
        let number = |k: usize| {
            let text = String::from_utf8_lossy(unquoted(fields[k]));
            whole(text.trim()).map_err(|what| format!("column game: {what}"))
        };
        Ok((self.game.map(number).transpose()?, unquoted(fields[self.deck])))
    }
}

/// The fields of a row of a CSV, in their quotes.
fn csv_fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut is_quoted = false;
    line.strip_suffix(b"\r").unwrap_or(line).split(move |&byte| {
        is_quoted ^= byte == b'"';
        byte == b',' && !is_quoted
    })
}

/// A field without the quotes and blanks around it.
fn unquoted(field: &[u8]) -> &[u8] {
    let field = field.trim_ascii();
    field.strip_prefix(b"\"").and_then(|inner| inner.strip_suffix(b"\"")).unwrap_or(field)
}

#[cfg(test)]
mod tests {
    use super::super::Card;
    use super::super::text::read;
    use super::*;

    fn read_row(layout: Layout, row: &[u8]) -> Result<(Option<u64>, Vec<Card>), String> {
        let (game, deal) = layout.deal(row)?;
        Ok((game, read(deal)?.cards))
    }

    #[test]
    fn the_output_of_the_verb_deck_is_read_with_its_games() {
        let layout = Layout::of_heading(b"game,deck\r").expect("a heading");
        assert_eq!(read_row(layout, b"17,2 3 4 5"), Ok((Some(17), vec![2, 3, 4, 5])));
        assert_eq!(read_row(layout, b"18,"), Ok((Some(18), vec![])));
        assert_eq!(read_row(layout, b"1_000.0,"), Ok((Some(1_000), vec![])));
        for (row, why) in [
            (&b"2 3 4"[..], "the row has 1 field, and its heading 2"),
            (b"", "the row has 1 field,"),
            (b"17,2,3", "the row has 3 fields"),
            (b"first,2", "column game: `first` is not a whole number"),
            (b",2", "column game: `` is not a whole number"),
        ] {
            let error = read_row(layout, row).unwrap_err();
            assert!(error.starts_with(why), "{error}");
        }
        assert_eq!(Layout::of_heading(b"2 3 4"), None);
        assert_eq!(Layout::of_heading(b"# deck"), None);
    }

    #[test]
    fn any_table_with_a_column_deck_is_read() {
        for (heading, row, game, cards) in [
            ("deck", "2, 3 4,5\r", None, vec![2, 3, 4, 5]),
            ("rules,game,outcome,deck", "umass,7,A,3 14", Some(7), vec![3, 14]),
            ("\"\",\"deck\",\"x\"\r", "0,\"[2, 3]\",\"a \"\"b\"\", c\"\r", None, vec![2, 3]),
            ("deck,game", "\"2 3\",\"8\"", Some(8), vec![2, 3]),
            ("a,deck", "1,", None, vec![]),
            ("suite,deck,expected", "limit,\"[2, 3, 4, 5]\",-1\r", None, vec![2, 3, 4, 5]),
            ("suite,deck,expected", "short-decks,\"[]\",0", None, vec![]),
        ] {
            let layout = Layout::of_heading(heading.as_bytes()).expect("a heading");
            assert_eq!(read_row(layout, row.as_bytes()), Ok((game, cards)), "{row}");
        }
        let layout = Layout::of_heading(b"rules,game,deck").expect("a heading");
        let error = read_row(layout, b"umass,1,2,3").unwrap_err();
        assert!(error.starts_with("the row has 4 fields, and its heading 3"), "{error}");
        assert_eq!(Layout::of_heading(b"decks"), None);
    }
}
