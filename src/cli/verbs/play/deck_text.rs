//! A deck as people write it: `2 3 4 5`, `2,3,4,5`.

use crate::core::cards::Card;
use crate::games::war::rules::{DeckError, Rules};

/// A deck that cannot be read or played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeckTextError {
    /// A word that is no card.
    #[error(
        "`{word}` (card {position}) is not a card; write whole numbers from -2147483648 to \
         2147483647, separated by spaces or commas"
    )]
    NotACard {
        /// What was written.
        word: String,
        /// Its place in the deck, counted from 1.
        position: usize,
    },
    /// A card that the rule set has no use for.
    #[error(transparent)]
    NotInDeck(#[from] DeckError),
}

/// Reads the cards of a deck over what `deck` held. Any run of spaces, tabs and commas separates; a
/// text without cards is the empty deck.
///
/// Errors: [`DeckTextError`] for the first word that is no card, and for a card that the rules refuse.
pub fn read(text: &[u8], rules: &Rules, deck: &mut Vec<Card>) -> Result<(), DeckTextError> {
    deck.clear();
    let is_separator = |byte: &u8| matches!(byte, b' ' | b'\t' | b',');
    for word in text.split(is_separator).filter(|word| !word.is_empty()) {
        match std::str::from_utf8(word).ok().and_then(|word| word.parse().ok()) {
            Some(card) => deck.push(card),
            None => {
                let position = deck.len() + 1;
                return Err(DeckTextError::NotACard { word: shortened(word), position });
            }
        }
    }
    Ok(rules.check_deck(deck)?)
}

/// The word for a message: readable, whatever bytes it is of, and not endless.
fn shortened(word: &[u8]) -> String {
    const MOST: usize = 40;
    let text = String::from_utf8_lossy(word);
    let mut shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Result<Vec<Card>, DeckTextError> {
        let mut deck = vec![99];
        read(text.as_bytes(), &Rules::default(), &mut deck).map(|()| deck)
    }

    #[test]
    fn spaces_tabs_and_commas_separate_cards() {
        for text in ["2 3 4 5", "2,3,4,5", " 2, 3,\t4  5,", "+2 3 4 5"] {
            assert_eq!(cards(text), Ok(vec![2, 3, 4, 5]), "{text:?}");
        }
        assert_eq!(cards(""), Ok(vec![]));
        assert_eq!(cards(" , "), Ok(vec![]));
        assert_eq!(cards("-2147483648 2147483647"), Ok(vec![i32::MIN, i32::MAX]));
    }

    #[test]
    fn what_is_no_card_is_named_with_its_place() {
        for (text, word, position) in [
            ("2 three 4", "three", 2),
            ("2147483648", "2147483648", 1),
            ("2 3 -2147483649", "-2147483649", 3),
            ("[2 3]", "[2", 1),
            ("2 3.0", "3.0", 2),
            ("2;3", "2;3", 1),
            ("2\r3", "2\\r3", 1),
            ("2 \u{663}", "\u{663}", 2),
        ] {
            let error = DeckTextError::NotACard { word: word.into(), position };
            assert_eq!(cards(text), Err(error), "{text:?}");
        }
    }

    #[test]
    fn an_endless_or_binary_word_is_shown_short_and_readable() {
        assert_eq!(shortened(&[b'x'; 1000]), format!("{}...", "x".repeat(40)));
        assert_eq!(shortened(b"a\xff\x1b"), "a\u{fffd}\\u{1b}");
    }
}
