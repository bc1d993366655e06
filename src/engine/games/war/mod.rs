//! The card game War: its rules as data, the rule sets of the sources, and the engines.

mod cycle;
pub mod event;
pub mod fast;
pub mod feature;
pub mod game;
mod player;
pub mod presets;
pub mod reference;
pub mod result;
pub mod rules;
pub mod show;
pub mod table;
#[cfg(test)]
mod tests;
pub mod trace;

use crate::core::cards::{GameIndex, Seed};
pub use crate::core::seats::Seat;
pub use game::{INFO, facts};
pub use player::player;
pub use reference::Reference;
pub use result::{End, EndReason, GameResult, Outcome};
pub use rules::{RuleFields, Rules, RulesError};

/// Plays the War assignment's game: 1 if A wins, -1 if B wins, 0 for a draw.
///
/// Shapes: `deck` holds any number of cards in dealing order, A's first card leftmost; the highest
/// number wins a battle. Rule set `umass`. Errors: none.
/// Source: M. Liberatore, UMass Amherst, Programming Assignment 12: War, method `findWinner`.
///
/// The examples of the assignment:
/// ```
/// # use war_sim_engine::games::war::find_winner;
///
/// assert_eq!(find_winner(&[]), 0); // an empty deck
/// assert_eq!(find_winner(&[7]), 1); // one card
/// assert_eq!(find_winner(&[9, 3]), 1); // two cards, the first higher
/// assert_eq!(find_winner(&[3, 9]), -1); // two cards, the second higher
/// assert_eq!(find_winner(&[5, 5]), 0); // two equal cards: neither can pay for the war
/// assert_eq!(find_winner(&[2, 3, 4, 5]), -1); // A holds 2 4, B holds 3 5
///
/// // A holds 2 8 9 10 5 4 and B holds 2 6 7 11 6 4: B wins the first war, A cannot pay the second.
/// assert_eq!(find_winner(&[2, 2, 8, 6, 9, 7, 10, 11, 5, 6, 4, 4]), -1);
/// // With the hands exchanged A wins.
/// assert_eq!(find_winner(&[2, 2, 6, 8, 7, 9, 11, 10, 6, 5, 4, 4]), 1);
/// // A holds 5 2 3, B holds 5 4: both run out of cards in the war.
/// assert_eq!(find_winner(&[5, 5, 2, 4, 3]), 0);
/// // This game never ends: a draw after 1,000 battles.
/// assert_eq!(find_winner(&[1, 2, 2, 1]), 0);
/// ```
pub fn find_winner(deck: &[i32]) -> i32 {
    Reference::new(Rules::default(), Seed(0)).play(deck, GameIndex(0)).outcome.value()
}
