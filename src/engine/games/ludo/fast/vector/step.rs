//! One roll of eight games at once.
//!
//! A side is its pieces on the board in one 64-bit lane, the own square `x` being bit `43 - x` as in
//! [`position`](super::super::position); pieces that wait are those that are not there. A move is
//! seen from its end: the squares that a roll leads to are the pieces shifted by it, less those that
//! own pieces hold. The frontmost of them is the lowest bit.

use std::arch::x86_64::*;
use std::hint::black_box;

use super::super::position::{A, GOAL, TRACK, WAITING};

/// Games in a register.
pub const LANES: usize = 8;
/// Groups of games that are played in turn.
pub const GROUPS: usize = 3;
/// Rolls between two looks: as many as a lane holds.
pub const STRIDE: u64 = 8;
/// The bits of a prepared roll that say how far it moves.
pub const STEP: i64 = 0x3f;

/// Rule 8, for the compiler to tell apart.
pub type Choice = u8;
/// The frontmost piece that can use the roll; one on A first while others wait.
pub const FRONTMOST: Choice = 0;
/// The same, but one on A first in any case.
pub const CLEARS_A: Choice = 1;
/// The frontmost piece whose next square is free.
pub const NEXT_SQUARE: Choice = 2;

/// Eight games in progress, each seen by its player to roll.
#[derive(Clone, Copy, Debug)]
pub struct Eight {
    /// The sides of the players to roll.
    pub own: __m512i,
    /// Their opponents' sides.
    pub other: __m512i,
    /// The next rolls of the players to roll, a byte each, the next one lowest.
    pub rolls: __m512i,
    /// The next rolls of their opponents.
    pub other_rolls: __m512i,
    /// Captures so far.
    pub captures: __m512i,
    /// Games that have not been won.
    pub live: __mmask8,
}

impl Eight {
    /// Eight lanes without a game.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn empty() -> Self {
        let none = _mm512_setzero_si512();
        Self { own: none, other: none, rolls: none, other_rolls: none, captures: none, live: 0 }
    }

    /// Begins a game in each of these lanes, both sides standing at the start.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn begin(&mut self, lanes: __mmask8, start: u64) {
        let start = _mm512_set1_epi64(start as i64);
        self.own = _mm512_mask_mov_epi64(self.own, lanes, start);
        self.other = _mm512_mask_mov_epi64(self.other, lanes, start);
        self.captures = _mm512_maskz_mov_epi64(!lanes, self.captures);
    }
}

/// Numbers that every roll needs, in a form that the compiler cannot see through: it would trade
/// single masked instructions for several plain ones.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// By the number of pieces on the board: where a piece on A and one that waits stand if any
    /// waits, else nothing.
    first: __m512i,
    /// 1 in every lane.
    one: __m512i,
}

impl Numbers {
    /// The numbers, for rule 7 as the choice has it.
    #[target_feature(enable = "avx512f")]
    pub fn new<const CHOICE: Choice>() -> Self {
        let waits = (A | WAITING) as i64;
        let none = if CHOICE == CLEARS_A { A as i64 } else { 0 };
        let first = _mm512_setr_epi64(waits, waits, waits, waits, none, none, none, none);
        black_box(Self { first, one: _mm512_set1_epi64(1) })
    }
}

/// Takes the next roll of every game that has not been won; returns the square that it leads to, 0
/// if it moves nothing.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
pub fn roll<const FROZEN: bool, const CHOICE: Choice>(
    games: &mut Eight,
    numbers: &Numbers,
) -> __m512i {
    let every = |bits: u64| _mm512_set1_epi64(bits as i64);
    let Eight { own, other, rolls, other_rolls, .. } = *games;
    // A game that is over rolls 0, which moves nothing.
    let step = _mm512_maskz_and_epi64(games.live, rolls, _mm512_set1_epi64(STEP));
    let rolls = _mm512_srli_epi64::<8>(rolls);
    let again = _mm512_cmpeq_epi64_mask(step, every(6));

    // Who goes first if it can: while any waits, one on A or, with a 6, one that waits.
    let first = _mm512_permutexvar_epi64(_mm512_popcnt_epi64(own), numbers.first);
    let free = if FROZEN { _mm512_andnot_si512(every(GOAL), own) } else { own };
    // free | (first & WAITING)
    let from = _mm512_mask_ternarylogic_epi64::<0b1111_1000>(free, again, first, every(WAITING));
    let targets = _mm512_andnot_si512(own, _mm512_srlv_epi64(from, step));
    let to = match CHOICE {
        NEXT_SQUARE => {
            // Whoever can go one square, seen from there; but one on A, or one that enters.
            let next = lowest(_mm512_andnot_si512(own, _mm512_srli_epi64::<1>(free)));
            let chosen = _mm512_slli_epi64::<1>(next);
            let on_a = _mm512_test_epi64_mask(own, every(A));
            let chosen = _mm512_mask_mov_epi64(chosen, on_a, every(A));
            let chosen = _mm512_srlv_epi64(chosen, step);
            let enters = _mm512_test_epi64_mask(targets, every(A));
            let chosen = _mm512_mask_mov_epi64(chosen, enters, every(A));
            _mm512_and_si512(targets, chosen)
        }
        _ => {
            // No other piece gets where that one would go.
            let first = _mm512_srlv_epi64(first, step);
            let goes_first = _mm512_test_epi64_mask(targets, first);
            _mm512_mask_and_epi64(lowest(targets), goes_first, targets, first)
        }
    };

    // (own | to) & !from; one that waited was not there.
    let from = _mm512_sllv_epi64(to, step);
    let own = _mm512_ternarylogic_epi64::<0b0101_0100>(own, to, from);

    // The square across, 20 further round the track: (up | down) & TRACK.
    let shared = _mm512_and_si512(to, every(TRACK));
    let (up, down) = (_mm512_slli_epi64::<20>(shared), _mm512_srli_epi64::<20>(shared));
    let across = _mm512_ternarylogic_epi64::<0b1010_1000>(up, down, every(TRACK));
    let hit = _mm512_test_epi64_mask(other, across);
    games.captures = _mm512_mask_add_epi64(games.captures, hit, games.captures, numbers.one);
    let other = _mm512_andnot_si512(across, other);

    // All four pieces in the goal: nothing else is on the board.
    games.live = _mm512_mask_cmpneq_epi64_mask(games.live, own, every(GOAL));

    games.own = _mm512_mask_blend_epi64(again, other, own);
    games.other = _mm512_mask_blend_epi64(again, own, other);
    games.rolls = _mm512_mask_blend_epi64(again, other_rolls, rolls);
    games.other_rolls = _mm512_mask_blend_epi64(again, rolls, other_rolls);
    to
}

/// The lowest bit of each lane.
#[inline]
#[target_feature(enable = "avx512f")]
fn lowest(bits: __m512i) -> __m512i {
    _mm512_and_si512(bits, _mm512_sub_epi64(_mm512_setzero_si512(), bits))
}
