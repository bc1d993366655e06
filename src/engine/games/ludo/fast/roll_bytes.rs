//! Rolls in bulk for the fast engine: words become bytes that say what each face does.

use crate::core::random::key::BLOCK_WORDS;

use super::position::{Step, step_of};
use crate::games::ludo::die::Die;
use crate::games::ludo::rolls::draws_per_word;

/// Draws looked up at once, at most.
const GROUP: usize = 8;
/// Entries of a table of groups, at most; a die with more faces has one entry each.
const ENTRIES: u32 = 1024;

/// Draws looked up at once: how many, and the steps of each combination, the first draw's in the
/// lowest byte.
#[derive(Clone, Debug)]
struct Group {
    draws: usize,
    table: Vec<u64>,
}

impl Group {
    fn new(steps: &[Step], draws: usize) -> Self {
        let faces = steps.len();
        let table = (0..faces.pow(draws as u32))
            .map(|combination| {
                // The last draw is the lowest digit, and the highest byte.
                let digits = (0..draws).scan(combination, |rest, _| {
                    let digit = *rest % faces;
                    *rest /= faces;
                    Some(digit)
                });
                digits.fold(0, |bytes, digit| bytes << 8 | u64::from(steps[digit]))
            })
            .collect();
        Self { draws, table }
    }

    /// Writes the draws that a fraction makes and returns the fraction that is left.
    #[inline(always)]
    fn draw(&self, fraction: u32, out: &mut [u8]) -> u32 {
        let product = u64::from(fraction) * self.table.len() as u64;
        let bytes = self.table[(product >> 32) as usize];
        out[..GROUP].copy_from_slice(&bytes.to_le_bytes());
        product as u32
    }
}

/// Turns the words of a die into steps.
///
/// Several draws of `m` faces from one word are one draw of `m^k`, whose digits they are: the whole
/// part of `fraction * m^k` holds the `k` draws, and its fraction is what `k` single draws leave.
#[derive(Clone, Debug)]
pub struct RollBytes {
    /// The groups of a word: so many equal ones, then a smaller one if draws are left over.
    groups: usize,
    group: Group,
    rest: Option<Group>,
    /// Draws in a word, 0 where none is needed.
    pub draws: usize,
    threshold: u32,
    only: Step,
}

impl RollBytes {
    /// The tables of a die.
    pub fn new(die: &Die) -> Self {
        let steps: Vec<Step> = die.faces().iter().map(|&face| step_of(face)).collect();
        let only = steps[0];
        let Some(draws) = draws_per_word(steps.len()) else {
            let group = Group { draws: 0, table: Vec::new() };
            return Self { groups: 0, group, rest: None, draws: 0, threshold: 0, only };
        };
        let faces = steps.len() as u32;
        let threshold = ((1_u64 << 32) % u64::from(faces.pow(draws))) as u32;
        let draws = draws as usize;
        let at_once = (ENTRIES.max(faces).ilog(faces) as usize).min(GROUP).min(draws);
        let left = draws % at_once;
        Self {
            groups: draws / at_once,
            group: Group::new(&steps, at_once),
            rest: (left > 0).then(|| Group::new(&steps, left)),
            draws,
            threshold,
            only,
        }
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
            for _ in 0..self.groups {
                fraction = self.group.draw(fraction, &mut out[at..]);
                at += self.group.draws;
            }
            if let Some(group) = &self.rest {
                fraction = group.draw(fraction, &mut out[at..]);
                at += group.draws;
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
