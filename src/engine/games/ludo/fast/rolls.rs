//! Rolls in bulk: words become bytes that say what each face does, and whose roll it is.

use super::step::{PRESENT, SECOND, STEP};
use crate::core::processor::Processor;
use crate::core::random::chacha::BLOCK_WORDS;
use crate::core::random::key::{BlockStream, ItemWords};
use crate::games::ludo::board::LAST;
use crate::games::ludo::die::{Die, MAX_FACES};
use crate::games::ludo::rolls::{MOST_DRAWS, STREAMS_STEP, draws_per_word};

/// Draws looked up at once, at most: a third of those of a word.
const GROUP: usize = MOST_DRAWS / 3;
/// Entries of a table of draws, at most: two of 64 faces.
const ENTRIES: usize = 1 << 12;
/// The last place from which eight rolls can be read.
pub const LAST_PLACE: usize = 128;
/// Prepared rolls of a seat.
pub type Region = [u8; LAST_PLACE + GROUP];
/// Rolls that can be asked for: less a word and what is written behind it.
pub const MOST: usize = LAST_PLACE - MOST_DRAWS;
/// Games whose first words are made at once.
pub const AT_ONCE: usize = 16;

const _: () = assert!((PRESENT | SECOND) & STEP as u8 == 0 && LAST < STEP as u8);
const _: () = assert!(MAX_FACES <= ENTRIES && GROUP <= 8);

/// What a face does: the squares forward, or 0 where it can move nothing.
pub fn step_of(face: u32) -> u8 {
    if face <= LAST.into() { face as u8 } else { 0 }
}

/// Draws looked up at once: how many, and the rolls of each combination, the first draw's in the
/// lowest byte.
#[derive(Clone, Debug)]
struct DrawTable {
    count: usize,
    len: u32,
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
        Self { count, len: len as u32, table }
    }

    /// Writes the draws at a place in the table, whose low bits alone count; returns where they end.
    #[inline(always)]
    fn draw(&self, place: u64, at: usize, out: &mut Region) -> usize {
        let bytes = self.table[place as usize % ENTRIES];
        *out[at % LAST_PLACE..].first_chunk_mut().expect("room") = bytes.to_le_bytes();
        at + self.count
    }
}

/// How the rolls of a seat are made.
///
/// Several draws of `m` faces from one word are one draw of `m^k`, whose digits they are: the whole
/// part of `fraction * m^k` holds the `k` draws, and its fraction is what `k` single draws leave. So a word is three
/// draws from tables, whose places the words of a block find side by side.
#[derive(Clone, Debug)]
pub struct SeatRolls {
    processor: Processor,
    seat: usize,
    blocks: BlockStream,
    /// The draws of a word: twice these, then those that are left over.
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
    pub fn new(processor: Processor, die: &Die, seat: usize, blocks: BlockStream) -> Self {
        let mark = if seat == 0 { PRESENT } else { PRESENT | SECOND };
        let mut marked: Vec<u8> = die.faces().iter().map(|&face| mark | step_of(face)).collect();
        if let [only] = *marked {
            // It needs no words, and comes whatever they are.
            marked.push(only);
        }
        let (faces, draws) = (marked.len() as u32, draws_per_word(marked.len()));
        let at_once = draws.div_ceil(3);
        Self {
            processor,
            seat,
            blocks,
            draws: DrawTable::new(&marked, at_once as usize),
            rest: DrawTable::new(&marked, (draws - 2 * at_once) as usize),
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

    /// Where a word's draws are in their tables, in 16 bits each; the highest bit is set where it is drawn again.
    #[inline(always)]
    fn places(&self, word: u32) -> u64 {
        let draw = |fraction: u64, len: u32| u64::from(fraction as u32) * u64::from(len);
        let one = draw(word.into(), self.draws.len);
        let two = draw(one, self.draws.len);
        let three = draw(two, self.rest.len);
        let again = u64::from(three as u32).wrapping_sub(self.threshold.into()) & 1 << 63;
        one >> 32 | two >> 32 << 16 | three >> 32 << 32 | again
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
            let (block, used) = words.block(&mut self.blocks);
            let mut places = [0; BLOCK_WORDS];
            self.processor.widely(
                #[inline(always)]
                || {
                    for (place, &word) in places.iter_mut().zip(block) {
                        *place = self.places(word);
                    }
                },
            );
            while len < wanted && *used < BLOCK_WORDS {
                let place = places[*used];
                *used += 1;
                let end = self.draws.draw(place, len, out);
                let end = self.draws.draw(place >> 16, end, out);
                let end = self.rest.draw(place >> 32, end, out);
                if place.cast_signed() >= 0 {
                    len = end;
                } else {
                    // Rare: as a select each word would wait for the one before.
                    cold();
                }
            }
        }
        len
    }
}

/// Keeps the compiler from turning a rare branch into a select.
#[cold]
#[inline(never)]
fn cold() {}
