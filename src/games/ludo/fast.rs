//! The engine that plays the millions: a side is one word, a move a few bit operations, and two
//! games run side by side so that neither waits for the other's results.
//!
//! A game is played without asking whether it is stuck; that is asked where the prepared rolls run
//! out. A game that is stuck there, or that could pass the roll limit before the next question, is
//! played again by `careful`, which asks after every roll. So both give the same end and count.

use std::ops::Range;

use crate::core::cards::key::{BLOCK_WORDS, BlockStream};

use super::careful;
use super::lane::{Bytes, END, LANES, Lane, REGION, region, roll_both, roll_one, seat_of};
use super::pair::Pair;
use super::position::{
    Choice, DieSteps, Frontmost, NextSquare, SideRules, is_home, is_stuck, step_of,
};
use super::result::{GameResult, Outcome, Seat};
use super::roll_bytes::{RollBytes, SeatWords};
use super::rolls::{PairBlocks, Rolls as _, STREAMS_STEP};
use super::rules::{ClearA, MustMove};
use super::tournament::PairTally;

/// Rolls of a seat prepared before a game: a little more than most games need.
const FIRST_ROLLS: usize = 72;
/// Rolls prepared when they run out.
const MORE_ROLLS: usize = 24;
/// Games whose first blocks are made at once.
const GAMES_AHEAD: usize = 32;

/// Plays the games of a range of indices into a tally.
pub fn play_range(job: &Pair, games: Range<u64>, tally: &mut PairTally) {
    let mut sink = |_, beginner, result| tally.add(beginner, &result);
    Player::new(job).play_range(games, &mut sink);
}

/// What a game in progress needs only where its rolls run out.
#[derive(Clone, Copy, Debug)]
struct Behind {
    game: u64,
    beginner: Seat,
    /// Rolls taken from regions that have been filled anew since.
    rolls: u32,
    words: [SeatWords; 2],
}

const NOBODY: Behind = Behind {
    game: 0,
    beginner: Seat::First,
    rolls: 0,
    words: [SeatWords { block: [0; BLOCK_WORDS], used: 0, next_stream: 0 }; 2],
};

/// Plays games of one pair of dice. It works out its tables once, so keep it for many games.
#[derive(Debug)]
pub struct Player {
    job: Pair,
    rules: SideRules,
    steps: [DieSteps; 2],
    to_bytes: [RollBytes; 2],
    blocks: PairBlocks,
    streams: [BlockStream; 2],
    ahead: Box<[[[u32; BLOCK_WORDS]; GAMES_AHEAD]; 2]>,
    bytes: Box<[Bytes; LANES]>,
    lanes: [Lane; LANES],
    behind: [Behind; LANES],
}

impl Player {
    /// Ready to play the games of a pair of dice.
    pub fn new(job: &Pair) -> Self {
        let blocks = job.blocks();
        Self {
            rules: SideRules::new(job.rules()),
            steps: job.dice().map(DieSteps::new),
            to_bytes: job.dice().map(RollBytes::new),
            streams: [blocks.one(), blocks.one()],
            blocks,
            ahead: Box::new([[[0; BLOCK_WORDS]; GAMES_AHEAD]; 2]),
            bytes: Box::new([[END; 2 * REGION]; LANES]),
            lanes: [Lane::default(); LANES],
            behind: [NOBODY; LANES],
            job: job.clone(),
        }
    }

    /// Plays one game.
    pub fn play(&mut self, game: u64) -> (Seat, GameResult) {
        let mut found = None;
        self.play_games(game, 1, &mut |_, beginner, result| found = Some((beginner, result)));
        found.unwrap_or_else(|| unreachable!("one game was played"))
    }

    /// Plays the games of a range of indices and hands each to `sink`, in no particular order.
    pub fn play_range(&mut self, games: Range<u64>, sink: &mut impl FnMut(u64, Seat, GameResult)) {
        self.play_games(games.start, games.end.saturating_sub(games.start), sink);
    }

