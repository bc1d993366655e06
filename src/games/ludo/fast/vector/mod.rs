//! Sixteen games side by side: eight in each of two groups of registers, so that neither waits for
//! the other's results.
//!
//! All games take eight rolls in a row without a branch (a game that is won on the way rolls zeros
//! from there on); then each group is looked at, the games that ended make room for others, and the
//! next eight rolls of each seat are gathered. Nothing asks whether a game is stuck before eight rolls
//! in a row have moved no piece: it was stuck from the last roll on that did.
//!
//! A die of sixes only, and a low roll limit, are left to [`careful`](super::careful).
// The instructions need the processor to have them, and gathering rolls needs places that exist.
#![allow(unsafe_code)]

mod rolls;
mod step;

use std::arch::x86_64::*;
use std::ops::Range;

use self::rolls::{AT_ONCE, REGION, SECOND, SeatRolls};
use self::step::{CLEARS_A, Choice, Eight, FRONTMOST, LANES, NEXT_SQUARE, STEP};
use super::careful::Progress;
use super::position::{DieSteps, GOAL, SideRules, is_stuck, step_of, with_waiting};
use super::roll_bytes::RollBytes;
use crate::core::cards::key::{BLOCK_WORDS, BlockStream};
use crate::core::processor::{Level, Processor};
use crate::games::ludo::pair::Pair;
use crate::games::ludo::reference::starting_sides;
use crate::games::ludo::result::{GameResult, Outcome, Seat};
use crate::games::ludo::rolls::{PairBlocks, Rolls as _, STREAMS_STEP};
use crate::games::ludo::rules::{ClearA, GoalPieces, MustMove};

/// Groups of eight games.
const GROUPS: usize = 2;
/// Rolls between two looks: as many as a lane holds.
const STRIDE: u64 = 8;
/// Places for a game's prepared rolls: one for each game in progress, and those made ready ahead.
const SLOTS: usize = GROUPS * LANES + AT_ONCE;
/// Bytes of a slot: the first seat's rolls, then the second's.
const SLOT: usize = 2 * REGION;
/// All slots, and what a gather may read behind the last.
const ARENA: usize = SLOTS * SLOT + 8;
/// Rolls prepared when they run out.
const MORE_ROLLS: usize = 40;
/// Below this roll limit the games are played one by one.
const LOWEST_LIMIT: u32 = 2 * STRIDE as u32;

const SEATS: [Seat; 2] = [Seat::First, Seat::Second];

const _: () = assert!(SLOTS.is_power_of_two() && SLOT.is_power_of_two());

/// A game that is made ready or in progress.
#[derive(Clone, Copy, Debug)]
struct Slot {
    game: u64,
    beginner: Seat,
    /// Rolls prepared of each seat.
    prepared: [usize; 2],
    /// Words that they took.
    words: [usize; 2],
}

const NOTHING: Slot = Slot { game: 0, beginner: Seat::First, prepared: [0; 2], words: [0; 2] };

/// What a group knows of its games besides what is rolled.
#[derive(Clone, Copy, Debug)]
struct Behind {
    /// Lanes that have a game.
    active: u8,
    /// Where the next rolls of each seat lie that are not in the lanes.
    at: [[u64; LANES]; 2],
    /// The last places from which eight rolls can be had.
    last_place: [[u64; LANES]; 2],
    /// The number of the roll before each game's first.
    begun: [u64; LANES],
    /// The last roll after which eight more leave one before the limit.
    last_stride: [u64; LANES],
    /// The last move when it was asked whether the game is stuck, and it was not.
    asked: [u64; LANES],
}

const NOBODY: Behind = Behind {
    active: 0,
    at: [[0; LANES]; 2],
    last_place: [[0; LANES]; 2],
    begun: [0; LANES],
    last_stride: [0; LANES],
    asked: [0; LANES],
};

/// Plays games of one pair of dice.
#[derive(Debug)]
pub struct Vector {
    pair: Pair,
    rules: SideRules,
    steps: [DieSteps; 2],
    /// A side at the start, as the lanes have it.
    start: u64,
    seats: [SeatRolls; 2],
    /// For rolls that are not made sixteen games at once: made when first needed.
    to_bytes: [Option<RollBytes>; 2],
    blocks: PairBlocks,
    stream: BlockStream,
    arena: Box<[u8; ARENA]>,
    slots: [Slot; SLOTS],
    free: Vec<u8>,
    /// Slots of games that are ready, and the place of the next.
    ready: [u8; AT_ONCE],
    next_ready: usize,
    ready_end: usize,
    behind: [Behind; GROUPS],
}

