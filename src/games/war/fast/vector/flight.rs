//! The games in flight: dealt, stepped in turn, helped over what a step cannot resolve, reported.

use std::arch::x86_64::*;

use super::super::super::result::{EndReason, GameResult, Sink};
use super::super::luck::NoLuck;
use super::super::shape::{Counts, End, MAX_DEPTH};
use super::super::table::{CycleWatch, Table};
use super::super::tape::Hands;
use super::merge::EVEN;
use super::plan::{Plan, places};
use super::step::{Lane, Setting, Stepped, chain, step};
use crate::core::cards::DeckBlock;

/// Games in flight: enough that the long chain of instructions of one hides behind the others'. With
/// two a game takes a quarter longer, with four or five no less than with three.
pub const LANES: usize = 3;

/// More battles than a round can have whose pairs lie in one window.
const LONGEST_ROUND: u64 = 40;

/// What a lane keeps outside the registers.
#[derive(Default)]
pub struct Notes {
    /// The deck it plays; none if there are no more.
    deck: Option<usize>,
    /// What was counted up to the last time that the lane left the step.
    counts: Counts,
    /// The budget with which it came back.
    granted: u64,
    saved: Saved,
}

/// A saved position of a game that may come back to it.
#[derive(Default)]
struct Saved {
    hands: [Bytes; 2],
    len_a: u64,
    rounds: u64,
    /// Steps until the next position is saved.
    steps_left: u64,
    /// Steps from this one to the next.
    steps: u64,
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

/// How a game ends, and with which cards left.
type Ended = (End, [usize; 2]);

/// What games need that leave the step for a while.
pub struct Rest {
    notes: [Notes; LANES],
    hands: Hands,
    watch: CycleWatch<Hands>,
    chains: [u64; MAX_DEPTH + 1],
}

impl Default for Rest {
    fn default() -> Self {
        Self {
            notes: Default::default(),
            hands: Hands::default(),
            watch: CycleWatch::default(),
            chains: [0; MAX_DEPTH + 1],
        }
    }
}

impl Rest {
    /// By depth, the rounds with so long a chain of ties that are not yet handed on.
    pub fn chains(&mut self) -> &mut [u64] {
        &mut self.chains
    }
}

/// One block of games.
pub struct Flight<'a, S> {
    plan: &'a Plan,
    rest: &'a mut Rest,
    setting: Setting,
    /// The deck's places of A's cards and of B's.
    places: [[u8; 64]; 2],
    /// Cards in A's hand at the start.
    len_a: u64,
    decks: &'a DeckBlock,
    sink: &'a mut S,
    next: usize,
    /// Lanes that have a game.
    playing: usize,
}

impl<'a, S: Sink> Flight<'a, S> {
    pub fn new(
        plan: &'a Plan,
        rest: &'a mut Rest,
        setting: Setting,
        decks: &'a DeckBlock,
        sink: &'a mut S,
    ) -> Self {
        let split = plan.shape.split;
        let to_a = split.cards_of_a(decks.cards());
        let (places, len_a) = (places(split, to_a), to_a as u64);
        Self { plan, rest, setting, places, len_a, decks, sink, next: 0, playing: LANES }
    }

