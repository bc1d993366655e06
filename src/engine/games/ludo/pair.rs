//! Two dice that play each other: everything that decides their games.

use std::sync::Arc;

use crate::core::random::key::Seed;

use super::board::Side;
use super::die::Die;
use super::reference::{Throw, play, starting_sides};
use super::result::{GameResult, Seat};
use super::rolls::{GameRolls, ROLL_OFF_STREAM, SeatBlocks, blocks};
use super::rules::{LudoRules, Start};

/// Equal pairs of throws after which a roll-off is given up.
pub const ROLL_OFF_PAIRS: u32 = 100;

/// Two dice that play each other under a rule set: everything that decides their games.
///
/// The dice are shared, so that the half a million pairs of a file of a thousand dice are small.
#[derive(Clone, Debug)]
pub struct Pair {
    rules: LudoRules,
    seed: Seed,
    positions: [u32; 2],
    dice: [Arc<Die>; 2],
}

impl Pair {
    /// The games of the dice at two positions of their file, counted from 1.
    ///
    /// Shapes: `positions` and `dice` in the order of the seats; a die may meet itself.
    /// Panics if the roll limit is 0, or more than one piece begins on A.
    pub fn new(
        rules: LudoRules,
        seed: Seed,
        positions: [u32; 2],
        dice: [impl Into<Arc<Die>>; 2],
    ) -> Self {
        assert!(rules.roll_limit > 0, "a game has at least one roll");
        assert!(rules.pieces_on_a <= 1, "at most one piece begins on A");
        let dice = dice.map(Into::into);
        Self { rules, seed, positions, dice }
    }

    /// The rule set.
    pub fn rules(&self) -> &LudoRules {
        &self.rules
    }

    /// Positions of the two dice in their file, counted from 1.
    pub fn positions(&self) -> [u32; 2] {
        self.positions
    }

    /// The two dice.
    pub fn dice(&self) -> [&Die; 2] {
        [&self.dice[0], &self.dice[1]]
    }

    /// The source of every roll of this pair.
    pub fn blocks(&self) -> SeatBlocks {
        blocks(self.seed, self.positions)
    }

    /// Who begins a game.
    pub fn beginner(&self, blocks: &mut SeatBlocks, game: u64) -> Seat {
        let by_index = if game.is_multiple_of(2) { Seat::A } else { Seat::B };
        match self.rules.start {
            Start::First => Seat::A,
            Start::Alternate => by_index,
            Start::RollOff => {
                let mut rolls = GameRolls::new(blocks, self.dice(), game, ROLL_OFF_STREAM);
                for _ in 0..ROLL_OFF_PAIRS {
                    let [one, two] = [Seat::A, Seat::B].map(|seat| rolls.roll(seat));
                    if one != two {
                        return if one > two { Seat::A } else { Seat::B };
                    }
                }
                by_index
            }
        }
    }

    /// Plays one game by the rules as written and tells `see` every throw.
    pub fn play_reference(
        &self,
        blocks: &mut SeatBlocks,
        game: u64,
        see: impl FnMut(Throw, &[Side; 2]),
    ) -> (Seat, GameResult) {
        let beginner = self.beginner(blocks, game);
        let mut rolls = GameRolls::new(blocks, self.dice(), game, 0);
        let (sides, throw) = (starting_sides(&self.rules), |seat| rolls.roll(seat));
        (beginner, play(&self.rules, self.dice(), sides, beginner, throw, see))
    }
}
