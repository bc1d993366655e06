//! The engine for any machine: a side is one word, a move a few bit operations, and two games run
//! side by side so that neither waits for the other's results.
//!
//! A game is played without asking whether it is stuck; that is asked where the prepared rolls run
//! out. One that is stuck there has been so since the last roll that moved a piece. Games of dice that
//! get stuck often remember that roll; a stuck game that has not, or one that could pass the roll
//! limit before the next question, is played again by `careful`.

use std::ops::Range;

use crate::core::engines::Plays;
use crate::core::random::key::{BLOCK_WORDS, BlockStream};
use crate::core::results::GameBlock;

use super::careful::Progress;
use super::lane::{Bytes, END, LANES, Lane, REGION, region, roll_both, roll_one, seat_of};
use super::position::{
    Choice, DieSteps, Frontmost, NextSquare, SideRules, is_home, is_stuck, step_of,
};
use super::roll_bytes::{RollBytes, SeatWords};
use crate::games::ludo::pair::Pair;
use crate::games::ludo::result::{GameResult, Outcome, Seat};
use crate::games::ludo::rolls::{PairBlocks, Rolls as _, STREAMS_STEP};
use crate::games::ludo::rules::{ClearA, MustMove};

/// Rolls of a seat prepared before a game: a little more than most games need.
const FIRST_ROLLS: usize = 72;
/// Rolls prepared when they run out.
const MORE_ROLLS: usize = 24;
/// Stuck games that say nothing yet of how often dice get stuck.
const FEW_STUCK: u64 = 4;
/// Dice get stuck often if more than one game in so many is stuck.
const OFTEN: u64 = 16;
/// Games whose first blocks are made at once.
const GAMES_AHEAD: usize = 32;

/// What a game in progress needs only where its rolls run out.
#[derive(Clone, Copy, Debug)]
struct Behind {
    game: u64,
    beginner: Seat,
    /// Rolls taken from regions that have been refilled since.
    rolls: u32,
    /// The last roll that moved a piece before the lane was last looked at, 0 if none.
    last_move: u32,
    /// Whether it remembers the last move.
    remembers: bool,
    words: [SeatWords; 2],
}

const SEATS: [Seat; 2] = [Seat::A, Seat::B];

const NOBODY: Behind = Behind {
    game: 0,
    beginner: Seat::A,
    rolls: 0,
    last_move: 0,
    remembers: false,
    words: [SeatWords { block: [0; BLOCK_WORDS], used: 0, next_stream: 0 }; 2],
};

/// Plays games of one pair of dice.
#[derive(Debug)]
pub struct Portable {
    pair: Pair,
    rules: SideRules,
    steps: [DieSteps; 2],
    to_bytes: [RollBytes; 2],
    blocks: PairBlocks,
    streams: [BlockStream; 2],
    ahead: Box<[[[u32; BLOCK_WORDS]; GAMES_AHEAD]; 2]>,
    bytes: Box<[Bytes; LANES]>,
    lanes: [Lane; LANES],
    behind: [Behind; LANES],
    /// Games begun so far, and those found stuck.
    begun: u64,
    stuck: u64,
    /// Whether games remember their last move: once they do, all that begin later do.
    remembers: bool,
}

impl Portable {
    /// Ready to play the games of a pair of dice.
    pub fn new(pair: &Pair) -> Self {
        let blocks = pair.blocks();
        Self {
            rules: SideRules::new(pair.rules()),
            steps: pair.dice().map(DieSteps::new),
            to_bytes: pair.dice().map(RollBytes::new),
            streams: [blocks.one(), blocks.one()],
            blocks,
            ahead: Box::new([[[0; BLOCK_WORDS]; GAMES_AHEAD]; 2]),
            bytes: Box::new([[END; 2 * REGION]; LANES]),
            lanes: [Lane::default(); LANES],
            behind: [NOBODY; LANES],
            begun: 0,
            stuck: 0,
            remembers: false,
            pair: pair.clone(),
        }
    }

    fn play_by<C: Choice>(&mut self, first: u64, count: u64, results: &mut GameBlock) {
        let mut games = 0..count;
        let mut playing = [false; LANES];
        for (k, playing) in playing.iter_mut().enumerate() {
            *playing = self.begin(k, first, &mut games, results);
        }
        while playing == [true; LANES] {
            let k = if self.remembers {
                roll_both::<C, true>(&self.rules, &self.bytes, &mut self.lanes)
            } else {
                roll_both::<C, false>(&self.rules, &self.bytes, &mut self.lanes)
            };
            playing[k] = self.goes_on(k, results) || self.begin(k, first, &mut games, results);
        }
        for (k, mut playing) in playing.into_iter().enumerate() {
            while playing {
                roll_one::<C, true>(&self.rules, &self.bytes[k], &mut self.lanes[k]);
                playing = self.goes_on(k, results);
            }
        }
    }