    /// Plays all games.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    pub fn play<const F: u32, const SHARED: bool, const PATTERN: bool>(mut self) {
        if self.plan.shape.finds_cycles {
            return self.play_watching::<F, SHARED, PATTERN>();
        }
        let setting = self.setting;
        // The lanes are variables, not an array, so that they stay in registers.
        let mut lane_0 = self.start(0);
        let mut lane_1 = self.start(1);
        let mut lane_2 = self.start(2);
        macro_rules! play_on {
            ($number:literal, $lane:ident) => {
                // SAFETY: the features are those of this function.
                match unsafe { step::<F, SHARED, PATTERN, false>(&mut $lane, &setting) } {
                    Stepped::On => {}
                    stepped => $lane = self.help::<F, SHARED, PATTERN>($number, $lane, stepped),
                }
            };
        }
        while self.playing > 0 {
            play_on!(0, lane_0);
            play_on!(1, lane_1);
            play_on!(2, lane_2);
        }
    }

    /// Plays all games and watches each for a position that repeats.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn play_watching<const F: u32, const SHARED: bool, const PATTERN: bool>(mut self) {
        let setting = self.setting;
        let mut lanes = [self.start(0), self.start(1), self.start(2)];
        while self.playing > 0 {
            for (number, lane) in lanes.iter_mut().enumerate() {
                let game = self.rest.notes[number].deck;
                // SAFETY: the features are those of this function.
                let stepped = unsafe { step::<F, SHARED, PATTERN, false>(lane, &setting) };
                if stepped != Stepped::On {
                    *lane = self.help::<F, SHARED, PATTERN>(number, *lane, stepped);
                }
                let goes_on = game.is_some() && self.rest.notes[number].deck == game;
                if goes_on && self.stood_before(number, lane) {
                    *lane = self.settle(number, lane);
                }
            }
        }
    }

    /// Deals the next deck to a lane, if there is one.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn start(&mut self, number: usize) -> Lane {
        let notes = &mut self.rest.notes[number];
        let k = self.next;
        if k == self.decks.len() {
            notes.deck = None;
            self.playing -= 1;
            let none = _mm512_setzero_si512();
            return Lane { a: none, b: none, len_a: 0, budget: 0, wars: 0 };
        }
        self.next += 1;
        notes.deck = Some(k);
        notes.granted = self.plan.left(&notes.counts);
        let deck = self.decks.narrow_padded(k);
        assert!(deck.len() >= 64, "a padded deck has 64 bytes at least");
        // SAFETY: the deck has 64 bytes at least, a table of places has 64, and the codes have four
        // times as many.
        let (deck, places, codes) = unsafe {
            let codes = self.plan.shape.code.as_ptr();
            (
                _mm512_loadu_si512(deck.as_ptr().cast()),
                self.places.each_ref().map(|places| _mm512_loadu_si512(places.as_ptr().cast())),
                [0, 64, 128, 192].map(|from| _mm512_loadu_si512(codes.add(from).cast())),
            )
        };
        let low = _mm512_permutex2var_epi8(codes[0], deck, codes[1]);
        let high = _mm512_permutex2var_epi8(codes[2], deck, codes[3]);
        let deck = _mm512_mask_mov_epi8(low, _mm512_movepi8_mask(deck), high);
        let lane = Lane {
            a: _mm512_permutexvar_epi8(places[0], deck),
            b: _mm512_permutexvar_epi8(places[1], deck),
            len_a: self.len_a,
            budget: notes.granted,
            wars: 0,
        };
        if self.plan.shape.finds_cycles {
            notes.saved.steps = 1;
            notes.saved.save(&lane, 0);
        }
        lane
    }

    /// Helps a lane that a step left as it was: plays one round otherwise, or ends the game and
    /// starts another one.
    #[cold]
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn help<const F: u32, const SHARED: bool, const PATTERN: bool>(
        &mut self,
        number: usize,
        mut lane: Lane,
        stepped: Stepped,
    ) -> Lane {
        let Self { plan, rest, setting, .. } = self;
        let Rest { notes, hands, .. } = &mut **rest;
        let notes = &mut notes[number];
        if notes.deck.is_none() {
            return lane;
        }
        notes.update(&lane, plan.face_down);
        if stepped == Stepped::AtBudget {
            notes.grant(&mut lane, plan);
            // SAFETY: the features are those of this function.
            if unsafe { step::<F, SHARED, PATTERN, true>(&mut lane, setting) } == Stepped::On {
                return lane;
            }
        }
        let held = [lane.len_a as usize, (setting.cards - lane.len_a) as usize];
        let ended = if let Some(end) = plan.end_before_tie(notes, &lane, held) {
            Some(end)
        } else if let Some(depth) = plan.play_chain(notes, &mut lane, setting) {
            notes.counts.wars += u64::from(depth);
            notes.counts.battles += u64::from(depth) + 1;
            notes.counts.rounds += 1;
            notes.counts.chain(depth as usize);
            None
        } else {
            let mut pieces = [Bytes::default(); 2];
            lane.store(&mut pieces);
            hands.take_over(pieces.each_ref().map(|piece| &piece.0), held);
            let (shape, counts) = (&plan.shape, &mut notes.counts);
            let end = hands.war(shape, shape.caps, counts, &mut NoLuck);
            lane.load(&hands.pieces().map(Bytes), hands.held());
            end.map(|end| (end, hands.held()))
        };
        let Some((end, left)) = ended else {
            lane.wars = notes.counts.wars;
            notes.grant(&mut lane, plan);
            return lane;
        };
        if end.1 == EndReason::Limit && plan.shape.finds_cycles {
            return self.play_at_ceiling(number);
        }
        let result = notes.counts.result(end, left);
        self.report(number, &result)
    }

    /// Reports the game of a lane and starts another one.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn report(&mut self, number: usize, result: &GameResult) -> Lane {
        let Rest { notes, chains, .. } = &mut *self.rest;
        let Notes { deck, counts, .. } = &mut notes[number];
        if let Some(k) = deck {
            self.sink.game(self.decks.first() + *k as u64, result);
        }
        counts.flush(chains);
        self.start(number)
    }

    /// Whether a lane holds its saved position; saves one in its turn.
    ///
    /// The watch is R. P. Brent's, as [`super::super::table::CycleWatch`] has it, at the ends of
    /// steps.
    #[target_feature(enable = "avx512f,avx512bw,bmi2")]
    fn stood_before(&mut self, number: usize, lane: &Lane) -> bool {
        let Self { plan, rest, setting, .. } = self;
        let notes = &mut rest.notes[number];
        let saved = &mut notes.saved;
        if saved.len_a == lane.len_a {
            // SAFETY: 64 bytes each.
            let [a, b] = unsafe {
                saved.hands.each_ref().map(|hand| _mm512_load_si512(hand.0.as_ptr().cast()))
            };
            let differs_a = _bzhi_u64(_mm512_cmpneq_epi8_mask(a, lane.a), lane.len_a as u32);
            let len_b = (setting.cards - lane.len_a) as u32;
            let differs_b = _bzhi_u64(_mm512_cmpneq_epi8_mask(b, lane.b), len_b);
            if differs_a | differs_b == 0 {
                return true;
            }
        }
        saved.steps_left -= 1;
        if saved.steps_left == 0 {
            notes.update(lane, plan.face_down);
            let rounds = notes.counts.rounds;
            notes.saved.steps *= 2;
            notes.saved.save(lane, rounds);
        }
        false
    }

    /// Ends a game whose position occurred before.
    #[cold]
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn settle(&mut self, number: usize, lane: &Lane) -> Lane {
        let Self { plan, rest, setting, decks, .. } = self;
        let Rest { notes, hands, watch, .. } = &mut **rest;
        let notes = &mut notes[number];
        notes.update(lane, plan.face_down);
        let period = notes.counts.rounds - notes.saved.rounds;
        notes.counts.clear();
        let mut pieces = [Bytes::default(); 2];
        lane.store(&mut pieces);
        let held = [lane.len_a as usize, (setting.cards - lane.len_a) as usize];
        hands.take_over(pieces.each_ref().map(|piece| &piece.0), held);
        watch.start().deal(decks.narrow(notes.deck.unwrap_or(0)), &plan.shape);
        let result = watch.settle(hands, &plan.shape, period, &mut notes.counts);
        self.report(number, &result)
    }

    /// Plays a game that came to the ceiling once more, the slow way, because it may have repeated
    /// a position before without notice.
    #[cold]
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn play_at_ceiling(&mut self, number: usize) -> Lane {
        let Self { plan, rest, decks, .. } = self;
        let Rest { notes, hands, watch, .. } = &mut **rest;
        let notes = &mut notes[number];
        notes.counts.clear();
        hands.deal(decks.narrow(notes.deck.unwrap_or(0)), &plan.shape);
        let result = watch.play_out(hands, &plan.shape, &mut notes.counts);
        self.report(number, &result)
    }
}

