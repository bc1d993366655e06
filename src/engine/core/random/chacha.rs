//! ChaCha8 blocks, sixteen side by side, one in each lane of the vector unit.
//!
//! The same blocks as `rand_chacha` makes one by one, which the tests of [`super::key`] hold.
// Calling a function compiled for an instruction set that was detected is the only unsafe code here.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use crate::core::processor::{Level, Processor};

/// Number of 32-bit words in one block.
pub const BLOCK_WORDS: usize = 16;

/// Blocks made at a time.
pub const LANES: usize = 16;

/// One 32-bit word of each block.
pub type BlockWords = [u32; LANES];

/// The first words of ChaCha's state. Source: D. J. Bernstein, "ChaCha, a variant of Salsa20".
const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// A way of making 16 blocks or shuffling 16 decks that this machine has.
#[derive(Clone, Copy, Debug)]
pub struct Width(InstructionSet);

/// The ways, fastest first.
#[derive(Clone, Copy, Debug)]
pub enum InstructionSet {
    /// Sixteen lanes an instruction.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// Eight lanes an instruction.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Whatever the compiler makes of it.
    Plain,
}

impl Width {
    /// What every machine has; on x86-64 it does not pay.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    pub const PLAIN: Self = Self(InstructionSet::Plain);

    /// Which way it is: one whose instructions this machine has.
    pub fn way(self) -> InstructionSet {
        self.0
    }

    /// The fastest way that this machine has; none where one by one is faster.
    pub fn here() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        {
            // With four lanes an instruction it costs 135 ns a deck, more than one by one.
            let ways =
                [(Level::Avx512, InstructionSet::Avx512), (Level::Avx2, InstructionSet::Avx2)];
            ways.into_iter()
                .find(|&(level, _)| Processor::here().has(level))
                .map(|(_, way)| Self(way))
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            Some(Self::PLAIN)
        }
    }
}

/// Where 16 key blocks lie under their key: block `l` is that of counter `counter + l * counter_step`
/// on stream `stream + l * stream_step` (both wrapping).
#[derive(Clone, Copy, Debug)]
pub struct Addresses {
    /// The first counter.
    pub counter: u64,
    /// From one counter to the next.
    pub counter_step: u64,
    /// The first stream.
    pub stream: u64,
    /// From one stream to the next.
    pub stream_step: u64,
}

impl Addresses {
    /// Consecutive blocks of one stream.
    pub fn consecutive(stream: u64, counter: u64) -> Self {
        Self { counter, counter_step: 1, stream, stream_step: 0 }
    }

    /// The last four words of each block's state.
    #[inline(always)]
    fn rows(&self) -> [BlockWords; 4] {
        let words = |mut number: u64, step: u64| {
            let (mut low, mut high) = ([0; LANES], [0; LANES]);
            for (low, high) in low.iter_mut().zip(&mut high) {
                (*low, *high) = (number as u32, (number >> 32) as u32);
                number = number.wrapping_add(step);
            }
            [low, high]
        };
        let [counter_low, counter_high] = words(self.counter, self.counter_step);
        let [stream_low, stream_high] = words(self.stream, self.stream_step);
        [counter_low, counter_high, stream_low, stream_high]
    }
}

/// 16 key blocks, word by word: `[w][l]` is word `w` of block `l`.
pub fn key_blocks_16(
    width: Width,
    key: &[u32; 8],
    addresses: Addresses,
) -> [[u32; LANES]; BLOCK_WORDS] {
    match width.way() {
        // SAFETY: a width is made only of what the machine has.
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 => unsafe { avx512::key_block_rows(key, addresses) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 => unsafe { key_blocks_avx2(key, addresses) },
        InstructionSet::Plain => key_blocks(key, addresses),
    }
}

/// [`key_blocks`], compiled for AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn key_blocks_avx2(key: &[u32; 8], addresses: Addresses) -> [BlockWords; BLOCK_WORDS] {
    key_blocks(key, addresses)
}

/// 16 key blocks, word by word.
#[inline(always)]
pub fn key_blocks(key: &[u32; 8], addresses: Addresses) -> [BlockWords; BLOCK_WORDS] {
    let mut start = [[0; LANES]; BLOCK_WORDS];
    for k in 0..4 {
        start[k] = [CONSTANTS[k]; LANES];
    }
    for k in 0..8 {
        start[4 + k] = [key[k]; LANES];
    }
    start[12..].copy_from_slice(&addresses.rows());
    let mut x = start;
    for _ in 0..4 {
        quarter(&mut x, [0, 4, 8, 12]);
        quarter(&mut x, [1, 5, 9, 13]);
        quarter(&mut x, [2, 6, 10, 14]);
        quarter(&mut x, [3, 7, 11, 15]);
        quarter(&mut x, [0, 5, 10, 15]);
        quarter(&mut x, [1, 6, 11, 12]);
        quarter(&mut x, [2, 7, 8, 13]);
        quarter(&mut x, [3, 4, 9, 14]);
    }
    for k in 0..BLOCK_WORDS {
        x[k] = add(x[k], start[k]);
    }
    x
}

