//! Cards as people write them, as far as a rule set can play them.

use super::rules::Rules;
use crate::core::cards::text::{self, Given};

/// A deck or hands.
///
/// Errors: a sentence of the first card that cannot be read or played, or if there is not one hand for each
/// player.
pub fn read(deal: &[u8], rules: &Rules) -> Result<Given, String> {
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
pub fn check(given: &Given, rules: &Rules) -> Result<(), String> {
    if !given.sizes.is_empty() {
        one_for_each(given.sizes.len())?;
    }
    rules.check_deck(&given.cards)
}

fn one_for_each(hands: usize) -> Result<(), String> {
    match hands {
        2 => Ok(()),
        _ => Err(format!("{hands} hands for 2 players; write one hand for each player")),
    }
}

/// A hand for each player, each in a text of its own.
///
/// Errors: a sentence that begins with whose hand cannot be read or played.
pub fn read_hands(texts: &[&str], rules: &Rules) -> Result<Given, String> {
    one_for_each(texts.len())?;
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
