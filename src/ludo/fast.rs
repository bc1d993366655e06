//! The engine that plays the millions: a side is one word, a move a few bit operations, and two
//! games run side by side so that neither waits for the other's results.
//!
//! A game is played without asking whether it is stuck; that is asked where the prepared rolls run
//! out. A game that is stuck there, or that could pass the roll limit before the next question, is
//! played again by [`careful`], which asks after every roll. So both give the same end and count.

use std::hint::select_unpredictable;
use std::ops::Range;

use crate::cards::key::{BLOCK_WORDS, BlockStream};

use super::careful;
use super::game::{GameResult, Outcome, PairJob, Seat};
use super::position::{
    Choice, DieSteps, Frontmost, NextSquare, SideRules, across, captured, is_home, is_stuck, moved,
    step_of,
};
use super::reference::Rolls;
use super::roll_bytes::{RollBytes, SeatWords};
use super::rolls::{PairBlocks, STREAMS_STEP};
use super::rules::{ClearA, LudoRules, MustMove};
use super::tournament::PairTally;

/// The byte after the last prepared roll: it moves nothing and stops the lane.
const END: u8 = 63;
/// Rolls of a seat prepared before a game: a little more than most games need.
const FIRST_ROLLS: usize = 72;
/// Rolls prepared when they run out.
const MORE_ROLLS: usize = 24;
/// Bytes for the prepared rolls of a seat.
const REGION: usize = 128;
/// Games played side by side.
const LANES: usize = 2;
/// Games whose first blocks are made at once.
const GAMES_AHEAD: usize = 32;

/// What the engine works out beforehand for a pair of dice and a rule set.
#[derive(Clone, Debug)]
pub struct Tables {
    rules: SideRules,
    steps: [DieSteps; 2],
    bytes: [RollBytes; 2],
}

impl Tables {
    /// Prepares a pair of dice.
    pub fn new(rules: &LudoRules, dice: [&super::Die; 2]) -> Self {
        Self {
            rules: SideRules::new(rules),
            steps: dice.map(DieSteps::new),
            bytes: dice.map(RollBytes::new),
        }
    }
}

/// Plays the games of a range of indices into a tally.
pub fn play_range(job: &PairJob, games: Range<u64>, tally: &mut PairTally) {
    let mut sink = |_, beginner, result| tally.add(beginner, &result);
    Player::new(job).play_range(job, games, &mut sink);
}

/// A game in progress, seen by the player to roll.
#[derive(Clone, Copy, Debug, Default)]
struct Lane {
    own: u64,
    other: u64,
    /// Where their next rolls lie: the own place in the lower half, the other's in the upper.
    at: u32,
    captures: u32,
}

/// What a game in progress needs only where its rolls run out.
#[derive(Clone, Copy, Debug)]
struct Behind {
    game: u64,
    beginner: Seat,
    /// Rolls taken from bytes that have been filled anew since.
    rolls: u32,
    words: [SeatWords; 2],
}

const NOBODY: Behind = Behind {
    game: 0,
    beginner: Seat::First,
    rolls: 0,
    words: [SeatWords { block: [0; BLOCK_WORDS], used: 0, next_stream: 0 }; 2],
};

/// The prepared rolls of a lane: the first seat's, then the second's. Their places are bytes too, so
/// that none can lie outside.
type Bytes = [u8; 2 * REGION];

/// Plays games of one pair of dice.
#[derive(Debug)]
pub struct Player {
    blocks: PairBlocks,
    streams: [BlockStream; 2],
    ahead: Box<[[[u32; BLOCK_WORDS]; GAMES_AHEAD]; 2]>,
    bytes: Box<[Bytes; LANES]>,
}

/// One roll. Returns whether the lane has stopped: won by its owner, or out of rolls.
#[inline(always)]
fn roll<C: Choice>(rules: &SideRules, bytes: &Bytes, lane: &mut Lane) -> bool {
    let step = bytes[usize::from(lane.at as u8)];
    lane.at += 1;
    let from = C::forced(rules, lane.own, step);
    let to = from >> (step & 63);
    if across(lane.other) & to != 0 {
        // Rare: as a branch it is guessed right, as a select each side would wait for the other.
        cold();
        if let Some(other) = captured(lane.other, to) {
            lane.other = other;
            lane.captures += 1;
        }
    }
    lane.own = moved(lane.own, from, step);
    if is_home(lane.own) || step == END {
        return true;
    }
    let Lane { own, other, at, .. } = *lane;
    let again = step == 6;
    lane.own = select_unpredictable(again, own, other);
    lane.other = select_unpredictable(again, other, own);
    lane.at = select_unpredictable(again, at, at.rotate_left(16));
    false
}