    /// Begins the next game in a lane; returns whether there was one.
    fn begin(
        &mut self,
        k: usize,
        first: u64,
        games: &mut Range<u64>,
        results: &mut GameBlock,
    ) -> bool {
        for number in games {
            let game = first + number;
            let ahead = (number % GAMES_AHEAD as u64) as usize;
            if ahead == 0 {
                for seat in 0..2 {
                    if self.to_bytes[seat].draws > 0 {
                        self.streams[seat].blocks(seat as u64, game, &mut self.ahead[seat]);
                    }
                }
            }
            self.begun += 1;
            let beginner = self.pair.beginner(&mut self.blocks, game);
            let words = [0, 1].map(|seat| SeatWords {
                block: self.ahead[seat][ahead],
                used: 0,
                next_stream: seat as u64 + STREAMS_STEP,
            });
            let remembers = self.remembers;
            self.behind[k] = Behind { game, beginner, rolls: 0, last_move: 0, remembers, words };
            let prepared: usize = (0..2).map(|seat| self.prepare(k, seat, FIRST_ROLLS)).sum();
            if prepared as u64 <= u64::from(self.pair.roll_limit()) {
                self.lanes[k] = Lane::new(self.rules.start, beginner.index());
                return true;
            }
            self.play_carefully(game, beginner).report(game, beginner, results);
        }
        false
    }

    /// Prepares rolls of a seat from the start of its region on; returns how many.
    fn prepare(&mut self, k: usize, seat: usize, wanted: usize) -> usize {
        let start = region(seat) as usize;
        let out = &mut self.bytes[k][start..start + REGION];
        let Behind { game, words, .. } = &mut self.behind[k];
        let (words, stream) = (&mut words[seat], &mut self.streams[seat]);
        let len = self.to_bytes[seat].fill(wanted, out, || {
            if words.used == BLOCK_WORDS {
                words.block = stream.block(words.next_stream, *game);
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
    fn goes_on(&mut self, k: usize, results: &mut GameBlock) -> bool {
        let last_move = self.lanes[k].take_last_move();
        let lane = self.lanes[k];
        let Behind { game, beginner, rolls, .. } = self.behind[k];
        if let Some(taken) = last_move {
            self.behind[k].last_move = rolls + taken;
        }
        let [own_at, other_at] = lane.places();
        let seat = seat_of(own_at - 1);
        let (own, other) = (region(seat), region(1 - seat));
        let taken = rolls + (own_at - own) + (other_at - other);
        if is_home(lane.own) {
            let outcome = Outcome::Win(SEATS[seat]);
            let result = GameResult { outcome, rolls: taken, captures: lane.captures };
            result.report(game, beginner, results);
            return false;
        }
        // The byte that stopped the lane was no roll.
        let taken = taken - 1;
        self.behind[k].rolls += own_at - 1 - own;
        self.lanes[k].set_places([own, other_at]);
        let prepared = self.prepare(k, seat, MORE_ROLLS);
        let most = u64::from(taken) + (prepared + REGION) as u64;
        let sides = if seat == 0 { [lane.own, lane.other] } else { [lane.other, lane.own] };
        let is_stuck = is_stuck(&self.rules, &self.steps, sides, seat);
        self.stuck += u64::from(is_stuck);
        self.remembers |= self.stuck >= FEW_STUCK && self.stuck * OFTEN > self.begun;
        let remembers = self.behind[k].remembers && !self.steps.iter().any(DieSteps::sixes_only);
        if is_stuck && remembers {
            let last_move = self.behind[k].last_move;
            let at = Progress {
                sides,
                seat: SEATS[seat],
                rolls: taken,
                last_move,
                captures: lane.captures,
            };
            at.stuck().report(game, beginner, results);
            return false;
        }
        let goes_on = !is_stuck && most <= u64::from(self.pair.roll_limit());
        if !goes_on {
            self.play_carefully(game, beginner).report(game, beginner, results);
        }
        goes_on
    }

    #[cold]
    fn play_carefully(&mut self, game: u64, beginner: Seat) -> GameResult {
        let mut rolls = self.blocks.game(self.pair.dice(), game);
        let roll = |seat| step_of(rolls.roll(seat));
        let start = Progress::start(&self.rules, beginner);
        start.play_on(&self.rules, &self.steps, self.pair.roll_limit(), roll)
    }
}

impl Plays<Range<u64>> for Portable {
    fn play(&mut self, games: &Range<u64>, results: &mut GameBlock) {
        let (first, count) = (games.start, games.end.saturating_sub(games.start));
        match (self.pair.rules().must_move, self.pair.rules().clear_a) {
            (MustMove::FrontmostMovable, ClearA::WhileWaiting) => {
                self.play_by::<Frontmost<false>>(first, count, results);
            }
            (MustMove::FrontmostMovable, ClearA::Always) => {
                self.play_by::<Frontmost<true>>(first, count, results);
            }
            (MustMove::NextSquareFree, _) => self.play_by::<NextSquare>(first, count, results),
        }
    }
}