impl Plan {
    /// What the limit still allows.
    fn left(&self, counts: &Counts) -> u64 {
        let caps = self.shape.caps;
        if self.counts_rounds { caps.rounds - counts.rounds } else { caps.battles - counts.battles }
    }

    /// How a game ends in which no round can be played, or whose next round begins with a tie that
    /// cannot be paid for or reaches the limit.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn end_before_tie(&self, notes: &mut Notes, lane: &Lane, held: [usize; 2]) -> Option<Ended> {
        let Plan { shape, .. } = self;
        if let Some(end) = shape.end_before_round(shape.caps, &notes.counts, held) {
            return Some((end, held));
        }
        let left = held.map(|cards| cards - 1);
        let end = match shape.end_at_tie(shape.caps, notes.counts.battles + 1, left) {
            Some(end) => end,
            None => shape.price(lane.top_of_a(), left).err()?,
        };
        notes.counts.battles += 1;
        notes.counts.rounds += 1;
        notes.counts.wars += 1;
        notes.counts.chain(1);
        Some((end, left))
    }

    /// Plays a round that begins with a tie, if both hands hold all its pairs; returns how many ties
    /// it has.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn play_chain(&self, notes: &Notes, lane: &mut Lane, setting: &Setting) -> Option<u32> {
        if self.left(&notes.counts) < LONGEST_ROUND {
            return None;
        }
        let places = |a_wins: bool, depth: u32, pairs: u32| {
            let merge = self.merges[usize::from(!a_wins)];
            if self.in_blocks {
                let block = (1 << pairs) - 1;
                return if merge.pairs == EVEN { block } else { block << pairs };
            }
            // Each war of the chain begins with the pair that decides the one before.
            let wars = (0..depth).map(|war| 1_u64 << (2 * war * (self.face_down + 1)));
            merge.of_a(wars.sum())
        };
        // SAFETY: the features are those of this function.
        unsafe { chain(lane, setting, self.face_down, places) }
    }
}

