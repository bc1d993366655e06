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
// Calling a function compiled for an instruction set that was detected is the only unsafe code here.
#![allow(unsafe_code)]

use crate::core::random::chacha::{Addresses, InstructionSet, LANES, Width, key_blocks};
use crate::core::random::draws::BoundBatch;

/// Bytes of a deck's place, cards and padding; so also the most cards of a deck shuffled here.
const PLACE: usize = 64;

/// The draws of all decks: `[d][l]` is draw `d` of deck `l`.
type PlaceDraws = [[u8; LANES]; PLACE];

/// What shuffles decks of one kind side by side.
#[derive(Clone, Debug)]
pub struct LaneShuffler {
    width: Width,
    key: [u32; 8],
    fresh: [u8; PLACE],
}

impl LaneShuffler {
    /// For this ChaCha key and the deck before any shuffle; `None` where it is too large, or where one by one is
    /// faster.
    pub fn new(key: [u32; 8], fresh: &[u8]) -> Option<Self> {
        let width = Width::here()?;
        let mut place = [0; PLACE];
        place.get_mut(..fresh.len())?.copy_from_slice(fresh);
        Some(Self { width, key, fresh: place })
    }

    /// Shuffles the decks of 16 consecutive indices.
    ///
    /// Shapes: deck `l` has index `first + l` (wrapping); `batches` belong to its number of cards.
    /// Returns a mask: bit `l` is set if deck `l` needs a word redrawn and must be shuffled elsewhere.
    pub fn shuffle(
        &self,
        first: u64,
        batches: &[BoundBatch],
        decks: &mut [[u8; PLACE]; LANES],
    ) -> u16 {
        let Self { width, key, fresh } = self;
        let mut draws = [[0; LANES]; PLACE];
        let (count, redrawn) = match width.way() {
            // SAFETY: a width is made only of what the machine has.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { avx512::draw_all(key, first, batches, &mut draws) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { draw_all_avx2(key, first, batches, &mut draws) },
            InstructionSet::Plain => draw_all(key, first, batches, &mut draws),
        };
        decks.fill(*fresh);
        let mut end = count + 1;
        for row in &draws[..count] {
            end -= 1;
            for (deck, &drawn) in row.iter().enumerate() {
                decks[deck].swap(end % PLACE, usize::from(drawn) % PLACE);
            }
        }
        redrawn
    }
}

/// [`draw_all`], compiled for AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn draw_all_avx2(
    key: &[u32; 8],
    first: u64,
    batches: &[BoundBatch],
    draws: &mut PlaceDraws,
) -> (usize, u16) {
    draw_all(key, first, batches, draws)
}

/// Makes every draw of every deck. Returns how many there are of each, and the mask of decks that
/// need a redraw.
#[inline(always)]
fn draw_all(
    key: &[u32; 8],
    first: u64,
    batches: &[BoundBatch],
    draws: &mut PlaceDraws,
) -> (usize, u16) {
    let words = key_blocks(key, Addresses::consecutive(0, first));
    let mut count = 0;
    let mut below = [false; LANES];
    for (word, batch) in batches.iter().enumerate() {
        let word = &words[word];
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

/// The same draws by AVX-512 instructions: a register is a word of each deck.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use super::{Addresses, BoundBatch, LANES, PlaceDraws};
    use crate::core::random::chacha::avx512::key_blocks;
    use crate::core::registers::InRegister as _;

    /// The lanes of even number, as a mask of 32-bit lanes.
    const EVEN: u16 = 0x5555;

    /// As [`super::draw_all`].
    #[target_feature(enable = "avx512f")]
    pub(super) fn draw_all(
        key: &[u32; 8],
        first: u64,
        batches: &[BoundBatch],
        draws: &mut PlaceDraws,
    ) -> (usize, u16) {
        let words = key_blocks(key, Addresses::consecutive(0, first));
        let mut count = 0;
        let mut redrawn = 0;
        for (word, batch) in batches.iter().enumerate() {
            let word = words[word];
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
                draws[count] = <[u8; LANES]>::of(bytes);
                count += 1;
            }
            let threshold = _mm512_set1_epi64(i64::from(batch.threshold));
            let below_even = _mm512_cmplt_epu32_mask(even, threshold) & EVEN;
            let below_odd = _mm512_cmplt_epu32_mask(odd, threshold) & EVEN;
            redrawn |= below_even | below_odd << 1;
        }
        (count, redrawn)
    }
}

#[cfg(test)]
mod tests {
    use super::super::shuffle::shuffle;
    use super::*;
    use crate::core::processor::Level;
    use crate::core::processor::tests::{forced, levels_here};
    use crate::core::random::draws::shuffle_batches;
    use crate::core::random::key::{BlockStream, ItemWords, Purpose, Seed, chacha_key_words};

    #[test]
    fn every_width_deals_the_same_decks_and_reports_redraws() {
        let levels = levels_here("lanes of the shuffle", &[Level::Avx2, Level::Avx512]);
        let wide = levels.into_iter().filter_map(|level| forced(level, Width::here));
        let widths: Vec<Width> = wide.chain([Width::PLAIN]).collect();
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
                    let redrawn =
                        LaneShuffler { width, key, fresh }.shuffle(first, &batches, &mut decks);
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
