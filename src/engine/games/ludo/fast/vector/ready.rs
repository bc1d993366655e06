//! Games that are ready to begin: their first rolls, and more where those run out.

use std::ops::Range;

use super::super::position::Step;
use super::super::roll_bytes::RollBytes;
use super::rolls::{self, AT_ONCE, REGION, SeatRolls, Words};
use super::step::{GROUPS, LANES, STEP, STRIDE};
use crate::core::both::both;
use crate::core::random::key::{BLOCK_WORDS, BlockStream};
use crate::games::ludo::pair::Pair;
use crate::games::ludo::result::Seat;
use crate::games::ludo::rolls::{PairBlocks, STREAMS_STEP};

/// Slots: one for each game in progress, and those made ready ahead.
const SLOTS: usize = GROUPS * LANES + AT_ONCE;
/// Bytes of a slot: the first seat's rolls, then the second's.
const SLOT: usize = 2 * REGION;
/// The last place of a roll.
pub const LAST_PLACE: usize = SLOTS * SLOT - 1;
/// All slots, and what a gather may read behind the last.
const ARENA: usize = SLOTS * SLOT + size_of::<u64>();
/// Rolls prepared when they run out.
const MORE_ROLLS: usize = 40;
/// Bytes that [`RollBytes::fill`] needs besides those that are wanted.
const ROOM: usize = 32;

const _: () = assert!(MORE_ROLLS + STRIDE as usize + ROOM <= REGION);

/// A game that is ready or in progress.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Its index.
    pub game: u64,
    /// Who begins.
    pub beginner: Seat,
    /// Rolls prepared of each seat.
    prepared: [usize; 2],
    /// Words that they took.
    words: [usize; 2],
    /// Which games were made ready with it, and its place among them.
    batch: u64,
    place: usize,
}

const NOTHING: Slot =
    Slot { game: 0, beginner: Seat::A, prepared: [0; 2], words: [0; 2], batch: 0, place: 0 };

/// Batches of which the first words of each game are kept: few games outlast them.
const KEPT: usize = 4;

/// Where the prepared rolls of a seat lie.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// The next roll.
    pub next: u64,
    /// The last place from which a whole stride can be had.
    pub last_stride: u64,
}

/// The prepared rolls of all games that are ready or in progress: there are some only where the machine
/// has the instructions of [`SeatRolls::make`].
#[derive(Debug)]
pub struct Ready {
    pair: Pair,
    seats: [SeatRolls; 2],
    /// For rolls that are not made sixteen games at once: made when first needed.
    to_bytes: [Option<RollBytes>; 2],
    blocks: PairBlocks,
    stream: BlockStream,
    arena: Box<[u8; ARENA]>,
    slots: [Slot; SLOTS],
    free: Vec<u8>,
    /// Slots of games that are ready, the next one last.
    ready: Vec<u8>,
    /// Games that have not been made ready: the index of the next, and how many there are.
    next: u64,
    left: u64,
    /// How often games were made ready, and the words of the last times.
    batch: u64,
    kept: Box<[[Words; 2]; KEPT]>,
}

impl Ready {
    /// No game of this pair.
    #[target_feature(enable = "avx512f,avx512vbmi,avx512vbmi2")]
    pub fn new(pair: &Pair) -> Self {
        let [one, two] = pair.dice();
        let blocks = pair.blocks();
        Self {
            seats: [SeatRolls::new(one, 0), SeatRolls::new(two, 1)],
            to_bytes: [None, None],
            stream: blocks.one(),
            blocks,
            arena: Box::new([0; ARENA]),
            slots: [NOTHING; SLOTS],
            free: (0..SLOTS as u8).collect(),
            ready: Vec::with_capacity(AT_ONCE),
            next: 0,
            left: 0,
            batch: 0,
            kept: Box::new([[[[0; AT_ONCE]; BLOCK_WORDS]; 2]; KEPT]),
            pair: pair.clone(),
        }
    }

    /// Sets the games that are to come, when there are none.
    pub fn set_games(&mut self, games: Range<u64>) {
        debug_assert!(self.left == 0 && self.ready.is_empty());
        self.next = games.start;
        self.left = games.end.saturating_sub(games.start);
    }

    /// Takes the next game that is ready, and makes some ready if there is none; returns its slot,
    /// or nothing if no game is left.
    #[inline]
    pub fn take(&mut self) -> Option<usize> {
        if self.ready.is_empty() && self.left > 0 {
            self.make_ready();
        }
        self.ready.pop().map(usize::from)
    }

    /// Gives a slot back whose game is over.
    #[inline]
    pub fn give_back(&mut self, slot: usize) {
        self.free.push(slot as u8);
    }

    /// The game in a slot.
    #[inline]
    pub fn slot(&self, slot: usize) -> &Slot {
        &self.slots[slot]
    }