/// Rolls both lanes in turn until one stops; returns which.
fn roll_both<C: Choice>(
    rules: &SideRules,
    bytes: &[Bytes; LANES],
    lanes: &mut [Lane; LANES],
) -> usize {
    let [mut one, mut two] = *lanes;
    let stopped = loop {
        if roll::<C>(rules, &bytes[0], &mut one) {
            break 0;
        }
        if roll::<C>(rules, &bytes[1], &mut two) {
            break 1;
        }
    };
    *lanes = [one, two];
    stopped
}

/// Rolls a lane alone until it stops.
fn roll_one<C: Choice>(rules: &SideRules, bytes: &Bytes, lane: &mut Lane) {
    let mut alone = *lane;
    while !roll::<C>(rules, bytes, &mut alone) {}
    *lane = alone;
}

/// Where the prepared rolls of a seat begin.
fn region(seat: usize) -> u32 {
    (seat * REGION) as u32
}

impl Lane {
    /// Where the next rolls of the own seat and of the other lie.
    fn places(&self) -> [u32; 2] {
        [self.at & 0xffff, self.at >> 16]
    }

    /// Sets these places.
    fn set_places(&mut self, [own, other]: [u32; 2]) {
        self.at = own | other << 16;
    }
}

/// Keeps the compiler from turning a rare branch into a select.
#[cold]
#[inline(never)]
fn cold() {}

/// The seat whose prepared rolls lie here.
fn seat_of(at: u32) -> usize {
    at as usize / REGION
}

impl Player {
    /// Ready to play the games of a pair of dice.
    pub fn new(job: &PairJob) -> Self {
        let blocks = job.blocks();
        Self {
            streams: [blocks.one(), blocks.one()],
            blocks,
            ahead: Box::new([[[0; BLOCK_WORDS]; GAMES_AHEAD]; 2]),
            bytes: Box::new([[END; 2 * REGION]; LANES]),
        }
    }

    /// Plays one game.
    pub fn play(&mut self, job: &PairJob, game: u64) -> (Seat, GameResult) {
        let mut found = None;
        self.play_games(job, game, 1, &mut |_, beginner, result| found = Some((beginner, result)));
        found.unwrap_or_else(|| unreachable!("one game was played"))
    }

    /// Plays the games of a range of indices and hands each to `sink`, in no particular order.
    pub fn play_range(
        &mut self,
        job: &PairJob,
        games: Range<u64>,
        sink: &mut impl FnMut(u64, Seat, GameResult),
    ) {
        let count = games.end.saturating_sub(games.start);
        self.play_games(job, games.start, count, sink);
    }

    fn play_games(
        &mut self,
        job: &PairJob,
        first: u64,
        count: u64,
        sink: &mut impl FnMut(u64, Seat, GameResult),
    ) {
        match (job.rules().must_move, job.rules().clear_a) {
            (MustMove::FrontmostMovable, ClearA::WhileWaiting) => {
                self.play_by::<Frontmost<false>>(job, first, count, sink);
            }
            (MustMove::FrontmostMovable, ClearA::Always) => {
                self.play_by::<Frontmost<true>>(job, first, count, sink);
            }
            (MustMove::NextSquareFree, _) => self.play_by::<NextSquare>(job, first, count, sink),
        }
    }

    fn play_by<C: Choice>(
        &mut self,
        job: &PairJob,
        first: u64,
        count: u64,
        sink: &mut impl FnMut(u64, Seat, GameResult),
    ) {
        let rules = &job.tables().rules;
        let mut lanes = [Lane::default(); LANES];
        let mut behind = [NOBODY; LANES];
        let mut games = 0..count;
        let mut playing = [0; LANES].map(|_| false);
        for k in 0..LANES {
            playing[k] = self.begin(job, first, &mut games, k, &mut lanes[k], &mut behind[k], sink);
        }
        while playing == [true; LANES] {
            let k = roll_both::<C>(rules, &self.bytes, &mut lanes);
            if !self.goes_on(job, k, &mut lanes[k], &mut behind[k], sink) {
                playing[k] =
                    self.begin(job, first, &mut games, k, &mut lanes[k], &mut behind[k], sink);
            }
        }
        for k in 0..LANES {
            while playing[k] {
                roll_one::<C>(rules, &self.bytes[k], &mut lanes[k]);
                playing[k] = self.goes_on(job, k, &mut lanes[k], &mut behind[k], sink);
            }
        }
    }

