//! The words that rule fields may take.

use super::result::Seat;
use crate::core::words::choice;

choice! {
    /// How the deck is split into two hands.
    Deal {
        /// The first half to A, the rest to B, as deals are written; an odd card goes to A.
        #[default] Halves = "halves",
        /// Card by card in turn, A first.
        Alternate = "alternate",
    }
}

choice! {
    /// Who plays the first card of a game. The leader wins slightly less than half of the games.
    Leader {
        /// A.
        #[default] First = "first",
        /// B.
        Second = "second",
        /// A in games of even index, B in the others.
        Alternate = "alternate",
    }
}

choice! {
    /// When a player without cards has lost.
    Empty {
        /// When a card has to be played, or a pile has been taken.
        #[default] WhenAsked = "when-asked",
        /// As soon as the last card is played, whatever card it is.
        AtLastCard = "at-last-card",
    }
}

choice! {
    /// How a pile that was taken lies under the hand.
    Pile {
        /// The card played first comes up first.
        #[default] InOrder = "in-order",
        /// The card played last comes up first.
        Reversed = "reversed",
        /// In random order.
        Shuffled = "shuffled",
    }
}

impl Leader {
    /// Who leads game `index`.
    pub fn seat(self, index: u64) -> Seat {
        match self {
            Leader::First => Seat::A,
            Leader::Second => Seat::B,
            Leader::Alternate if index.is_multiple_of(2) => Seat::A,
            Leader::Alternate => Seat::B,
        }
    }
}
