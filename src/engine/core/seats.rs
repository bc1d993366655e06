//! The two players of a card game: who of them won, and who was ahead.

use std::cmp::Ordering;

use super::info::FeatureInfo;
use super::words::choice;

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

choice! {
    /// Who won.
    Outcome {
        /// Seat A won.
        #[default] A = "A",
        /// Seat B won.
        B = "B",
        /// Nobody won.
        Draw = "draw",
    }
}

impl Outcome {
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

    /// The position of the seat that won.
    pub fn winner(self) -> Option<usize> {
        (self != Outcome::Draw).then_some(self as usize)
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

/// Who was ahead in a game of two, by the cards that both held when a round (a trick) began.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lead {
    ahead: Option<usize>,
    changes: i64,
    fewest: [Option<usize>; 2],
}

impl Lead {
    /// What is asked of it: the last features of every game of two hands.
    pub const FEATURES: [FeatureInfo; 2] = [
        FeatureInfo {
            name: "lead_changes",
            summary: "how often the other player came to hold more cards, seen as rounds begin",
        },
        FeatureInfo {
            name: "comeback",
            summary: "fewest cards that the winner held as a round began (0: nobody won)",
        },
    ];

    /// The feature at this position of [`Lead::FEATURES`], of a game that this seat won.
    pub fn feature(&self, feature: usize, winner: Option<usize>) -> i64 {
        match feature {
            0 => self.changes,
            _ => self.comeback(winner),
        }
    }

    /// A round begins, and they hold so many cards, A's first.
    pub fn see(&mut self, held: [usize; 2]) {
        for (fewest, held) in self.fewest.iter_mut().zip(held) {
            *fewest = Some(fewest.map_or(held, |fewest| fewest.min(held)));
        }
        let ahead = match held[0].cmp(&held[1]) {
            Ordering::Greater => 0,
            Ordering::Less => 1,
            Ordering::Equal => return,
        };
        self.changes += i64::from(self.ahead.is_some_and(|before| before != ahead));
        self.ahead = Some(ahead);
    }

    /// Fewest cards that the winner held; 0 without one, or without a round.
    fn comeback(&self, winner: Option<usize>) -> i64 {
        winner.and_then(|winner| self.fewest[winner]).map_or(0, |cards| cards as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_changes_only_when_the_other_player_holds_more() {
        let mut lead = Lead::default();
        for held in [[2, 2], [3, 1], [2, 2], [3, 1], [1, 3], [2, 2], [3, 1]] {
            lead.see(held);
        }
        assert_eq!(lead.feature(0, Some(0)), 2);
        let comeback = [Some(0), Some(1), None].map(|winner| lead.comeback(winner));
        assert_eq!(comeback, [1, 1, 0]);
        assert_eq!(Lead::default().comeback(Some(0)), 0);
    }
}
