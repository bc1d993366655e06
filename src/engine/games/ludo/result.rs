//! Who plays and how a game can end.

/// A player, named by the die: the first die of the pair or the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// The player with the first die.
    First,
    /// The player with the second die.
    Second,
}

impl Seat {
    /// 0 or 1.
    pub fn index(self) -> usize {
        match self {
            Seat::First => 0,
            Seat::Second => 1,
        }
    }

    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// This player brought four pieces home.
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
