//! Keys and word streams: where every random bit of the program comes from.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::chacha::{BLOCK_WORDS, LANES, key_blocks, side_by_side};
use crate::core::processor::Processor;

/// The seed of a batch, as given with `--seed`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seed(pub u64);

/// The index of a game (and of its deck) within a seed, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameIndex(pub u64);

/// What a key stream is for. Each purpose has a tag of its own in the key, so that no use of
/// randomness can shift another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Shuffling the deck of a game before dealing.
    Deck,
    /// Shuffles inside a game (`shuffled`, `pile-shuffled`) of other than two cards.
    InGame,
    /// Shuffles inside a game of two cards.
    Coins,
    /// The rolls of one pair of Ludo dice, by their positions in the file, counted from 1.
    LudoRolls {
        /// Position of the first die.
        die_1: u32,
        /// Position of the second die.
        die_2: u32,
    },
}

/// The 32-byte ChaCha8 key of a seed and purpose: the seed as 8 little-endian bytes, a 16-byte ASCII tag, then two
/// little-endian `u32` (0 where unused).
pub fn chacha_key(seed: Seed, purpose: Purpose) -> [u8; 32] {
    let (tag, first, second): (&[u8; 16], u32, u32) = match purpose {
        Purpose::Deck => (b"war-sim deck v1\0", 0, 0),
        Purpose::InGame => (b"war-sim game v2\0", 0, 0),
        Purpose::Coins => (b"war-sim coin v2\0", 0, 0),
        Purpose::LudoRolls { die_1, die_2 } => (b"war-sim ludo v1\0", die_1, die_2),
    };
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.0.to_le_bytes());
    key[8..24].copy_from_slice(tag);
    key[24..28].copy_from_slice(&first.to_le_bytes());
    key[28..].copy_from_slice(&second.to_le_bytes());
    key
}

/// ChaCha8 blocks under one key, addressed by (stream, counter).
///
/// Block (`stream`, `counter`) is the 16-word ChaCha8 block with the 64-bit `counter` in words 12
/// and 13 of the state and the 64-bit `stream` in words 14 and 15. Source: D. J. Bernstein,
/// "ChaCha, a variant of Salsa20" (2008), with 8 rounds.
#[derive(Clone, Debug)]
pub struct BlockStream {
    rng: ChaCha8Rng,
    /// The key as eight words.
    pub(in crate::core) key: [u32; 8],
    side_by_side: Option<Processor>,
}

impl BlockStream {
    /// The blocks of a seed for one purpose.
    pub fn new(seed: Seed, purpose: Purpose) -> Self {
        let key = chacha_key(seed, purpose);
        let word = |k| u32::from_le_bytes([0, 1, 2, 3].map(|byte| key[4 * k + byte]));
        Self {
            rng: ChaCha8Rng::from_seed(key),
            key: std::array::from_fn(word),
            side_by_side: side_by_side(),
        }
    }

    /// Fills `out` with consecutive blocks of one stream, from block `counter` on.
    ///
    /// Shapes: `out[k]` becomes block `counter + k` (wrapping at 2^64).
    pub fn blocks(&mut self, stream: u64, mut counter: u64, out: &mut [[u32; BLOCK_WORDS]]) {
        let mut rest = out;
        if let Some(processor) = self.side_by_side {
            let (groups, fewer) = rest.as_chunks_mut::<LANES>();
            for group in groups {
                let rows = processor.widely(
                    #[inline(always)]
                    || key_blocks::<LANES>(&self.key, stream, counter),
                );
                for (k, block) in group.iter_mut().enumerate() {
                    for (w, row) in rows.iter().enumerate() {
                        block[w] = row[k];
                    }
                }
                counter = counter.wrapping_add(LANES as u64);
            }
            rest = fewer;
        }
        if rest.is_empty() {
            return;
        }
        // Stream first, position second: setting the stream may or may not reset the position,
        // depending on the version of the library.
        self.rng.set_stream(stream);
        self.rng.set_word_pos(u128::from(counter) * BLOCK_WORDS as u128);
        for block in rest {
            for word in block {
                *word = self.rng.next_u32();
            }
        }
    }

    /// The block at (`stream`, `counter`).
    pub fn block(&self, stream: u64, counter: u64) -> [u32; BLOCK_WORDS] {
        key_blocks::<1>(&self.key, stream, counter).map(|[word]| word)
    }
}

/// The words of one item (a deck, a game), as far as they were taken: the blocks with its index as counter, on
/// streams `first_stream`, `first_stream + step`, `first_stream + 2 * step` ...
///
/// So the first block of many consecutive items is one run of consecutive counters, which is made in bulk; further
/// blocks are rarely needed.
#[derive(Clone, Copy, Debug, Default)]
pub struct ItemWords {
    item: u64,
    next_stream: u64,
    step: u64,
    /// Those at hand, and how many of them are used.
    words: [u32; BLOCK_WORDS],
    used: usize,
}

impl ItemWords {
    /// All words of an item.
    pub fn new(item: u64, first_stream: u64, step: u64) -> Self {
        let (words, used) = ([0; BLOCK_WORDS], BLOCK_WORDS);
        Self { item, next_stream: first_stream, step, words, used }
    }

    /// The same, where the first block is at hand.
    #[inline(always)]
    pub fn begun(self, first: &[u32; BLOCK_WORDS]) -> Self {
        Self { next_stream: self.next_stream + self.step, words: *first, used: 0, ..self }
    }

    /// The next word, of the blocks that they are of.
    #[inline]
    pub fn next(&mut self, blocks: &mut BlockStream) -> u32 {
        let (words, used) = self.block(blocks);
        *used += 1;
        words[(*used - 1) % BLOCK_WORDS]
    }

    /// The block of the next word, and how many of its words are used (15 at most), which the caller counts up.
    #[inline]
    pub fn block(&mut self, blocks: &mut BlockStream) -> (&[u32; BLOCK_WORDS], &mut usize) {
        if self.used == BLOCK_WORDS {
            self.refill(blocks);
        }
        (&self.words, &mut self.used)
    }

    #[cold]
    fn refill(&mut self, blocks: &mut BlockStream) {
        self.words = blocks.block(self.next_stream, self.item);
        self.next_stream += self.step;
        self.used = 0;
    }
}