    /// The slot that a place belongs to.
    #[inline]
    pub fn slot_of(place: u64) -> usize {
        place as usize / SLOT
    }

    /// Where the rolls of a game begin, by seat.
    #[inline]
    pub fn places(&self, slot: usize, seat: usize) -> Places {
        let region = region(slot, seat) as u64;
        let prepared = self.slots[slot].prepared[seat] as u64;
        Places { next: region, last_stride: region + prepared - STRIDE }
    }

    /// The roll at a place.
    pub fn at(&self, place: u64) -> Step {
        self.arena[place as usize] & STEP as u8
    }

    /// The first byte of all rolls: eight can be read from any place up to [`LAST_PLACE`] on.
    pub fn first_byte(&self) -> *const u8 {
        self.arena.as_ptr()
    }

    /// Makes sixteen games ready, or as many as are left.
    #[inline(never)]
    fn make_ready(&mut self) {
        let count = self.left.min(AT_ONCE as u64) as usize;
        let first = self.next;
        self.next = self.next.wrapping_add(count as u64);
        self.left -= count as u64;
        // Each lane has one slot at most, so that sixteen are free. Rolls of games beyond the last
        // go to slots that stay free.
        let from = self.free.len() - AT_ONCE;
        let mut slots = [0; AT_ONCE];
        slots.copy_from_slice(&self.free[from..from + AT_ONCE]);
        slots.reverse();
        self.free.truncate(from + AT_ONCE - count);
        self.batch += 1;
        let batch = self.batch;
        let again = both!(|seat| {
            let kept = &mut self.kept[batch as usize % KEPT][seat];
            let mut places = [0; AT_ONCE];
            for (k, &slot) in slots.iter().enumerate() {
                places[k] = region(usize::from(slot), seat);
            }
            let arena = self.arena.as_mut_slice();
            // SAFETY: `new` is for machines that have the instructions.
            unsafe { self.seats[seat].make(&mut self.stream, first, &places, arena, kept) }
        });
        for (k, &slot) in slots[..count].iter().enumerate() {
            let game = first + k as u64;
            let at = usize::from(slot);
            let beginner = self.pair.beginner(&mut self.blocks, game);
            let prepared = both!(|seat| self.seats[seat].count());
            let words = both!(|seat| self.seats[seat].words());
            self.slots[at] = Slot { game, beginner, prepared, words, batch, place: k };
            for seat in [0, 1] {
                if again[seat] >> k & 1 == 1 {
                    self.slots[at].words[seat] = 0;
                    self.slots[at].prepared[seat] = 0;
                    self.make(at, seat, region(at, seat), prepared[seat]);
                }
            }
        }
        self.ready.extend(slots[..count].iter().rev());
    }

    /// Moves the rolls that are left of a seat from a place on to the front of its region and makes
    /// more behind them.
    #[cold]
    pub fn more(&mut self, place: u64, seat: usize) -> Places {
        let (at, slot) = (place as usize, Self::slot_of(place));
        let region = region(slot, seat);
        let left = region + self.slots[slot].prepared[seat] - at;
        self.arena.copy_within(at..at + left, region);
        self.slots[slot].prepared[seat] = left;
        self.make(slot, seat, region + left, MORE_ROLLS);
        self.places(slot, seat)
    }

    /// Makes further rolls of a game at a place of the arena.
    fn make(&mut self, slot: usize, seat: usize, place: usize, wanted: usize) {
        let Slot { game, ref mut words, ref mut prepared, batch, place: column, .. } =
            self.slots[slot];
        let die = self.pair.dice()[seat];
        let to_bytes = self.to_bytes[seat].get_or_insert_with(|| RollBytes::new(die));
        let kept =
            (batch + KEPT as u64 > self.batch).then(|| &self.kept[batch as usize % KEPT][seat]);
        let mut block = None;
        let out = &mut self.arena[place..place + wanted + ROOM];
        let made = to_bytes.fill(wanted, out, || {
            let (number, word) = (words[seat] / BLOCK_WORDS, words[seat] % BLOCK_WORDS);
            words[seat] += 1;
            if let (0, Some(kept)) = (number, kept) {
                return kept[word][column];
            }
            if word == 0 {
                block = None;
            }
            let stream = &mut self.stream;
            let on_stream = seat as u64 + STREAMS_STEP * number as u64;
            block.get_or_insert_with(|| stream.block(on_stream, game))[word]
        });
        for roll in &mut out[..made] {
            *roll |= rolls::mark(seat);
        }
        prepared[seat] += made;
    }
}

/// Where the rolls of a seat begin in a slot.
fn region(slot: usize, seat: usize) -> usize {
    slot * SLOT + seat * REGION
}
