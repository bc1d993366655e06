//! What a batch of games of one rule set adds up to.

use super::result::{EndReason, GameResult, Outcome, Sink};
use crate::core::stats::histogram::LengthHistogram;

/// A length and the first game that had it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// Battles.
    pub battles: u64,
    /// The lowest index of a game of this length.
    pub game: u64,
}

/// Exact sums of one group of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Sum of rounds.
    pub rounds: u128,
    /// Sum of squared rounds.
    pub rounds_squared: u128,
    /// Sum of wars.
    pub wars: u128,
}

impl Sums {
    fn add(&mut self, result: &GameResult) {
        self.rounds += u128::from(result.rounds);
        self.rounds_squared += u128::from(result.rounds) * u128::from(result.rounds);
        self.wars += u128::from(result.wars);
    }

    fn merge(&mut self, other: Self) {
        let Self { rounds, rounds_squared, wars } = other;
        self.rounds += rounds;
        self.rounds_squared += rounds_squared;
        self.wars += wars;
    }
}

/// Counts of every game of a batch, exact and mergeable in any order.
#[derive(Clone, Debug, Default)]
pub struct WarTally {
    /// Battles of the games by outcome and end reason; absent where no game ended so.
    lengths: [[Option<Box<LengthHistogram>>; EndReason::ALL.len()]; Outcome::ALL.len()],
    /// Games that somebody won.
    decided: Sums,
    /// Games that nobody won.
    drawn: Sums,
    deepest_war: u64,
    shortest: Option<Extreme>,
    longest: Option<Extreme>,
    decided_longest: Option<Extreme>,
    /// `chains[d - 1]`: rounds whose chain of ties was exactly `d` long.
    chains: Vec<u64>,
}

impl Sink for WarTally {
    #[inline]
    fn game(&mut self, index: u64, result: &GameResult) {
        self.lengths[result.outcome.index()][result.end_reason.index()]
            .get_or_insert_default()
            .record(result.battles);
        let decided = result.outcome != Outcome::Draw;
        let extreme = Extreme { battles: result.battles, game: index };
        if decided {
            self.decided.add(result);
            keep(&mut self.decided_longest, extreme, u64::gt);
        } else {
            self.drawn.add(result);
        }
        self.deepest_war = self.deepest_war.max(result.deepest_war);
        keep(&mut self.shortest, extreme, u64::lt);
        keep(&mut self.longest, extreme, u64::gt);
    }

    fn chains(&mut self, depth: usize, rounds: u64) {
        if self.chains.len() < depth {
            self.chains.resize(depth, 0);
        }
        self.chains[depth - 1] += rounds;
    }
}

/// Keeps the extreme of two; of equal lengths the lower index, so that order cannot matter.
#[inline]
fn keep(kept: &mut Option<Extreme>, new: Extreme, beats: fn(&u64, &u64) -> bool) {
    let replace = match kept {
        None => true,
        Some(old) => {
            beats(&new.battles, &old.battles) || new.battles == old.battles && new.game < old.game
        }
    };
    if replace {
        *kept = Some(new);
    }
}

impl WarTally {
    /// Adds the counts of another tally of the same rule set.
    pub fn merge(&mut self, other: &Self) {
        let Self {
            lengths,
            decided,
            drawn,
            deepest_war,
            shortest,
            longest,
            decided_longest,
            chains,
        } = other;
        for (mine, theirs) in self.lengths.iter_mut().flatten().zip(lengths.iter().flatten()) {
            if let Some(theirs) = theirs {
                mine.get_or_insert_default().merge(theirs);
            }
        }
        self.decided.merge(*decided);
        self.drawn.merge(*drawn);
        self.deepest_war = self.deepest_war.max(*deepest_war);
        if let Some(extreme) = *shortest {
            keep(&mut self.shortest, extreme, u64::lt);
        }
        if let Some(extreme) = *longest {
            keep(&mut self.longest, extreme, u64::gt);
        }
        if let Some(extreme) = *decided_longest {
            keep(&mut self.decided_longest, extreme, u64::gt);
        }
        for (d, &rounds) in chains.iter().enumerate() {
            self.chains(d + 1, rounds);
        }
    }

    /// Battles of the games that ended so; `None` if there are none.
    pub fn lengths(&self, outcome: Outcome, end_reason: EndReason) -> Option<&LengthHistogram> {
        self.lengths[outcome.index()][end_reason.index()].as_deref()
    }

    /// Battles of all games with one of these outcomes.
    pub fn lengths_of(&self, outcomes: &[Outcome]) -> LengthHistogram {
        let mut all = LengthHistogram::default();
        for outcome in outcomes {
            for lengths in self.lengths[outcome.index()].iter().flatten() {
                all.merge(lengths);
            }
        }
        all
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.lengths.iter().flatten().flatten().map(|lengths| lengths.games()).sum()
    }

    /// Games with this outcome.
    pub fn games_won(&self, outcome: Outcome) -> u64 {
        self.lengths[outcome.index()].iter().flatten().map(|lengths| lengths.games()).sum()
    }

    /// Games that ended for this reason.
    pub fn games_ended(&self, end_reason: EndReason) -> u64 {
        let of_reason = self.lengths.iter().filter_map(|row| row[end_reason.index()].as_ref());
        of_reason.map(|lengths| lengths.games()).sum()
    }

    /// Sums over the games that somebody won.
    pub fn decided_sums(&self) -> Sums {
        self.decided
    }

    /// Sums over all games.
    pub fn sums(&self) -> Sums {
        let mut sums = self.decided;
        sums.merge(self.drawn);
        sums
    }

    /// The most ties in a row within a round of any game.
    pub fn deepest_war(&self) -> u64 {
        self.deepest_war
    }

    /// The first of the shortest games.
    pub fn shortest(&self) -> Option<Extreme> {
        self.shortest
    }

    /// The first of the longest games.
    pub fn longest(&self) -> Option<Extreme> {
        self.longest
    }

    /// The first of the longest games that somebody won.
    pub fn decided_longest(&self) -> Option<Extreme> {
        self.decided_longest
    }

    /// `chains_by_depth()[d - 1]`: rounds whose chain of ties was exactly `d` long.
    pub fn chains_by_depth(&self) -> &[u64] {
        &self.chains
    }

    /// Checks that the counts agree with one another, for `games` games.
    ///
    /// Errors: a sentence on what does not add up; it means a bug in an engine or a tally.
    pub fn check(&self, games: u64) -> Result<(), String> {
        let by_outcome: u64 = Outcome::ALL.iter().map(|&o| self.games_won(o)).sum();
        let by_reason: u64 = EndReason::ALL.iter().map(|&r| self.games_ended(r)).sum();
        if by_outcome != games || by_reason != games {
            return Err(format!(
                "{games} games were played, but {by_outcome} have an outcome and {by_reason} an end"
            ));
        }
        let ties: u128 = (1..).zip(&self.chains).map(|(d, &n)| d * u128::from(n)).sum();
        if ties != self.sums().wars {
            return Err(format!(
                "the games hold {} wars, but the chains of ties {ties}",
                self.sums().wars
            ));
        }
        let deepest = self.chains.iter().rposition(|&n| n > 0).map_or(0, |d| d as u64 + 1);
        if deepest != self.deepest_war {
            return Err(format!(
                "the deepest war is {}, but the longest chain of ties {deepest}",
                self.deepest_war
            ));
        }
        Ok(())
    }
}
