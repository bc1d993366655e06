//! Vectors of bytes, as little of them as a step needs, on every machine that can permute bytes.
//!
//! A step asks for three things: which of 32 pairs of cards tie and which A wins, the pots of 16
//! pairs, and a permutation of 16 bytes. The same step is stamped on each kind here.

use crate::core::processor::Processor;

/// Which instructions a step is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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

impl Kind {
    /// The fastest that a processor has, if it has any.
    #[cfg(target_arch = "x86_64")]
    pub fn of(processor: Processor) -> Option<Self> {
        use crate::core::processor::Level;
        let kinds = [(Level::Avx2, Kind::Avx2), (Level::Ssse3, Kind::Ssse3)];
        kinds.into_iter().find(|&(level, _)| processor.has(level)).map(|(_, kind)| kind)
    }

    #[cfg(target_arch = "aarch64")]
    pub fn of(_: Processor) -> Option<Self> {
        Some(Kind::Neon)
    }

    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    pub fn of(_: Processor) -> Option<Self> {
        None
    }
}

/// A way of handling 16 and 32 bytes at once.
///
/// SAFETY: each function needs the instructions of its kind, and reads or writes as many bytes as it
/// says from the place given.
pub trait Bytes {
    /// 16 bytes.
    type Sixteen: Copy;

    /// Of 32 cards of A and 32 of B: which tie, and which are higher than B's.
    unsafe fn compare(a: *const u8, b: *const u8) -> [u32; 2];

    /// Of 32 cards of A and 32 of B: which pairs are these two codes, whoever has which.
    unsafe fn pairs_of(a: *const u8, b: *const u8, codes: (u8, u8)) -> u32;

    /// The pots of 16 pairs, A's card first: of the first 8 pairs, of the others.
    unsafe fn pots(a: *const u8, b: *const u8) -> [Self::Sixteen; 2];

    /// 8 cards of A, then 8 of B.
    unsafe fn eights(a: *const u8, b: *const u8) -> Self::Sixteen;

    /// The bytes at these places; where a place has its highest bit set, 0.
    unsafe fn permute(bytes: Self::Sixteen, places: &[u8; 16]) -> Self::Sixteen;

    /// Writes all 16 bytes.
    unsafe fn store(bytes: Self::Sixteen, to: *mut u8);

    /// The first 8 bytes, the first in the lowest bits.
    unsafe fn low(bytes: Self::Sixteen) -> u64;
}

/// Byte shuffles of SSSE3, and comparisons of AVX2.
#[cfg(target_arch = "x86_64")]
pub mod x86 {
    use std::arch::x86_64::*;

    use crate::games::war::fast::turns::bytes::Bytes;

    /// What every x86 machine of the last fifteen years has: 16 bytes at once.
    pub struct Ssse3;

    /// 32 bytes at once where a step can use them.
    pub struct Avx2;

    macro_rules! shuffles {
        () => {
            type Sixteen = __m128i;

            #[inline(always)]
            unsafe fn pots(a: *const u8, b: *const u8) -> [__m128i; 2] {
                // SAFETY: the caller's.
                unsafe {
                    let (a, b) = (load(a), load(b));
                    [_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)]
                }
            }

            #[inline(always)]
            unsafe fn eights(a: *const u8, b: *const u8) -> __m128i {
                // SAFETY: the caller's.
                unsafe { _mm_unpacklo_epi64(_mm_loadl_epi64(a.cast()), _mm_loadl_epi64(b.cast())) }
            }

            #[inline(always)]
            unsafe fn permute(bytes: __m128i, places: &[u8; 16]) -> __m128i {
                // SAFETY: the caller's.
                unsafe { _mm_shuffle_epi8(bytes, load(places.as_ptr())) }
            }

            #[inline(always)]
            unsafe fn store(bytes: __m128i, to: *mut u8) {
                // SAFETY: the caller's.
                unsafe { _mm_storeu_si128(to.cast(), bytes) }
            }

            #[inline(always)]
            unsafe fn low(bytes: __m128i) -> u64 {
                // SAFETY: every x86-64 machine has it.
                unsafe { _mm_cvtsi128_si64(bytes) as u64 }
            }
        };
    }

    #[inline(always)]
    unsafe fn load(from: *const u8) -> __m128i {
        // SAFETY: the caller's.
        unsafe { _mm_loadu_si128(from.cast()) }
    }

    impl Bytes for Ssse3 {
        shuffles!();

        #[inline(always)]
        unsafe fn compare(a: *const u8, b: *const u8) -> [u32; 2] {
            let half = |at: usize| {
                // SAFETY: the caller's.
                unsafe {
                    let (a, b) = (load(a.add(at)), load(b.add(at)));
                    let equal = _mm_movemask_epi8(_mm_cmpeq_epi8(a, b)) as u32;
                    let not_lower = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(a, b), a)) as u32;
                    [equal, not_lower]
                }
            };
            let (low, high) = (half(0), half(16));
            let equal = low[0] | high[0] << 16;
            [equal, (low[1] | high[1] << 16) & !equal]
        }

        #[inline(always)]
        unsafe fn pairs_of(a: *const u8, b: *const u8, (low, high): (u8, u8)) -> u32 {
            let half = |at: usize| {
                // SAFETY: the caller's.
                unsafe {
                    let (a, b) = (load(a.add(at)), load(b.add(at)));
                    let least = _mm_cmpeq_epi8(_mm_min_epu8(a, b), _mm_set1_epi8(low as i8));
                    let most = _mm_cmpeq_epi8(_mm_max_epu8(a, b), _mm_set1_epi8(high as i8));
                    _mm_movemask_epi8(_mm_and_si128(least, most)) as u32
                }
            };
            half(0) | half(16) << 16
        }
    }

    impl Bytes for Avx2 {
        shuffles!();

        #[inline(always)]
        unsafe fn compare(a: *const u8, b: *const u8) -> [u32; 2] {
            // SAFETY: the caller's.
            unsafe {
                let a = _mm256_loadu_si256(a.cast());
                let b = _mm256_loadu_si256(b.cast());
                let equal = _mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b)) as u32;
                let not_lower = _mm256_cmpeq_epi8(_mm256_max_epu8(a, b), a);
                [equal, _mm256_movemask_epi8(not_lower) as u32 & !equal]
            }
        }

        #[inline(always)]
        unsafe fn pairs_of(a: *const u8, b: *const u8, (low, high): (u8, u8)) -> u32 {
            // SAFETY: the caller's.
            unsafe {
                let a = _mm256_loadu_si256(a.cast());
                let b = _mm256_loadu_si256(b.cast());
                let least = _mm256_cmpeq_epi8(_mm256_min_epu8(a, b), _mm256_set1_epi8(low as i8));
                let most = _mm256_cmpeq_epi8(_mm256_max_epu8(a, b), _mm256_set1_epi8(high as i8));
                _mm256_movemask_epi8(_mm256_and_si256(least, most)) as u32
            }
        }
    }
}

