//! One roll of eight games at once.
//!
//! A side is its pieces on the board in one 64-bit lane, the own square `x` being bit `43 - x` as in
//! [`position`](super::super::position); pieces that wait are those that are not there. A move is
//! seen from its end: the squares that a roll leads to are the pieces shifted by it, less those that
//! own pieces hold. The frontmost of them is the lowest bit.

use std::arch::x86_64::*;

use super::super::position::{A, GOAL, TRACK, WAITING};

/// Games in a register.
pub const LANES: usize = 8;
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
    /// The number of the last roll that moved a piece.
    pub last_move: __m512i,
    /// Games that have not been won.
    pub live: __mmask8,
}

/// Takes the next roll of every game that has not been won; it is roll number `now`.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
pub fn roll<const FROZEN: bool, const CHOICE: Choice>(games: &mut Eight, now: __m512i) {
    let every = |bits: u64| _mm512_set1_epi64(bits as i64);
    let Eight { own, other, rolls, other_rolls, .. } = *games;
    // A game that is over rolls 0, which moves nothing.
    let step = _mm512_maskz_and_epi64(games.live, rolls, _mm512_set1_epi64(STEP));
    let rolls = _mm512_srli_epi64::<8>(rolls);
    let again = _mm512_cmpeq_epi64_mask(step, every(6));
    let waits = _mm512_cmplt_epu64_mask(_mm512_popcnt_epi64(own), every(4));

    let free = if FROZEN { _mm512_andnot_si512(every(GOAL), own) } else { own };
    let from = _mm512_mask_or_epi64(free, again & waits, free, every(WAITING));
    let targets = _mm512_andnot_si512(own, _mm512_srlv_epi64(from, step));
    let to = match CHOICE {
        NEXT_SQUARE => {
            // Whoever can go one square, seen from there; then one on A, or one that enters.
            let next = lowest(_mm512_andnot_si512(own, _mm512_srli_epi64::<1>(free)));
            let chosen = _mm512_slli_epi64::<1>(next);
            let on_a = _mm512_test_epi64_mask(own, every(A));
            let chosen = _mm512_mask_mov_epi64(chosen, on_a, every(A));
            let enters = again & waits & !on_a;
            let chosen = _mm512_mask_mov_epi64(chosen, enters, every(WAITING));
            _mm512_and_si512(targets, _mm512_srlv_epi64(chosen, step))
        }
        _ => {
            // Where a piece on A would go, and with a 6 one that waits: no other piece gets there.
            let first = _mm512_srlv_epi64(every(A | WAITING), step);
            let goes_first = match CHOICE {
                CLEARS_A => _mm512_test_epi64_mask(targets, first),
                _ => _mm512_mask_test_epi64_mask(waits, targets, first),
            };
            _mm512_mask_and_epi64(lowest(targets), goes_first, targets, first)
        }
    };
    games.last_move = _mm512_mask_mov_epi64(games.last_move, _mm512_test_epi64_mask(to, to), now);

    // (own | to) & !from; one that waited was not there.
    let from = _mm512_sllv_epi64(to, step);
    let own = _mm512_ternarylogic_epi64::<0b0101_0100>(own, to, from);

    // The square across, 20 further round the track: (up | down) & TRACK.
    let to = _mm512_and_si512(to, every(TRACK));
    let (up, down) = (_mm512_slli_epi64::<20>(to), _mm512_srli_epi64::<20>(to));
    let across = _mm512_ternarylogic_epi64::<0b1010_1000>(up, down, every(TRACK));
    let hit = _mm512_test_epi64_mask(other, across);
    games.captures = _mm512_mask_sub_epi64(games.captures, hit, games.captures, every(u64::MAX));
    let other = _mm512_andnot_si512(across, other);

    // All four pieces in the goal: nothing else is on the board.
    games.live = _mm512_mask_cmpneq_epi64_mask(games.live, own, every(GOAL));

    games.own = _mm512_mask_blend_epi64(again, other, own);
    games.other = _mm512_mask_blend_epi64(again, own, other);
    games.rolls = _mm512_mask_blend_epi64(again, other_rolls, rolls);
    games.other_rolls = _mm512_mask_blend_epi64(again, rolls, other_rolls);
}

/// The lowest bit of each lane.
#[inline]
#[target_feature(enable = "avx512f")]
fn lowest(bits: __m512i) -> __m512i {
    _mm512_and_si512(bits, _mm512_sub_epi64(_mm512_setzero_si512(), bits))
}
