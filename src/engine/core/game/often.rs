//! How often games came out so, where some were given up: at least so many, and at most.

use crate::core::stats::wilson;

/// How often games came out so: as counted, or, of equal seats, as follows from the games that nobody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Often {
    /// All games.
    pub games: u64,
    /// Those that were counted, of which some may have been given up.
    pub counted: u64,
    /// Without any that were given up.
    pub least: u64,
    /// With all that were given up.
    pub most: u64,
    /// Of so many seats that win equally often this is one; then games that none of them won were counted.
    pub one_of: Option<u64>,
}

impl Often {
    /// Of so many games those that were counted so, where these were given up, by outcome.
    pub fn counted(games: u64, counted: u64, given_up: &[u64], outcome: usize) -> Self {
        let least = counted - given_up[outcome];
        let most = least + given_up.iter().sum::<u64>();
        Self { games, counted, least, most, one_of: None }
    }

    /// The estimate; `None` without a game.
    pub fn value(self) -> Option<f64> {
        (self.games > 0).then(|| self.of_share(self.counted as f64 / self.games as f64))
    }

    /// Its interval: Wilson's, or of exact counts the shares themselves; with games given up from the lower end
    /// without them to the upper end with all. `None` without a game, and of exact counts that nothing leaves open.
    pub fn interval(self, z: f64, exact: bool) -> Option<(f64, f64)> {
        let Self { games, least, most, .. } = self;
        let ends = match exact {
            _ if games == 0 => None,
            false => Some((wilson(least, games, z).0, wilson(most, games, z).1)),
            true => {
                (least < most).then(|| (least as f64 / games as f64, most as f64 / games as f64))
            }
        };
        ends.map(|ends| self.of_interval(ends))
    }

    /// The interval that follows from one of the share that was counted.
    pub fn of_interval(self, (low, high): (f64, f64)) -> (f64, f64) {
        match self.one_of {
            None => (low, high),
            Some(_) => (self.of_share(high), self.of_share(low)),
        }
    }

    /// What follows from the share that was counted.
    pub fn of_share(self, share: f64) -> f64 {
        self.one_of.map_or(share, |seats| (1.0 - share) / seats as f64)
    }

    /// How far games that were given up may move it down and up.
    pub fn moved_by_given_up(self) -> (f64, f64) {
        let share = |games: u64| games as f64 / (self.games.max(1) as f64);
        let (down, up) = (share(self.counted - self.least), share(self.most - self.counted));
        self.one_of.map_or((down, up), |seats| (up / seats as f64, down / seats as f64))
    }
}
