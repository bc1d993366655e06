//! One roll, and eight of them in a row of many games side by side.
//!
//! A side is a number of 64 bits. The own square `x` is bit `43 - x`: d is bit 0, A is bit 43, and a move by `r` is a
//! shift by `r` to the right. Bits 49 to 63 hold `2^14 - 1` and the number of pieces that wait, so that bit 63 says
//! whether any does; bit 49 is where a 6 leads to A from. So a move is always `- from + to`, and a captured piece
//! `- hit + WAITING`. Bit 44 says whose side it is, bits 45 to 48 count the pieces that it lost in eight rolls.
//!
//! Own pieces shifted back by a roll mark the squares from which it would lead to one of them. Of the pieces that are
//! left the frontmost is the lowest bit.
//!
//! A roll has no branch, so that the compiler makes a loop over games one over registers, of whatever length a
//! machine has them. `cargo bench --bench engines -- ludo` shows whether it does: a comparison too many where 128 bits
//! have none of it, and a level takes twice the time.

use crate::core::processor::{Level, Processor};
use crate::games::ludo::board::{LAST, TRACK as TRACK_SQUARES};
use crate::games::ludo::result::Seat;
use crate::games::ludo::rules::{GoalPieces, LudoRules};

/// Games side by side: enough that none waits for its own last roll.
pub const LANES: usize = 16;
/// Rolls in a row: as many as a number of 64 bits holds.
pub const STRIDE: usize = 8;

/// The square A.
const A: u64 = 1 << LAST;
/// The place of pieces that wait, and what each of them counts.
const WAITING: u64 = A << 6;
/// All squares.
const BOARD: u64 = 2 * A - 1;
/// The four goal squares.
const GOAL: u64 = 0b1111;
/// The squares that both players walk.
const TRACK: u64 = BOARD - GOAL;
/// A side without pieces, not even waiting ones.
const NOBODY: u64 = ((1 << 14) - 1) * WAITING;
/// Set in the second seat's sides.
pub const SECOND_SEAT: u64 = 2 * A;
/// What each piece counts that a side lost in these eight rolls.
const CAPTURE: u64 = 2 * SECOND_SEAT;
/// The bits that count them.
const CAPTURES: u64 = WAITING - CAPTURE;
/// A side whose pieces are home.
pub const HOME: u64 = NOBODY + GOAL;

// The track is shared, the goal private; both players have 40 squares of it.
const _: () = assert!(TRACK.count_ones() == TRACK_SQUARES as u32);
const _: () = assert!(STRIDE as u64 <= CAPTURES / CAPTURE && IDLE as usize + STRIDE <= 64);

/// After so many rolls in a row that moved nothing it is asked, once, whether the game is stuck. Not after eight: with
/// dice of many faces a player often waits that long for the one that fits.
pub const IDLE: u32 = 16;

/// A roll, or a place, that no game reaches.
const NEVER: u64 = u64::MAX >> 1;

/// Set in every prepared roll, so that those that are left can be counted.
pub const PRESENT: u8 = 0x80;
/// Set in those of the second seat.
pub const SECOND: u8 = 0x40;
/// The bits that say how far it moves.
pub const STEP: u64 = 0x3f;

/// Rule 8 and what a piece on A must do, for the compiler to tell apart.
pub type Choice = u8;
/// The frontmost piece that can use the roll; one on A first while others wait.
pub const FRONTMOST: Choice = 0;
/// The same, but one on A first in any case.
pub const CLEARS_A: Choice = 1;
/// The frontmost piece whose next square is free.
pub const NEXT_SQUARE: Choice = 2;

/// A number of each game side by side.
pub type Each = [u64; LANES];

/// A game in progress seen by its player to roll.
#[derive(Clone, Copy, Debug)]
struct Turn {
    own: u64,
    other: u64,
    rolls: u64,
    other_rolls: u64,
}

/// Games in progress, each seen by its player to roll; each lane is begun or ended before it rolls.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
pub struct Games {
    /// The sides of the players to roll.
    pub own: Each,
    /// Their opponents' sides.
    pub other: Each,
    /// The next rolls of the players to roll, a byte each, the next one lowest.
    pub rolls: Each,
    /// The next rolls of their opponents.
    pub other_rolls: Each,
    /// Pieces sent back to B.
    pub captures: Each,
    /// Where each seat's prepared rolls lie that are not in the lanes.
    pub at: [Each; 2],
    /// The last places from which eight of them can be had.
    pub last_place: [Each; 2],
    /// The last roll after which eight leave one before the limit.
    pub last_stride: Each,
    /// Which of the game's last 64 rolls moved nothing, a bit each, the last one lowest.
    pub idle: Each,
    /// Not 0 where a game has to be looked at: it is over, could run out of rolls or come to the limit, or its
    /// last [`IDLE`] rolls moved nothing.
    pub look: Each,
    /// The side of whoever took each of eight rolls in a row, just after it.
    pub sides: [Each; STRIDE],
}

/// The side of a seat at the start.
pub fn start(rules: &LudoRules, seat: Seat) -> u64 {
    let on_a = u64::from(rules.pieces_on_a);
    NOBODY + on_a * A + (4 - on_a) * WAITING + seat.index() as u64 * SECOND_SEAT
}

/// The squares from which pieces move.
pub fn may_move(rules: &LudoRules) -> u64 {
    match rules.goal_pieces {
        GoalPieces::MoveOn => BOARD,
        GoalPieces::Frozen => TRACK,
    }
}

/// The lowest bit, if any.
#[inline(always)]
fn lowest(bits: u64) -> u64 {
    bits & bits.wrapping_neg()
}

