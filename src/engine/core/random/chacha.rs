//! ChaCha8 blocks, sixteen side by side, one in each lane of the vector unit.
//!
//! The same blocks as `rand_chacha` makes one by one, which the tests of [`super::key`] hold.

use crate::core::processor::{Level, Processor};

/// Number of 32-bit words in one block.
pub const BLOCK_WORDS: usize = 16;

/// Blocks made at a time.
pub const LANES: usize = 16;

/// One 32-bit word of each block.
pub type BlockWords = [u32; LANES];

/// The first words of ChaCha's state. Source: D. J. Bernstein, "ChaCha, a variant of Salsa20".
const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// The processor, if it makes sixteen blocks at once faster than one by one.
pub fn side_by_side() -> Option<Processor> {
    // On x86-64 with four lanes an instruction it costs 135 ns a deck, more than one by one.
    let least = if cfg!(target_arch = "x86_64") { Level::Avx2 } else { Level::Baseline };
    Some(Processor::here()).filter(|processor| processor.has(least))
}

/// 16 key blocks, word by word: `[w][l]` is word `w` of that of counter `counter + l` (wrapping) on a stream.
#[inline(always)]
pub fn key_blocks(key: &[u32; 8], stream: u64, counter: u64) -> [BlockWords; BLOCK_WORDS] {
    let mut start = [[0; LANES]; BLOCK_WORDS];
    for k in 0..4 {
        start[k] = [CONSTANTS[k]; LANES];
    }
    for k in 0..8 {
        start[4 + k] = [key[k]; LANES];
    }
    let mut counters = [counter; LANES];
    for (l, counter) in counters.iter_mut().enumerate() {
        *counter = counter.wrapping_add(l as u64);
    }
    for l in 0..LANES {
        (start[12][l], start[13][l]) = (counters[l] as u32, (counters[l] >> 32) as u32);
    }
    (start[14], start[15]) = ([stream as u32; LANES], [(stream >> 32) as u32; LANES]);
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
    // One loop of all: of two the compiler makes gathers and scatters, 12 ns a deck on Zen 5.
    for (word, start) in x.as_flattened_mut().iter_mut().zip(start.as_flattened()) {
        *word = word.wrapping_add(*start);
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
