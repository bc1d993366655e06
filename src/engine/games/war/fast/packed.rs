//! Sixteen battles at once by byte shuffles, for any x86 machine of the last fifteen years.
//!
//! The portable engine's run of battles without its loop: the winners of eight battles are a byte,
//! and a table says which cards of the eight pots this byte puts next to one another.

use std::arch::x86_64::*;

use crate::core::registers::InRegister as _;

/// Battles at once.
pub const AT_ONCE: usize = 16;

/// `[winners]`: of eight pots of two cards, the places of those that are marked, next to one
/// another; what follows means nothing.
static PACK: [[u8; 16]; 256] = {
    let mut table = [[0; 16]; 256];
    let mut winners = 0;
    while winners < 256 {
        let (mut pot, mut to) = (0, 0);
        while pot < 8 {
            if winners >> pot & 1 == 1 {
                table[winners][to] = 2 * pot;
                table[winners][to + 1] = 2 * pot + 1;
                to += 2;
            }
            pot += 1;
        }
        winners += 1;
    }
    table
};

/// Which card of a pot of two A and B put first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AFirst(pub [bool; 2]);

/// Fights up to `most` battles, but for a first tie; returns how many, and moves heads and tails.
///
/// Shapes: the cards of A's hand are `cards[*head_a..]`, those of B's `cards[*head_b..]`, at least
/// `most` each; behind either tail there is room for `2 * most + 32` bytes, and behind the last
/// card in play for `AT_ONCE` bytes.
#[target_feature(enable = "ssse3,popcnt")]
pub fn run(
    cards: &mut [u8],
    head_a: &mut usize,
    head_b: &mut usize,
    tails: &mut [usize; 2],
    most: usize,
    a_first: AFirst,
) -> usize {
    let mut fought = 0;
    loop {
        let a = load(cards, *head_a);
        let b = load(cards, *head_b);
        let equal = _mm_movemask_epi8(_mm_cmpeq_epi8(a, b)) as u32;
        let a_not_lower = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(a, b), a)) as u32;
        let until_tie = (equal | 1 << AT_ONCE).trailing_zeros() as usize;
        let now = until_tie.min(most - fought);
        let fought_now = (1 << now) - 1;
        let a_wins = a_not_lower & fought_now;
        let winners = [a_wins, a_wins ^ fought_now];
        for seat in 0..2 {
            let (first, second) = if a_first.0[seat] { (a, b) } else { (b, a) };
            let pots = [_mm_unpacklo_epi8(first, second), _mm_unpackhi_epi8(first, second)];
            for (half, pots) in pots.into_iter().enumerate() {
                let winners = winners[seat] >> (8 * half) & 0xff;
                let order = load(PACK.as_flattened(), 16 * winners as usize);
                store(cards, tails[seat], _mm_shuffle_epi8(pots, order));
                tails[seat] += 2 * winners.count_ones() as usize;
            }
        }
        fought += now;
        *head_a += now;
        *head_b += now;
        if now < AT_ONCE || fought == most {
            return fought;
        }
    }
}

#[inline(always)]
fn load(bytes: &[u8], from: usize) -> __m128i {
    let (parts, _) = bytes[from..].as_chunks::<16>();
    parts[0].register()
}

#[inline(always)]
fn store(bytes: &mut [u8], to: usize, vector: __m128i) {
    bytes[to..][..16].copy_from_slice(&<[u8; 16]>::of(vector));
}
