//! The bit operations of [`fast`](super::fast) one roll at a time, every question asked after each:
//! for games that get stuck or come near the roll limit.

use super::position::{DieSteps, SideRules, Step, captured, is_home, is_stuck, moved};
use super::result::{GameResult, Outcome, Seat};

/// Plays a game; `roll` gives what the next face of a seat does.
pub fn play(
    rules: &SideRules,
    dice: &[DieSteps; 2],
    roll_limit: u32,
    beginner: Seat,
    mut roll: impl FnMut(Seat) -> Step,
) -> GameResult {
    let mut sides = [rules.start; 2];
    let mut seat = beginner;
    let mut captures = 0;
    let mut rolls = 0;
    let outcome = loop {
        rolls += 1;
        let step = roll(seat);
        let (own, other) = (seat.index(), seat.other().index());
        let from = rules.forced(sides[own], step);
        if let Some(side) = captured(sides[other], from >> step) {
            sides[other] = side;
            captures += 1;
        }
        sides[own] = moved(sides[own], from, step);
        if is_home(sides[own]) {
            break Outcome::Win(seat);
        }
        if step != 6 {
            seat = seat.other();
        }
        if is_stuck(rules, dice, sides, seat.index()) {
            break Outcome::Stuck;
        }
        if rolls >= roll_limit {
            break Outcome::Limit;
        }
    };
    GameResult { outcome, rolls, captures }
}
