//! What is counted of a game.

use super::super::result::{CHAINS, End, GameResult};
use crate::core::results::GameBlock;

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
#[derive(Clone, Copy, Debug)]
pub struct Fought {
    /// Its ties, and how many of them another battle followed.
    pub ties: usize,
    pub paid: usize,
    /// Cards laid, A's first.
    pub laid: [usize; 2],
}

impl Fought {
    /// A tie that nothing followed.
    pub const UNPAID: Self = Self { ties: 1, paid: 0, laid: [1; 2] };
}

/// As what the limit counts the pairs of a step.
#[derive(Clone, Copy, Debug)]
pub struct Units {
    /// Whether as rounds, not as battles.
    pub by_rounds: bool,
    /// Pairs of a war that it does not count.
    pub uncounted: u16,
}

impl Units {
    /// Where wars cost so many pairs face down.
    pub fn new(by_rounds: bool, face_down: u16) -> Self {
        Self { by_rounds, uncounted: face_down + u16::from(by_rounds) }
    }
}

/// Rounds by how long their chain of ties was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chains(Vec<u64>);

impl Chains {
    /// Counts so many more rounds whose chain was so long.
    #[inline]
    pub fn add(&mut self, depth: usize, rounds: u64) {
        if self.0.len() <= depth {
            self.0.resize(depth + 1, 0);
        }
        self.0[depth] += rounds;
    }

    /// Reports what was counted, and starts again.
    pub fn report(&mut self, results: &mut GameBlock) {
        for (depth, rounds) in self.0.iter_mut().enumerate().skip(1) {
            if *rounds > 0 {
                results.count(CHAINS, [depth as u64, 0], std::mem::take(rounds));
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
        for (depth, rounds) in self.chains.0.iter_mut().enumerate() {
            totals.add(depth, std::mem::take(rounds));
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
