//! ChaCha8 blocks, one alone or sixteen side by side, one in each lane of the vector unit.
//!
//! The same blocks as `rand_chacha` makes.

use crate::core::processor::{Level, Processor};

/// Number of 32-bit words in one block.
pub const BLOCK_WORDS: usize = 16;

/// Blocks made at a time.
pub const LANES: usize = 16;

/// One 32-bit word of each block.
pub type BlockWords<const N: usize> = [u32; N];

/// All words of each block, word by word.
pub type Blocks<const N: usize> = [BlockWords<N>; BLOCK_WORDS];

/// The first words of ChaCha's state. Source: D. J. Bernstein, "ChaCha, a variant of Salsa20".
const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// The processor, if it makes sixteen blocks at once faster than one by one.
pub fn side_by_side() -> Option<Processor> {
    // On x86-64 with four lanes an instruction it costs 135 ns a deck, more than one by one.
    let least = if cfg!(target_arch = "x86_64") { Level::Avx2 } else { Level::Baseline };
    Some(Processor::here()).filter(|processor| processor.has(least))
}

/// Key blocks side by side: `[w][l]` is word `w` of that of counter `counter + l` (wrapping) on a stream.
#[inline(always)]
pub fn key_blocks<const N: usize>(key: &[u32; 8], stream: u64, counter: u64) -> Blocks<N> {
    let mut start = [[0; N]; BLOCK_WORDS];
    for k in 0..4 {
        start[k] = [CONSTANTS[k]; N];
    }
    for k in 0..8 {
        start[4 + k] = [key[k]; N];
    }
    let mut counters = [counter; N];
    for (l, counter) in counters.iter_mut().enumerate() {
        *counter = counter.wrapping_add(l as u64);
    }
    for l in 0..N {
        (start[12][l], start[13][l]) = (counters[l] as u32, (counters[l] >> 32) as u32);
    }
    (start[14], start[15]) = ([stream as u32; N], [(stream >> 32) as u32; N]);
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
fn quarter<const N: usize>(x: &mut Blocks<N>, [a, b, c, d]: [usize; 4]) {
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
fn add<const N: usize>(mut a: BlockWords<N>, b: BlockWords<N>) -> BlockWords<N> {
    for l in 0..N {
        a[l] = a[l].wrapping_add(b[l]);
    }
    a
}

#[inline(always)]
fn mix<const N: usize>(mut a: BlockWords<N>, b: BlockWords<N>, turn: u32) -> BlockWords<N> {
    for l in 0..N {
        a[l] = (a[l] ^ b[l]).rotate_left(turn);
    }
    a
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::core::processor::tests::at_each;
    use crate::core::random::key::{BlockStream, Purpose, Seed, chacha_key};

    #[test]
    fn blocks_alone_and_side_by_side_are_those_of_rand_chacha() {
        at_each("ChaCha blocks", |level| {
            for (stream, first) in [(0, 0), (3, (1 << 32) - 7), ((1 << 32) + 1, u64::MAX - 16)] {
                let mut rng = ChaCha8Rng::from_seed(chacha_key(Seed(first), Purpose::Deck));
                rng.set_stream(stream);
                rng.set_word_pos(u128::from(first) * BLOCK_WORDS as u128);
                let mut blocks = BlockStream::new(Seed(first), Purpose::Deck);
                let mut together = [[0; BLOCK_WORDS]; LANES + 1];
                blocks.blocks(stream, first, &mut together);
                for (k, block) in (first..=u64::MAX).zip(together) {
                    let both = [block, blocks.block(stream, k)];
                    let expected = block.map(|_| rng.next_u32());
                    assert_eq!(both, [expected; 2], "{level:?}: {stream}, {k}");
                }
            }
        });
    }
}
