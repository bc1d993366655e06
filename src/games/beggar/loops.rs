//! Rule 7: games that never end, found exactly and in constant memory.

use super::result::Period;
use crate::core::cycle::{Steps, Watch, steps_to_first_repeat};

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
///
/// One saved position is enough to notice a loop ([`Watch`]), and two games played side by side, one
/// of them the loop's length ahead, find its first repetition.
pub fn first_repeat<C: Counted>(start: &C, max_cards: u32) -> Option<(u32, Period)> {
    let mut game = start.clone();
    let mut watch = Watch::new(&game);
    // A repetition within t tricks is noticed within 3 t + 1, so the search goes on past the ceiling
    // until it would have been noticed.
    let mut last_trick = u32::MAX;
    loop {
        if !game.step() || game.tricks() > last_trick {
            return None;
        }
        if let Some(length) = watch.length_of_cycle(&game) {
            let cards = game.cards();
            for _ in 0..length {
                game.step();
            }
            let period = Period { cards: game.cards() - cards, tricks: length as u32 };
            return Some((steps_to_first_repeat(start, length) as u32, period));
        }
        if last_trick == u32::MAX && game.cards() > max_cards {
            last_trick = 3 * game.tricks() + 1;
        }
    }
}