    /// Begins the next game in a lane; returns whether there was one.
    #[allow(clippy::too_many_arguments)]
    fn begin(
        &mut self,
        job: &PairJob,
        first: u64,
        games: &mut Range<u64>,
        k: usize,
        lane: &mut Lane,
        behind: &mut Behind,
        sink: &mut impl FnMut(u64, Seat, GameResult),
    ) -> bool {
        let tables = job.tables();
        for number in games {
            let game = first.wrapping_add(number);
            let ahead = (number % GAMES_AHEAD as u64) as usize;
            if ahead == 0 {
                for seat in 0..2 {
                    if tables.bytes[seat].draws > 0 {
                        self.streams[seat].blocks(seat as u64, game, &mut self.ahead[seat]);
                    }
                }
            }
            let beginner = job.beginner(&mut self.blocks, game);
            let words = [0, 1].map(|seat| SeatWords {
                block: self.ahead[seat][ahead],
                used: 0,
                next_stream: seat as u64 + STREAMS_STEP,
            });
            *behind = Behind { game, beginner, rolls: 0, words };
            let mut prepared = 0;
            for seat in 0..2 {
                prepared += self.prepare(job, k, seat, FIRST_ROLLS, behind);
            }
            if prepared as u64 > u64::from(job.roll_limit()) {
                let result = self.play_carefully(job, behind);
                sink(game, beginner, result);
                continue;
            }
            let own = beginner.index();
            *lane = Lane {
                own: tables.rules.start,
                other: tables.rules.start,
                at: region(own) | region(1 - own) << 16,
                captures: 0,
            };
            return true;
        }
        false
    }

    /// Prepares rolls of a seat at the start of its region; returns how many.
    fn prepare(
        &mut self,
        job: &PairJob,
        k: usize,
        seat: usize,
        wanted: usize,
        behind: &mut Behind,
    ) -> usize {
        let at = region(seat) as usize;
        let out = &mut self.bytes[k][at..at + REGION];
        let words = &mut behind.words[seat];
        let stream = &mut self.streams[seat];
        let game = behind.game;
        let len = job.tables().bytes[seat].fill(wanted, out, || {
            if words.used == BLOCK_WORDS {
                words.block = stream.block(words.next_stream, game);
                words.next_stream += STREAMS_STEP;
                words.used = 0;
            }
            words.used += 1;
            words.block[words.used - 1]
        });
        out[len] = END;
        len
    }

    /// Looks at a lane that has stopped; returns whether its game goes on.
    fn goes_on(
        &mut self,
        job: &PairJob,
        k: usize,
        lane: &mut Lane,
        behind: &mut Behind,
        sink: &mut impl FnMut(u64, Seat, GameResult),
    ) -> bool {
        let [own_at, other_at] = lane.places();
        let seat = seat_of(own_at - 1);
        let (own, other) = (region(seat), region(1 - seat));
        let taken = behind.rolls + (own_at - own) + (other_at - other);
        if is_home(lane.own) {
            let winner = if seat == 0 { Seat::First } else { Seat::Second };
            let (outcome, captures) = (Outcome::Win(winner), lane.captures);
            sink(behind.game, behind.beginner, GameResult { outcome, rolls: taken, captures });
            return false;
        }
        // The byte that stopped the lane was no roll.
        let taken = taken - 1;
        behind.rolls += own_at - 1 - own;
        lane.set_places([own, other_at]);
        let tables = job.tables();
        let sides = if seat == 0 { [lane.own, lane.other] } else { [lane.other, lane.own] };
        let prepared = self.prepare(job, k, seat, MORE_ROLLS, behind);
        let most = u64::from(taken) + (prepared + REGION) as u64;
        if is_stuck(&tables.rules, &tables.steps, sides, seat) || most > u64::from(job.roll_limit())
        {
            let result = self.play_carefully(job, behind);
            sink(behind.game, behind.beginner, result);
            return false;
        }
        true
    }

    #[cold]
    fn play_carefully(&mut self, job: &PairJob, behind: &Behind) -> GameResult {
        let tables = job.tables();
        let mut rolls = self.blocks.game(job.dice(), behind.game);
        let roll = |seat| step_of(rolls.roll(seat));
        careful::play(&tables.rules, &tables.steps, job.roll_limit(), behind.beginner, roll)
    }
}
