//! Cards as people write them, as far as a rule set can play them.

use super::rules::Rules;
use crate::core::cards::text::{self, Given};

/// A deck or hands.
///
/// Errors: a sentence of the first card that cannot be read or played.
pub fn read(deal: &[u8], rules: &Rules) -> Result<Given, String> {
    // A card and what parts it from the next are two letters at least.
    let cards = Vec::with_capacity(deal.len() / 2 + 1);
    let mut given = Given { cards, sizes: Vec::new() };
    text::read(deal, &mut given)?;
    rules.check_deck(&given.cards)?;
    Ok(given)
}
