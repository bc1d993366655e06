//! Counts of a pair's games, and the ranking of the dice that follows from them.

#[cfg(test)]
use super::result::{GameResult, Outcome, Seat};
use crate::core::stats::share::ShareOf;

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
    pub rolls_sum: u128,
    /// Sum of the squares of the rolls of all games.
    pub rolls_sum_squares: u128,
    /// Sum of the captures of all games.
    pub captures_sum: u128,
    /// Games that the player who began won.
    pub beginner_wins: u64,
}

impl PairTally {
    #[cfg(test)]
    /// Counts a game.
    pub fn add(&mut self, beginner: Seat, game: &GameResult) {
        match game.outcome {
            Outcome::Win(Seat::A) => self.wins_1 += 1,
            Outcome::Win(Seat::B) => self.wins_2 += 1,
            Outcome::Stuck => self.ties_stuck += 1,
            Outcome::Limit => self.ties_limit += 1,
        }
        self.rolls_sum += u128::from(game.rolls);
        self.rolls_sum_squares += u128::from(game.rolls).pow(2);
        self.captures_sum += u128::from(game.captures);
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
            beginner_wins,
        } = other;
        self.wins_1 += wins_1;
        self.wins_2 += wins_2;
        self.ties_stuck += ties_stuck;
        self.ties_limit += ties_limit;
        self.rolls_sum += rolls_sum;
        self.rolls_sum_squares += rolls_sum_squares;
        self.captures_sum += captures_sum;
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
        let sum = self.rolls_sum;
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
        self.mean(self.wins_1.into())
    }

    /// Share of the games that the second die won, or nothing without games.
    pub fn win_share_2(&self) -> Option<f64> {
        self.mean(self.wins_2.into())
    }

    /// The first die's share where a tie is half a win, or nothing without games.
    pub fn score_1(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (2 * self.wins_1 + self.ties()) as f64 / (2 * games) as f64)
    }

    /// Share of the games that the player who began won, or nothing without games.
    pub fn beginner_share(&self) -> Option<f64> {
        self.mean(self.beginner_wins.into())
    }

    /// The same games seen from the second die.
    pub fn turned(&self) -> Self {
        Self { wins_1: self.wins_2, wins_2: self.wins_1, ..self.clone() }
    }

    fn mean(&self, sum: u128) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| sum as f64 / games as f64)
    }
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

impl Standing {
    /// The share that a ranking goes by, or nothing without games.
    pub fn share(&self, of: ShareOf) -> Option<f64> {
        match of {
            ShareOf::Wins => self.win_share,
            ShareOf::Score => self.score,
        }
    }
}

/// The dice, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// What the order goes by.
    pub rank_by: ShareOf,
    /// The dice, best first; equal dice in the order of the file.
    pub standings: Vec<Standing>,
}