/// What was seen of a group after a stride, a bit a game.
struct Looked {
    /// The second seat is to roll.
    second: u8,
    /// It has been won.
    over: u8,
    /// It must be looked after.
    look: u8,
}

/// Games that have not been made ready.
struct Ahead {
    next: u64,
    left: u64,
}

impl Vector {
    /// Ready to play the games of a pair of dice, if this processor can.
    pub fn new(processor: Processor, pair: &Pair) -> Option<Self> {
        if !processor.has(Level::Avx512Vbmi2) {
            return None;
        }
        let rules = SideRules::new(pair.rules());
        let start =
            starting_sides(pair.rules())[0].squares().map(|x| super::position::A >> x).sum();
        let [one, two] = pair.dice();
        let blocks = pair.blocks();
        Some(Self {
            rules,
            steps: pair.dice().map(DieSteps::new),
            start,
            seats: [SeatRolls::new(one, 0), SeatRolls::new(two, 1)],
            to_bytes: [None, None],
            stream: blocks.one(),
            blocks,
            arena: Box::new([0; ARENA]),
            slots: [NOTHING; SLOTS],
            free: (0..SLOTS as u8).collect(),
            ready: [0; AT_ONCE],
            next_ready: 0,
            ready_end: 0,
            behind: [NOBODY; GROUPS],
            pair: pair.clone(),
        })
    }

    /// Plays the games of a range of indices and hands each to `sink`, in no particular order.
    pub fn play(&mut self, games: Range<u64>, sink: &mut impl FnMut(u64, Seat, GameResult)) {
        let limit = self.pair.roll_limit();
        if limit < LOWEST_LIMIT || self.steps.iter().any(DieSteps::sixes_only) {
            for game in games {
                let beginner = self.pair.beginner(&mut self.blocks, game);
                let mut rolls = self.blocks.game(self.pair.dice(), game);
                let roll = |seat| step_of(rolls.roll(seat));
                let start = Progress::start(&self.rules, beginner);
                sink(game, beginner, start.play_on(&self.rules, &self.steps, limit, roll));
            }
            return;
        }
        let ahead = Ahead { next: games.start, left: games.end.saturating_sub(games.start) };
        let rules = self.pair.rules();
        let frozen = rules.goal_pieces == GoalPieces::Frozen;
        // SAFETY: `new` has asked for the level that has these instructions.
        unsafe {
            match (rules.must_move, rules.clear_a, frozen) {
                (MustMove::FrontmostMovable, ClearA::WhileWaiting, false) => {
                    self.fly::<false, FRONTMOST>(ahead, sink);
                }
                (MustMove::FrontmostMovable, ClearA::WhileWaiting, true) => {
                    self.fly::<true, FRONTMOST>(ahead, sink);
                }
                (MustMove::FrontmostMovable, ClearA::Always, false) => {
                    self.fly::<false, CLEARS_A>(ahead, sink);
                }
                (MustMove::FrontmostMovable, ClearA::Always, true) => {
                    self.fly::<true, CLEARS_A>(ahead, sink);
                }
                (MustMove::NextSquareFree, _, false) => self.fly::<false, NEXT_SQUARE>(ahead, sink),
                (MustMove::NextSquareFree, _, true) => self.fly::<true, NEXT_SQUARE>(ahead, sink),
            }
        }
    }