/// Takes the next roll of a game; returns the square that it leads to, 0 where it moves nothing, and the side then.
/// Where a player is home, nothing captures any more.
#[inline(always)]
fn roll<const CHOICE: Choice>(may_move: u64, game: Turn) -> (Turn, [u64; 2]) {
    let Turn { own, other, rolls, other_rolls } = game;
    let step = rolls & STEP;
    let rolls = rolls >> 8;
    let again = step == 6;

    // All bits or none.
    let waits = (own.cast_signed() >> 63).cast_unsigned();
    let enters = if again { waits & WAITING } else { 0 };
    let can_go = own & may_move | enters;
    // Not from where it leads to an own piece, or beyond d.
    let movable = can_go & !(own.wrapping_add(1) << step).wrapping_sub(1);
    let from = if CHOICE == NEXT_SQUARE {
        // Whoever can go one square, seen from there; but one on A, or one that enters.
        let next = lowest((own & may_move) >> 1 & !own) << 1;
        let chosen = if own & A != 0 { A } else { next };
        let enters = movable & WAITING;
        if enters == 0 { movable & chosen } else { enters }
    } else {
        // Who goes first if it can: while any waits, one on A or, with a 6, one that waits. No other piece gets
        // where that one would go.
        let first = if CHOICE == CLEARS_A { enters | A } else { waits & (A | WAITING) };
        let first = movable & first;
        if first == 0 { lowest(movable) } else { first }
    };
    let to = from >> step;
    let own = own.wrapping_sub(from).wrapping_add(to);

    // The square across, 20 further round the track.
    let shared = to & TRACK;
    let hit = (shared << 20 | shared >> 20) & TRACK & other;
    // A piece comes back to B; where none was hit, that is taken away again. Asked this way round because SSE4.1 can
    // only tell whether 64 bits are equal: `hit != 0` takes the compiler six instructions.
    let too_many = if hit == 0 { WAITING + CAPTURE } else { 0 };
    let other = other.wrapping_sub(hit).wrapping_sub(too_many).wrapping_add(WAITING + CAPTURE);

    // One select, not two: of the second the compiler makes a store under a mask, which is slow.
    let both_rolls = rolls ^ other_rolls;
    let rolls = if again { rolls } else { other_rolls };
    let game = Turn {
        own: if again { own } else { other },
        other: if again { other } else { own },
        rolls,
        other_rolls: both_rolls ^ rolls,
    };
    (game, [to, own])
}

/// Whether a roll of this side moves a piece.
pub fn moves<const CHOICE: Choice>(may_move: u64, own: u64, roll: u8) -> bool {
    let game = Turn { own, other: HOME, rolls: roll.into(), other_rolls: 0 };
    let (_, [to, _]) = self::roll::<CHOICE>(may_move, game);
    to != 0
}

/// Whether a side's pieces are home.
#[inline(always)]
pub fn is_home(side: u64) -> bool {
    side & !(SECOND_SEAT | CAPTURES) == HOME
}

impl Games {
    /// Leaves a lane without a game: sides that have no piece, and no bound.
    pub fn end(&mut self, k: usize) {
        (self.own[k], self.other[k]) = (NOBODY, NOBODY);
        (self.idle[k], self.last_stride[k]) = (u64::MAX, NEVER);
        (self.last_place[0][k], self.last_place[1][k]) = (NEVER, NEVER);
    }

    /// Takes the next eight rolls of every game, the last of them being roll `now`.
    #[inline(always)]
    fn roll<const CHOICE: Choice>(&mut self, may_move: u64, now: u64) {
        for roll in 0..STRIDE {
            for k in 0..LANES {
                let game = Turn {
                    own: self.own[k],
                    other: self.other[k],
                    rolls: self.rolls[k],
                    other_rolls: self.other_rolls[k],
                };
                let (game, [to, side]) = self::roll::<CHOICE>(may_move, game);
                self.own[k] = game.own;
                self.other[k] = game.other;
                self.rolls[k] = game.rolls;
                self.other_rolls[k] = game.other_rolls;
                self.idle[k] = self.idle[k] << 1 | u64::from(to == 0);
                self.sides[roll][k] = side;
            }
        }
        for k in 0..LANES {
            for side in [&mut self.own[k], &mut self.other[k]] {
                self.captures[k] += (*side & CAPTURES) / CAPTURE;
                *side &= !CAPTURES;
            }
            // Of eight and eight rolls eight are left; those of the second seat are counted.
            let ones = u64::from_le_bytes([1; 8]);
            let left = (self.rolls[k] >> 6 & ones) + (self.other_rolls[k] >> 6 & ones);
            let left = left + (left >> 32);
            let left = left + (left >> 16);
            let left = (left + (left >> 8)) & 15;
            self.at[0][k] += left;
            self.at[1][k] += STRIDE as u64 - left;
            // Asked once, as its last rolls moved nothing and one of the eight before did.
            let moved = !self.idle[k] & ((1 << (IDLE + STRIDE as u32)) - 1);
            let is_idle = moved != 0 && moved >> IDLE << IDLE == moved;
            // Whatever is beyond its bound sets the highest bit.
            let beyond = self.last_place[0][k].wrapping_sub(self.at[0][k])
                | self.last_place[1][k].wrapping_sub(self.at[1][k])
                | self.last_stride[k].wrapping_sub(now);
            let is_over = is_home(self.own[k]) | is_home(self.other[k]);
            self.look[k] = u64::from(is_over | is_idle) | beyond >> 63;
        }
    }

    /// The same with what a processor has, AVX2 at most.
    pub fn take_stride<const CHOICE: Choice>(&mut self, on: Processor, may_move: u64, now: u64) {
        on.at_most(Level::Avx2).widely(
            #[inline(always)]
            move || self.roll::<CHOICE>(may_move, now),
        );
    }
}
