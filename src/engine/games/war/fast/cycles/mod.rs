//! Where a game that came back to a position was there for the first time: it is played once more, alone, a
//! step each of its own where bytes can be permuted.
mod bytes;
mod replay;
mod settle;
mod step;

pub use self::replay::Back;
pub use self::settle::Settler;