    #[target_feature(
        enable = "avx512f,avx512bw,avx512dq,avx512cd,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
    )]
    fn fly<const FROZEN: bool, const CHOICE: Choice>(
        &mut self,
        mut ahead: Ahead,
        sink: &mut impl FnMut(u64, Seat, GameResult),
    ) {
        let nothing = _mm512_setzero_si512();
        let mut groups = [Eight {
            own: nothing,
            other: nothing,
            rolls: nothing,
            other_rolls: nothing,
            captures: nothing,
            last_move: nothing,
            live: 0,
        }; GROUPS];
        let mut now = 0;
        for (g, games) in groups.iter_mut().enumerate() {
            let second = self.fill(g, 0xff, games, 0, now, &mut ahead);
            self.gather(g, games, second);
        }
        while self.behind.iter().any(|behind| behind.active != 0) {
            let mut number = _mm512_set1_epi64(now as i64);
            for _ in 0..STRIDE {
                number = _mm512_add_epi64(number, _mm512_set1_epi64(1));
                for games in &mut groups {
                    step::roll::<FROZEN, CHOICE>(games, number);
                }
            }
            let before = now;
            now += STRIDE;
            for (g, games) in groups.iter_mut().enumerate() {
                let second = self.second(g, games);
                let over = self.behind[g].active & !games.live;
                let look = self.to_look_at(g, games, before, now);
                let second = if over | look != 0 {
                    let looked = Looked { second, over, look };
                    self.serve(g, games, looked, now, &mut ahead, sink)
                } else {
                    second
                };
                self.gather(g, games, second);
            }
        }
    }

    /// Games in which the second seat is to roll; moves both places on by the rolls taken.
    #[inline]
    #[target_feature(enable = "avx512f,avx512cd")]
    fn second(&mut self, g: usize, games: &Eight) -> u8 {
        let Eight { rolls, other_rolls, .. } = *games;
        // A roll that is left says whose it is; of one seat at least there are some.
        let mark = _mm512_set1_epi64(i64::from(SECOND));
        let none = _mm512_testn_epi64_mask(rolls, rolls);
        let second =
            _mm512_test_epi64_mask(rolls, mark) | none & !_mm512_test_epi64_mask(other_rolls, mark);
        let left = [
            _mm512_mask_blend_epi64(second, rolls, other_rolls),
            _mm512_mask_blend_epi64(second, other_rolls, rolls),
        ];
        for (at, left) in self.behind[g].at.iter_mut().zip(left) {
            let taken = _mm512_srli_epi64::<3>(_mm512_lzcnt_epi64(left));
            *at = words(_mm512_add_epi64(register(*at), taken));
        }
        second
    }

    /// Games that could run out of rolls or come to the roll limit, or in which nothing has moved.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn to_look_at(&self, g: usize, games: &Eight, before: u64, now: u64) -> u8 {
        let behind = &self.behind[g];
        let number = |n: u64| _mm512_set1_epi64(n as i64);
        let [short_1, short_2] = [0, 1].map(|seat| {
            _mm512_cmpgt_epu64_mask(register(behind.at[seat]), register(behind.last_place[seat]))
        });
        let near = _mm512_cmplt_epu64_mask(register(behind.last_stride), number(now));
        let idle = _mm512_cmple_epu64_mask(games.last_move, number(before));
        (short_1 | short_2 | near | idle) & games.live
    }

    /// Reports the games that are over, looks after those that need it, and fills the lanes that are
    /// free. Returns in which games the second seat is to roll.
    #[inline(never)]
    #[target_feature(enable = "avx512f")]
    fn serve(
        &mut self,
        g: usize,
        games: &mut Eight,
        Looked { second, mut over, look }: Looked,
        now: u64,
        ahead: &mut Ahead,
        sink: &mut impl FnMut(u64, Seat, GameResult),
    ) -> u8 {
        let home = _mm512_cmpeq_epi64_mask(games.own, _mm512_set1_epi64(GOAL as i64));
        let second_won = !(home ^ second);
        let [own, other, captures, last_move] =
            [games.own, games.other, games.captures, games.last_move].map(|lanes| words(lanes));
        for k in lanes(over) {
            let outcome = Outcome::Win(SEATS[usize::from(second_won >> k & 1)]);
            let rolls = (last_move[k] - self.behind[g].begun[k]) as u32;
            self.report(g, k, GameResult { outcome, rolls, captures: captures[k] as u32 }, sink);
        }
        for k in lanes(look) {
            let begun = self.behind[g].begun[k];
            let seat = usize::from(second >> k & 1);
            let [own, other] = [own[k], other[k]].map(with_waiting);
            let progress = Progress {
                sides: if seat == 0 { [own, other] } else { [other, own] },
                seat: SEATS[seat],
                rolls: (now - begun) as u32,
                last_move: (last_move[k] - begun) as u32,
                captures: captures[k] as u32,
            };
            if let Some(result) = self.look_after(g, k, now, last_move[k], progress) {
                self.report(g, k, result, sink);
                over |= 1 << k;
            }
        }
        self.fill(g, over, games, second, now, ahead)
    }

    /// Looks after one game; returns its end if that has come.
    fn look_after(
        &mut self,
        g: usize,
        k: usize,
        now: u64,
        last_move: u64,
        progress: Progress,
    ) -> Option<GameResult> {
        let is_idle = last_move + STRIDE <= now;
        if is_idle && self.behind[g].asked[k] != last_move {
            if is_stuck(&self.rules, &self.steps, progress.sides, progress.seat.index()) {
                return Some(progress.stuck());
            }
            self.behind[g].asked[k] = last_move;
        }
        for seat in 0..2 {
            if self.behind[g].at[seat][k] > self.behind[g].last_place[seat][k] {
                self.prepare_more(g, k, seat);
            }
        }
        (now > self.behind[g].last_stride[k]).then(|| {
            let mut at = [0, 1].map(|seat| self.behind[g].at[seat][k] as usize);
            let arena = &self.arena;
            let roll = |seat: Seat| {
                let at = &mut at[seat.index()];
                *at += 1;
                arena[*at - 1] & STEP as u8
            };
            progress.play_on(&self.rules, &self.steps, self.pair.roll_limit(), roll)
        })
    }

    /// Moves the rolls that are left of a seat to the front of its region and makes more behind them.
    #[cold]
    fn prepare_more(&mut self, g: usize, k: usize, seat: usize) {
        let at = self.behind[g].at[seat][k] as usize;
        let slot = at / SLOT;
        let region = slot * SLOT + seat * REGION;
        let Slot { game, words, prepared, .. } = self.slots[slot];
        let end = region + prepared[seat];
        self.arena.copy_within(at..end, region);
        let left = end - at;
        let (made, used) = self.make(game, seat, words[seat], region + left, MORE_ROLLS);
        self.slots[slot].words[seat] += used;
        self.slots[slot].prepared[seat] = left + made;
        self.behind[g].at[seat][k] = region as u64;
        self.behind[g].last_place[seat][k] = (region + left + made) as u64 - STRIDE;
    }

    /// Makes rolls of one game from a word on, at a place of the arena; returns how many, and the
    /// words that they took.
    fn make(
        &mut self,
        game: u64,
        seat: usize,
        first_word: usize,
        place: usize,
        wanted: usize,
    ) -> (usize, usize) {
        let die = self.pair.dice()[seat];
        let to_bytes = self.to_bytes[seat].get_or_insert_with(|| RollBytes::new(die));
        let stream = &mut self.stream;
        let mut block = [0; BLOCK_WORDS];
        let mut used = 0;
        let out = &mut self.arena[place..place + wanted + ROOM];
        let made = to_bytes.fill(wanted, out, || {
            let word = first_word + used;
            if used == 0 || word.is_multiple_of(BLOCK_WORDS) {
                let number = (word / BLOCK_WORDS) as u64;
                block = stream.block(seat as u64 + STREAMS_STEP * number, game);
            }
            used += 1;
            block[word % BLOCK_WORDS]
        });
        for roll in &mut out[..made] {
            *roll |= rolls::mark(seat);
        }
        (made, used)
    }

    /// Hands over a game's end and frees its slot.
    #[inline]
    fn report(
        &mut self,
        g: usize,
        k: usize,
        result: GameResult,
        sink: &mut impl FnMut(u64, Seat, GameResult),
    ) {
        let slot = self.behind[g].at[0][k] as usize / SLOT;
        let Slot { game, beginner, .. } = self.slots[slot];
        self.free.push(slot as u8);
        sink(game, beginner, result);
    }

    /// Begins games in lanes that are free. Takes and returns in which games the second seat is to
    /// roll.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn fill(
        &mut self,
        g: usize,
        free: u8,
        games: &mut Eight,
        mut second: u8,
        now: u64,
        ahead: &mut Ahead,
    ) -> u8 {
        self.behind[g].active &= !free;
        let mut begun = 0_u8;
        for k in lanes(free) {
            if self.next_ready == self.ready_end && !self.make_ready(ahead) {
                break;
            }
            let slot = usize::from(self.ready[self.next_ready]);
            self.next_ready += 1;
            let behind = &mut self.behind[g];
            let Slot { beginner, prepared, .. } = self.slots[slot];
            for seat in 0..2 {
                let region = slot * SLOT + seat * REGION;
                behind.at[seat][k] = region as u64;
                behind.last_place[seat][k] = (region + prepared[seat]) as u64 - STRIDE;
            }
            behind.begun[k] = now;
            behind.last_stride[k] = now + u64::from(self.pair.roll_limit()) - STRIDE - 1;
            behind.asked[k] = u64::MAX;
            second = second & !(1 << k) | (beginner.index() as u8) << k;
            begun |= 1 << k;
        }
        self.behind[g].active |= begun;
        let start = _mm512_set1_epi64(self.start as i64);
        games.own = _mm512_mask_mov_epi64(games.own, begun, start);
        games.other = _mm512_mask_mov_epi64(games.other, begun, start);
        games.captures = _mm512_maskz_mov_epi64(!begun, games.captures);
        let before = _mm512_set1_epi64(now as i64);
        games.last_move = _mm512_mask_mov_epi64(games.last_move, begun, before);
        games.live = self.behind[g].active;
        second
    }

    /// Makes sixteen games ready, or as many as are left; returns whether there were any.
    #[inline(never)]
    fn make_ready(&mut self, ahead: &mut Ahead) -> bool {
        let count = ahead.left.min(AT_ONCE as u64) as usize;
        if count == 0 {
            return false;
        }
        let first = ahead.next;
        ahead.next = ahead.next.wrapping_add(count as u64);
        ahead.left -= count as u64;
        // At most one slot for each lane is taken, so that sixteen are free.
        let taken = self.free.len() - AT_ONCE;
        let slots: [u8; AT_ONCE] = std::array::from_fn(|k| self.free[taken + k]);
        self.free.truncate(taken + AT_ONCE - count);
        let slots: [u8; AT_ONCE] = std::array::from_fn(|k| slots[(k + AT_ONCE - count) % AT_ONCE]);
        let mut again = [0; 2];
        for (seat, again) in again.iter_mut().enumerate() {
            let places = slots.map(|slot| usize::from(slot) * SLOT + seat * REGION);
            let stream = &mut self.stream;
            // SAFETY: `new` has asked for the level that has these instructions.
            *again =
                unsafe { self.seats[seat].make(stream, first, &places, self.arena.as_mut_slice()) };
        }
        for (k, &slot) in slots[..count].iter().enumerate() {
            let game = first + k as u64;
            let mut prepared = [0, 1].map(|seat| self.seats[seat].count());
            let mut words = [0, 1].map(|seat| self.seats[seat].words());
            for seat in [0, 1] {
                if again[seat] >> k & 1 == 1 {
                    let place = usize::from(slot) * SLOT + seat * REGION;
                    let wanted = prepared[seat];
                    (prepared[seat], words[seat]) = self.make(game, seat, 0, place, wanted);
                }
            }
            let beginner = self.pair.beginner(&mut self.blocks, game);
            self.slots[usize::from(slot)] = Slot { game, beginner, prepared, words };
        }
        self.ready = slots;
        (self.next_ready, self.ready_end) = (0, count);
        true
    }

    /// Takes the next eight rolls of each seat into the lanes.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn gather(&self, g: usize, games: &mut Eight, second: u8) {
        let behind = &self.behind[g];
        let [one, two] = behind.at.map(|at| {
            // Masked, so that no place can lie outside.
            let at = _mm512_and_si512(register(at), _mm512_set1_epi64((SLOTS * SLOT - 1) as i64));
            let none = _mm512_setzero_si512();
            // SAFETY: places are below `SLOTS * SLOT`, and the arena holds eight bytes more.
            unsafe {
                _mm512_mask_i64gather_epi64::<1>(
                    none,
                    behind.active,
                    at,
                    self.arena.as_ptr().cast(),
                )
            }
        });
        games.rolls = _mm512_mask_blend_epi64(second, one, two);
        games.other_rolls = _mm512_mask_blend_epi64(second, two, one);
    }
}

/// Bytes that [`RollBytes::fill`] needs besides those that are wanted.
const ROOM: usize = 32;

const _: () = assert!(MORE_ROLLS + STRIDE as usize + ROOM <= REGION);

/// The lanes of a mask.
fn lanes(mut mask: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

#[inline]
#[target_feature(enable = "avx512f")]
fn register(words: [u64; LANES]) -> __m512i {
    // SAFETY: both are eight plain words.
    unsafe { std::mem::transmute::<[u64; LANES], __m512i>(words) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn words(register: __m512i) -> [u64; LANES] {
    // SAFETY: both are eight plain words.
    unsafe { std::mem::transmute::<__m512i, [u64; LANES]>(register) }
}
