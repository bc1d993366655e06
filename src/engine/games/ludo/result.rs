//! Who plays and how a game can end.

use crate::core::results::GameBlock;
pub use crate::core::seats::Seat;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player brought four pieces home; A has the first die of the pair, B the second.
    Win(Seat),
    /// A tie: nobody can ever move again, or the turn can never pass.
    Stuck,
    /// A tie: the roll limit came first.
    Limit,
}

/// The end of a game, with its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// How it ended.
    pub outcome: Outcome,
    /// Rolls of both players together, extra and idle ones included.
    pub rolls: u32,
    /// Pieces sent back to B, by both players together.
    pub captures: u32,
}

/// Position of the end reason of four pieces in the goal.
pub const HOME: usize = 0;
/// Of the one that nobody can ever move.
pub const STUCK: usize = 1;
/// Of the roll limit.
pub const LIMIT: usize = 2;
/// The position of the outcome of nobody.
pub const TIE: usize = 2;

impl Outcome {
    /// Its position among the outcomes of the game, and that of the reason.
    #[inline]
    pub fn positions(self) -> (usize, usize) {
        match self {
            Outcome::Win(seat) => (seat.index(), HOME),
            Outcome::Stuck => (TIE, STUCK),
            Outcome::Limit => (TIE, LIMIT),
        }
    }
}

impl GameResult {
    /// Reports that game `game`, which this player began, ended like this.
    #[inline]
    pub fn report(self, game: u64, beginner: Seat, block: &mut GameBlock) {
        let Self { outcome, rolls, captures } = self;
        let (winner, reason) = outcome.positions();
        let began = u64::from(outcome == Outcome::Win(beginner));
        let counters = [rolls.into(), captures.into(), beginner.index() as u64 + 1, began];
        block.report(game, winner, reason, counters);
    }
}
