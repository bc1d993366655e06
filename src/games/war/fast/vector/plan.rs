//! What a flight of games plays by.

use super::super::shape::Shape;
use super::merge::Merge;
use crate::games::war::split::Split;

/// What does not change from game to game.
pub struct Plan {
    pub shape: Shape,
    pub face_down: u32,
    pub merges: [Merge; 2],
    /// Whether the winner picks up all cards of one player before the other's.
    pub in_blocks: bool,
    /// Whether the limit counts rounds; else battles.
    pub counts_rounds: bool,
}

/// Where A's cards, `to_a` of them, and B's lie in a deck.
pub fn places(split: Split, to_a: usize) -> [[u8; 64]; 2] {
    let place = |seat: usize, k: usize| match split {
        Split::Alternate => 2 * k + seat,
        Split::Halves | Split::First(_) => k + seat * to_a,
    };
    // Places behind the last card mean nothing.
    [0, 1].map(|seat| std::array::from_fn(|k| (place(seat, k) % 64) as u8))
}
