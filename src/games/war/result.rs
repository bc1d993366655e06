//! How a game ended.

use super::Seat;

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// Seat A won.
    A,
    /// Seat B won.
    B,
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// All outcomes, in the order of every file.
    pub const ALL: [Outcome; 3] = [Outcome::A, Outcome::B, Outcome::Draw];

    /// The word of the files: `A`, `B`, `draw`.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::A => "A",
            Outcome::B => "B",
            Outcome::Draw => "draw",
        }
    }

    /// The number of the assignments: 1 for A, -1 for B, 0 for a draw.
    pub fn value(self) -> i32 {
        match self {
            Outcome::A => 1,
            Outcome::B => -1,
            Outcome::Draw => 0,
        }
    }

    /// Position in [`Outcome::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// The outcome in which A and B have changed places.
    pub fn mirrored(self) -> Outcome {
        match self {
            Outcome::A => Outcome::B,
            Outcome::B => Outcome::A,
            Outcome::Draw => Outcome::Draw,
        }
    }
}

impl From<Seat> for Outcome {
    fn from(winner: Seat) -> Self {
        match winner {
            Seat::A => Outcome::A,
            Seat::B => Outcome::B,
        }
    }
}

/// Why the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EndReason {
    /// One player had no card at the start of a battle.
    OutOfCards,
    /// One player could not pay for a war.
    ShortInWar,
    /// Neither player had a card at the start of a battle.
    BothOut,
    /// Neither player could pay for a war.
    BothShort,
    /// The limit (or, without one, the ceiling) was reached.
    Limit,
    /// The position at the start of a round had stood before.
    Cycle,
}

impl EndReason {
    /// All reasons, in the order of every file.
    pub const ALL: [EndReason; 6] = [
        EndReason::OutOfCards,
        EndReason::ShortInWar,
        EndReason::BothOut,
        EndReason::BothShort,
        EndReason::Limit,
        EndReason::Cycle,
    ];

    /// The word of the files.
    pub fn name(self) -> &'static str {
        match self {
            EndReason::OutOfCards => "out-of-cards",
            EndReason::ShortInWar => "short-in-war",
            EndReason::BothOut => "both-out",
            EndReason::BothShort => "both-short",
            EndReason::Limit => "limit",
            EndReason::Cycle => "cycle",
        }
    }

    /// Position in [`EndReason::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// How long a game takes to come back to where it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// In battles.
    pub battles: u64,
    /// In rounds.
    pub rounds: u64,
}

/// What is known of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// Who won.
    pub outcome: Outcome,
    /// Why the game ended.
    pub end_reason: EndReason,
    /// Comparisons of two face-up cards.
    pub battles: u64,
    /// Rounds whose first battle was fought.
    pub rounds: u64,
    /// Ties, those that could not be paid for included.
    pub wars: u64,
    /// The most ties in a row within a round.
    pub deepest_war: u64,
    /// Cards in A's hand and pile at the end.
    pub cards_a: u64,
    /// Cards in B's hand and pile at the end.
    pub cards_b: u64,
    /// The length of its cycle, if a position came back.
    pub cycle: Option<Period>,
}

/// Where engines put what they find out.
pub trait Sink {
    /// Game `index` ended like this.
    fn game(&mut self, index: u64, result: &GameResult);

    /// In `rounds` more rounds the chain of ties was exactly `depth` long (`depth >= 1`).
    fn chains(&mut self, depth: usize, rounds: u64);
}
