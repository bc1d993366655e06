//! Vectors of bytes, as little of them as a step needs, on every machine that can permute bytes.
//!
//! A step asks for three things: which of 32 pairs of cards tie and which A wins, the pots of 16
//! pairs, and a permutation of 16 bytes. The same step is stamped on each kind here.
// Instructions that not every machine of a kind has are unsafe to call. Whoever has a value of `Bytes` has them:
// there is one only in functions that are compiled for them.
#![allow(unsafe_code)]

use crate::core::processor::Processor;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::core::registers::InRegister as _;

/// Instructions of this processor of which a step can be made.
#[derive(Clone, Copy, Debug)]
pub struct Kind(Instructions);

#[derive(Clone, Copy, Debug)]
enum Instructions {
    #[cfg(target_arch = "x86_64")]
    /// Byte shuffles of 16.
    Ssse3,
    #[cfg(target_arch = "x86_64")]
    /// And comparisons of 32.
    Avx2,
    #[cfg(target_arch = "aarch64")]
    /// Byte permutations by `tbl`.
    Neon,
}

/// What is stamped on each kind.
pub trait Work {
    type Result;

    /// Does it; to be inlined always, as what it calls with these bytes.
    fn by<B: Bytes>(self, bytes: B) -> Self::Result;
}

impl Kind {
    /// The fastest that a processor has, if it has any.
    #[cfg(target_arch = "x86_64")]
    pub fn of(processor: Processor) -> Option<Self> {
        use crate::core::processor::Level;
        let kinds = [(Level::Avx2, Instructions::Avx2), (Level::Bytes16, Instructions::Ssse3)];
        kinds.into_iter().find(|&(level, _)| processor.has(level)).map(|(_, kind)| Self(kind))
    }

    #[cfg(target_arch = "aarch64")]
    pub fn of(_: Processor) -> Option<Self> {
        Some(Self(Instructions::Neon))
    }

    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    pub fn of(_: Processor) -> Option<Self> {
        None
    }

    /// Does a work by these instructions.
    pub fn stamp<W: Work>(self, work: W) -> W::Result {
        match self.0 {
            // SAFETY: a kind is made only of what the processor has.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { avx2(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Instructions::Ssse3 => unsafe { ssse3(work) },
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => work.by(Neon),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2<W: Work>(work: W) -> W::Result {
    work.by(X86::<true>(()))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "ssse3,popcnt")]
fn ssse3<W: Work>(work: W) -> W::Result {
    work.by(X86::<false>(()))
}

/// A way of handling 16 and 32 bytes at once.
pub trait Bytes: Copy {
    /// 16 bytes.
    type Sixteen: Copy;

    /// Sixteen bytes.
    fn sixteen(self, bytes: [u8; 16]) -> Self::Sixteen;

    /// Of 32 cards of A and 32 of B: which tie, and which are higher than B's.
    fn compare(self, a: &[u8; 32], b: &[u8; 32]) -> [u32; 2];

    /// Of 32 cards of A and 32 of B: which pairs are these two codes, whoever has which.
    fn pairs_of(self, a: &[u8; 32], b: &[u8; 32], codes: (u8, u8)) -> u32;

    /// The pots of 16 pairs, A's card first: of the first 8 pairs, of the others.
    fn pots(self, a: &[u8; 16], b: &[u8; 16]) -> [Self::Sixteen; 2];

    /// The bytes at these places; where a place has its highest bit set, 0.
    fn permute(self, bytes: Self::Sixteen, places: &[u8; 16]) -> [u8; 16];
}

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// Byte shuffles of SSSE3, 16 bytes at once; or with AVX2, 32 bytes where a step can use them.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct X86<const AVX2: bool>(());

/// The marks (whole bytes) of 32 pairs as bits, from those of 16.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn halves(a: &[u8; 32], b: &[u8; 32], bits: impl Fn(__m128i, __m128i) -> i32) -> u32 {
    let ((a, _), (b, _)) = (a.as_chunks::<16>(), b.as_chunks::<16>());
    let half = |k: usize| bits(a[k].register(), b[k].register()) as u32;
    half(0) | half(1) << 16
}

#[cfg(target_arch = "x86_64")]
impl<const AVX2: bool> Bytes for X86<AVX2> {
    type Sixteen = __m128i;

    #[inline(always)]
    fn sixteen(self, bytes: [u8; 16]) -> __m128i {
        bytes.register()
    }

