//! Games in progress, from the first to the last of a range.

use std::arch::x86_64::*;

use super::super::careful::Progress;
use super::super::position::{A, DieSteps, GOAL, SideRules, is_stuck, with_waiting};
use super::ready::{LAST_PLACE, Places, Ready};
use super::rolls::SECOND;
use super::step::{Choice, Eight, GROUPS, LANES, Numbers, STRIDE, roll};
use crate::core::both::both;
use crate::core::registers::InRegister as _;
use crate::core::results::GameBlock;
use crate::games::ludo::pair::Pair;
use crate::games::ludo::reference::starting_sides;
use crate::games::ludo::result::{GameResult, Outcome, Seat};

const SEATS: [Seat; 2] = [Seat::A, Seat::B];

/// What every game goes by.
#[derive(Debug)]
pub struct Conditions {
    /// The rules, for a look at a single game.
    pub rules: SideRules,
    /// What the dice can do.
    pub dice: [DieSteps; 2],
    roll_limit: u32,
    /// A side at the start: its pieces on the board.
    start: u64,
}

impl Conditions {
    /// What the games of a pair go by.
    pub fn new(pair: &Pair) -> Self {
        let [start, _] = starting_sides(pair.rules());
        Self {
            rules: SideRules::new(pair.rules()),
            dice: pair.dice().map(DieSteps::new),
            roll_limit: pair.roll_limit(),
            start: start.squares().map(|square| A >> square).sum(),
        }
    }
}

/// What is needed of eight games after a stride only.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// Where the rolls of the last two strides led in each lane, 0 where they moved nothing. The
    /// place of a roll is its number modulo their length.
    moves: [[u64; LANES]; MOVES],
    /// Lanes that have a game.
    active: u8,
    /// Where the next rolls of each seat lie that are not in the lanes.
    at: [[u64; LANES]; 2],
    /// The last places from which a whole stride can be had.
    last_place: [[u64; LANES]; 2],
    /// The number of the roll before each game's first.
    begun: [u64; LANES],
    /// The last roll after which a stride leaves one roll before the limit.
    last_stride: [u64; LANES],
    /// Both sides, one xor the other, when they were last looked at: the same whoever is to roll,
    /// and the same if nothing has moved.
    board: [u64; LANES],
    /// The sides when it was last asked whether the game is stuck, and it was not.
    asked: [[u64; 2]; LANES],
}

/// Rolls whose moves are remembered.
const MOVES: usize = 2 * STRIDE as usize;

/// What was seen of a group after a stride, a bit a game.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// The second seat is to roll.
    second: u8,
    /// It has been won.
    won: u8,
    /// It could run out of rolls or come to the limit, or nothing has moved.
    look: u8,
    /// Rolls so far.
    now: u64,
}

/// Plays all games that `ready` has ahead and reports each.
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512cd,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
)]
pub fn fly<const FROZEN: bool, const CHOICE: Choice>(
    conditions: &Conditions,
    ready: &mut Ready,
    results: &mut GameBlock,
) {
    let numbers = Numbers::new::<CHOICE>();
    // Apart from the rest, so that they stay in registers.
    let mut games = [Eight::empty(); GROUPS];
    let mut groups = [Group::empty(); GROUPS];
    let mut now = 0;
    for (k, group) in groups.iter_mut().enumerate() {
        let games = &mut games[k];
        let second = group.fill(games, !0, 0, now, conditions, ready);
        group.gather(games, second, ready);
    }
    while groups.iter().any(|group| group.active != 0) {
        let first = now as usize % MOVES;
        for k in first..first + STRIDE as usize {
            for (g, group) in groups.iter_mut().enumerate() {
                group.moves[k] =
                    <[u64; LANES]>::of(roll::<FROZEN, CHOICE>(&mut games[g], &numbers));
            }
        }
        now += STRIDE;
        for (k, group) in groups.iter_mut().enumerate() {
            let games = &mut games[k];
            let seen = group.see(games, now);
            let second = if seen.won | seen.look != 0 {
                group.serve(games, seen, conditions, ready, results)
            } else {
                seen.second
            };
            group.gather(games, second, ready);
        }
    }
}

