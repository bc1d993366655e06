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
    use super::super::text::read;
    use super::*;

    #[test]
    fn any_table_with_a_column_deck_is_read_with_its_games() {
        for (heading, row, game, cards) in [
            ("game,deck\r", "17,2 3 4 5", Some(17), &[2, 3, 4, 5][..]),
            ("game,deck", "1_000.0,", Some(1_000), &[]),
            ("deck", "2, 3 4,5\r", None, &[2, 3, 4, 5]),
            ("rules,game,outcome,deck", "umass,7,A,3 14", Some(7), &[3, 14]),
            ("\"\",\"deck\",\"x\"\r", "0,\"[2, 3]\",\"a \"\"b\"\", c\"\r", None, &[2, 3]),
            ("suite,deck,expected", "limit,\"[2, 3, 4, 5]\",-1\r", None, &[2, 3, 4, 5]),
        ] {
            let layout = Layout::of_heading(heading.as_bytes()).expect("a heading");
            let (of, deal) = layout.deal(row.as_bytes()).unwrap();
            assert_eq!((of, &read(deal).unwrap().cards[..]), (game, cards), "{row}");
        }
        for (heading, row, why) in [
            ("game,deck", "2 3 4", "the row has 1 field, and its heading 2"),
            ("game,deck", "17,2,3", "the row has 3 fields"),
            ("game,deck", "first,2", "column game: `first` is not a whole number"),
            ("game,deck", ",2", "column game: `` is not a whole number"),
        ] {
            let layout = Layout::of_heading(heading.as_bytes()).expect("a heading");
            let error = layout.deal(row.as_bytes()).unwrap_err();
            assert!(error.starts_with(why), "{error}");
        }
        let none = [&b"2 3 4"[..], b"# deck", b"decks"].map(Layout::of_heading);
        assert_eq!(none, [None; 3]);
    }
}
