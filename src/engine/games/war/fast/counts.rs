//! What is counted of a game.

use std::collections::BTreeMap;

use super::super::result::{CHAINS, End, GameResult};
use crate::core::results::GameBlock;

/// Depths whose counts are added up in any case.
const FLUSHED: usize = 4;

/// Depths that have a place of their own.
const USUAL: usize = 32;

/// What was counted in a game.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Battles fought.
    pub battles: u64,
    /// Rounds begun.
    pub rounds: u64,
    /// Ties.
    pub wars: u64,
    /// Cards that both players together put into pots.
    laid: u64,
    /// Most ties in a row.
    pub deepest: usize,
    /// The chains of ties; none past `deepest`.
    pub chains: Chains,
}

/// A round, as far as it came.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fought {
    /// Its ties, and how many of them another battle followed.
    pub ties: usize,
    pub paid: usize,
    /// Cards laid, A's first.
    pub laid: [usize; 2],
}

/// As what the limit counts the pairs of a step.
#[derive(Clone, Copy, Debug)]
pub struct Units {
    /// Whether as rounds, not as battles.
    pub by_rounds: bool,
    /// Pairs of a war that it does not count: those face down, and as rounds the one that decides.
    pub uncounted: u16,
}

/// Rounds by how long their chain of ties was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chains {
    short: [u64; USUAL],
    /// Longer ones, of decks of many equal cards.
    long: BTreeMap<usize, u64>,
}

impl Chains {
    /// Counts so many more rounds whose chain was so long.
    #[inline]
    pub fn add(&mut self, depth: usize, rounds: u64) {
        match self.short.get_mut(depth) {
            Some(all) => *all += rounds,
            None => *self.long.entry(depth).or_insert(0) += rounds,
        }
    }

    /// Reports what was counted, and starts again.
    pub fn report(&mut self, results: &mut GameBlock) {
        let Self { short, long } = std::mem::take(self);
        let long = long.into_iter();
        for (depth, rounds) in short.into_iter().enumerate().skip(1).chain(long) {
            if rounds > 0 {
                results.count(CHAINS, [depth as u64, 0], rounds);
            }
        }
    }
}

impl Counts {
    /// Counts what was played by steps, as the limit counts it, with so many wars, two of them in a row in `twos`
    /// rounds.
    #[inline(always)]
    pub fn steps(&mut self, units: Units, played: u64, wars: u64, twos: u64) {
        // A war in a step is a round of two battles, one that its deciding pair began of three.
        let rounds = if units.by_rounds { played } else { played - wars };
        self.battles += rounds + wars;
        self.rounds += rounds;
        self.wars += wars;
        self.laid += 2 * (played + wars * u64::from(units.uncounted));
        self.chains.add(1, wars - 2 * twos);
        self.chains.add(2, twos);
        self.deepest = self.deepest.max(if twos > 0 { 2 } else { usize::from(wars > 0) });
    }

    /// Counts a round that was played alone.
    #[inline]
    pub fn round(&mut self, Fought { ties, paid, laid }: Fought) {
        self.battles += paid as u64 + 1;
        self.rounds += 1;
        self.wars += ties as u64;
        self.laid += (laid[0] + laid[1]) as u64;
        if ties > 0 {
            self.chains.add(ties, 1);
            self.deepest = self.deepest.max(ties);
        }
    }

    /// Adds the chains to `totals` and starts again.
    #[inline]
    pub fn flush(&mut self, totals: &mut Chains) {
        // For nearly all games the same number of them, so that the loop's end is not guessed wrong.
        let depths = FLUSHED.max(self.deepest + 1).min(USUAL);
        for (total, chains) in totals.short.iter_mut().zip(&mut self.chains.short[..depths]) {
            *total += std::mem::take(chains);
        }
        if self.deepest >= USUAL {
            std::mem::take(&mut self.chains.long)
                .into_iter()
                .for_each(|(depth, n)| totals.add(depth, n));
        }
        (self.battles, self.rounds, self.wars) = (0, 0, 0);
        (self.laid, self.deepest) = (0, 0);
    }

    /// The result of a game that ends so, with these cards left.
    #[inline]
    pub fn result(&self, (outcome, end_reason): End, cards: [usize; 2]) -> GameResult {
        GameResult {
            outcome,
            end_reason,
            battles: self.battles,
            rounds: self.rounds,
            wars: self.wars,
            deepest_war: self.deepest as u64,
            cards_laid: self.laid,
            cards_a: cards[0] as u64,
            cards_b: cards[1] as u64,
            cycle: None,
        }
    }
}
