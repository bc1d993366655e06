//! The two players of a game.

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
        ["A", "B"][self.index()]
    }
}

/// `both!(|seat| ...)`: an array of what stands there for seat 0 and for seat 1.
///
/// It is written out where it stands. `array::map` is not marked for inlining: in an engine it becomes
/// a call for each step of a game where the compiler puts it into another unit than its caller.
macro_rules! both {
    (|$seat:ident| $value:expr) => {
        [
            {
                let $seat = 0_usize;
                $value
            },
            {
                let $seat = 1_usize;
                $value
            },
        ]
    };
}

pub(crate) use both;