    fn play_games(&mut self, first: u64, count: u64, sink: &mut impl FnMut(u64, Seat, GameResult)) {
        match (self.job.rules().must_move, self.job.rules().clear_a) {
            (MustMove::FrontmostMovable, ClearA::WhileWaiting) => {
                self.play_by::<Frontmost<false>>(first, count, sink);
            }
            (MustMove::FrontmostMovable, ClearA::Always) => {
                self.play_by::<Frontmost<true>>(first, count, sink);
            }
            (MustMove::NextSquareFree, _) => self.play_by::<NextSquare>(first, count, sink),
        }
    }

    fn play_by<C: Choice>(
        &mut self,
        first: u64,
        count: u64,
        sink: &mut impl FnMut(u64, Seat, GameResult),
    ) {
        let mut games = 0..count;
        let mut playing = [false; LANES];
        for (k, playing) in playing.iter_mut().enumerate() {
            *playing = self.begin(k, first, &mut games, sink);
        }
        while playing == [true; LANES] {
            let k = roll_both::<C>(&self.rules, &self.bytes, &mut self.lanes);
            playing[k] = self.goes_on(k, sink) || self.begin(k, first, &mut games, sink);
        }
        for (k, mut playing) in playing.into_iter().enumerate() {
            while playing {
                roll_one::<C>(&self.rules, &self.bytes[k], &mut self.lanes[k]);
                playing = self.goes_on(k, sink);
            }
        }
    }

    /// Begins the next game in a lane; returns whether there was one.
    fn begin(
        &mut self,
        k: usize,
        first: u64,
        games: &mut Range<u64>,
        sink: &mut impl FnMut(u64, Seat, GameResult),
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
            let beginner = self.job.beginner(&mut self.blocks, game);
            let words = [0, 1].map(|seat| SeatWords {
                block: self.ahead[seat][ahead],
                used: 0,
                next_stream: seat as u64 + STREAMS_STEP,
            });
            self.behind[k] = Behind { game, beginner, rolls: 0, words };
            let prepared: usize = (0..2).map(|seat| self.prepare(k, seat, FIRST_ROLLS)).sum();
            if prepared as u64 <= u64::from(self.job.roll_limit()) {
                self.lanes[k] = Lane::new(self.rules.start, beginner.index());
                return true;
            }
            let result = self.play_carefully(game, beginner);
            sink(game, beginner, result);
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
    fn goes_on(&mut self, k: usize, sink: &mut impl FnMut(u64, Seat, GameResult)) -> bool {
        let lane = self.lanes[k];
        let Behind { game, beginner, rolls, .. } = self.behind[k];
        let [own_at, other_at] = lane.places();
        let seat = seat_of(own_at - 1);
        let (own, other) = (region(seat), region(1 - seat));
        let taken = rolls + (own_at - own) + (other_at - other);
        if is_home(lane.own) {
            let outcome = Outcome::Win(if seat == 0 { Seat::First } else { Seat::Second });
            sink(game, beginner, GameResult { outcome, rolls: taken, captures: lane.captures });
            return false;
        }
        // The byte that stopped the lane was no roll.
        let taken = taken - 1;
        self.behind[k].rolls += own_at - 1 - own;
        self.lanes[k].set_places([own, other_at]);
        let prepared = self.prepare(k, seat, MORE_ROLLS);
        let most = u64::from(taken) + (prepared + REGION) as u64;
        let sides = if seat == 0 { [lane.own, lane.other] } else { [lane.other, lane.own] };
        let goes_on = !is_stuck(&self.rules, &self.steps, sides, seat)
            && most <= u64::from(self.job.roll_limit());
        if !goes_on {
            let result = self.play_carefully(game, beginner);
            sink(game, beginner, result);
        }
        goes_on
    }

    #[cold]
    fn play_carefully(&mut self, game: u64, beginner: Seat) -> GameResult {
        let mut rolls = self.blocks.game(self.job.dice(), game);
        let roll = |seat| step_of(rolls.roll(seat));
        careful::play(&self.rules, &self.steps, self.job.roll_limit(), beginner, roll)
    }
}
