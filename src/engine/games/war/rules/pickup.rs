//! The orders in which a pot is picked up, each of them a sort key of its cards.

use std::cmp::Ordering;

use crate::core::cards::Card;
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

/// How the cards of a battle, one of each player, are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BattleOrder {
    /// As they were laid.
    AsLaid,
    /// From the winner's on, seat by seat.
    FromWinner,
    /// The last one first.
    Backwards,
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
    /// Where a card comes when `winner`, one of so many seats, picks up the pot: what has the smaller key
    /// comes first, equals stay as laid. What is shuffled stays as laid, too: the rest is chance.
    ///
    /// `strength`: what the card is compared by.
    #[inline]
    pub fn key(self, winner: usize, seats: usize, card: Laid, strength: Card) -> (i64, usize) {
        let Laid { by, nth, above, place, war } = card;
        // Seats from the winner's on: of two 1 is the loser's.
        let after = if by < winner { by + seats - winner } else { by - winner };
        match self {
            Pickup::AsLaid | Pickup::Shuffled => (0, 0),
            // The k-th cards of all make a group; what has no partner comes last.
            Pickup::WinnerFirst => (i64::from(nth), after),
            Pickup::LoserFirst => (i64::from(nth), 1 - after),
            Pickup::WinnerBlock => (0, after),
            Pickup::LoserBlock => (0, 1 - after),
            Pickup::ABlock => (0, by),
            Pickup::LastFirst => (-i64::from(place), 0),
            Pickup::HighFirst => (-i64::from(strength), 0),
            Pickup::LowFirst => (i64::from(strength), 0),
            Pickup::EachFromTop => (i64::from(above), after),
            Pickup::LastWarFirst => (-i64::from(war), after),
        }
    }

    /// Puts a pot, as it was laid, in the order in which `winner`, one of so many seats, picks it up; `card`
    /// is where and by whom a card was laid, and what it is compared by.
    #[inline]
    pub fn put_in_order<T>(
        self,
        pot: &mut [T],
        winner: usize,
        seats: usize,
        card: impl Fn(&T) -> (Laid, Card),
        shuffle: impl FnOnce(&mut [T]),
    ) {
        match self {
            // As it lies: a sort would leave it so, and takes time.
            Pickup::AsLaid => {}
            Pickup::Shuffled => shuffle(pot),
            _ => pot.sort_by_key(|one| {
                let (laid, strength) = card(one);
                self.key(winner, seats, laid, strength)
            }),
        }
    }

    /// Whether chance decides the order.
    pub fn is_by_chance(self) -> bool {
        self == Pickup::Shuffled
    }

    /// Whether cards of less strength come first (`Less`) or last, or strength does not matter.
    pub fn by_strength(self) -> Ordering {
        let key = |strength| self.key(0, 2, Laid::default(), strength);
        key(0).cmp(&key(1))
    }

    /// Whether the order is another than as laid, and depends on who laid what and not on the cards or on
    /// chance.
    pub fn is_by_place(self) -> bool {
        self != Pickup::AsLaid && !self.is_by_chance() && self.by_strength().is_eq()
    }

    /// Whether cards that two players laid alike come out by player, wherever they lay.
    pub fn tells_players_apart(self) -> bool {
        let key = |by| self.key(0, 2, Laid { by, ..Laid::default() }, 0);
        key(0) != key(1)
    }

    /// Whether it asks for which war a card was laid.
    pub fn tells_wars_apart(self) -> bool {
        let key = |war| self.key(0, 2, Laid { war, ..Laid::default() }, 0);
        key(0) != key(1)
    }

    /// Whether three and more can pick up so; the other orders are for two.
    pub fn is_of_many(self) -> bool {
        use Pickup::*;
        matches!(
            self,
            AsLaid | WinnerFirst | WinnerBlock | LastFirst | HighFirst | LowFirst | Shuffled
        )
    }

    /// How it takes the cards of a battle, of three and more, if that is not a matter of the cards or of
    /// chance.
    pub fn of_battle(self) -> Option<BattleOrder> {
        match self {
            Pickup::AsLaid => Some(BattleOrder::AsLaid),
            Pickup::WinnerFirst | Pickup::WinnerBlock => Some(BattleOrder::FromWinner),
            Pickup::LastFirst => Some(BattleOrder::Backwards),
            _ => None,
        }
    }

    /// Whether it names a seat, or keeps the order of laying, in which A is first, among cards of both.
    pub fn looks_at_seat(self) -> bool {
        matches!(self, Pickup::AsLaid | Pickup::ABlock | Pickup::LastFirst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn battles_are_taken_as_by_one_of_three_orders() {
        use Pickup::*;
        // Of three seats, by the winner's: who laid the cards that come first, second and third.
        let from_winner = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];
        let simple = [
            (AsLaid, BattleOrder::AsLaid, [[0, 1, 2]; 3]),
            (WinnerFirst, BattleOrder::FromWinner, from_winner),
            (WinnerBlock, BattleOrder::FromWinner, from_winner),
            (LastFirst, BattleOrder::Backwards, [[2, 1, 0]; 3]),
        ];
        for (order, as_by, expected) in simple {
            assert_eq!(order.of_battle(), Some(as_by), "{order:?}");
            for (winner, expected) in expected.into_iter().enumerate() {
                let mut seats = [0, 1, 2];
                seats.sort_by_key(|&by| {
                    let card = Laid { by, nth: 0, above: 0, place: by as u32, war: 0 };
                    order.key(winner, 3, card, 0)
                });
                assert_eq!(seats, expected, "{order:?}, {winner}");
            }
        }
        // What looks at the cards or at chance, and what is for two.
        let others = Pickup::ALL.iter().filter(|order| !simple.iter().any(|row| row.0 == **order));
        for order in others {
            assert_eq!(order.of_battle(), None, "{order:?}");
            assert!(!order.is_of_many() || !order.is_by_place(), "{order:?}");
        }
    }
}
