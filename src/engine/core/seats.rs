//! The two players of a card game, and who of them won.

/// A player's place: A is dealt first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The player dealt first.
    A,
    /// The player dealt second.
    B,
}

impl Seat {
    /// Both seats, A first.
    pub const BOTH: [Seat; 2] = [Seat::A, Seat::B];

    /// The other seat.
    pub fn other(self) -> Seat {
        match self {
            Seat::A => Seat::B,
            Seat::B => Seat::A,
        }
    }

    /// 0 for A, 1 for B.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The letter of the files: `A`, `B`.
    pub fn name(self) -> &'static str {
        match self {
            Seat::A => "A",
            Seat::B => "B",
        }
    }
}

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
