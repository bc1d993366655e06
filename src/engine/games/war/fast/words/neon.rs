//! The words of 64-bit ARM.

use std::arch::aarch64::*;

use super::registers::InRegister as _;
use super::tapes::{Lanes, Tapes};
use super::vocabulary::{Words, words};
use crate::core::seats::both;

/// Every 64-bit ARM machine that the compiler builds for has these instructions.
#[derive(Clone, Copy)]
pub struct Neon(());

impl Neon {
    pub fn here() -> Self {
        Self(())
    }
}

/// Each byte's bit in its half of a register.
const BIT: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

/// The marks (whole bytes) of two registers as bits, 16 each.
#[inline(always)]
fn bits(marks: [uint8x16_t; 2]) -> [u16; 2] {
    let bit = BIT.register();
    // SAFETY: every such machine has the instructions; here and below.
    let both = unsafe {
        let quarters = vpaddq_u8(vandq_u8(marks[0], bit), vandq_u8(marks[1], bit));
        let halves = vpaddq_u8(quarters, quarters);
        vgetq_lane_u32::<0>(vreinterpretq_u32_u8(vpaddq_u8(halves, halves)))
    };
    [both as u16, (both >> 16) as u16]
}

/// The next 16 cards of A, and of B as they lie.
#[inline(always)]
fn next(tapes: &mut Tapes, heads: &[Lanes; 2], lane: usize) -> [uint8x16_t; 2] {
    let [a, b]: [[u8; 16]; 2] = tapes.next(heads, lane);
    [a.register(), b.register()]
}

/// Turned round.
#[inline(always)]
fn back(x: uint8x16_t) -> uint8x16_t {
    unsafe {
        let x = vrev64q_u8(x);
        vextq_u8::<8>(x, x)
    }
}

impl Words for Neon {
    const LANES: usize = 16;
    type U = [uint16x8_t; 2];
    type Shift = int16x8_t;

    words! {
        8:
        and(a, b) = both!(|k| vandq_u16(a[k], b[k]));
        or(a, b) = both!(|k| vorrq_u16(a[k], b[k]));
        but(a, b) = both!(|k| vbicq_u16(a[k], b[k]));
        add(a, b) = both!(|k| vaddq_u16(a[k], b[k]));
        sub(a, b) = both!(|k| vsubq_u16(a[k], b[k]));
        times(a, b) = both!(|k| vmulq_u16(a[k], b[k]));
        min(a, b) = both!(|k| vminq_u16(a[k], b[k]));
        eq(a, b) = both!(|k| vceqq_u16(a[k], b[k]));
        select(mark, a, b) = both!(|k| vbslq_u16(mark[k], a[k], b[k]));
        low(a) = both!(|k| {
            let one = vdupq_n_u16(1);
            vsubq_u16(vshlq_u16(one, vreinterpretq_s16_u16(a[k])), one)
        });
        count(a) = both!(|k| vreinterpretq_u16_u8(vcntq_u8(vreinterpretq_u8_u16(a[k]))));
    }
    #[inline(always)]
    fn shift(self, by: u16) -> int16x8_t {
        unsafe { vdupq_n_s16(by.cast_signed()) }
    }
    #[inline(always)]
    fn up(self, a: Self::U, by: int16x8_t) -> Self::U {
        unsafe { both!(|k| vshlq_u16(a[k], by)) }
    }
    #[inline(always)]
    fn down(self, a: Self::U, by: int16x8_t) -> Self::U {
        unsafe { both!(|k| vshlq_u16(a[k], vnegq_s16(by))) }
    }
    #[inline(always)]
    fn marked(self, a: Self::U) -> u64 {
        unsafe {
            // All bits of a byte where the highest of the lane is set.
            let [low, high] = both!(|k| {
                let all = vshrq_n_s16::<15>(vreinterpretq_s16_u16(a[k]));
                vmovn_u16(vreinterpretq_u16_s16(all))
            });
            let [marked, _] = bits([vcombine_u8(low, high), vdupq_n_u8(0)]);
            marked.into()
        }
    }
    #[inline(always)]
    fn compare(self, tapes: &mut Tapes, heads: &[Lanes; 2], lanes: usize, to: &mut [Lanes; 2]) {
        for lane in 0..lanes.min(Self::LANES) {
            let [a, b] = next(tapes, heads, lane);
            let b = back(b);
            let [equal, not_lower] = bits(unsafe { [vceqq_u8(a, b), vcgeq_u8(a, b)] });
            (to[0].0[lane], to[1].0[lane]) = (equal, not_lower);
        }
    }
    #[inline(always)]
    fn pairs_of(
        self,
        tapes: &mut Tapes,
        heads: &[Lanes; 2],
        lanes: usize,
        [low, high]: [u8; 2],
        to: &mut Lanes,
    ) {
        for lane in 0..lanes.min(Self::LANES) {
            let [a, b] = next(tapes, heads, lane);
            let b = back(b);
            let marks = unsafe {
                let least = vceqq_u8(vminq_u8(a, b), vdupq_n_u8(low));
                let most = vceqq_u8(vmaxq_u8(a, b), vdupq_n_u8(high));
                [vandq_u8(least, most), vdupq_n_u8(0)]
            };
            [to.0[lane], _] = bits(marks);
        }
    }
    #[inline(always)]
    fn permute(self, bytes: [u8; 16], places: &[u8; 16]) -> [u8; 16] {
        <[u8; 16]>::of(unsafe { vqtbl1q_u8(bytes.register(), places.register()) })
    }
}
