//! Twenty-four games side by side: eight in each of three groups of registers, so that no group
//! waits for the results of another.
//!
//! All games take eight rolls in a row without a branch ([`step`]); a game that is won on the way
//! rolls zeros from there on. Then each group is looked at, the games that ended make room for
//! others, and the next eight rolls of each seat are gathered ([`flight`]). Nothing asks whether a
//! game is stuck before eight rolls in a row have moved no piece: it was stuck from the last roll on
//! that did. The first rolls are made for sixteen games at once ([`ready`], [`rolls`]).
//!
//! A die of sixes only and a low roll limit are left to [`careful`](super::careful).
// The instructions need the processor to have them, and gathering rolls needs places that exist.
#![allow(unsafe_code)]

mod flight;
mod ready;
mod rolls;
mod step;

use std::ops::Range;

use self::flight::{Conditions, fly};
use self::ready::Ready;
use self::step::{CLEARS_A, FRONTMOST, NEXT_SQUARE, STRIDE};
use super::careful::Progress;
use super::position::{DieSteps, step_of};
use crate::core::engines::Plays;
use crate::core::processor::{Level, Processor};
use crate::core::results::GameBlock;
use crate::games::ludo::pair::Pair;
use crate::games::ludo::rolls::Rolls as _;
use crate::games::ludo::rules::{ClearA, GoalPieces, MustMove};

/// Below this roll limit the games are played one by one.
const LOWEST_LIMIT: u32 = 2 * STRIDE as u32;

/// Plays games of one pair of dice.
#[derive(Debug)]
pub struct Vector {
    pair: Pair,
    conditions: Conditions,
    ready: Ready,
}

impl Vector {
    /// Ready to play the games of a pair of dice, if this processor can.
    pub fn new(pair: &Pair) -> Option<Self> {
        Processor::here().has(Level::Avx512Vbmi2).then(|| Self {
            pair: pair.clone(),
            conditions: Conditions::new(pair),
            // SAFETY: the level has these instructions.
            ready: unsafe { Ready::new(pair) },
        })
    }

    fn play_one_by_one(&self, games: Range<u64>, results: &mut GameBlock) {
        let Conditions { rules, dice, .. } = &self.conditions;
        let mut blocks = self.pair.blocks();
        for game in games {
            let beginner = self.pair.beginner(&mut blocks, game);
            let mut rolls = blocks.game(self.pair.dice(), game);
            let roll = |seat| step_of(rolls.roll(seat));
            let start = Progress::start(rules, beginner);
            let result = start.play_on(rules, dice, self.pair.roll_limit(), roll);
            result.report(game, beginner, results);
        }
    }
}

impl Plays<Range<u64>> for Vector {
    fn play(&mut self, games: &Range<u64>, results: &mut GameBlock) {
        let sixes_only = self.conditions.dice.iter().any(DieSteps::sixes_only);
        if sixes_only || self.pair.roll_limit() < LOWEST_LIMIT {
            self.play_one_by_one(games.clone(), results);
            return;
        }
        let rules = self.pair.rules();
        let frozen = rules.goal_pieces == GoalPieces::Frozen;
        self.ready.set_games(games.clone());
        let (conditions, ready) = (&self.conditions, &mut self.ready);
        // SAFETY: `new` has found the level that has these instructions.
        unsafe {
            match (rules.must_move, rules.clear_a, frozen) {
                (MustMove::FrontmostMovable, ClearA::WhileWaiting, false) => {
                    fly::<false, FRONTMOST>(conditions, ready, results);
                }
                (MustMove::FrontmostMovable, ClearA::WhileWaiting, true) => {
                    fly::<true, FRONTMOST>(conditions, ready, results);
                }
                (MustMove::FrontmostMovable, ClearA::Always, false) => {
                    fly::<false, CLEARS_A>(conditions, ready, results);
                }
                (MustMove::FrontmostMovable, ClearA::Always, true) => {
                    fly::<true, CLEARS_A>(conditions, ready, results);
                }
                (MustMove::NextSquareFree, _, false) => {
                    fly::<false, NEXT_SQUARE>(conditions, ready, results);
                }
                (MustMove::NextSquareFree, _, true) => {
                    fly::<true, NEXT_SQUARE>(conditions, ready, results);
                }
            }
        }
    }
}
