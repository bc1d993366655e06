//! A game as text, battle by battle.
//!
//! It is written from the steps of the reference in one of two ways: by the [`Ledger`], which shows every
//! rule set, or the [`Listing`], which shows a game the way a source with players' names and suits
//! prints it.

mod ending;
mod ledger;
mod listing;
mod names;

pub use ending::ending;
pub use ledger::Ledger;
pub use listing::Listing;
pub use names::CardNames;

/// The form of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A line per battle, with the pot in the order in which it is picked up.
    Ledger,
    /// Turn by turn, in the words of the Java listing of `ernie-burt`.
    Listing,
}

impl Form {
    /// What the players are called, A's name first.
    pub fn players(self) -> [&'static str; 2] {
        match self {
            Form::Ledger => ["A", "B"],
            Form::Listing => ["Ernie", "Burt"],
        }
    }
}