/// NEON, which every 64-bit ARM machine has.
#[cfg(target_arch = "aarch64")]
pub mod arm {
    use std::arch::aarch64::*;

    use crate::games::war::fast::turns::bytes::Bytes;

    /// Byte permutations by `tbl`.
    pub struct Neon;

    /// Each byte's bit in its half of a vector.
    static BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

    /// The marks (whole bytes) of four vectors as bits: of the first two, of the last two.
    #[inline(always)]
    unsafe fn bits(marks: [uint8x16_t; 4]) -> [u32; 2] {
        // SAFETY: every such machine has it; 16 bytes.
        unsafe {
            let bit = vld1q_u8(BITS.as_ptr());
            let half = |k: usize| {
                let (one, two) = (vandq_u8(marks[k], bit), vandq_u8(marks[k + 1], bit));
                vpaddq_u8(one, two)
            };
            let quarters = vpaddq_u8(half(0), half(2));
            let both = vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(quarters, quarters)));
            [both as u32, (both >> 32) as u32]
        }
    }

    impl Bytes for Neon {
        type Sixteen = uint8x16_t;

        #[inline(always)]
        unsafe fn compare(a: *const u8, b: *const u8) -> [u32; 2] {
            // SAFETY: the caller's.
            unsafe {
                let (a0, a1) = (vld1q_u8(a), vld1q_u8(a.add(16)));
                let (b0, b1) = (vld1q_u8(b), vld1q_u8(b.add(16)));
                bits([vceqq_u8(a0, b0), vceqq_u8(a1, b1), vcgtq_u8(a0, b0), vcgtq_u8(a1, b1)])
            }
        }

        #[inline(always)]
        unsafe fn pairs_of(a: *const u8, b: *const u8, (low, high): (u8, u8)) -> u32 {
            // SAFETY: the caller's.
            unsafe {
                let half = |at: usize| {
                    let (a, b) = (vld1q_u8(a.add(at)), vld1q_u8(b.add(at)));
                    let least = vceqq_u8(vminq_u8(a, b), vdupq_n_u8(low));
                    vandq_u8(least, vceqq_u8(vmaxq_u8(a, b), vdupq_n_u8(high)))
                };
                let none = vdupq_n_u8(0);
                bits([half(0), half(16), none, none])[0]
            }
        }

        #[inline(always)]
        unsafe fn pots(a: *const u8, b: *const u8) -> [uint8x16_t; 2] {
            // SAFETY: the caller's.
            unsafe {
                let (a, b) = (vld1q_u8(a), vld1q_u8(b));
                [vzip1q_u8(a, b), vzip2q_u8(a, b)]
            }
        }

        #[inline(always)]
        unsafe fn eights(a: *const u8, b: *const u8) -> uint8x16_t {
            // SAFETY: the caller's.
            unsafe { vcombine_u8(vld1_u8(a), vld1_u8(b)) }
        }

        #[inline(always)]
        unsafe fn permute(bytes: uint8x16_t, places: &[u8; 16]) -> uint8x16_t {
            // SAFETY: the caller's.
            unsafe { vqtbl1q_u8(bytes, vld1q_u8(places.as_ptr())) }
        }

        #[inline(always)]
        unsafe fn store(bytes: uint8x16_t, to: *mut u8) {
            // SAFETY: the caller's.
            unsafe { vst1q_u8(to, bytes) }
        }

        #[inline(always)]
        unsafe fn low(bytes: uint8x16_t) -> u64 {
            // SAFETY: the caller's.
            unsafe { vgetq_lane_u64::<0>(vreinterpretq_u64_u8(bytes)) }
        }
    }
}
