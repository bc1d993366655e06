//! What each line of a file of decks is: a deck, or a row of a CSV that has one.

use super::text::{Given, is_comment, read, shortened};

/// The heading of the CSV that `war-sim deck` writes.
const DECK_HEADING: &[u8] = b"game,deck";

/// What a file of decks holds, line by line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// A deck or two hands a line.
    #[default]
    Plain,
    /// The output of `war-sim deck`: rows of a game's number and its deck.
    GameAndDeck,
    /// Rows of so many fields, of which one is a deck, and another the number of its game if there is one.
    Columns {
        /// How many.
        count: usize,
        /// Which is the deck, counted from 0.
        deck: usize,
        /// Which is the game.
        game: Option<usize>,
    },
}

impl Layout {
    /// Recognises headings, which are no decks themselves: `game,deck`, and any that names a column `deck`.
    pub fn of_heading(line: &[u8]) -> Option<Layout> {
        match line.trim_ascii() {
            DECK_HEADING => return Some(Layout::GameAndDeck),
            line if is_comment(line) => return None,
            _ => {}
        }
        let names: Vec<&[u8]> = CsvFields::of(line).map(unquoted).collect();
        let place = |wanted: &[u8]| names.iter().position(|name| *name == wanted);
        let (count, deck, game) = (names.len(), place(b"deck")?, place(b"game"));
        Some(Layout::Columns { count, deck, game })
    }

    /// The deal of a line of such a file, and the number of its game, where the file has it.
    ///
    /// Errors: a row without the number of its game, or with other fields than the heading.
    pub fn deal(self, line: &[u8]) -> Result<(Option<u64>, &[u8]), String> {
        match self {
            Layout::Plain => Ok((None, line)),
            Layout::GameAndDeck => {
                let comma = line.iter().position(|&byte| byte == b',').unwrap_or(line.len());
                let (game, deck) = line.split_at(comma);
                let Some(number) = number(game).filter(|_| !deck.is_empty()) else {
                    return Err(format!(
                        "{}; after the heading game,deck a row is written 17,2 3 4 5",
                        no_game(game)
                    ));
                };
                Ok((Some(number), &deck[1..]))
            }
            // Nothing parts it from other fields.
            Layout::Columns { count: 1, .. } => Ok((None, line)),
            Layout::Columns { count, deck, game } => {
                let fields: Vec<&[u8]> = CsvFields::of(line).collect();
                if fields.len() != count {
                    return Err(format!(
                        "the row has {} fields, and its heading {count}; put quotes around a deck with commas",
                        fields.len()
                    ));
                }
                let number_of =
                    |k: usize| number(unquoted(fields[k])).ok_or_else(|| no_game(fields[k]));
                Ok((game.map(number_of).transpose()?, fields[deck]))
            }
        }
    }

    /// Reads a line of such a file over what `given` held; returns the number of the game, where
    /// the file has it.
    ///
    /// Errors: as [`read`] and [`Layout::deal`].
    pub fn read(self, line: &[u8], given: &mut Given) -> Result<Option<u64>, String> {
        let (number, deal) = self.deal(line)?;
        read(deal, given).map(|()| number)
    }
}

fn number(text: &[u8]) -> Option<u64> {
    std::str::from_utf8(text).ok()?.trim().parse().ok()
}

fn no_game(text: &[u8]) -> String {
    format!("`{}` is not the number of a game", shortened(text.trim_ascii()))
}

/// The fields of a row of a CSV, in their quotes.
struct CsvFields<'t>(Option<&'t [u8]>);

impl<'t> CsvFields<'t> {
    fn of(line: &'t [u8]) -> Self {
        Self(Some(line.strip_suffix(b"\r").unwrap_or(line)))
    }
}

impl<'t> Iterator for CsvFields<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        let row = self.0?;
        let mut is_quoted = false;
        let end = row.iter().position(|&byte| {
            is_quoted ^= byte == b'"';
            byte == b',' && !is_quoted
        });
        self.0 = end.map(|end| &row[end + 1..]);
        Some(&row[..end.unwrap_or(row.len())])
    }
}

/// A field without the quotes and blanks around it.
fn unquoted(field: &[u8]) -> &[u8] {
    let field = field.trim_ascii();
    field.strip_prefix(b"\"").and_then(|inner| inner.strip_suffix(b"\"")).unwrap_or(field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_of_the_verb_deck_is_read_with_its_games() {
        let layout = Layout::of_heading(b"game,deck\r").expect("a heading");
        let mut given = Given::default();
        assert_eq!(layout.read(b"17,2 3 4 5", &mut given), Ok(Some(17)));
        assert_eq!(given.cards, [2, 3, 4, 5]);
        assert_eq!(layout.read(b"18,", &mut given), Ok(Some(18)));
        assert!(given.cards.is_empty());
        for bad in [&b"2 3 4"[..], b"", b"x,2 3", b"17"] {
            let error = layout.read(bad, &mut given).unwrap_err();
            assert!(error.contains("is not the number of a game"), "{error}");
        }
        assert_eq!(Layout::of_heading(b"2 3 4"), None);
        assert_eq!(Layout::of_heading(b"# deck"), None);
    }

    #[test]
    fn any_table_with_a_column_deck_is_read() {
        let mut given = Given::default();
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
            assert_eq!(layout.read(row.as_bytes(), &mut given), Ok(game), "{row}");
            assert_eq!(given.cards, cards, "{row}");
        }
        let layout = Layout::of_heading(b"rules,game,deck").expect("a heading");
        for (row, why) in
            [("umass,1,2,3", "the row has 4 fields, and its heading 3"), ("a,b,2", "`b` is")]
        {
            let error = layout.read(row.as_bytes(), &mut given).unwrap_err();
            assert!(error.starts_with(why), "{error}");
        }
        assert_eq!(Layout::of_heading(b"decks"), None);
    }
}