impl Group {
    /// Eight lanes without a game.
    fn empty() -> Self {
        Self {
            moves: [[0; LANES]; MOVES],
            active: 0,
            at: [[0; LANES]; 2],
            last_place: [[0; LANES]; 2],
            begun: [0; LANES],
            last_stride: [0; LANES],
            board: [0; LANES],
            asked: [[0; 2]; LANES],
        }
    }

    /// Looks at all games after a stride, and moves their places on by the rolls taken.
    #[inline]
    #[target_feature(enable = "avx512f,avx512cd")]
    fn see(&mut self, games: &Eight, now: u64) -> Seen {
        let Eight { own, other, rolls, other_rolls, live, .. } = *games;
        // A roll that is left says whose it is; of one seat at least there are some.
        let mark = _mm512_set1_epi64(i64::from(SECOND));
        let none = _mm512_testn_epi64_mask(rolls, rolls);
        let second =
            _mm512_test_epi64_mask(rolls, mark) | none & !_mm512_test_epi64_mask(other_rolls, mark);
        let left = [
            _mm512_mask_blend_epi64(second, rolls, other_rolls),
            _mm512_mask_blend_epi64(second, other_rolls, rolls),
        ];
        let mut short = 0;
        for (seat, left) in left.into_iter().enumerate() {
            let taken = _mm512_srli_epi64::<3>(_mm512_lzcnt_epi64(left));
            let at = _mm512_add_epi64(self.at[seat].register(), taken);
            self.at[seat] = <[u64; LANES]>::of(at);
            short |= _mm512_cmpgt_epu64_mask(at, self.last_place[seat].register());
        }
        let number = _mm512_set1_epi64(now as i64);
        let near = _mm512_cmplt_epu64_mask(self.last_stride.register(), number);
        let board = _mm512_xor_si512(own, other);
        let idle = _mm512_cmpeq_epi64_mask(board, self.board.register());
        self.board = <[u64; LANES]>::of(board);
        Seen { second, won: self.active & !live, look: (short | near | idle) & live, now }
    }

