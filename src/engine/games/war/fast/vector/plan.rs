//! What a flight of games plays by.

use super::super::shape::{Counts, Shape};
use crate::games::war::split::Split;

/// What does not change from game to game.
pub struct Plan {
    pub shape: Shape,
    pub face_down: u32,
}

impl Plan {
    /// What the limit still allows.
    #[inline(always)]
    pub fn left(&self, counts: &Counts) -> u64 {
        let caps = self.shape.caps;
        (caps.rounds - counts.rounds).min(caps.battles - counts.battles)
    }
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
