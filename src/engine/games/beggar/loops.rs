//! Rule 7: games that never end, found exactly and in constant memory.

use super::result::Period;
use crate::core::cycle::{Steps, first_repeat, once_round};

/// A game that moves by tricks and counts them.
pub trait Counted: Steps {
    /// Cards played so far.
    fn cards(&self) -> u32;

    /// Tricks begun so far.
    fn tricks(&self) -> u32;
}

/// The number of tricks after which a position occurs for the second time, the first time that this
/// happens, and the loop's length; `None` if the game ends, or if that would be after more than
/// `max_cards` cards.
pub fn find_loop<C: Counted>(start: &C, max_cards: u32) -> Option<(u32, Period)> {
    let tricks = first_repeat(start, |game| game.cards() > max_cards)?;
    let mut game = start.clone();
    for _ in 0..tricks {
        game.step();
    }
    if game.cards() > max_cards {
        return None;
    }
    let again = once_round(&game);
    let period =
        Period { cards: again.cards() - game.cards(), tricks: again.tricks() - game.tricks() };
    Some((tricks as u32, period))
}