    #[inline(always)]
    fn compare(self, a: &[u8; 32], b: &[u8; 32]) -> [u32; 2] {
        // SAFETY: whoever has such a value has the instructions.
        let [equal, not_lower] = unsafe {
            if AVX2 {
                let (a, b) = (a.register(), b.register());
                let equal = _mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b));
                let not_lower = _mm256_cmpeq_epi8(_mm256_max_epu8(a, b), a);
                [equal as u32, _mm256_movemask_epi8(not_lower) as u32]
            } else {
                let not_lower = |a, b| _mm_cmpeq_epi8(_mm_max_epu8(a, b), a);
                let equal = halves(a, b, |a, b| _mm_movemask_epi8(_mm_cmpeq_epi8(a, b)));
                [equal, halves(a, b, |a, b| _mm_movemask_epi8(not_lower(a, b)))]
            }
        };
        [equal, not_lower & !equal]
    }

    #[inline(always)]
    fn pairs_of(self, a: &[u8; 32], b: &[u8; 32], (low, high): (u8, u8)) -> u32 {
        let (low, high) = (low.cast_signed(), high.cast_signed());
        // SAFETY: as above.
        unsafe {
            if AVX2 {
                let (a, b) = (a.register(), b.register());
                let least = _mm256_cmpeq_epi8(_mm256_min_epu8(a, b), _mm256_set1_epi8(low));
                let most = _mm256_cmpeq_epi8(_mm256_max_epu8(a, b), _mm256_set1_epi8(high));
                _mm256_movemask_epi8(_mm256_and_si256(least, most)) as u32
            } else {
                halves(a, b, |a, b| {
                    let least = _mm_cmpeq_epi8(_mm_min_epu8(a, b), _mm_set1_epi8(low));
                    let most = _mm_cmpeq_epi8(_mm_max_epu8(a, b), _mm_set1_epi8(high));
                    _mm_movemask_epi8(_mm_and_si128(least, most))
                })
            }
        }
    }

    #[inline(always)]
    fn pots(self, a: &[u8; 16], b: &[u8; 16]) -> [__m128i; 2] {
        let (a, b) = (a.register(), b.register());
        // SAFETY: as above.
        unsafe { [_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)] }
    }

    #[inline(always)]
    fn permute(self, bytes: __m128i, places: &[u8; 16]) -> [u8; 16] {
        // SAFETY: as above.
        <[u8; 16]>::of(unsafe { _mm_shuffle_epi8(bytes, places.register()) })
    }
}

#[cfg(target_arch = "aarch64")]
use std::arch::aarch64::*;

/// Byte permutations by `tbl` of NEON, which every 64-bit ARM machine has.
#[cfg(target_arch = "aarch64")]
#[derive(Clone, Copy)]
struct Neon;

/// The marks (whole bytes) of four vectors as bits: of the first two, of the last two.
#[cfg(target_arch = "aarch64")]
#[inline]
#[target_feature(enable = "neon")]
fn bits(marks: [uint8x16_t; 4]) -> [u32; 2] {
    /// Each byte's bit in its half of a vector.
    const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
    let bit = BITS.register();
    let half = |k: usize| vpaddq_u8(vandq_u8(marks[k], bit), vandq_u8(marks[k + 1], bit));
    let quarters = vpaddq_u8(half(0), half(2));
    let both = vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(quarters, quarters)));
    [both as u32, (both >> 32) as u32]
}

#[cfg(target_arch = "aarch64")]
impl Bytes for Neon {
    type Sixteen = uint8x16_t;

    #[inline(always)]
    fn sixteen(self, bytes: [u8; 16]) -> uint8x16_t {
        bytes.register()
    }

    #[inline(always)]
    fn compare(self, a: &[u8; 32], b: &[u8; 32]) -> [u32; 2] {
        let ((a, _), (b, _)) = (a.as_chunks::<16>(), b.as_chunks::<16>());
        let (a0, a1, b0, b1) = (a[0].register(), a[1].register(), b[0].register(), b[1].register());
        // SAFETY: every such machine has the instructions.
        unsafe { bits([vceqq_u8(a0, b0), vceqq_u8(a1, b1), vcgtq_u8(a0, b0), vcgtq_u8(a1, b1)]) }
    }

    #[inline(always)]
    fn pairs_of(self, a: &[u8; 32], b: &[u8; 32], (low, high): (u8, u8)) -> u32 {
        let ((a, _), (b, _)) = (a.as_chunks::<16>(), b.as_chunks::<16>());
        // SAFETY: as above.
        unsafe {
            let half = |k: usize| {
                let (a, b) = (a[k].register(), b[k].register());
                let least = vceqq_u8(vminq_u8(a, b), vdupq_n_u8(low));
                vandq_u8(least, vceqq_u8(vmaxq_u8(a, b), vdupq_n_u8(high)))
            };
            let none = vdupq_n_u8(0);
            bits([half(0), half(1), none, none])[0]
        }
    }

    #[inline(always)]
    fn pots(self, a: &[u8; 16], b: &[u8; 16]) -> [uint8x16_t; 2] {
        let (a, b) = (a.register(), b.register());
        // SAFETY: as above.
        unsafe { [vzip1q_u8(a, b), vzip2q_u8(a, b)] }
    }

    #[inline(always)]
    fn permute(self, bytes: uint8x16_t, places: &[u8; 16]) -> [u8; 16] {
        // SAFETY: as above.
        <[u8; 16]>::of(unsafe { vqtbl1q_u8(bytes, places.register()) })
    }
}
