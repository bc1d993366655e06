//! Sixteen decks shuffled side by side, one in each lane of the vector unit.
//!
//! The same recipe as [`super::shuffle`], arranged for speed: the key blocks of sixteen consecutive
//! decks are made with one deck a lane, the bounded draws of all are made lane by lane, and the
//! exchanges run through the decks in turn. A deck of which a word would be redrawn (one in a
//! hundred) is left to the slow path.
//!
//! Cost of a 52-card deck on one core of a Zen 5 server, where the compiler makes vector instructions of
//! plain array code: 24 ns with AVX-512 (by instructions written by hand 23), 31 ns with AVX2.

use crate::core::processor::Processor;
use crate::core::random::chacha::{LANES, key_blocks, side_by_side};
use crate::core::random::draws::BoundBatch;

/// Bytes of a deck's place, cards and padding; so also the most cards of a deck shuffled here.
const PLACE: usize = 64;

/// The draws of all decks: `[d][l]` is draw `d` of deck `l`.
type PlaceDraws = [[u8; LANES]; PLACE];

/// What shuffles decks of one kind side by side.
#[derive(Clone, Debug)]
pub struct LaneShuffler {
    processor: Processor,
    key: [u32; 8],
    fresh: [u8; PLACE],
}

impl LaneShuffler {
    /// For this ChaCha key and the deck before any shuffle; `None` where it is too large, or where one by one is
    /// faster.
    pub fn new(key: [u32; 8], fresh: &[u8]) -> Option<Self> {
        let processor = side_by_side()?;
        let mut place = [0; PLACE];
        place.get_mut(..fresh.len())?.copy_from_slice(fresh);
        Some(Self { processor, key, fresh: place })
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
        let Self { processor, key, fresh } = self;
        let mut draws = [[0; LANES]; PLACE];
        let (count, redrawn) = processor.widely(
            #[inline(always)]
            || draw_all(key, first, batches, &mut draws),
        );
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

/// Makes every draw of every deck. Returns how many there are of each, and the mask of decks that
/// need a redraw.
#[inline(always)]
fn draw_all(
    key: &[u32; 8],
    first: u64,
    batches: &[BoundBatch],
    draws: &mut PlaceDraws,
) -> (usize, u16) {
    let words = key_blocks::<LANES>(key, 0, first);
    let mut count = 0;
    let mut below = [0_u32; LANES];
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
            below[l] |= u32::from((fraction[l] as u32) < batch.threshold);
        }
    }
    let mut mask = 0;
    for (l, below) in below.into_iter().enumerate() {
        mask |= (below as u16) << l;
    }
    (count, mask)
}
