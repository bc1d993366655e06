//! Rolls in bulk for the fast engine: words become bytes that say what each face does.

use crate::cards::draws::MAX_PRODUCT;
use crate::cards::key::BLOCK_WORDS;

use super::die::Die;
use super::position::{Step, step_of};
use super::rolls::draws_per_word;

/// Draws looked up at once, at most.
const GROUP: usize = 8;
/// Entries of a table of groups, at most; a die with more faces has one entry each.
const ENTRIES: u32 = 1024;

/// A few draws looked up at once.
#[derive(Clone, Debug)]
struct Group {
    /// How many.
    draws: usize,
    /// The steps of each combination, first draw in the lowest byte.
    table: Vec<u64>,
}

impl Group {
    fn new(steps: &[Step], draws: usize) -> Self {
        let faces = steps.len();
        let table = (0..faces.pow(draws as u32))
            .map(|combination| {
                let digit = |k: usize| combination / faces.pow((draws - 1 - k) as u32) % faces;
                (0..draws).fold(0, |bytes, k| bytes | u64::from(steps[digit(k)]) << (8 * k))
            })
            .collect();
        Self { draws, table }
    }
}

/// Turns the words of a die into steps.
///
/// Several draws of `m` faces from one word are one draw of `m^k`, whose digits they are: the whole
/// part of `fraction * m^k` holds the `k` draws, and its fraction is what `k` single draws leave.
#[derive(Clone, Debug)]
pub struct RollBytes {
    groups: Vec<Group>,
    /// Draws in a word, 0 where none is needed.
    pub draws: usize,
    threshold: u32,
    only: Step,
}

impl RollBytes {
    /// The tables of a die.
    pub fn new(die: &Die) -> Self {
        let steps: Vec<Step> = die.faces().iter().map(|&face| step_of(face)).collect();
        let Some(draws) = draws_per_word(steps.len()) else {
            return Self { groups: Vec::new(), draws: 0, threshold: 0, only: steps[0] };
        };
        let faces = steps.len() as u32;
        let product = faces.pow(draws);
        debug_assert!(product <= MAX_PRODUCT);
        let threshold = ((1_u64 << 32) % u64::from(product)) as u32;
        let draws = draws as usize;
        let largest = (ENTRIES.max(faces).ilog(faces) as usize).min(GROUP).min(draws);
        let mut groups = vec![Group::new(&steps, largest); draws / largest];
        if !draws.is_multiple_of(largest) {
            groups.push(Group::new(&steps, draws % largest));
        }
        Self { groups, draws, threshold, only: steps[0] }
    }

    /// Fills `out` with steps from whole words until at least `wanted` stand there; returns how many.
    ///
    /// Shapes: `out` needs room for `wanted + 24 + 8`; what follows the steps is garbage.
    #[inline]
    pub fn fill(&self, wanted: usize, out: &mut [u8], mut word: impl FnMut() -> u32) -> usize {
        if self.draws == 0 {
            out[..wanted].fill(self.only);
            return wanted;
        }
        let mut len = 0;
        while len < wanted {
            let mut fraction = word();
            let mut at = len;
            for group in &self.groups {
                let product = u64::from(fraction) * group.table.len() as u64;
                let bytes = group.table[(product >> 32) as usize];
                out[at..at + GROUP].copy_from_slice(&bytes.to_le_bytes());
                at += group.draws;
                fraction = product as u32;
            }
            len = if fraction >= self.threshold { at } else { len };
        }
        len
    }
}

/// The words of one seat in one game: its first block at hand, the others made when wanted.
#[derive(Clone, Copy, Debug)]
pub struct SeatWords {
    /// The current block.
    pub block: [u32; BLOCK_WORDS],
    /// Words used of it.
    pub used: usize,
    /// The stream of the next block.
    pub next_stream: u64,
}