impl Ranking {
    /// Ranks dice `1..=dice` by the tallies of their pairs.
    ///
    /// Shapes: each pair is two positions counted from 1 and its tally, every pair once; a die
    /// against itself is left out.
    /// Panics for a position beyond `dice`.
    pub fn new(dice: u32, pairs: &[([u32; 2], PairTally)], rank_by: ShareOf) -> Self {
        let mut seen = vec![Seen::default(); dice as usize];
        for ([one, two], tally) in pairs.iter().filter(|([one, two], _)| one != two) {
            seen[*one as usize - 1].add(tally);
            seen[*two as usize - 1].add(&tally.turned());
        }
        let mut standings: Vec<Standing> =
            (1..).zip(&seen).map(|(die, seen)| seen.standing(die)).collect();
        // Where two of the dice play alone, the others have no place.
        let takes_part = |die: u32| pairs.iter().any(|([one, two], _)| [*one, *two].contains(&die));
        if let [_] = pairs {
            standings.retain(|standing| takes_part(standing.die));
        }
        let key = |standing: &Standing| standing.share(rank_by).unwrap_or(0.0);
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

/// What a die did against the others.
#[derive(Clone, Debug, Default)]
struct Seen {
    sum: PairTally,
    /// Games against the first opponent.
    games: u64,
    /// Opponents met in a different number of games.
    unlike: usize,
    opponents: usize,
    win_shares: f64,
    scores: f64,
}

impl Seen {
    fn add(&mut self, tally: &PairTally) {
        let (Some(win_share), Some(score)) = (tally.win_share_1(), tally.score_1()) else { return };
        if self.opponents == 0 {
            self.games = tally.games();
        }
        self.unlike += usize::from(tally.games() != self.games);
        self.opponents += 1;
        self.win_shares += win_share;
        self.scores += score;
        self.sum.merge(tally);
    }

    fn standing(&self, die: u32) -> Standing {
        let sum = &self.sum;
        // Where every opponent was played equally often, the mean of the ratios is the ratio of
        // the sums, which has no rounding errors that could tell equal dice apart.
        let mean = |shares: f64, of_sum: Option<f64>| match self.unlike {
            0 => of_sum,
            _ => Some(shares / self.opponents as f64),
        };
        Standing {
            rank: 0,
            die,
            games: sum.games(),
            wins: sum.wins_1,
            losses: sum.wins_2,
            ties: sum.ties(),
            win_share: mean(self.win_shares, sum.win_share_1()),
            score: mean(self.scores, sum.score_1()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(games: &[(Outcome, u32)]) -> PairTally {
        let mut tally = PairTally::default();
        for (k, &(outcome, rolls)) in games.iter().enumerate() {
            let beginner = if k.is_multiple_of(2) { Seat::A } else { Seat::B };
            tally.add(beginner, &GameResult { outcome, rolls, captures: k as u32 });
        }
        tally
    }

    const ONE: Outcome = Outcome::Win(Seat::A);
    const TWO: Outcome = Outcome::Win(Seat::B);

    #[test]
    fn counts_give_the_shares_means_and_deviations() {
        let tally =
            tally(&[(ONE, 2), (TWO, 4), (ONE, 4), (Outcome::Stuck, 4), (Outcome::Limit, 6)]);
        assert_eq!((tally.games(), tally.ties()), (5, 2));
        assert_eq!((tally.win_share_1(), tally.win_share_2()), (Some(0.4), Some(0.2)));
        assert_eq!((tally.score_1(), tally.beginner_wins), (Some(0.6), 3));
        assert_eq!((tally.rolls_mean(), tally.rolls_std_dev()), (Some(4.0), Some(2.0_f64.sqrt())));
        assert_eq!(tally.captures_mean(), Some(2.0));
        let turned = tally.turned();
        assert_eq!((turned.wins_1, turned.score_1()), (1, Some(0.4)));
        assert_eq!(turned.turned(), tally);
        let none = PairTally::default();
        assert_eq!((none.rolls_mean(), none.rolls_std_dev(), none.score_1()), (None, None, None));
    }

    #[test]
    fn merging_equals_counting_together() {
        let games = [(ONE, 9), (TWO, 4), (ONE, 7), (Outcome::Stuck, 1), (Outcome::Limit, 4096)];
        let mut merged = tally(&games[..2]);
        merged.merge(&tally(&games[2..]));
        let PairTally { captures_sum, .. } = merged;
        let whole = tally(&games);
        assert_eq!(PairTally { captures_sum: whole.captures_sum, ..merged.clone() }, whole);
        assert_eq!(captures_sum, 1 + (1 + 2));
    }

    #[test]
    fn squares_of_the_longest_games_do_not_overflow() {
        let mut tally = tally(&[(ONE, u32::MAX); 2]);
        for _ in 0..10 {
            tally.merge(&tally.clone());
        }
        assert_eq!((tally.games(), tally.rolls_std_dev()), (2048, Some(0.0)));
    }

    #[test]
    fn shares_are_means_over_the_opponents_and_self_play_is_left_out() {
        let pairs = [
            ([1, 1], tally(&[(ONE, 1); 50])),
            ([1, 2], tally(&[(ONE, 1), (TWO, 1)])),
            ([1, 3], tally(&[(ONE, 1), (ONE, 1), (ONE, 1), (Outcome::Stuck, 1)])),
            ([2, 3], tally(&[(Outcome::Stuck, 1)])),
        ];
        let ranking = Ranking::new(3, &pairs, ShareOf::Wins);
        let [one, two, three] = &ranking.standings[..] else { panic!("three dice") };
        assert_eq!((one.die, one.rank, one.win_share), (1, 1, Some(0.625)));
        assert_eq!((one.games, one.wins, one.losses, one.ties), (6, 4, 1, 1));
        assert_eq!((one.score, two.score), (Some((0.5 + 0.875) / 2.0), Some(0.5)));
        assert_eq!((two.die, two.rank, two.win_share), (2, 2, Some(0.25)));
        assert_eq!((three.die, three.wins, three.losses, three.ties), (3, 0, 3, 2));
        assert_eq!(ranking.best(), [1]);
    }

    #[test]
    fn win_share_and_score_can_name_different_best_dice() {
        let pairs = [
            ([1, 2], tally(&[(Outcome::Stuck, 1); 4])),
            ([1, 3], tally(&[(Outcome::Stuck, 1); 4])),
            ([2, 3], tally(&[(ONE, 1), (TWO, 1), (TWO, 1), (TWO, 1)])),
        ];
        assert_eq!(Ranking::new(3, &pairs, ShareOf::Wins).best(), [3]);
        assert_eq!(Ranking::new(3, &pairs, ShareOf::Score).best(), [3]);
        let pairs = [pairs[0].clone(), pairs[1].clone(), ([2, 3], tally(&[(ONE, 1), (TWO, 1)]))];
        let by_share = Ranking::new(3, &pairs, ShareOf::Wins);
        assert_eq!(by_share.best(), [2, 3]);
        assert_eq!(by_share.standings[2].rank, 3);
        assert_eq!(Ranking::new(3, &pairs, ShareOf::Score).best(), [1, 2, 3]);
    }
}
