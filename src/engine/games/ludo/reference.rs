//! The game as the rules say it, one roll after the other: the readable truth.
//!
//! Read it beside section 2 of `docs/ludo.md`: the numbers in the comments are those of its rules,
//! and each switch is named by its key in a rules file. [`forced_move`] is one roll, [`play`] is
//! the game around it, [`is_stuck`] section 5.

use super::board::{A, LAST, Place, Side, TRACK, across};
use super::die::Die;
use super::result::{GameResult, Outcome, Seat};
use super::rules::{ClearA, GoalPieces, LudoRules, MustMove};

/// Which rule made a piece move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Rule 6: a 6 brings a piece in.
    Enters,
    /// Rule 6: a 6 moves the piece on A first, because another one waits.
    MakesRoom,
    /// Rule 7: a piece on A must leave.
    ClearsA,
    /// Rule 8: the piece that must move.
    Front,
}

/// A forced move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where it begins.
    pub from: Place,
    /// The square it ends on, as its owner counts.
    pub to: u8,
    /// The rule that forces it.
    pub why: Why,
}

/// One roll and what it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Its number, counted from 1.
    pub number: u32,
    /// Who threw.
    pub seat: Seat,
    /// The number thrown.
    pub roll: u32,
    /// The move it forced, if any.
    pub moved: Option<Move>,
    /// The square, as the opponent counts, from which a piece was sent back to B.
    pub captured: Option<u8>,
}

/// Whether the piece on this square can move by this roll: rules 4, 5 and 9.
fn can_move(rules: &LudoRules, side: &Side, square: u8, roll: u32) -> bool {
    // goal_pieces
    let may_move = match rules.goal_pieces {
        GoalPieces::MoveOn => true,
        GoalPieces::Frozen => square < TRACK,
    };
    // Rule 4: forward by the number rolled; rule 9: not beyond d.
    let target = u64::from(square) + u64::from(roll);
    let exists = target <= u64::from(LAST);
    // Rule 5: not onto an own piece. A roll of 0 ends where the piece itself stands, so that it is
    // no move either.
    may_move && exists && !side.holds(target as u8)
}

/// The move of the piece on this square, if it can move.
fn try_move(rules: &LudoRules, side: &Side, square: u8, roll: u32, why: Why) -> Option<Move> {
    can_move(rules, side, square, roll).then(|| Move {
        from: Place::On(square),
        to: square + roll as u8,
        why,
    })
}

/// The one move that a roll forces, or none: rules 3 to 9.
pub fn forced_move(rules: &LudoRules, side: &Side, roll: u32) -> Option<Move> {
    let waiting = side.waiting() > 0;
    // Rule 6: a 6 brings in a piece, or makes room for it.
    if roll == 6 && waiting {
        if !side.holds(A) {
            return Some(Move { from: Place::Waiting, to: A, why: Why::Enters });
        }
        if let Some(moved) = try_move(rules, side, A, roll, Why::MakesRoom) {
            return Some(moved);
        }
    }
    // Rule 7: a piece on A leaves as soon as it can. clear_a
    let must_leave = match rules.clear_a {
        ClearA::WhileWaiting => waiting,
        ClearA::Always => true,
    };
    if must_leave
        && side.holds(A)
        && let Some(moved) = try_move(rules, side, A, roll, Why::ClearsA)
    {
        return Some(moved);
    }
    // Rule 8. must_move
    let mut squares = side.squares();
    match rules.must_move {
        MustMove::FrontmostMovable => {
            squares.find_map(|square| try_move(rules, side, square, roll, Why::Front))
        }
        MustMove::NextSquareFree => {
            let chosen = if side.holds(A) {
                Some(A)
            } else {
                squares.find(|&square| can_move(rules, side, square, 1))
            };
            chosen.and_then(|square| try_move(rules, side, square, roll, Why::Front))
        }
    }
}

/// Whether the game can never end: neither player can move with any face of their own die, or the
/// player to roll has sixes only and no move, so that the turn never passes.
pub fn is_stuck(rules: &LudoRules, dice: [&Die; 2], sides: &[Side; 2], to_roll: Seat) -> bool {
    let moves = [0, 1]
        .map(|k| dice[k].faces().iter().any(|&face| forced_move(rules, &sides[k], face).is_some()));
    let k = to_roll.index();
    moves == [false, false] || (dice[k].is_sixes_only() && !moves[k])
}

/// The sides at the start: rule 1. pieces_on_a
pub fn starting_sides(rules: &LudoRules) -> [Side; 2] {
    [Side::on(&[A][..rules.pieces_on_a.into()]); 2]
}

/// Plays a game from any position; rule 2 has decided who begins ([`Pair::beginner`]). `throw` is what a player rolls
/// next; `see` is told each throw with the sides after it.
///
/// [`Pair::beginner`]: super::pair::Pair::beginner
pub fn play(
    rules: &LudoRules,
    dice: [&Die; 2],
    mut sides: [Side; 2],
    mut seat: Seat,
    mut throw: impl FnMut(Seat) -> u32,
    mut see: impl FnMut(Throw, &[Side; 2]),
) -> GameResult {
    let mut captures = 0;
    let mut number = 0;
    let outcome = loop {
        number += 1;
        // Rule 3: one roll, at most one move.
        let roll = throw(seat);
        let (own, other) = (seat.index(), seat.other().index());
        let moved = forced_move(rules, &sides[own], roll);
        let mut captured = None;
        if let Some(Move { from, to, .. }) = moved {
            sides[own].carry(from, Place::On(to));
            // Rule 5: a piece of the opponent there goes back to its B.
            captured = across(to).filter(|&square| sides[other].holds(square));
            if let Some(square) = captured {
                sides[other].carry(Place::On(square), Place::Waiting);
                captures += 1;
            }
        }
        see(Throw { number, seat, roll, moved, captured }, &sides);
        // Rule 11: all four pieces are home.
        if sides[own].is_home() {
            break Outcome::Win(seat);
        }
        // Rule 10: after a 6 the same player rolls again.
        if roll != 6 {
            seat = seat.other();
        }
        if is_stuck(rules, dice, &sides, seat) {
            break Outcome::Stuck;
        }
        if number >= rules.roll_limit {
            break Outcome::Limit;
        }
    };
    GameResult { outcome, rolls: number, captures }
}
