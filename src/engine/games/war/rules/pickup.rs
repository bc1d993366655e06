//! The orders in which a pot is picked up, each of them a sort key of its cards.

use std::cmp::Ordering;

use crate::core::cards::Card;
use crate::core::choice::choice;

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
        /// All the winner's cards from the one laid last, then the loser's likewise.
        WinnerBlockLastFirst = "winner-block-last-first",
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
#[derive(Clone, Copy, Debug, Default)]
pub struct Laid {
    /// The seat that laid it.
    pub by: usize,
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
    /// Where a card comes when `winner` picks up the pot: what has the smaller key
    /// comes first, equals stay as laid. What is shuffled stays as laid, too: the rest is chance.
    ///
    /// `strength`: what the card is compared by.
    #[inline]
    pub fn key(self, winner: usize, card: Laid, strength: Card) -> (i64, i64) {
        #[cfg(test)]
        if let (Pickup::LowFirst, Some(key)) = (self, tests::KEY.get()) {
            return key(winner, card, strength);
        }
        let Laid { by, nth, above, place, war } = card;
        let after = i64::from(by != winner);
        match self {
            Pickup::AsLaid | Pickup::Shuffled => (0, 0),
            // The k-th cards of both make a pair; what has no partner comes last.
            Pickup::WinnerFirst => (i64::from(nth), after),
            Pickup::LoserFirst => (i64::from(nth), 1 - after),
            Pickup::WinnerBlock => (0, after),
            Pickup::LoserBlock => (0, 1 - after),
            Pickup::ABlock => (0, by as i64),
            Pickup::LastFirst => (-i64::from(place), 0),
            Pickup::WinnerBlockLastFirst => (after, above.into()),
            Pickup::HighFirst => (-i64::from(strength), 0),
            Pickup::LowFirst => (i64::from(strength), 0),
            Pickup::EachFromTop => (i64::from(above), after),
            Pickup::LastWarFirst => (-i64::from(war), after),
        }
    }

    /// Puts a pot, as it was laid, in the order in which `winner` picks it up; `card`
    /// is where and by whom a card was laid, and what it is compared by.
    #[inline]
    pub fn put_in_order<T>(self, pot: &mut [T], winner: usize, card: impl Fn(&T) -> (Laid, Card)) {
        match self {
            // As it lies: a sort would leave it so, and takes time.
            Pickup::AsLaid | Pickup::Shuffled => {}
            _ => pot.sort_by_key(|one| {
                let (laid, strength) = card(one);
                self.key(winner, laid, strength)
            }),
        }
    }

    /// Whether chance decides the order.
    pub fn is_by_chance(self) -> bool {
        self == Pickup::Shuffled
    }

    /// Whether the order depends on the strength of cards, of either player.
    pub fn looks_at_cards(self) -> bool {
        let key = |by, strength| self.key(0, Laid { by, ..Laid::default() }, strength);
        (0..2).any(|by| key(by, 0) != key(by, 1))
    }

    /// If strength alone decides: whether weaker cards come first (`Less`) or last (`Greater`), or it does not
    /// matter (`Equal`).
    pub fn by_strength_alone(self) -> Option<Ordering> {
        let one = Laid::default();
        let others = [
            Laid { by: 1, ..one },
            Laid { nth: 1, ..one },
            Laid { above: 1, ..one },
            Laid { place: 1, ..one },
            Laid { war: 1, ..one },
        ];
        let key = |card, strength| self.key(0, card, strength);
        let alone = others.into_iter().all(|other| key(other, 0) == key(one, 0));
        alone.then(|| key(one, 0).cmp(&key(one, 1)))
    }

    /// Whether it names a seat, or keeps the order of laying, in which A is first, among cards of both.
    pub fn looks_at_seat(self) -> bool {
        let key = |winner, by| self.key(winner, Laid { by, ..Laid::default() }, 0);
        let names_one = key(0, 0) != key(1, 1) || key(0, 1) != key(1, 0);
        // Of equal cards it is not seen which was laid first.
        names_one || self.looks_at_laying() && !self.is_by_chance() && !self.looks_at_cards()
    }

    /// Whether it matters for it in which order the cards of both were laid between one another: equal ones stay as
    /// they were laid, or are turned round.
    pub fn looks_at_laying(self) -> bool {
        let key = |by, place| self.key(0, Laid { by, place, ..Laid::default() }, 0);
        key(0, 0) == key(1, 0) || key(0, 0) != key(0, 1)
    }
}

#[cfg(test)]
pub mod tests {
    use std::cell::Cell;

    use super::{Card, Laid};

    /// A sort key: of the winner, where a card was laid, and what it is compared by.
    pub type Key = fn(usize, Laid, Card) -> (i64, i64);

    thread_local! {
        /// What `low-first` sorts by instead, to try orders that no rule set has.
        pub static KEY: Cell<Option<Key>> = const { Cell::new(None) };
    }
}
