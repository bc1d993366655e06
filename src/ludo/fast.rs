//! The engine that plays the millions: a side is one word, a move a few bit operations.

use std::ops::Range;

use super::die::Die;
use super::game::{GameResult, Outcome, PairJob, Seat};

use super::rolls::PairBlocks;
use super::rules::{ClearA, GoalPieces, LudoRules, MustMove, PiecesOnA};
use super::tournament::PairTally;

/// What a face does.
#[derive(Clone, Copy, Debug)]
struct Face {
    fits: u64,
    shift: u8,
    six: bool,
}

/// Everything about a die that the engine needs.
#[derive(Clone, Debug)]
struct DieTable {
    faces: Vec<Face>,
    different: Vec<Face>,
    sixes_only: bool,
}

/// Everything about a pair of dice and a rule set that the engine needs.
#[derive(Clone, Debug)]
pub struct Tables {
    dice: [DieTable; 2],
    start: u64,
    always: u64,
    next: Option<u64>,
}

const A: u64 = 1 << 43;
const WAITING: u64 = 1 << 49;
const ONE_WAITING: u64 = 1 << 47;
const TRACK: u64 = (1 << 44) - 16;

impl Tables {
    /// Prepares a pair of dice.
    pub fn new(rules: &LudoRules, dice: [&Die; 2]) -> Self {
        let goal: u64 = if rules.goal_pieces == GoalPieces::Frozen { 15 } else { 0 };
        let face = |&pips: &u32| {
            let squares = (A << 1) - 1;
            let fits =
                if pips == 0 || pips > 43 { 0 } else { squares & !((1 << pips) - 1) & !goal };
            let fits = if pips == 6 { fits | WAITING } else { fits };
            Face { fits, shift: pips.min(63) as u8, six: pips == 6 }
        };
        let dice = dice.map(|die| {
            let mut different = die.faces().to_vec();
            different.sort_unstable();
            different.dedup();
            DieTable {
                faces: die.faces().iter().map(face).collect(),
                different: different.iter().map(face).collect(),
                sixes_only: die.is_sixes_only(),
            }
        });
        let on_a = if rules.pieces_on_a == PiecesOnA::One { 1 } else { 0 };
        Self {
            dice,
            start: A * on_a + (7 - on_a) * ONE_WAITING,
            always: if rules.clear_a == ClearA::Always { A } else { 0 },
            next: (rules.must_move == MustMove::NextSquareFree).then_some(((A << 1) - 2) & !goal),
        }
    }

    fn from(&self, own: u64, face: Face) -> u64 {
        let movable = own & !(own << face.shift) & face.fits;
        if let Some(next) = self.next {
            let can_step = own & !(own << 1) & next;
            let chosen = if own & A != 0 { A } else { can_step & can_step.wrapping_neg() };
            return if movable & WAITING != 0 { WAITING } else { movable & chosen };
        }
        let first = movable & (WAITING | (((own >> 6) | self.always) & A));
        if first != 0 { first } else { movable & movable.wrapping_neg() }
    }

    fn stuck(&self, sides: [u64; 2], to_roll: usize) -> bool {
        let moves =
            [0, 1].map(|k| self.dice[k].different.iter().any(|&f| self.from(sides[k], f) != 0));
        moves == [false; 2] || (self.dice[to_roll].sixes_only && !moves[to_roll])
    }

    fn play(
        &self,
        roll_limit: u32,
        beginner: Seat,
        rolls: &mut impl FnMut(usize) -> usize,
    ) -> Option<GameResult> {
        let mut sides = [self.start; 2];
        let mut seat = beginner.index();
        let mut captures = 0;
        let mut count = 0;
        loop {
            let until = roll_limit.min(count + 32);
            while count < until {
                let face = self.dice[seat].faces[rolls(seat)];
                count += 1;
                let own = sides[seat];
                let from = self.from(own, face);
                let target = from >> face.shift;
                let other = sides[1 - seat];
                let track = target & TRACK;
                let hit = ((track << 20) | (track >> 20)) & TRACK & other;
                if hit != 0 {
                    sides[1 - seat] = other - hit + ONE_WAITING;
                    captures += 1;
                }
                let own = if from == WAITING { own - ONE_WAITING + A } else { own - from + target };
                sides[seat] = own;
                if own & 15 == 15 {
                    let outcome = Outcome::Win(if seat == 0 { Seat::First } else { Seat::Second });
                    return Some(GameResult { outcome, rolls: count, captures });
                }
                if !face.six {
                    seat = 1 - seat;
                }
            }
            if self.stuck(sides, seat) {
                return None;
            }
            if count == roll_limit {
                return Some(GameResult { outcome: Outcome::Limit, rolls: count, captures });
            }
        }
    }
}

/// Plays the games of a range of indices into a tally.
pub fn play_range(job: &PairJob, games: Range<u64>, tally: &mut PairTally) {
    let mut pair = FastPair::new(job);
    for game in games {
        let (beginner, result) = pair.play(game);
        tally.add(beginner, &result);
    }
}

/// Plays games of a pair of dice, one after the other.
pub struct FastPair<'a> {
    job: &'a PairJob,
    blocks: PairBlocks,
}

impl<'a> FastPair<'a> {
    /// Ready to play the games of a pair.
    pub fn new(job: &'a PairJob) -> Self {
        Self { job, blocks: job.blocks() }
    }

    /// Plays one game.
    pub fn play(&mut self, game: u64) -> (Seat, GameResult) {
        let job = self.job;
        let beginner = job.beginner(&mut self.blocks, game);
        let mut rolls = self.blocks.game(job.dice(), game);
        let result = job.tables().play(job.roll_limit(), beginner, &mut |seat| rolls.face(seat));
        (beginner, result.unwrap_or_else(|| job.play_reference(game, &mut ()).1))
    }
}
