//! Cards as people write them, as far as a rule set can play them.

use super::rules::{DeckError, Rules};
use crate::core::cards::Card;
use crate::core::cards::text::{self, Given, TextError};

/// Cards that cannot be read or played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CardsError {
    /// They cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The rule set has no use for one.
    #[error(transparent)]
    NotInDeck(#[from] DeckError),
}

/// A deck or two hands.
///
/// Errors: [`CardsError`] of the first card that cannot be read or played.
pub fn read(deal: &[u8], rules: &Rules) -> Result<Given, CardsError> {
    let mut given = Given::default();
    text::read(deal, &mut given)?;
    rules.check_deck(&given.cards)?;
    Ok(given)
}

/// Two hands, each in a text of its own.
///
/// Errors: a sentence that begins with whose hand cannot be read or played.
pub fn read_hands(texts: [&str; 2], rules: &Rules) -> Result<Given, String> {
    let mut both: [Vec<Card>; 2] = Default::default();
    for ((text, name), hand) in texts.iter().zip(["A", "B"]).zip(&mut both) {
        let given = read(text.as_bytes(), rules).map_err(|e| format!("{name}'s hand: {e}"))?;
        if given.cards_of_a.is_some() {
            return Err(format!(
                "{name}'s hand: `{text}` contains two hands; give each as a text of its own, as in \
                 --hands \"2 8 9\" \"2 6 7\""
            ));
        }
        *hand = given.cards;
    }
    let cards = both.concat();
    // What each hand may hold alone, both may not hold together: a low ace beside a 1.
    rules.check_deck(&cards).map_err(|error| format!("both hands together: {error}"))?;
    Ok(Given { cards_of_a: Some(both[0].len()), cards })
}
