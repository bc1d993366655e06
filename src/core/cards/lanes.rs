//! Sixteen decks shuffled side by side, one in each lane of the vector unit.
//!
//! The same recipe as [`super::shuffle`], arranged for speed: the key blocks of sixteen consecutive
//! decks are made with one deck a lane, the bounded draws of all are made lane by lane, and the
//! exchanges run through the decks in turn. A deck of which a word would be redrawn (one in a
//! hundred) is left to the slow path.
//!
//! Cost of a 52-card deck on one core of a Zen 4 server: 35 ns with AVX-512, of which the exchanges
//! take 25; 43 ns with AVX2, where the compiler makes vector instructions of plain array code;
//! 116 ns one deck at a time.
// Calling a function compiled for an instruction set that was detected, and reading a vector as
// bytes, are the only unsafe deeds outside the engines.
#![allow(unsafe_code)]

use super::draws::Batch;
use super::key::BLOCK_WORDS;

/// Decks shuffled at a time.
pub const LANES: usize = 16;

/// Bytes of a deck's place, cards and padding; so also the most cards of a deck shuffled here.
pub const PLACE: usize = 64;

/// One 32-bit word of each deck.
type Row = [u32; LANES];

/// The draws of all decks: `[d][l]` is draw `d` of deck `l`.
type Draws = [[u8; LANES]; PLACE];

/// The first words of ChaCha's state. Source: D. J. Bernstein, "ChaCha, a variant of Salsa20".
const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// The ways of shuffling 16 decks, fastest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Sixteen lanes an instruction.
    Avx512,
    /// Eight lanes an instruction.
    Avx2,
    /// Whatever the compiler makes of it.
    #[cfg_attr(target_arch = "x86_64", allow(dead_code, reason = "does not pay; tests use it"))]
    Plain,
}

