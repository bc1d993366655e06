//! What a lane keeps outside its batch: its deck, what was counted, a saved position.

use std::arch::x86_64::*;

use super::super::counts::Counts;
use super::batch::VectorBatch;
use super::plan::{MOST_GRANTED, Plan};
use crate::core::both::both;
use crate::core::registers::InRegister as _;

/// What a lane keeps outside the batch.
#[derive(Default)]
pub struct LaneState {
    /// The deck it plays; none if there are no more.
    pub deck: Option<usize>,
    /// What was counted up to the last look at it.
    pub counts: Counts,
    /// The budget with which it came back.
    pub granted: u64,
    pub saved: SavedHands,
}

/// The saved position of a game that may come back to it: both hands at the start of a round.
#[derive(Default)]
pub struct SavedHands {
    hands: [Bytes; 2],
    len_a: u32,
    /// Rounds before it.
    pub rounds: u64,
    /// Steps from this one to the next.
    pub steps: u32,
}

/// A vector in memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bytes([u8; 64]);

impl Default for Bytes {
    fn default() -> Self {
        Self([0; 64])
    }
}

impl LaneState {
    /// Counts what a lane has played by steps.
    #[inline(always)]
    pub fn update(&mut self, batch: &VectorBatch, number: usize, plan: &Plan) {
        let budget = u64::from(batch.budget.0[number]);
        let played = self.granted - budget;
        let wars = u64::from(batch.wars.0[number].wrapping_sub(self.counts.wars as u32));
        self.counts.steps(plan.units, played, wars, 0);
        self.granted = budget;
    }

    /// Gives a lane whose notes are up to date as much to play as the limit allows in any case.
    #[inline(always)]
    pub fn grant(&mut self, batch: &mut VectorBatch, number: usize, plan: &Plan) {
        self.granted = plan.shape.caps.left(&self.counts).min(MOST_GRANTED);
        batch.budget.0[number] = self.granted as u32;
    }
}

impl SavedHands {
    /// Begins a game.
    #[inline(always)]
    pub fn begin(&mut self, steps: u32) {
        (self.rounds, self.steps) = (0, steps);
    }

    #[inline(always)]
    pub fn save(&mut self, batch: &VectorBatch, number: usize, rounds: u64) {
        let hands = batch.hands(number);
        self.hands = both!(|seat| Bytes(*hands[seat]));
        (self.len_a, self.rounds) = (batch.len_a.0[number], rounds);
    }

    /// Whether a lane holds the saved position.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,bmi2")]
    pub fn is_held(&self, batch: &VectorBatch, number: usize, cards: u32) -> bool {
        let len_a = batch.len_a.0[number];
        if self.len_a != len_a {
            return false;
        }
        let differs = |seat: usize, len: u32| {
            let (saved, held) = (self.hands[seat].0, *batch.hands(number)[seat]);
            let (saved, held) = (saved.register(), held.register());
            _bzhi_u64(_mm512_cmpneq_epi8_mask(saved, held), len)
        };
        differs(0, len_a) | differs(1, cards - len_a) == 0
    }
}
