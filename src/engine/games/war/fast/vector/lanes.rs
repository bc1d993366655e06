//! The games of a batch as the lanes of a register.

use std::arch::x86_64::*;

use super::rows::Row;
use crate::core::registers::InRegister as _;

/// Games of a batch.
pub const LANES: usize = 16;

/// A number of each game.
#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
pub struct Lanes(pub [u32; LANES]);

/// A mask of 64 places of each game.
#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
pub struct Masks(pub [u64; LANES]);

impl Lanes {
    /// In a register.
    #[inline(always)]
    pub fn get(&self) -> __m512i {
        self.0.register()
    }

    /// From a register.
    #[inline(always)]
    pub fn set(&mut self, value: __m512i) {
        self.0 = <[u32; LANES]>::of(value);
    }
}

/// The bits of four, each twice.
static TWICE: [u8; 16] = {
    let mut twice = [0; 16];
    let mut four = 0;
    while four < 16 {
        let mut bit = 0;
        while bit < 4 {
            twice[four] |= (3 * (four as u8 >> bit & 1)) << (2 * bit);
            bit += 1;
        }
        four += 1;
    }
    twice
};

/// The bytes of two vectors in turn: of their first halves, of their second halves.
static IN_TURN: [Row; 2] = {
    let mut rows = [Row([0; 64]); 2];
    let mut k = 0;
    while k < 64 {
        rows[0].0[k] = (k / 2 + 64 * (k % 2)) as u8;
        rows[1].0[k] = (32 + k / 2 + 64 * (k % 2)) as u8;
        k += 1;
    }
    rows
};

/// The bits below the lowest one; all if there is none.
#[inline]
#[target_feature(enable = "avx512f")]
pub fn below(bits: __m512i) -> __m512i {
    _mm512_andnot_si512(bits, _mm512_sub_epi32(bits, _mm512_set1_epi32(1)))
}

/// The number of the lowest bit; 32 if there is none.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
pub fn place(bits: __m512i) -> __m512i {
    _mm512_popcnt_epi32(below(bits))
}

/// Each bit of each lane, twice.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi")]
pub fn twice(bits: __m512i) -> Masks {
    let mut masks = Masks([0; LANES]);
    let table = _mm512_broadcast_i32x4(TWICE.register());
    let four = _mm512_set1_epi8(0x0f);
    let low = _mm512_shuffle_epi8(table, _mm512_and_si512(bits, four));
    let high = _mm512_and_si512(_mm512_srli_epi16::<4>(bits), four);
    let high = _mm512_shuffle_epi8(table, high);
    let (halves, _) = masks.0.as_chunks_mut();
    for (half, in_turn) in halves.iter_mut().zip(&IN_TURN) {
        *half = <[u64; LANES / 2]>::of(_mm512_permutex2var_epi8(low, in_turn.0.register(), high));
    }
    masks
}
