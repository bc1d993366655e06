//! Cards as people write them, as far as a rule set can play them.

use super::rules::{DeckError, Rules};
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
    /// More or fewer hands than players.
    #[error("{hands} hands for {players} players; write one hand for each player")]
    Hands {
        /// What there is.
        hands: usize,
        /// What the rules say.
        players: u32,
    },
}

/// A deck or hands.
///
/// Errors: [`CardsError`] of the first card that cannot be read or played, or if there is not one hand for each
/// player.
pub fn read(deal: &[u8], rules: &Rules) -> Result<Given, CardsError> {
    // A card and what parts it from the next are two letters at least.
    let cards = Vec::with_capacity(deal.len() / 2 + 1);
    let mut given = Given { cards, sizes: Vec::new() };
    text::read(deal, &mut given)?;
    check(&given, rules)?;
    Ok(given)
}

/// Whether the rules can play what was read.
///
/// Errors: as [`read`].
pub fn check(given: &Given, rules: &Rules) -> Result<(), CardsError> {
    if !given.sizes.is_empty() {
        one_for_each(given.sizes.len(), rules)?;
    }
    Ok(rules.check_deck(&given.cards)?)
}

fn one_for_each(hands: usize, rules: &Rules) -> Result<(), CardsError> {
    let players = rules.players;
    if hands == players as usize { Ok(()) } else { Err(CardsError::Hands { hands, players }) }
}

/// A hand for each player, each in a text of its own.
///
/// Errors: a sentence that begins with whose hand cannot be read or played.
pub fn read_hands(texts: &[&str], rules: &Rules) -> Result<Given, String> {
    one_for_each(texts.len(), rules).map_err(|error| error.to_string())?;
    let mut all = Given::default();
    for (name, text) in ('A'..).zip(texts) {
        let given = read(text.as_bytes(), rules).map_err(|e| format!("{name}'s hand: {e}"))?;
        if !given.sizes.is_empty() {
            return Err(format!(
                "{name}'s hand: `{text}` contains hands; give each as a text of its own, as in \
                 --hands \"2 8 9\" \"2 6 7\""
            ));
        }
        all.sizes.push(given.cards.len());
        all.cards.extend(given.cards);
    }
    // What each hand may hold alone, all may not hold together: a low ace beside a 1.
    check(&all, rules).map_err(|error| format!("the hands together: {error}"))?;
    Ok(all)
}
