//! Two dice that play each other: everything that decides their games.

use std::sync::Arc;

use crate::core::random::key::Seed;
use crate::core::step::Step;

use super::board::{LAST, Side};
use super::die::Die;
use super::reference::{self, Throw};
use super::result::{GameResult, Outcome, Seat};
use super::rolls::{PairBlocks, Rolls};
use super::rules::{LudoRules, Start};

/// Rolls after which an undecided game is a tie, unless another limit is asked for.
pub const DEFAULT_ROLL_LIMIT: u32 = 4_096;

/// Equal pairs of throws after which a roll-off is given up.
pub const ROLL_OFF_PAIRS: u32 = 100;

/// Two dice that play each other under a rule set: everything that decides their games.
///
/// The dice are shared, so that the half a million pairs of a file of a thousand dice are small.
#[derive(Clone, Debug)]
pub struct Pair {
    rules: LudoRules,
    roll_limit: u32,
    seed: Seed,
    positions: [u32; 2],
    dice: [Arc<Die>; 2],
    given: Option<Arc<[u32]>>,
}

/// Rolls that are given, whoever throws; when they are used up nobody moves.
struct Given<'r>(std::slice::Iter<'r, u32>);

impl Rolls for Given<'_> {
    fn roll(&mut self, _: Seat) -> u32 {
        self.0.next().copied().unwrap_or(0)
    }
}

impl Pair {
    /// The games of the dice at two positions of their file, counted from 1.
    ///
    /// Shapes: `positions` and `dice` in the order of the seats; a die may meet itself.
    /// Panics if `roll_limit` is 0.
    pub fn new(
        rules: LudoRules,
        roll_limit: u32,
        seed: Seed,
        positions: [u32; 2],
        dice: [impl Into<Arc<Die>>; 2],
    ) -> Self {
        assert!(roll_limit > 0, "a game has at least one roll");
        let dice = dice.map(Into::into);
        Self { rules, roll_limit, seed, positions, dice, given: None }
    }

    /// The one game of these rolls, in the order in which they are thrown; the first player begins.
    ///
    /// Errors: a sentence, where there are too many.
    pub fn given(rules: LudoRules, rolls: Vec<u32>) -> Result<Self, String> {
        let roll_limit = u32::try_from(rolls.len()).map_err(|_| "there are too many rolls")?;
        // With a die of every number somebody is stuck whom no roll could move.
        let every = Die::new((0..=LAST.into()).collect());
        let every = Arc::new(every.ok_or("there is no such die")?);
        let pair = Self::new(rules, 1, Seed(0), [1, 2], [Arc::clone(&every), every]);
        Ok(Self { roll_limit, given: Some(rolls.into()), ..pair })
    }

    /// Whether its rolls are given.
    pub fn is_given(&self) -> bool {
        self.given.is_some()
    }

    /// The rule set.
    pub fn rules(&self) -> &LudoRules {
        &self.rules
    }

    /// Rolls after which an undecided game is a tie.
    pub fn roll_limit(&self) -> u32 {
        self.roll_limit
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
    pub fn blocks(&self) -> PairBlocks {
        PairBlocks::new(self.seed, self.positions)
    }

    /// Who begins a game.
    pub fn beginner(&self, blocks: &mut PairBlocks, game: u64) -> Seat {
        let by_index = if game.is_multiple_of(2) { Seat::A } else { Seat::B };
        match self.rules.start {
            _ if self.is_given() => Seat::A,
            Start::First => Seat::A,
            Start::Alternate => by_index,
            Start::RollOff => {
                let mut rolls = blocks.roll_off(self.dice(), game);
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

    /// Plays one game with the reference engine and tells `see` every step.
    pub fn play_reference(
        &self,
        game: u64,
        see: impl FnMut(Step<Throw, &[Side; 2]>),
    ) -> (Seat, GameResult) {
        self.play_from(&mut self.blocks(), game, see)
    }

    /// The same with the source of its rolls.
    pub fn play_from(
        &self,
        blocks: &mut PairBlocks,
        game: u64,
        see: impl FnMut(Step<Throw, &[Side; 2]>),
    ) -> (Seat, GameResult) {
        let beginner = self.beginner(blocks, game);
        let (rules, dice, limit) = (&self.rules, self.dice(), self.roll_limit);
        let result = match &self.given {
            Some(rolls) if rolls.is_empty() => {
                GameResult { outcome: Outcome::Limit, rolls: 0, captures: 0 }
            }
            Some(rolls) => {
                let rolls = &mut Given(rolls.iter());
                reference::play(rules, dice, limit, beginner, rolls, see)
            }
            None => {
                let mut rolls = blocks.game(dice, game);
                reference::play(rules, dice, limit, beginner, &mut rolls, see)
            }
        };
        (beginner, result)
    }
}
