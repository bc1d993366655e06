//! Games that may come back to a position.
//!
//! The watch is R. P. Brent's, as [`CycleWatch`](super::table::CycleWatch) has it, at the ends of steps,
//! which follow from the position alone.

use super::super::result::GameResult;
use super::cycles::{Back, Settler};
use super::shape::{Counts, Shape};
use super::step::Batch;
use super::table::Table as _;
use super::tape::Hands;
use super::words::{Lanes, MOST_LANES, Words};
use crate::core::processor::Processor;

/// Watches the games of a batch.
pub struct Watch {
    /// Cards in A's hand where a position was saved.
    len_a: Lanes,
    saved: [Saved; MOST_LANES],
    settler: Settler,
    hands: Hands,
}

/// The saved position of a game.
#[derive(Default)]
struct Saved {
    /// Both hands as they lie.
    hands: [Vec<u8>; 2],
    /// Rounds before it.
    rounds: u64,
    /// Times that hands are moved back from this one to the next, and that are left of these.
    every: u32,
    left: u32,
}

/// No hand has so many cards.
const NONE: u16 = u16::MAX;

impl Watch {
    /// For these rules on this processor.
    pub fn new(shape: &Shape, processor: Processor) -> Self {
        Self {
            len_a: Lanes::default(),
            saved: std::array::from_fn(|_| Saved::default()),
            settler: Settler::new(shape, processor),
            hands: Hands::default(),
        }
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
        let saved = &mut self.saved[lane];
        for (to, hand) in saved.hands.iter_mut().zip(batch.hands(lane, cards)) {
            to.clear();
            to.extend_from_slice(hand);
        }
        self.len_a.0[lane] = batch.len_a.0[lane];
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
        let (saved, now) = (&self.saved[lane].hands, batch.hands(lane, cards));
        now[0] == saved[0] && now[1] == saved[1]
    }

    /// The result of a game that holds its saved position.
    pub fn settle(
        &mut self,
        batch: &Batch,
        lane: usize,
        cards: u16,
        deck: &[u8],
        shape: &Shape,
        counts: &mut Counts,
    ) -> GameResult {
        let period = counts.rounds - self.saved[lane].rounds;
        let back = Back { rounds: counts.rounds, period, early: 0, deck };
        self.hands.take(batch.hands(lane, cards));
        self.settler.settle(&back, shape, &mut self.hands, counts)
    }

    /// Plays a game that came to the ceiling once more, the slow way, because it may have repeated
    /// a position before without notice.
    #[cold]
    pub fn play_at_ceiling(
        &mut self,
        deck: &[u8],
        shape: &Shape,
        counts: &mut Counts,
    ) -> GameResult {
        counts.clear();
        self.hands.deal(deck, shape);
        self.settler.play_out(&mut self.hands, shape, counts)
    }
}
