//! Games that may come back to a position.
//!
//! The watch is R. P. Brent's, as the reference has it, at the ends of steps, which follow from the position
//! alone.

use super::cycles::Cycles;
use super::lane::Position;
use super::shape::Shape;
use super::step::Batch;
use super::words::{Lanes, MOST_LANES, Words};
use crate::core::processor::Processor;

/// Watches the games of a batch.
pub struct Watch {
    /// Cards in A's hand where a position was saved.
    len_a: Lanes,
    saved: [Saved; MOST_LANES],
    pub cycles: Cycles,
}

/// The saved position of a game.
#[derive(Default)]
struct Saved {
    position: Position,
    /// Rounds before it.
    rounds: u64,
    /// Times that hands are moved back from this one to the next, and that are left of these.
    every: u32,
    left: u32,
}

/// No hand has so many cards.
const NONE: u16 = u16::MAX;

impl Watch {
    /// For these rules; nothing if no position that repeats ends a game.
    pub fn new(shape: &Shape, processor: Processor) -> Option<Self> {
        Some(Self {
            len_a: Lanes::default(),
            saved: std::array::from_fn(|_| Saved::default()),
            cycles: Cycles::new(shape, processor)?,
        })
    }

    /// Begins to watch a game.
    pub fn begin(&mut self, lane: usize) {
        self.len_a.0[lane] = NONE;
        let saved = &mut self.saved[lane];
        (saved.every, saved.left) = (1, 1);
    }

    /// Exchanges two lanes.
    pub fn swap(&mut self, lane: usize, other: usize) {
        self.len_a.0.swap(lane, other);
        self.saved.swap(lane, other);
    }

    /// Whether a lane is to be saved, now that hands are moved back.
    pub fn is_due(&mut self, lane: usize) -> bool {
        let saved = &mut self.saved[lane];
        saved.left -= 1;
        saved.left == 0
    }

    /// Saves the position of a lane.
    pub fn save(&mut self, batch: &Batch, lane: usize, cards: u16, rounds: u64) {
        self.len_a.0[lane] = batch.len_a.0[lane];
        let saved = &mut self.saved[lane];
        saved.position.save(batch, lane, cards);
        saved.rounds = rounds;
        saved.left = saved.every;
        saved.every = saved.every.saturating_mul(2);
    }

    /// The lanes in which A holds as many cards as where a position was saved.
    #[inline(always)]
    pub fn may_repeat<W: Words>(&self, w: W, batch: &Batch) -> u64 {
        w.marked(w.eq(w.load(&self.len_a), w.load(&batch.len_a)))
    }

    /// Whether a lane holds its saved position.
    pub fn repeats(&self, batch: &Batch, lane: usize, cards: u16) -> bool {
        self.saved[lane].position.is_held(batch, lane, cards)
    }

    /// Rounds before the saved position of a lane.
    pub fn saved_at(&self, lane: usize) -> u64 {
        self.saved[lane].rounds
    }
}