impl Notes {
    /// Counts what a lane has played by steps.
    fn update(&mut self, lane: &Lane, face_down: u32) {
        let face_down = u64::from(face_down);
        let pairs = self.granted - lane.budget;
        let wars = lane.wars - self.counts.wars;
        self.counts.battles += pairs - face_down * wars;
        self.counts.rounds += pairs - (face_down + 1) * wars;
        self.counts.wars = lane.wars;
        self.counts.chains[1] += wars;
        self.counts.deepest = self.counts.deepest.max(usize::from(wars > 0));
        self.granted = lane.budget;
    }

    /// Gives a lane whose notes are up to date as many pairs as the limit allows in any case.
    fn grant(&mut self, lane: &mut Lane, plan: &Plan) {
        self.granted = plan.left(&self.counts);
        lane.budget = self.granted;
    }
}

impl Saved {
    #[target_feature(enable = "avx512f")]
    fn save(&mut self, lane: &Lane, rounds: u64) {
        lane.store(&mut self.hands);
        (self.len_a, self.rounds, self.steps_left) = (lane.len_a, rounds, self.steps);
    }
}

impl Lane {
    #[target_feature(enable = "avx512f")]
    fn store(&self, hands: &mut [Bytes; 2]) {
        // SAFETY: 64 bytes each, aligned.
        unsafe {
            _mm512_store_si512(hands[0].0.as_mut_ptr().cast(), self.a);
            _mm512_store_si512(hands[1].0.as_mut_ptr().cast(), self.b);
        }
    }

    #[target_feature(enable = "avx512f")]
    fn load(&mut self, hands: &[Bytes; 2], held: [usize; 2]) {
        // SAFETY: 64 bytes each, aligned.
        unsafe {
            self.a = _mm512_load_si512(hands[0].0.as_ptr().cast());
            self.b = _mm512_load_si512(hands[1].0.as_ptr().cast());
        }
        self.len_a = held[0] as u64;
    }

    /// A's top card.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn top_of_a(&self) -> u8 {
        _mm_cvtsi128_si32(_mm512_castsi512_si128(self.a)) as u8
    }
}
