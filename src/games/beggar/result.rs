//! The two players, and how a game ended.

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

    /// Position in [`Outcome::ALL`].
    pub fn index(self) -> usize {
        self as usize
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
    /// A player has no card left: when one has to be played, or at the points that the rules name.
    OutOfCards,
    /// The position at the start of a trick occurred before, so that the game would never end.
    Loop,
    /// The limit, or without one the ceiling, was reached.
    Limit,
}

impl EndReason {
    /// All reasons, in the order of every file.
    pub const ALL: [EndReason; 3] = [EndReason::OutOfCards, EndReason::Loop, EndReason::Limit];

    /// The word of the files.
    pub fn name(self) -> &'static str {
        match self {
            EndReason::OutOfCards => "out-of-cards",
            EndReason::Loop => "loop",
            EndReason::Limit => "limit",
        }
    }

    /// Position in [`EndReason::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// How long a loop is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// Cards played between a position and its return.
    pub cards: u32,
    /// Tricks between them.
    pub tricks: u32,
}

/// What is known of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// Who won.
    pub outcome: Outcome,
    /// Why the game ended.
    pub end_reason: EndReason,
    /// Cards played.
    pub cards: u32,
    /// Piles taken, the last one included if the game broke off before anyone could take it.
    pub tricks: u32,
    /// The length of the loop, in a game that ended as one.
    pub period: Option<Period>,
}

/// Where engines put what they find out.
pub trait Sink {
    /// Game `index` ended like this.
    fn game(&mut self, index: u64, result: &GameResult);
}