impl Width {
    /// The ways that this machine has and that pay on it.
    pub fn here() -> Vec<Width> {
        #[cfg(target_arch = "x86_64")]
        {
            let mut widths = Vec::new();
            if is_x86_feature_detected!("avx512f") {
                widths.push(Width::Avx512);
            }
            if is_x86_feature_detected!("avx2") {
                widths.push(Width::Avx2);
            }
            // With four lanes an instruction it costs 135 ns a deck, more than one by one.
            widths
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            vec![Width::Plain]
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
    fn rows(&self) -> [Row; 4] {
        let numbers = |first: u64, step: u64| -> [u64; LANES] {
            std::array::from_fn(|l| first.wrapping_add(step.wrapping_mul(l as u64)))
        };
        let counters = numbers(self.counter, self.counter_step);
        let streams = numbers(self.stream, self.stream_step);
        let low = |number: u64| number as u32;
        let high = |number: u64| (number >> 32) as u32;
        [counters.map(low), counters.map(high), streams.map(low), streams.map(high)]
    }
}

/// 16 key blocks, word by word: `[w][l]` is word `w` of block `l`.
///
/// `width` must be one of [`Width::here`].
pub fn key_blocks_16(
    width: Width,
    key: &[u32; 8],
    addresses: Addresses,
) -> [[u32; LANES]; BLOCK_WORDS] {
    match width {
        // SAFETY: `Width::here` names only what the machine has.
        #[cfg(target_arch = "x86_64")]
        Width::Avx512 => unsafe { avx512::key_block_rows(key, addresses) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Width::Avx2 => unsafe { key_blocks_avx2(key, addresses) },
        _ => key_blocks(key, addresses),
    }
}

/// [`key_blocks`], compiled for AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn key_blocks_avx2(key: &[u32; 8], addresses: Addresses) -> [Row; BLOCK_WORDS] {
    key_blocks(key, addresses)
}

/// Shuffles the decks of 16 consecutive indices.
///
/// Shapes: `key` is the eight words of the ChaCha key; deck `l` has index `first + l` (wrapping);
/// `fresh` is the deck before any shuffle, padded; `batches` belong to its number of cards, at most
/// [`PLACE`]. `width` must be one of [`Width::here`].
/// Returns a mask: bit `l` is set if deck `l` needs a word redrawn and must be shuffled elsewhere.
pub fn shuffle_16(
    width: Width,
    key: &[u32; 8],
    first: u64,
    batches: &[Batch],
    fresh: &[u8; PLACE],
    decks: &mut [[u8; PLACE]; LANES],
) -> u16 {
    let mut draws = [[0; LANES]; PLACE];
    let (count, redrawn) = match width {
        // SAFETY: `Width::here` names only what the machine has.
        #[cfg(target_arch = "x86_64")]
        Width::Avx512 => unsafe { avx512::draw_all(key, first, batches, &mut draws) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Width::Avx2 => unsafe { draw_all_avx2(key, first, batches, &mut draws) },
        _ => draw_all(key, first, batches, &mut draws),
    };
    decks.fill(*fresh);
    let mut end = count + 1;
    for row in &draws[..count] {
        end -= 1;
        for (deck, &drawn) in decks.iter_mut().zip(row) {
            deck.swap(end % PLACE, usize::from(drawn) % PLACE);
        }
    }
    redrawn
}

/// [`draw_all`], compiled for AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn draw_all_avx2(key: &[u32; 8], first: u64, batches: &[Batch], draws: &mut Draws) -> (usize, u16) {
    draw_all(key, first, batches, draws)
}

/// Makes every draw of every deck. Returns how many there are of each, and the mask of decks that
/// need a redraw.
#[inline(always)]
fn draw_all(key: &[u32; 8], first: u64, batches: &[Batch], draws: &mut Draws) -> (usize, u16) {
    let words = key_blocks(key, Addresses::consecutive(0, first));
    let mut count = 0;
    let mut below = [false; LANES];
    for (batch, word) in batches.iter().zip(&words) {
        let mut fraction = [0_u64; LANES];
        for l in 0..LANES {
            fraction[l] = u64::from(word[l]);
        }
        for &bound in &batch.bounds {
            let row = &mut draws[count];
            for l in 0..LANES {
                // The whole part of the last product is cut off here, not where it arose: a
                // 32-bit multiplication of 64-bit lanes reads the low half only.
                let product = (fraction[l] & 0xffff_ffff) * u64::from(bound);
                row[l] = (product >> 32) as u8;
                fraction[l] = product;
            }
            count += 1;
        }
        for l in 0..LANES {
            below[l] |= (fraction[l] as u32) < batch.threshold;
        }
    }
    let mut mask = 0;
    for (l, below) in below.into_iter().enumerate() {
        mask |= u16::from(below) << l;
    }
    (count, mask)
}

/// 16 key blocks, word by word.
#[inline(always)]
fn key_blocks(key: &[u32; 8], addresses: Addresses) -> [Row; BLOCK_WORDS] {
    let mut start = [[0; LANES]; BLOCK_WORDS];
    for (row, &word) in start.iter_mut().zip(CONSTANTS.iter().chain(key)) {
        *row = [word; LANES];
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
    for (row, added) in x.iter_mut().zip(start) {
        *row = add(*row, added);
    }
    x
}

/// ChaCha's quarter round, in every lane.
#[inline(always)]
fn quarter(x: &mut [Row; BLOCK_WORDS], [a, b, c, d]: [usize; 4]) {
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
fn add(mut a: Row, b: Row) -> Row {
    for l in 0..LANES {
        a[l] = a[l].wrapping_add(b[l]);
    }
    a
}

#[inline(always)]
fn mix(mut a: Row, b: Row, turn: u32) -> Row {
    for l in 0..LANES {
        a[l] = (a[l] ^ b[l]).rotate_left(turn);
    }
    a
}

/// The same draws by AVX-512 instructions: one register is one [`Row`].
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use super::{Addresses, BLOCK_WORDS, Batch, CONSTANTS, Draws, LANES, Row};

    /// The lanes of even number, as a mask of 32-bit lanes.
    const EVEN: u16 = 0x5555;

    /// As [`super::draw_all`].
    #[target_feature(enable = "avx512f")]
    pub(super) fn draw_all(
        key: &[u32; 8],
        first: u64,
        batches: &[Batch],
        draws: &mut Draws,
    ) -> (usize, u16) {
        let words = key_blocks(key, Addresses::consecutive(0, first));
        let mut count = 0;
        let mut redrawn = 0;
        for (batch, word) in batches.iter().zip(words) {
            // A multiplication takes the low half of a 64-bit lane and fills the whole lane, so
            // lanes of even and odd number go apart.
            let mut even = word;
            let mut odd = _mm512_srli_epi64::<32>(word);
            for &bound in &batch.bounds {
                let bound = _mm512_set1_epi64(i64::from(bound));
                even = _mm512_mul_epu32(even, bound);
                odd = _mm512_mul_epu32(odd, bound);
                // High halves are the draws: odd ones are in place, even ones move down to theirs.
                let drawn = _mm512_mask_shuffle_epi32::<0b11_11_01_01>(odd, EVEN, even);
                let bytes = _mm512_cvtepi32_epi8(drawn);
                // SAFETY: both are 16 plain bytes.
                draws[count] = unsafe { std::mem::transmute::<__m128i, [u8; LANES]>(bytes) };
                count += 1;
            }
            let threshold = _mm512_set1_epi64(i64::from(batch.threshold));
            let below_even = _mm512_cmplt_epu32_mask(even, threshold) & EVEN;
            let below_odd = _mm512_cmplt_epu32_mask(odd, threshold) & EVEN;
            redrawn |= below_even | below_odd << 1;
        }
        (count, redrawn)
    }

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
    pub(super) fn key_block_rows(key: &[u32; 8], addresses: Addresses) -> [Row; BLOCK_WORDS] {
        // SAFETY: both are 16 plain words.
        key_blocks(key, addresses).map(|row| unsafe { std::mem::transmute::<__m512i, Row>(row) })
    }

    /// As [`super::key_blocks`].
    #[target_feature(enable = "avx512f")]
    fn key_blocks(key: &[u32; 8], addresses: Addresses) -> [__m512i; BLOCK_WORDS] {
        let mut start = [_mm512_setzero_si512(); BLOCK_WORDS];
        for (row, &word) in start.iter_mut().zip(CONSTANTS.iter().chain(key)) {
            *row = _mm512_set1_epi32(word as i32);
        }
        for (row, words) in start[12..].iter_mut().zip(addresses.rows()) {
            // SAFETY: both are 16 plain words.
            *row = unsafe { std::mem::transmute::<Row, __m512i>(words) };
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
        for (row, added) in x.iter_mut().zip(start) {
            *row = _mm512_add_epi32(*row, added);
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::super::draws::shuffle_batches;
    use super::super::key::{BlockStream, ItemWords, Purpose, Seed, chacha_key_words};
    use super::super::shuffle::shuffle;
    use super::*;

    #[test]
    fn every_width_deals_the_same_decks_and_reports_redraws() {
        let mut widths = Width::here();
        widths.push(Width::Plain);
        let mut redraws = 0;
        for cards in [0, 1, 2, 3, 7, 24, 25, 52, 63, 64] {
            let fresh: [u8; PLACE] = std::array::from_fn(|k| if k < cards { k as u8 } else { 0 });
            let batches = shuffle_batches(cards);
            let seed = Seed(cards as u64);
            let mut blocks = BlockStream::new(seed, Purpose::Deck);
            for first in (0..100).map(|k| k * 16).chain([(1 << 32) - 7, u64::MAX - 4]) {
                for &width in &widths {
                    let mut decks = [[0; PLACE]; LANES];
                    let key = chacha_key_words(seed, Purpose::Deck);
                    let redrawn = shuffle_16(width, &key, first, &batches, &fresh, &mut decks);
                    for (l, deck) in decks.iter().enumerate() {
                        let index = first.wrapping_add(l as u64);
                        let mut expected = fresh;
                        let mut words = ItemWords::new(&mut blocks, index);
                        shuffle(&mut expected[..cards], &batches, &mut words);
                        if redrawn >> l & 1 == 1 {
                            redraws += 1;
                        } else {
                            assert_eq!(*deck, expected, "{width:?}, {cards} cards, deck {index}");
                        }
                    }
                }
            }
        }
        assert!(redraws > 0, "no deck was redrawn: the mask was not tested");
    }
}
