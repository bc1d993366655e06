//! A player for games that take one function to describe.

use std::ops::Range;

use super::game::Player;
use super::random::chance::{Chance, GameChance};
use super::results::GameBlock;

/// Plays each game by a function of the rules and the game's chance.
pub struct EachGame<R, const N: usize> {
    rules: Vec<R>,
    chance: Chance,
    one: fn(&R, &mut GameChance<'_>) -> (usize, usize, [u64; N]),
    feature: fn(&R, usize, &mut GameChance<'_>) -> i64,
    games: Range<u64>,
}

impl<R: Send, const N: usize> EachGame<R, N> {
    /// A player of these rule sets on the same chance.
    ///
    /// Shapes: `one` returns the positions of outcome and end reason, and the counters; `feature` the
    /// feature at a position, from the rules and the chance that the game begins with.
    pub fn new(
        rules: Vec<R>,
        chance: Chance,
        one: fn(&R, &mut GameChance<'_>) -> (usize, usize, [u64; N]),
        feature: fn(&R, usize, &mut GameChance<'_>) -> i64,
    ) -> Self {
        Self { rules, chance, one, feature, games: 0..0 }
    }
}

impl<R: Send, const N: usize> Player for EachGame<R, N> {
    fn play(&mut self, games: Range<u64>, results: &mut [GameBlock]) {
        self.games = games.clone();
        for (rules, block) in self.rules.iter().zip(results) {
            for game in games.clone() {
                let (outcome, reason, counters) = (self.one)(rules, &mut self.chance.game(game));
                block.report(game, outcome, reason, counters);
            }
        }
    }

    fn features(&mut self, cell: usize, feature: usize, values: &mut Vec<i64>) {
        values.clear();
        for game in self.games.clone() {
            values.push((self.feature)(&self.rules[cell], feature, &mut self.chance.game(game)));
        }
    }
}
