//! The inner loop of the fast engine: games in progress, rolled side by side on prepared rolls.

use std::hint::select_unpredictable;

use super::position::{Choice, SideRules, across, captured, is_home, moved};

/// The byte after the last prepared roll: it moves nothing and stops the lane.
pub const END: u8 = 63;
/// Bytes for the prepared rolls of a seat.
pub const REGION: usize = 128;
/// Games played side by side. A third gains nothing: the loop is bound by its instructions.
pub const LANES: usize = 2;

/// The prepared rolls of a lane: the first seat's, then the second's. Their places are bytes too, so
/// that none can lie outside.
pub type Bytes = [u8; 2 * REGION];

/// A game in progress, seen by the player to roll.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lane {
    /// The side of the player to roll.
    pub own: u64,
    /// The opponent's side.
    pub other: u64,
    /// Where their next rolls lie: its own place in the lower half, the other's in the upper.
    at: u32,
    /// Pieces sent back to B.
    pub captures: u32,
    /// `at` after the last roll that moved a piece, 0 if none did since it was looked at.
    last_move: u32,
}

impl Lane {
    /// A game at its start, with fresh regions.
    pub fn new(start: u64, beginner: usize) -> Self {
        let mut lane = Self { own: start, other: start, at: 0, captures: 0, last_move: 0 };
        lane.set_places([region(beginner), region(1 - beginner)]);
        lane
    }

    /// Where the next rolls of its own seat and of the other lie.
    pub fn places(&self) -> [u32; 2] {
        [self.at & 0xffff, self.at >> 16]
    }

    /// Rolls taken from the regions up to the last one that moved a piece, if any did since this was
    /// last asked. Forgets it.
    pub fn take_last_move(&mut self) -> Option<u32> {
        let at = std::mem::take(&mut self.last_move);
        (at != 0).then(|| (at & 0xffff) + (at >> 16) - region(0) - region(1))
    }

    /// Sets these places.
    pub fn set_places(&mut self, [own, other]: [u32; 2]) {
        self.at = own | other << 16;
    }
}

/// Where the prepared rolls of a seat begin.
pub fn region(seat: usize) -> u32 {
    (seat * REGION) as u32
}

/// The seat whose prepared rolls lie here.
pub fn seat_of(place: u32) -> usize {
    place as usize / REGION
}

/// Keeps the compiler from turning a rare branch into a select.
#[cold]
#[inline(never)]
fn cold() {}

/// One roll. Returns whether the lane has stopped: won by its owner, or out of rolls.
///
/// Remembering the last move takes 5 % of an ordinary game, so it is done only if `REMEMBERS`.
#[inline(always)]
fn roll<C: Choice, const REMEMBERS: bool>(
    rules: &SideRules,
    bytes: &Bytes,
    lane: &mut Lane,
) -> bool {
    let step = bytes[usize::from(lane.at as u8)];
    lane.at += 1;
    let from = C::forced(rules, lane.own, step);
    if REMEMBERS {
        lane.last_move = select_unpredictable(from != 0, lane.at, lane.last_move);
    }
    let to = from >> (step & 63);
    if across(lane.other) & to != 0 {
        // Rare: as a branch it is guessed right, as a select each side would wait for the other.
        cold();
        if let Some(other) = captured(lane.other, to) {
            lane.other = other;
            lane.captures += 1;
        }
    }
    lane.own = moved(lane.own, from, step);
    if is_home(lane.own) || step == END {
        return true;
    }
    let Lane { own, other, at, .. } = *lane;
    let again = step == 6;
    lane.own = select_unpredictable(again, own, other);
    lane.other = select_unpredictable(again, other, own);
    lane.at = select_unpredictable(again, at, at.rotate_left(16));
    false
}

/// Rolls both lanes in turn until one stops; returns which.
pub fn roll_both<C: Choice, const REMEMBERS: bool>(
    rules: &SideRules,
    bytes: &[Bytes; LANES],
    lanes: &mut [Lane; LANES],
) -> usize {
    let [mut one, mut two] = *lanes;
    let stopped = loop {
        if roll::<C, REMEMBERS>(rules, &bytes[0], &mut one) {
            break 0;
        }
        if roll::<C, REMEMBERS>(rules, &bytes[1], &mut two) {
            break 1;
        }
    };
    *lanes = [one, two];
    stopped
}

/// Rolls a lane alone until it stops.
pub fn roll_one<C: Choice, const REMEMBERS: bool>(
    rules: &SideRules,
    bytes: &Bytes,
    lane: &mut Lane,
) {
    let mut alone = *lane;
    while !roll::<C, REMEMBERS>(rules, bytes, &mut alone) {}
    *lane = alone;
}
