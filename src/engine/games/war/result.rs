//! How a game ended.

use super::rules::Verdict;
use crate::core::choice::choice;
use crate::core::results::GameBlock;
use crate::core::table::NamedValues;

choice! {
    /// Who won.
    Outcome {
        /// Seat A won.
        #[default] A = "A",
        /// Seat B won.
        B = "B",
        /// Nobody won.
        Draw = "draw",
    }
}

impl Outcome {
    /// Of a game that stops undecided, given how many cards each holds.
    pub fn undecided(verdict: Verdict, [a, b]: [usize; 2]) -> Self {
        match verdict {
            Verdict::MoreCards if a > b => Outcome::A,
            Verdict::MoreCards if b > a => Outcome::B,
            Verdict::MoreCards | Verdict::Draw => Outcome::Draw,
        }
    }

    /// The number of the assignments: 1 for A, -1 for B, 0 for a draw.
    pub fn value(self) -> i32 {
        match self {
            Outcome::A => 1,
            Outcome::B => -1,
            Outcome::Draw => 0,
        }
    }

    /// The position of the seat that won.
    pub fn winner(self) -> Option<usize> {
        (self != Outcome::Draw).then_some(self as usize)
    }
}

choice! {
    /// Why the game ended.
    EndReason {
        /// One player had no card at the start of a battle.
        #[default] OutOfCards = "out-of-cards",
        /// One player could not pay for a war.
        ShortInWar = "short-in-war",
        /// Neither player had a card at the start of a battle.
        BothOut = "both-out",
        /// Neither player could pay for a war.
        BothShort = "both-short",
        /// The limit (or, without one, the ceiling) was reached.
        Limit = "limit",
        /// The position at the start of a round had stood before.
        Cycle = "cycle",
    }
}

/// How long a game takes to come back to where it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// In battles.
    pub battles: u64,
    /// In rounds.
    pub rounds: u64,
}

/// Who won and why.
pub type End = (Outcome, EndReason);

/// What is known of a finished game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// Who won.
    pub outcome: Outcome,
    /// Why the game ended.
    pub end_reason: EndReason,
    /// Comparisons of two face-up cards.
    pub battles: u64,
    /// Rounds whose first battle was fought.
    pub rounds: u64,
    /// Ties, those that could not be paid for included.
    pub wars: u64,
    /// The most ties in a row within a round.
    pub deepest_war: u64,
    /// Cards that both players together put into pots.
    pub cards_laid: u64,
    /// Cards in A's hand and pile at the end.
    pub cards_a: u64,
    /// Cards in B's hand and pile at the end.
    pub cards_b: u64,
    /// The length of its cycle, if a position came back.
    pub cycle: Option<Period>,
}

/// Counts a tie, which makes the chain of ties of its round `depth` long: `chains[d - 1]` rounds have one
/// that is exactly `d` long.
#[inline]
pub fn count_tie(chains: &mut Vec<u64>, depth: u64) {
    let depth = depth as usize;
    if chains.len() < depth {
        chains.resize(depth, 0);
    }
    chains[depth - 1] += 1;
    if depth > 1 {
        chains[depth - 2] -= 1;
    }
}

/// Position of the counts of `wars.csv` among the series.
pub const CHAINS: usize = 0;
/// Position of those of `cycles.csv`.
pub const CYCLES: usize = 1;

/// How many counters the laboratory keeps; what is reported behind them is for tests.
pub const COUNTED: usize = 5;

impl GameResult {
    /// Reports that game `game` ended like this.
    #[inline]
    pub fn report(&self, game: u64, block: &mut GameBlock) {
        let &Self { outcome, battles, rounds, wars, deepest_war, cards_laid, .. } = self;
        let [cycle_battles, cycle_rounds] = self.cycle.map_or([0; 2], |c| [c.battles, c.rounds]);
        let counts: [u64; COUNTED] = [battles, rounds, wars, deepest_war, cards_laid];
        let rest = [self.cards_a, self.cards_b, cycle_battles, cycle_rounds];
        let (outcome, reason) = (outcome as usize, self.end_reason as usize);
        block.report(game, outcome, reason, counts.into_iter().chain(rest));
        if self.cycle.is_some() {
            block.count(CYCLES, [cycle_battles, cycle_rounds], 1);
        }
    }

    /// The result in the words of the files.
    pub fn words(&self) -> NamedValues {
        let &Self { outcome, end_reason, battles, rounds, wars, deepest_war, .. } = self;
        vec![
            ("outcome", outcome.name().into()),
            ("value", i64::from(outcome.value()).into()),
            ("end_reason", end_reason.name().into()),
            ("battles", battles.into()),
            ("rounds", rounds.into()),
            ("wars", wars.into()),
            ("deepest_war", deepest_war.into()),
            ("cards_a", self.cards_a.into()),
            ("cards_b", self.cards_b.into()),
            ("cards_laid", self.cards_laid.into()),
        ]
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Counters of [`GameResult::report`].
    const COUNTERS: usize = 9;

    /// A block that keeps all that engines report; the laboratory's has the first five counters only.
    pub fn whole_block() -> GameBlock {
        GameBlock::of(EndReason::ALL.len(), COUNTERS, CYCLES + 1)
    }

    /// What was reported of game `k` of a [`whole_block`].
    pub fn reported(block: &GameBlock, k: usize) -> GameResult {
        let end = usize::from(block.ends()[k]);
        let counters: [u64; COUNTERS] = std::array::from_fn(|counter| block.counter(counter)[k]);
        let [battles, rounds, wars, deepest_war, cards_laid, cards_a, cards_b, cycle @ ..] =
            counters;
        let cycle = Period { battles: cycle[0], rounds: cycle[1] };
        GameResult {
            outcome: Outcome::ALL[end / EndReason::ALL.len()],
            end_reason: EndReason::ALL[end % EndReason::ALL.len()],
            battles,
            rounds,
            wars,
            deepest_war,
            cards_laid,
            cards_a,
            cards_b,
            cycle: (cycle.rounds > 0).then_some(cycle),
        }
    }
}
