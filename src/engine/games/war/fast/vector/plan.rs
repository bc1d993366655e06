//! What a flight of games plays by.

use super::super::super::result::{End, EndReason, Outcome};
use super::super::super::rules::{Short, Verdict};
use super::super::counts::Units;
use super::super::shape::{Shape, decide};
use crate::core::cards::split::Split;

/// More than any game is granted at once.
pub const MOST_GRANTED: u64 = 1 << 30;

/// What does not change from game to game.
pub struct Plan {
    pub shape: Shape,
    pub face_down: u32,
    pub units: Units,
}

impl Plan {
    /// Whether a game without budget has reached its limit.
    pub fn grants_all(&self) -> bool {
        let caps = self.shape.caps;
        caps.rounds.min(caps.battles) <= MOST_GRANTED
    }

    /// Cards with which a player whose top card ties cannot pay for the war, so that the game ends.
    pub fn too_few(&self) -> u32 {
        match self.shape.short {
            Short::Lose => self.face_down,
            Short::Draw => self.face_down + 1,
            Short::Reduce | Short::LastCard | Short::LastCardOrLose => 0,
        }
    }

    /// How a game ends that is at its limit or has an empty hand.
    #[inline(always)]
    pub fn end(&self, at_limit: bool, held: [usize; 2]) -> End {
        let by_cards = decide(Verdict::MoreCards, held);
        if at_limit && (self.shape.limit_first || (held[0] > 0 && held[1] > 0)) {
            let draw = self.shape.verdict == Verdict::Draw;
            (if draw { Outcome::Draw } else { by_cards }, EndReason::Limit)
        } else if held == [0, 0] {
            (by_cards, EndReason::BothOut)
        } else {
            (by_cards, EndReason::OutOfCards)
        }
    }

    /// How a game ends in which the top cards tied and a player has too few cards left.
    #[inline(always)]
    pub fn end_short(&self, left: [usize; 2]) -> End {
        let short = left.map(|cards| cards < self.too_few() as usize);
        let both = short == [true; 2];
        let outcome = match self.shape.short {
            Short::Draw => Outcome::Draw,
            _ if both => decide(self.shape.both_short, left),
            _ if short[0] => Outcome::B,
            _ => Outcome::A,
        };
        (outcome, if both { EndReason::BothShort } else { EndReason::ShortInWar })
    }
}

/// Where A's cards, `to_a` of them, and B's lie in a deck.
pub fn places(split: Split, to_a: usize) -> [[u8; 64]; 2] {
    let place = |seat: usize, k: usize| match split {
        Split::Alternate => 2 * k + seat,
        Split::Halves => k + seat * to_a,
    };
    // Places behind the last card mean nothing.
    [0, 1].map(|seat| std::array::from_fn(|k| (place(seat, k) % 64) as u8))
}
