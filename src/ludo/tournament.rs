//! Counts of a pair's games, and the ranking of the dice that follows from them.

use super::game::{GameResult, Outcome, Seat};

/// Counts of the games of one pair of dice.
///
/// Counts only, so that merging is exact and order cannot matter; rates are derived once, at the
/// end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairTally {
    /// Games that the first die won.
    pub wins_1: u64,
    /// Games that the second die won.
    pub wins_2: u64,
    /// Ties because nobody could ever move again.
    pub ties_stuck: u64,
    /// Ties by the roll limit.
    pub ties_limit: u64,
    /// Sum of the rolls of all games.
    pub rolls_sum: u64,
    /// Sum of the squares of the rolls of all games.
    pub rolls_sum_squares: u128,
    /// Sum of the captures of all games.
    pub captures_sum: u64,
    /// Games that the first die began.
    pub begun_1: u64,
    /// Games that the player who began won.
    pub beginner_wins: u64,
}

impl PairTally {
    /// Counts a game.
    pub fn add(&mut self, beginner: Seat, game: &GameResult) {
        match game.outcome {
            Outcome::Win(Seat::First) => self.wins_1 += 1,
            Outcome::Win(Seat::Second) => self.wins_2 += 1,
            Outcome::Stuck => self.ties_stuck += 1,
            Outcome::Limit => self.ties_limit += 1,
        }
        self.rolls_sum += u64::from(game.rolls);
        self.rolls_sum_squares += u128::from(game.rolls).pow(2);
        self.captures_sum += u64::from(game.captures);
        self.begun_1 += u64::from(beginner == Seat::First);
        self.beginner_wins += u64::from(game.outcome == Outcome::Win(beginner));
    }

    /// Adds the games of another tally of the same pair.
    pub fn merge(&mut self, other: &Self) {
        let Self {
            wins_1,
            wins_2,
            ties_stuck,
            ties_limit,
            rolls_sum,
            rolls_sum_squares,
            captures_sum,
            begun_1,
            beginner_wins,
        } = other;
        self.wins_1 += wins_1;
        self.wins_2 += wins_2;
        self.ties_stuck += ties_stuck;
        self.ties_limit += ties_limit;
        self.rolls_sum += rolls_sum;
        self.rolls_sum_squares += rolls_sum_squares;
        self.captures_sum += captures_sum;
        self.begun_1 += begun_1;
        self.beginner_wins += beginner_wins;
    }

    /// Ties of both kinds.
    pub fn ties(&self) -> u64 {
        self.ties_stuck + self.ties_limit
    }

    /// All games: every one ended in a win or a tie.
    pub fn games(&self) -> u64 {
        self.wins_1 + self.wins_2 + self.ties()
    }

    /// Mean rolls of a game, or nothing without games.
    pub fn rolls_mean(&self) -> Option<f64> {
        self.mean(self.rolls_sum)
    }

    /// Standard deviation of the rolls of a game (divisor n - 1), or nothing below two games.
    pub fn rolls_std_dev(&self) -> Option<f64> {
        let n = u128::from(self.games());
        let sum = u128::from(self.rolls_sum);
        // n * sum of squares - sum^2 is exact and never negative.
        let spread = n * self.rolls_sum_squares - sum * sum;
        (n > 1).then(|| (spread as f64 / n as f64 / (n - 1) as f64).sqrt())
    }

    /// Mean captures of a game, both players together, or nothing without games.
    pub fn captures_mean(&self) -> Option<f64> {
        self.mean(self.captures_sum)
    }

    /// Share of the games that the first die won, or nothing without games.
    pub fn win_share_1(&self) -> Option<f64> {
        self.mean(self.wins_1)
    }

    /// Share of the games that the second die won, or nothing without games.
    pub fn win_share_2(&self) -> Option<f64> {
        self.mean(self.wins_2)
    }

    /// The first die's share where a tie is half a win, or nothing without games.
    pub fn score_1(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (2 * self.wins_1 + self.ties()) as f64 / (2 * games) as f64)
    }

    /// The same games seen from the second die.
    pub fn turned(&self) -> Self {
        Self {
            wins_1: self.wins_2,
            wins_2: self.wins_1,
            begun_1: self.games() - self.begun_1,
            ..self.clone()
        }
    }

    fn mean(&self, sum: u64) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| sum as f64 / games as f64)
    }
}

/// What a ranking goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankBy {
    /// Mean over the opponents of wins / games.
    WinShare,
    /// The same with a tie as half a win.
    Score,
}

/// A die's place in the ranking.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its place, counted from 1; equal dice share the better place.
    pub rank: u32,
    /// Its position in the file, counted from 1.
    pub die: u32,
    /// Games against others.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games that nobody won.
    pub ties: u64,
    /// Mean over its opponents of wins / games, or nothing without games.
    pub win_share: Option<f64>,
    /// Mean over its opponents of (wins + ties / 2) / games, or nothing without games.
    pub score: Option<f64>,
}

/// The dice, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// What the order goes by.
    pub rank_by: RankBy,
    /// The dice, best first; equal dice in the order of the file.
    pub standings: Vec<Standing>,
}

impl Ranking {
    /// Ranks dice `1..=dice` by the tallies of their pairs.
    ///
    /// Shapes: each pair is two positions counted from 1 and its tally, every pair once; a die
    /// against itself is left out.
    pub fn new(dice: u32, pairs: &[([u32; 2], PairTally)], rank_by: RankBy) -> Self {
        let mut standings: Vec<Standing> = (1..=dice).map(|die| standing(die, pairs)).collect();
        let key = |standing: &Standing| match rank_by {
            RankBy::WinShare => standing.win_share.unwrap_or(0.0),
            RankBy::Score => standing.score.unwrap_or(0.0),
        };
        standings.sort_by(|a, b| key(b).total_cmp(&key(a)).then(a.die.cmp(&b.die)));
        for k in 0..standings.len() {
            let equal = k > 0 && key(&standings[k]) == key(&standings[k - 1]);
            standings[k].rank = if equal { standings[k - 1].rank } else { k as u32 + 1 };
        }
        Self { rank_by, standings }
    }

    /// The dice of the first place.
    pub fn best(&self) -> Vec<u32> {
        self.standings.iter().filter(|s| s.rank == 1).map(|s| s.die).collect()
    }
}

fn standing(die: u32, pairs: &[([u32; 2], PairTally)]) -> Standing {
    let mut sum = PairTally::default();
    let mut shares = Vec::new();
    let mut scores = Vec::new();
    for ([die_1, die_2], tally) in pairs {
        let seen = match (*die_1 == die, *die_2 == die) {
            (true, false) => tally.clone(),
            (false, true) => tally.turned(),
            _ => continue,
        };
        shares.extend(seen.win_share_1());
        scores.extend(seen.score_1());
        sum.merge(&seen);
    }
    let mean = |shares: &[f64]| {
        (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
    };
    Standing {
        rank: 0,
        die,
        games: sum.games(),
        wins: sum.wins_1,
        losses: sum.wins_2,
        ties: sum.ties(),
        win_share: mean(&shares),
        score: mean(&scores),
    }
}
