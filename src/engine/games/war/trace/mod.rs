//! A game as text, battle by battle.
//!
//! It is written from the steps of the reference in one of two ways: by the [`Ledger`], which shows every
//! rule set, or the [`Listing`], which shows a game the way a source with players' names and suits
//! prints it.

pub mod ending;
pub mod ledger;
pub mod listing;
pub mod names;
pub mod words;

pub use ending::ending;
pub use ledger::Ledger;
pub use listing::Listing;
pub use names::CardNames;
pub use words::{ENGLISH, Words};

/// How a rule set's games are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Display {
    /// What the players are called, A's name first.
    pub players: [&'static str; 2],
    /// The form of a trace.
    pub trace: TraceForm,
}

/// The form of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceForm {
    /// A line per battle, with the pot in the order in which it is picked up.
    Ledger,
    /// Turn by turn, in the words of the Java listing of `ernie-burt`.
    Listing,
}

impl Display {
    /// Players A and B, in a ledger.
    pub const PLAIN: Display = Display { players: ["A", "B"], trace: TraceForm::Ledger };
}

impl Default for Display {
    fn default() -> Self {
        Self::PLAIN
    }
}
