//! The games in flight: dealt, played a step each, helped over what a step cannot resolve, reported.

use std::arch::x86_64::*;

use super::super::super::result::{EndReason, GameResult};
use super::super::counts::{Chains, Fought};
use super::super::cycles::Cycles;
use super::super::round::Round;
use super::super::shape::{Shape, decide};
use super::super::words::Kind;
use super::batch::{VectorBatch, VectorSetting};
use super::lanes::{LANES, bits};
use super::plan::{Plan, places};
use super::state::LaneState;
use crate::core::both::both;
use crate::core::cards::DeckBlock;
use crate::core::processor::Processor;
use crate::core::registers::InRegister as _;
use crate::core::results::GameBlock;

/// Batches in turn: while the next step of one is worked out, the step of the other is played.
const BATCHES: usize = 2;

/// Steps until the first position of a game is saved: about as many as a game has.
const FIRST_SAVED: u32 = 32;

/// More battles than a round can have whose pairs lie in one window.
const LONGEST_ROUND: u64 = 40;

/// Games that need help before they get it, if so many are being played: help comes with branches
/// that are guessed wrong, and a game that waits costs little.
const TOGETHER: u32 = 3;

/// The games, and what those need that leave the step for a while.
pub struct InFlight {
    batches: [VectorBatch; BATCHES],
    states: [[LaneState; LANES]; BATCHES],
    round: Round,
    /// Where a position that repeats ends the game.
    cycles: Option<Box<Cycles>>,
    chains: Chains,
}

impl InFlight {
    /// For games of these rules.
    pub fn new(shape: &Shape, processor: Processor) -> Self {
        Self {
            batches: Default::default(),
            states: Default::default(),
            round: Round::new(shape),
            cycles: Cycles::new(shape, Kind::of(processor)).map(Box::new),
            chains: Chains::default(),
        }
    }

    /// By depth, the rounds with so long a chain of ties that are not yet handed on.
    pub fn chains(&mut self) -> &mut Chains {
        &mut self.chains
    }
}

/// A lane: its batch, and its number there.
#[derive(Clone, Copy)]
struct LaneIndex {
    batch: usize,
    number: usize,
}

/// One block of games.
pub struct VectorFlight<'a> {
    plan: &'a Plan,
    games: &'a mut InFlight,
    setting: &'a VectorSetting,
    /// The deck's places of A's cards and of B's.
    places: [[u8; 64]; 2],
    /// Cards in A's hand at the start.
    len_a: u32,
    decks: &'a DeckBlock,
    results: &'a mut GameBlock,
    next: usize,
    /// Lanes that have a game, by batch.
    playing: [u16; BATCHES],
}

impl<'a> VectorFlight<'a> {
    pub fn new(
        plan: &'a Plan,
        games: &'a mut InFlight,
        setting: &'a VectorSetting,
        decks: &'a DeckBlock,
        results: &'a mut GameBlock,
    ) -> Self {
        let split = plan.shape.split;
        let to_a = split.cards_of_a(decks.cards());
        let (places, len_a) = (places(split, to_a), to_a as u32);
        Self { plan, games, setting, places, len_a, decks, results, next: 0, playing: [0; BATCHES] }
    }