/// ChaCha's quarter round, in every lane.
#[inline(always)]
fn quarter(x: &mut [BlockWords; BLOCK_WORDS], [a, b, c, d]: [usize; 4]) {
    x[a] = add(x[a], x[b]);
    x[d] = mix(x[d], x[a], 16);
    x[c] = add(x[c], x[d]);
    x[b] = mix(x[b], x[c], 12);
    x[a] = add(x[a], x[b]);
    x[d] = mix(x[d], x[a], 8);
    x[c] = add(x[c], x[d]);
    x[b] = mix(x[b], x[c], 7);
}

// Rows go by value: given places in one array instead, the compiler gathers columns.
#[inline(always)]
fn add(mut a: BlockWords, b: BlockWords) -> BlockWords {
    for l in 0..LANES {
        a[l] = a[l].wrapping_add(b[l]);
    }
    a
}

#[inline(always)]
fn mix(mut a: BlockWords, b: BlockWords, turn: u32) -> BlockWords {
    for l in 0..LANES {
        a[l] = (a[l] ^ b[l]).rotate_left(turn);
    }
    a
}

/// The same blocks by AVX-512 instructions: one register is one [`BlockWords`].
///
/// By hand, for of the plain code the compiler makes instructions that cost 10 ns of 25 more a deck (Zen 5).
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512 {
    use std::arch::x86_64::*;

    use super::{Addresses, BLOCK_WORDS, BlockWords, CONSTANTS, LANES};
    use crate::core::registers::InRegister as _;

    macro_rules! quarter {
        ($x:ident, $a:literal, $b:literal, $c:literal, $d:literal) => {
            $x[$a] = _mm512_add_epi32($x[$a], $x[$b]);
            $x[$d] = _mm512_rol_epi32::<16>(_mm512_xor_si512($x[$d], $x[$a]));
            $x[$c] = _mm512_add_epi32($x[$c], $x[$d]);
            $x[$b] = _mm512_rol_epi32::<12>(_mm512_xor_si512($x[$b], $x[$c]));
            $x[$a] = _mm512_add_epi32($x[$a], $x[$b]);
            $x[$d] = _mm512_rol_epi32::<8>(_mm512_xor_si512($x[$d], $x[$a]));
            $x[$c] = _mm512_add_epi32($x[$c], $x[$d]);
            $x[$b] = _mm512_rol_epi32::<7>(_mm512_xor_si512($x[$b], $x[$c]));
        };
    }

    /// [`super::key_blocks`].
    #[target_feature(enable = "avx512f")]
    pub fn key_block_rows(key: &[u32; 8], addresses: Addresses) -> [BlockWords; BLOCK_WORDS] {
        let mut rows = [[0; LANES]; BLOCK_WORDS];
        for (row, words) in rows.iter_mut().zip(key_blocks(key, addresses)) {
            *row = BlockWords::of(words);
        }
        rows
    }

    /// As [`super::key_blocks`], in registers.
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub fn key_blocks(key: &[u32; 8], addresses: Addresses) -> [__m512i; BLOCK_WORDS] {
        let mut start = [_mm512_setzero_si512(); BLOCK_WORDS];
        for k in 0..4 {
            start[k] = _mm512_set1_epi32(CONSTANTS[k] as i32);
        }
        for k in 0..8 {
            start[4 + k] = _mm512_set1_epi32(key[k] as i32);
        }
        for (k, words) in addresses.rows().into_iter().enumerate() {
            start[12 + k] = words.register();
        }

        let mut x = start;
        for _ in 0..4 {
            quarter!(x, 0, 4, 8, 12);
            quarter!(x, 1, 5, 9, 13);
            quarter!(x, 2, 6, 10, 14);
            quarter!(x, 3, 7, 11, 15);
            quarter!(x, 0, 5, 10, 15);
            quarter!(x, 1, 6, 11, 12);
            quarter!(x, 2, 7, 8, 13);
            quarter!(x, 3, 4, 9, 14);
        }
        for k in 0..BLOCK_WORDS {
            x[k] = _mm512_add_epi32(x[k], start[k]);
        }
        x
    }
}
