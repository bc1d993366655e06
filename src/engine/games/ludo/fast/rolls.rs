//! Rolls in bulk: words become bytes that say what each face does, and whose roll it is.

use super::step::{PRESENT, SECOND, STEP};
use crate::core::random::chacha::BLOCK_WORDS;
use crate::core::random::key::{BlockStream, ItemWords};
use crate::games::ludo::board::LAST;
use crate::games::ludo::die::{Die, MAX_FACES};
use crate::games::ludo::rolls::{MOST_DRAWS, STREAMS_STEP, draws_per_word};

/// Draws looked up at once, at most.
const GROUP: usize = 8;
/// Entries of a table of draws, at least one of each face.
const ENTRIES: usize = 1 << 10;
/// The last place from which eight rolls can be read.
pub const LAST_PLACE: usize = 128;
/// Prepared rolls of a seat.
pub type Region = [u8; LAST_PLACE + GROUP];
/// Rolls that can be asked for: less a word and what is written behind it.
pub const MOST: usize = LAST_PLACE - MOST_DRAWS;
/// Games whose first words are made at once.
pub const AT_ONCE: usize = 16;

const _: () = assert!((PRESENT | SECOND) & STEP as u8 == 0 && LAST < STEP as u8);
const _: () = assert!(MAX_FACES <= ENTRIES);

/// What a face does: the squares forward, or 0 where it can move nothing.
pub fn step_of(face: u32) -> u8 {
    if face <= LAST.into() { face as u8 } else { 0 }
}

/// Draws looked up at once: how many, and the rolls of each combination, the first draw's in the
/// lowest byte.
#[derive(Clone, Debug)]
struct DrawTable {
    count: usize,
    len: u64,
    table: Box<[u64; ENTRIES]>,
}

impl DrawTable {
    fn new(marked: &[u8], count: usize) -> Self {
        let faces = marked.len();
        let len = faces.pow(count as u32);
        let mut table = Box::new([0; ENTRIES]);
        for (combination, entry) in table[..len].iter_mut().enumerate() {
            let mut rest = combination;
            // The last draw is the lowest digit, and the highest byte.
            for _ in 0..count {
                *entry = *entry << 8 | u64::from(marked[rest % faces]);
                rest /= faces;
            }
        }
        Self { count, len: len as u64, table }
    }

    /// Writes the draws that a fraction makes and returns the fraction that is left.
    #[inline(always)]
    fn draw(&self, fraction: u32, at: &mut usize, out: &mut Region) -> u32 {
        let product = u64::from(fraction) * self.len;
        // Whatever the product, both places are there.
        let bytes = self.table[(product >> 32) as usize % ENTRIES];
        *out[*at % LAST_PLACE..].first_chunk_mut().expect("room") = bytes.to_le_bytes();
        *at += self.count;
        product as u32
    }
}

/// How the rolls of a seat are made.
///
/// Several draws of `m` faces from one word are one draw of `m^k`, whose digits they are: the whole
/// part of `fraction * m^k` holds the `k` draws, and its fraction is what `k` single draws leave.
#[derive(Clone, Debug)]
pub struct SeatRolls {
    seat: usize,
    blocks: BlockStream,
    /// The draws of a word: so many equal ones, then a smaller one if draws are left over.
    equal: usize,
    draws: DrawTable,
    rest: DrawTable,
    /// A word whose last fraction is lower is drawn again.
    threshold: u32,
    /// Rolls of a block: of those no second one is needed.
    pub of_block: usize,
    /// The first blocks of some games.
    ahead: Box<[[u32; BLOCK_WORDS]; AT_ONCE]>,
}

impl SeatRolls {
    /// How the rolls of this die are made in this seat.
    pub fn new(die: &Die, seat: usize, blocks: BlockStream) -> Self {
        let mark = if seat == 0 { PRESENT } else { PRESENT | SECOND };
        let mut marked: Vec<u8> = die.faces().iter().map(|&face| mark | step_of(face)).collect();
        if let [only] = *marked {
            // It needs no words, and comes whatever they are.
            marked.push(only);
        }
        let (faces, draws) = (marked.len() as u32, draws_per_word(marked.len()));
        let at_once = ENTRIES.ilog(marked.len()).min(GROUP as u32).min(draws);
        Self {
            seat,
            blocks,
            equal: (draws / at_once) as usize,
            draws: DrawTable::new(&marked, at_once as usize),
            rest: DrawTable::new(&marked, (draws % at_once) as usize),
            threshold: ((1_u64 << 32) % u64::from(faces.pow(draws))) as u32,
            of_block: BLOCK_WORDS * draws as usize,
            ahead: Box::new([[0; BLOCK_WORDS]; AT_ONCE]),
        }
    }

    /// Makes the first words of some games from this one on.
    pub fn look_ahead(&mut self, game: u64) {
        self.blocks.blocks(self.seat as u64, game, self.ahead.as_mut_slice());
    }

    /// The words of a game, the `k`th of these.
    #[inline(always)]
    pub fn words(&self, game: u64, k: usize) -> ItemWords {
        ItemWords::new(game, self.seat as u64, STREAMS_STEP).begun(&self.ahead[k])
    }

    /// Prepares rolls of a game from whole words of it, from a place on, until there are so many; returns how many
    /// there are.
    ///
    /// Shapes: `wanted` is [`MOST`] at most; what follows the rolls is garbage.
    pub fn fill(
        &mut self,
        words: &mut ItemWords,
        from: usize,
        wanted: usize,
        out: &mut Region,
    ) -> usize {
        let mut len = from;
        while len < wanted {
            let mut fraction = words.next(&mut self.blocks);
            let mut at = len;
            for _ in 0..self.equal {
                fraction = self.draws.draw(fraction, &mut at, out);
            }
            if self.rest.count > 0 {
                fraction = self.rest.draw(fraction, &mut at, out);
            }
            if fraction >= self.threshold {
                len = at;
            } else {
                // Rare: as a select each word would wait for the one before.
                cold();
            }
        }
        len
    }
}

/// Keeps the compiler from turning a rare branch into a select.
#[cold]
#[inline(never)]
fn cold() {}