    /// Takes the next rolls of each seat into the lanes.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn gather(&self, games: &mut Eight, second: u8, ready: &Ready) {
        let active = self.active;
        let [one, two] = both!(|seat| {
            // No place lies behind the last, whatever happens.
            let last = _mm512_set1_epi64(LAST_PLACE as i64);
            let at = _mm512_min_epu64(self.at[seat].register(), last);
            let none = _mm512_setzero_si512();
            // SAFETY: from each place up to the last, eight bytes can be read.
            unsafe { _mm512_mask_i64gather_epi64::<1>(none, active, at, ready.first_byte().cast()) }
        });
        games.rolls = _mm512_mask_blend_epi64(second, one, two);
        games.other_rolls = _mm512_mask_blend_epi64(second, two, one);
    }

    /// Reports the games that are over, looks after those that need it, and fills the lanes that are
    /// free. Returns in which games the second seat is to roll.
    #[inline(never)]
    #[target_feature(enable = "avx512f")]
    fn serve(
        &mut self,
        games: &mut Eight,
        seen: Seen,
        conditions: &Conditions,
        ready: &mut Ready,
        results: &mut GameBlock,
    ) -> u8 {
        let Seen { second, won, look, now } = seen;
        let Eight { own, other, captures, .. } = *games;
        let home = _mm512_cmpeq_epi64_mask(own, _mm512_set1_epi64(GOAL as i64));
        let second_won = !(home ^ second);
        let plain = <[u64; LANES]>::of;
        let (own, other, captures) = (plain(own), plain(other), plain(captures));
        let last_move = self.last_of_stride(now);
        let mut over = won;
        for k in lanes(won) {
            let outcome = Outcome::Win(SEATS[usize::from(second_won >> k & 1)]);
            let rolls = (now - STRIDE + last_move[k] - self.begun[k]) as u32;
            let result = GameResult { outcome, rolls, captures: captures[k] as u32 };
            self.report(k, result, ready, results);
        }
        for k in lanes(look) {
            let seat = usize::from(second >> k & 1);
            let (own, other) = (with_waiting(own[k]), with_waiting(other[k]));
            let progress = Progress {
                sides: if seat == 0 { [own, other] } else { [other, own] },
                seat: SEATS[seat],
                rolls: (now - self.begun[k]) as u32,
                last_move: self.last_move(k, now),
                captures: captures[k] as u32,
            };
            if let Some(result) = self.look_after(k, now, progress, conditions, ready) {
                self.report(k, result, ready, results);
                over |= 1 << k;
            }
        }
        self.fill(games, over, second, now, conditions, ready)
    }

    /// Looks after one game; returns its end if that has come.
    fn look_after(
        &mut self,
        k: usize,
        now: u64,
        progress: Progress,
        conditions: &Conditions,
        ready: &mut Ready,
    ) -> Option<GameResult> {
        let Conditions { rules, dice, roll_limit, .. } = conditions;
        let is_idle = u64::from(progress.rolls - progress.last_move) >= STRIDE;
        if is_idle && self.asked[k] != progress.sides {
            if is_stuck(rules, dice, progress.sides, progress.seat.index()) {
                return Some(progress.stuck());
            }
            self.asked[k] = progress.sides;
        }
        for seat in [0, 1] {
            if self.at[seat][k] > self.last_place[seat][k] {
                let places = ready.more(self.at[seat][k], seat);
                (self.at[seat][k], self.last_place[seat][k]) = (places.next, places.last_stride);
            }
        }
        (now > self.last_stride[k]).then(|| {
            let mut at = [self.at[0][k], self.at[1][k]];
            progress.play_on(rules, dice, *roll_limit, |seat| {
                let at = &mut at[seat.index()];
                *at += 1;
                ready.at(*at - 1)
            })
        })
    }

    /// Hands over a game's end and frees its slot.
    #[inline]
    fn report(&self, k: usize, result: GameResult, ready: &mut Ready, results: &mut GameBlock) {
        let slot = Ready::slot_of(self.at[0][k]);
        let (game, beginner) = (ready.slot(slot).game, ready.slot(slot).beginner);
        ready.give_back(slot);
        result.report(game, beginner, results);
    }

    /// Begins games in lanes that are free. Takes and returns in which games the second seat is to
    /// roll.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn fill(
        &mut self,
        games: &mut Eight,
        free: u8,
        mut second: u8,
        now: u64,
        conditions: &Conditions,
        ready: &mut Ready,
    ) -> u8 {
        let mut begun = 0_u8;
        for k in lanes(free) {
            let Some(slot) = ready.take() else { break };
            for seat in [0, 1] {
                let Places { next, last_stride } = ready.places(slot, seat);
                (self.at[seat][k], self.last_place[seat][k]) = (next, last_stride);
            }
            self.begun[k] = now;
            self.last_stride[k] = now + u64::from(conditions.roll_limit) - STRIDE - 1;
            self.board[k] = 0;
            self.asked[k] = [0; 2];
            second = second & !(1 << k) | (ready.slot(slot).beginner.index() as u8) << k;
            begun |= 1 << k;
        }
        self.active = self.active & !free | begun;
        games.begin(begun, conditions.start);
        games.live = self.active;
        second
    }

    /// How many rolls of the last stride there were up to the last that moved a piece, in each lane.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn last_of_stride(&self, now: u64) -> [u64; LANES] {
        let first = (now - STRIDE) as usize % MOVES;
        let mut last = _mm512_setzero_si512();
        for (k, moves) in self.moves[first..first + STRIDE as usize].iter().enumerate() {
            let moves = moves.register();
            let moved = _mm512_test_epi64_mask(moves, moves);
            last = _mm512_mask_mov_epi64(last, moved, _mm512_set1_epi64(k as i64 + 1));
        }
        <[u64; LANES]>::of(last)
    }

    /// How many rolls of a game there were up to the last that moved a piece; 0 if none of the last
    /// two strides did.
    fn last_move(&self, k: usize, now: u64) -> u32 {
        let begun = self.begun[k];
        let first = begun.max(now.saturating_sub(MOVES as u64));
        let last = (first..now).rev().find(|&roll| self.moves[roll as usize % MOVES][k] != 0);
        last.map_or(0, |roll| (roll + 1 - begun) as u32)
    }
}

/// The lanes of a mask.
fn lanes(mut mask: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}
