//! The bit operations of the fast engines one roll at a time, up to the exact roll: for games that
//! come near the roll limit, and for dice of sixes only, where being stuck is a matter of whose turn
//! it is.

use super::position::{DieSteps, SideRules, Step, captured, is_home, is_stuck, moved};
use crate::games::ludo::result::{GameResult, Outcome, Seat};

/// A game in progress.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Both sides, by seat.
    pub sides: [u64; 2],
    /// Who rolls next.
    pub seat: Seat,
    /// Rolls so far.
    pub rolls: u32,
    /// The last roll so far that moved a piece, 0 before the first.
    pub last_move: u32,
    /// Pieces sent back to B so far.
    pub captures: u32,
}

impl Progress {
    /// A game before its first roll.
    pub fn start(rules: &SideRules, beginner: Seat) -> Self {
        Self { sides: [rules.start; 2], seat: beginner, rolls: 0, last_move: 0, captures: 0 }
    }

    /// The end of this game if it is stuck on a board that has not changed since the last move.
    ///
    /// Where a die has another face than 6, being stuck is a property of the board; so the game was
    /// stuck from its last move on, or from the first roll.
    pub fn stuck(&self) -> GameResult {
        let rolls = self.last_move.max(1);
        GameResult { outcome: Outcome::Stuck, rolls, captures: self.captures }
    }

    /// Plays on to the end; `roll` gives what the next face of a seat does.
    pub fn play_on(
        mut self,
        rules: &SideRules,
        dice: &[DieSteps; 2],
        roll_limit: u32,
        mut roll: impl FnMut(Seat) -> Step,
    ) -> GameResult {
        let by_turn = dice.iter().any(DieSteps::sixes_only);
        // The last move when the question was asked and denied.
        let mut asked = None;
        let outcome = loop {
            self.rolls += 1;
            let step = roll(self.seat);
            let (own, other) = (self.seat.index(), self.seat.other().index());
            let from = rules.forced(self.sides[own], step);
            if from != 0 {
                self.last_move = self.rolls;
            }
            if let Some(side) = captured(self.sides[other], from >> step) {
                self.sides[other] = side;
                self.captures += 1;
            }
            self.sides[own] = moved(self.sides[own], from, step);
            if is_home(self.sides[own]) {
                break Outcome::Win(self.seat);
            }
            if step != 6 {
                self.seat = self.seat.other();
            }
            let at_limit = self.rolls >= roll_limit;
            let ask = by_turn || at_limit || from == 0 && asked != Some(self.last_move);
            if ask && is_stuck(rules, dice, self.sides, self.seat.index()) {
                if by_turn {
                    break Outcome::Stuck;
                }
                return self.stuck();
            }
            if ask {
                asked = Some(self.last_move);
            }
            if at_limit {
                break Outcome::Limit;
            }
        };
        GameResult { outcome, rolls: self.rolls, captures: self.captures }
    }
}
