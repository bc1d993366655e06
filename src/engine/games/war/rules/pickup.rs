//! The orders in which a pot is picked up, each of them a sort key of its cards.

use crate::core::cards::Card;
use crate::core::seats::Seat;
use crate::core::words::choice;

choice! {
    /// The order in which the pot goes to its winner.
    Pickup {
        /// In the order it was laid.
        #[default] AsLaid = "as-laid",
        /// Pair by pair, the winner's card of each pair first.
        WinnerFirst = "winner-first",
        /// Pair by pair, the loser's card of each pair first.
        LoserFirst = "loser-first",
        /// All the winner's cards, then all the loser's.
        WinnerBlock = "winner-block",
        /// All the loser's cards, then all the winner's.
        LoserBlock = "loser-block",
        /// All of A's cards, then all of B's, whoever wins.
        ABlock = "a-block",
        /// The card laid last comes first.
        LastFirst = "last-first",
        /// Sorted by rank from the highest down, equals as laid.
        HighFirst = "high-first",
        /// Sorted by rank from the lowest up, equals as laid.
        LowFirst = "low-first",
        /// War by war, the last one first: what its winner laid for it, then what the loser did. The pair
        /// that began it all comes last, the winner's card first.
        LastWarFirst = "last-war-first",
        /// The winner's card and the loser's in turn, the winner's first, each player's from the one laid
        /// last.
        EachFromTop = "each-from-top",
        /// In random order.
        Shuffled = "shuffled",
    }
}

/// A card of a pot, as orders of picking up see it.
#[derive(Clone, Copy, Debug)]
pub struct Laid {
    /// Who laid it.
    pub by: Seat,
    /// How many cards that player had laid into the pot before.
    pub nth: u32,
    /// How many cards that player laid into it afterwards.
    pub above: u32,
    /// How many cards were in the pot before.
    pub place: u32,
    /// For which of the pot's wars, counted from 1; 0 in the battle that began it all.
    pub war: u32,
}

impl Pickup {
    /// Where a card comes when `winner` picks up the pot: what has the smaller key comes first, equals
    /// stay as laid. What is shuffled stays as laid, too: the rest is chance.
    ///
    /// `strength`: what the card is compared by.
    #[inline]
    pub fn key(self, winner: Seat, card: Laid, strength: Card) -> (i64, bool) {
        let Laid { by, nth, above, place, war } = card;
        let is_lost = by != winner;
        match self {
            Pickup::AsLaid | Pickup::Shuffled => (0, false),
            // The k-th cards of both make a pair; what has no partner comes last.
            Pickup::WinnerFirst => (i64::from(nth), is_lost),
            Pickup::LoserFirst => (i64::from(nth), !is_lost),
            Pickup::WinnerBlock => (0, is_lost),
            Pickup::LoserBlock => (0, !is_lost),
            Pickup::ABlock => (0, by != Seat::A),
            Pickup::LastFirst => (-i64::from(place), false),
            Pickup::HighFirst => (-i64::from(strength), false),
            Pickup::LowFirst => (i64::from(strength), false),
            Pickup::EachFromTop => (i64::from(above), is_lost),
            Pickup::LastWarFirst => (-i64::from(war), is_lost),
        }
    }

    /// Whether it names a seat, or keeps the order of laying, in which A is first, among cards of both.
    pub fn looks_at_seat(self) -> bool {
        matches!(self, Pickup::AsLaid | Pickup::ABlock | Pickup::LastFirst)
    }

    /// Whether the order depends on who laid what and not on the cards or on chance.
    pub fn is_by_place(self) -> bool {
        !matches!(self, Pickup::HighFirst | Pickup::LowFirst | Pickup::Shuffled)
    }
}
