//! The games of a batch as the lanes of a register.

use std::arch::x86_64::*;

use crate::core::registers::InRegister as _;

/// Games of a batch.
pub const LANES: usize = 16;

/// A number of each game.
#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
pub struct VectorLanes(pub [u32; LANES]);

impl VectorLanes {
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

/// The numbers of the bits, rising.
#[inline(always)]
pub fn bits(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lane
    })
}