    /// Plays all games.
    ///
    /// `LOWEST`: the lowest rank beats the highest. `SHARED`: pots have one order, whoever wins.
    #[target_feature(enable = "avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    pub fn play<const LOWEST: bool, const SHARED: bool>(mut self) {
        let watches = self.plan.shape.finds_cycles;
        for batch in 0..BATCHES {
            for number in 0..LANES {
                self.start::<LOWEST>(LaneIndex { batch, number });
            }
        }
        while self.playing != [0; BATCHES] {
            for k in 0..BATCHES {
                if self.playing[k] == 0 {
                    continue;
                }
                if watches {
                    self.watch::<LOWEST>(k);
                }
                let (batch, setting) = (&mut self.games.batches[k], self.setting);
                let playing = self.playing[k];
                let stuck = batch.look(setting) & playing;
                // Few games are left at the end of a block, and one of them may be long.
                for lane in bits(playing) {
                    // SAFETY: `look` was last, and every lane holds the cards of one deck, of which
                    // `play_block` plays none of more than 64.
                    unsafe { batch.play::<LOWEST, SHARED>(lane, setting) };
                }
                if stuck.count_ones() >= TOGETHER.min(playing.count_ones()) {
                    self.help::<LOWEST>(k, stuck);
                }
            }
        }
    }

    /// Deals the next deck to a lane, if there is one.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
    #[inline]
    fn start<const LOWEST: bool>(&mut self, lane: LaneIndex) {
        let LaneIndex { batch: b, number } = lane;
        let (batch, state) = (&mut self.games.batches[b], &mut self.games.states[b][number]);
        let k = self.next;
        if k == self.decks.len() {
            state.deck = None;
            self.playing[b] &= !(1 << number);
            return batch.clear(number);
        }
        self.next += 1;
        self.playing[b] |= 1 << number;
        state.deck = Some(k);
        // A padded deck has 64 bytes at least.
        let (pieces, _) = self.decks.narrow_padded(k).as_chunks::<64>();
        let mut deck = pieces[0].register();
        if !self.plan.shape.codes_are_ranks {
            let (codes, _) = self.plan.shape.code.as_chunks::<64>();
            let part = |k: usize| codes[k].register();
            let low = _mm512_permutex2var_epi8(part(0), deck, part(1));
            let high = _mm512_permutex2var_epi8(part(2), deck, part(3));
            deck = _mm512_mask_mov_epi8(low, _mm512_movepi8_mask(deck), high);
        }
        let hands = both!(|seat| _mm512_permutexvar_epi8(self.places[seat].register(), deck));
        batch.set_hands::<LOWEST>(number, self.setting, hands);
        (batch.len_a.0[number], batch.wars.0[number]) = (self.len_a, 0);
        state.grant(batch, number, self.plan);
        if self.plan.shape.finds_cycles {
            state.saved.begin(FIRST_SAVED);
            batch.forget(number, FIRST_SAVED);
        }
    }

    /// Helps the games of a batch that have no step: ends those that are over, and gives the others
    /// more to play or plays a round of theirs.
    #[inline(never)]
    #[target_feature(enable = "avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn help<const LOWEST: bool>(&mut self, b: usize, mut stuck: u16) {
        let Self { plan, setting, .. } = *self;
        let [mut spent, empty, short] = self.games.batches[b].at_end(setting, plan.too_few());
        if !plan.grants_all() {
            for number in bits(spent & stuck) {
                let InFlight { batches, states, .. } = &mut *self.games;
                let (batch, state) = (&mut batches[b], &mut states[b][number]);
                state.update(batch, number, plan);
                state.grant(batch, number, plan);
                if batch.budget.0[number] > 0 {
                    spent &= !(1 << number);
                    stuck &= !(!empty & 1 << number);
                }
            }
        }
        for number in bits((spent | empty | short) & stuck) {
            let lane = LaneIndex { batch: b, number };
            let (at_limit, is_short) = (spent >> number & 1 == 1, short >> number & 1 == 1);
            let (batch, state) = (&self.games.batches[b], &mut self.games.states[b][number]);
            state.update(batch, number, plan);
            let mut left = batch.held(number, setting);
            let end = if is_short {
                state.counts.round(Fought::UNPAID);
                left = both!(|seat| left[seat] - Fought::UNPAID.laid[seat]);
                plan.end_short(left)
            } else {
                plan.end(at_limit, left)
            };
            let result = state.counts.result(end, left);
            self.report::<LOWEST>(lane, &result);
        }
        for number in bits(stuck & !(spent | empty | short)) {
            self.play_round::<LOWEST>(LaneIndex { batch: b, number });
        }
    }

    /// Plays a round of a lane that begins with a tie.
    #[target_feature(enable = "avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    #[inline]
    fn play_round<const LOWEST: bool>(&mut self, lane: LaneIndex) {
        let LaneIndex { batch: b, number } = lane;
        let Self { plan, games, setting, .. } = self;
        let InFlight { batches, states, round, .. } = &mut **games;
        let (batch, state) = (&mut batches[b], &mut states[b][number]);
        state.update(batch, number, plan);
        if plan.shape.caps.left(&state.counts) >= LONGEST_ROUND
            && let Some(fought) = batch.play_chain::<LOWEST>(number, setting)
        {
            state.counts.round(fought);
        } else {
            let (shape, whole) = (&plan.shape, batch.held(number, setting));
            let [a, b] = batch.turned(number);
            let hands = [&a[..whole[0]], &b[64 - whole[1]..]];
            let played = round.play(hands, shape, shape.caps, &mut state.counts, |_| {});
            let held = round.held(whole);
            let winner = match played {
                Ok(winner) => winner,
                Err(end) => {
                    let result = state.counts.result(end, held);
                    return self.report::<LOWEST>(lane, &result);
                }
            };
            let mut new = [[0; 64]; 2];
            for (seat, hand) in batch.hands(number).into_iter().enumerate() {
                let rest = &hand[round.fought.laid[seat]..];
                new[seat][..rest.len()].copy_from_slice(rest);
            }
            new[winner][held[winner]..][..round.pot.len()].copy_from_slice(&round.pot);
            let won = if winner == 0 { round.pot.len() } else { 0 };
            batch.set_hands::<LOWEST>(number, setting, both!(|seat| new[seat].register()));
            batch.len_a.0[number] = (held[0] + won) as u32;
        }
        batch.wars.0[number] = state.counts.wars as u32;
        state.grant(batch, number, plan);
    }

    /// Reports the game of a lane and starts another one.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
    fn report<const LOWEST: bool>(&mut self, lane: LaneIndex, result: &GameResult) {
        let InFlight { states, chains, cycles, .. } = &mut *self.games;
        let LaneState { deck, counts, .. } = &mut states[lane.batch][lane.number];
        let k = deck.unwrap_or(0);
        let cycle = match cycles {
            Some(cycles) if result.end_reason == EndReason::Limit => {
                cycles.settle_at_ceiling(&self.plan.shape, self.decks.narrow(k), counts)
            }
            _ => None,
        };
        cycle.as_ref().unwrap_or(result).report(self.decks.first() + k as u64, self.results);
        counts.flush(chains);
        self.start::<LOWEST>(lane);
    }

    /// Ends the games of a batch that hold their saved positions; saves positions in their turn.
    ///
    /// The watch is R. P. Brent's, as in the other engines, at the ends of steps.
    #[inline]
    #[target_feature(enable = "avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn watch<const LOWEST: bool>(&mut self, b: usize) {
        let setting = self.setting;
        let [same, save] = self.games.batches[b].watch(setting);
        for number in bits((same | save) & self.playing[b]) {
            let (batch, state) = (&mut self.games.batches[b], &mut self.games.states[b][number]);
            if same >> number & 1 == 1 && state.saved.is_held(batch, number, setting.cards) {
                self.settle::<LOWEST>(LaneIndex { batch: b, number });
            } else if save >> number & 1 == 1 {
                state.update(batch, number, self.plan);
                state.saved.steps = state.saved.steps.saturating_mul(2);
                state.saved.save(batch, number, state.counts.rounds);
                batch.save(number, setting, state.saved.steps);
            }
        }
    }

    /// Ends a game whose position occurred before.
    #[cold]
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
    fn settle<const LOWEST: bool>(&mut self, lane: LaneIndex) {
        let LaneIndex { batch: b, number } = lane;
        let Self { plan, games, setting, decks, .. } = self;
        let InFlight { batches, states, cycles, .. } = &mut **games;
        let (batch, state) = (&mut batches[b], &mut states[b][number]);
        state.update(batch, number, plan);
        let (counts, held) = (&mut state.counts, batch.held(number, setting));
        let period = counts.rounds - state.saved.rounds;
        let deck = decks.narrow(state.deck.unwrap_or(0));
        let [a, b] = batch.turned(number);
        let hands = [&a[..held[0]], &b[64 - held[1]..]];
        let settle =
            |cycles: &mut Box<Cycles>| cycles.settle(&plan.shape, deck, hands, period, counts);
        let cycle = cycles.as_mut().and_then(settle);
        let end = (decide(plan.shape.verdict, held), EndReason::Limit);
        let result = cycle.unwrap_or_else(|| state.counts.result(end, held));
        self.report::<LOWEST>(lane, &result);
    }
}
