//! Shares over several opponents: a player's ranking value, and whether two players can be told apart.

use super::interval::wilson;
use super::normal::two_sided_p;
use super::paired_ratio::PairedRatio;
use crate::core::words::choice;

/// One player's games against one opponent.
///
/// Shapes: `wins + ties <= games`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Games the player won.
    pub wins: u64,
    /// Games nobody won.
    pub ties: u64,
    /// Games played.
    pub games: u64,
}

choice! {
    /// What a share counts.
    ShareOf {
        /// Wins over games.
        #[default] Wins = "win-share",
        /// Wins and half the ties, over games.
        Score = "score",
    }
}

/// A mean over opponents, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The mean of the shares against each opponent, every opponent weighing the same.
    pub value: f64,
    /// Lower end of its interval.
    pub ci_low: f64,
    /// Upper end.
    pub ci_high: f64,
}

/// A player's mean share over the opponents.
///
/// The interval adds up, in squares, how far the interval of each opponent's share reaches (Wilson's for wins), so one
/// opponent gives Wilson's interval and a player who never won is not called certain.
/// Shapes: one record for each opponent; `None` without an opponent or where one of them has no game.
/// Units: shares in `[0, 1]`; `z` in standard errors.
/// Errors: none; more wins and ties than games is a caller's bug and panics.
/// Source: G. Y. Zou, W. Huang and X. Zhang, Comput. Stat. Data Anal. 53 (2009) 1080-1085, linear functions of
/// independent proportions (MOVER, after R. G. Newcombe 1998).
pub fn mean_share(records: &[Record], share_of: ShareOf, z: f64) -> Option<Share> {
    let mut sum = Reach::default();
    for record in records {
        let (low, value, high) = record.limits(share_of, z)?;
        sum.add(low, value, high);
    }
    let (low, value, high) = sum.over(records.len())?;
    Some(Share { value, ci_low: low.max(0.0), ci_high: high.min(1.0) })
}

/// Two players compared: the first one's mean share less the second one's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareDifference {
    /// First less second.
    pub difference: f64,
    /// Its standard error.
    pub std_err: f64,
    /// Lower end of the interval of the difference.
    pub ci_low: f64,
    /// Upper end.
    pub ci_high: f64,
    /// Two-sided p-value of no difference.
    pub p_value: f64,
    /// Variance of the difference, were every pair to play one game.
    pub variance_per_game: f64,
}

impl ShareDifference {
    /// Whether the games distinguish the two: the interval excludes 0.
    pub fn told_apart(&self) -> bool {
        self.ci_low > 0.0 || self.ci_high < 0.0
    }
}

/// Compares two players of one tournament.
///
/// Both shares hold the games that the two played against each other: what one won there the other lost. These games
/// therefore enter once, as a difference (won less lost), and only the rest as independent.
/// Shapes: `direct` is the first player's record against the second;
/// `others` has, for every other opponent, the first and the second player's record. `None` where a record has no game.
/// The interval is built as in [`mean_share`], with Tango's for the direct games. The standard error, for the p-value,
/// adds a game won and a game lost to every record, half of each to the direct ones, so that
/// 0 of n is not called certain.
/// Units: shares; `z` in standard errors.
/// Source: interval: Zou et al. (2009) as above; added games: A. Agresti and B. Caffo, Amer. Stat. 54 (2000) 280-288,
/// A. Agresti and Y. Min, Stat. Med. 24 (2005) 729-740.
pub fn compare_shares(
    direct: Record,
    others: &[(Record, Record)],
    share_of: ShareOf,
    z: f64,
) -> Option<ShareDifference> {
    let opponents = others.len() + 1;
    let direct_losses = direct.losses();
    let paired =
        PairedRatio { both: direct.ties, only_1: direct_losses, only_2: direct.wins, neither: 0 };
    let mut sum = Reach::default();
    if direct.games == 0 {
        return None;
    }
    let (low, high) = paired.score_interval(z);
    sum.add(low, (direct.wins as f64 - direct_losses as f64) / direct.games as f64, high);
    let (mut variance, mut variance_per_game) = direct.variance_of_net();
    for (first, second) in others {
        let (low_1, value_1, high_1) = first.limits(share_of, z)?;
        let (low_2, value_2, high_2) = second.limits(share_of, z)?;
        sum.add(low_1, value_1, high_1);
        sum.add(-high_2, -value_2, -low_2);
        for record in [first, second] {
            let (of_share, of_game) = record.variance_of_share(share_of);
            variance += of_share;
            variance_per_game += of_game;
        }
    }
    let (ci_low, difference, ci_high) = sum.over(opponents)?;
    let std_err = variance.sqrt() / opponents as f64;
    Some(ShareDifference {
        difference,
        std_err,
        ci_low,
        ci_high,
        p_value: two_sided_p(difference / std_err),
        variance_per_game: variance_per_game / (opponents * opponents) as f64,
    })
}

impl Record {
    /// Games the player lost.
    ///
    /// Errors: none; more wins and ties than games is a caller's bug and panics.
    pub fn losses(&self) -> u64 {
        let decided =
            self.games.checked_sub(self.ties).and_then(|rest| rest.checked_sub(self.wins));
        decided.unwrap_or_else(|| panic!("{self:?} has more wins and ties than games"))
    }

    /// Interval and value of the share: low, value, high; `None` without a game.
    fn limits(&self, share_of: ShareOf, z: f64) -> Option<(f64, f64, f64)> {
        let (losses, n) = (self.losses(), self.games as f64);
        if self.games == 0 {
            return None;
        }
        Some(match share_of {
            ShareOf::Wins => {
                let (low, high) = wilson(self.wins, self.games, z);
                (low, self.wins as f64 / n, high)
            }
            ShareOf::Score => {
                // score = 1/2 + (wins - losses) / 2n: Tango's interval, which is for net gains, moved and halved.
                let net =
                    PairedRatio { both: self.ties, only_1: losses, only_2: self.wins, neither: 0 };
                let (low, high) = net.score_interval(z);
                (0.5 + low / 2.0, (self.wins as f64 + 0.5 * self.ties as f64) / n, 0.5 + high / 2.0)
            }
        })
    }

    /// Variance of the share and of one game's, a win and a loss added.
    fn variance_of_share(&self, share_of: ShareOf) -> (f64, f64) {
        let n = self.games as f64 + 2.0;
        let (win, tie) = ((self.wins as f64 + 1.0) / n, self.ties as f64 / n);
        let of_game = match share_of {
            ShareOf::Wins => win * (1.0 - win),
            ShareOf::Score => win + tie / 4.0 - squared(win + tie / 2.0),
        };
        (of_game / n, of_game)
    }

    /// Variance of wins less losses over games, and of one game's, half a win and half a loss added.
    fn variance_of_net(&self) -> (f64, f64) {
        let n = self.games as f64 + 1.0;
        let (win, loss) = ((self.wins as f64 + 0.5) / n, (self.losses() as f64 + 0.5) / n);
        let of_game = win + loss - squared(win - loss);
        (of_game / n, of_game)
    }
}

fn squared(x: f64) -> f64 {
    x * x
}

/// Adds independent estimates, and in squares how far their intervals reach.
#[derive(Default)]
struct Reach {
    value: f64,
    down: f64,
    up: f64,
}

impl Reach {
    fn add(&mut self, low: f64, value: f64, high: f64) {
        self.value += value;
        self.down += squared(value - low);
        self.up += squared(high - value);
    }

    /// Low, value and high of the mean of `terms` estimates; `None` of none.
    fn over(&self, terms: usize) -> Option<(f64, f64, f64)> {
        let terms = terms as f64;
        let (low, high) = (self.value - self.down.sqrt(), self.value + self.up.sqrt());
        (terms > 0.0).then(|| (low / terms, self.value / terms, high / terms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::z_for_confidence;

    const Z: f64 = 1.959963984540054;

    fn record(wins: u64, ties: u64, games: u64) -> Record {
        Record { wins, ties, games }
    }

    #[test]
    fn one_opponent_gives_wilson() {
        let share =
            mean_share(&[record(649, 0, 1000)], ShareOf::Wins, z_for_confidence(0.95)).unwrap();
        let (low, high) = wilson(649, 1000, Z);
        assert!((share.ci_low - low).abs() < 1e-15 && (share.ci_high - high).abs() < 1e-15);
        assert_eq!(share.value, 0.649);
    }

    #[test]
    fn many_games_give_the_plain_interval() {
        let records = [
            record(640_000, 0, 1_000_000),
            record(210_000, 90_000, 1_000_000),
            record(500_000, 0, 1_000_000),
        ];
        let share = mean_share(&records, ShareOf::Wins, Z).unwrap();
        let variance: f64 = (0.64 * 0.36 + 0.21 * 0.79 + 0.25) / 1e6 / 9.0;
        assert!((share.value - 0.45).abs() < 1e-15);
        assert!((share.ci_high - share.value - Z * variance.sqrt()).abs() < 1e-7);
        let score = mean_share(&records, ShareOf::Score, Z).unwrap();
        let variance = (0.64 * 0.36 + (0.21 + 0.0225 - 0.255 * 0.255) + 0.25) / 1e6 / 9.0;
        assert!((score.value - 0.465).abs() < 1e-15);
        assert!((score.ci_high - score.value - Z * f64::sqrt(variance)).abs() < 1e-7);
        assert!((score.value - score.ci_low - Z * f64::sqrt(variance)).abs() < 1e-7);
    }

    #[test]
    fn never_and_always_winning_are_not_certain() {
        let never = mean_share(&[record(0, 0, 50), record(0, 0, 50)], ShareOf::Wins, Z).unwrap();
        assert!(never.ci_low == 0.0 && never.value == 0.0 && never.ci_high > 0.03);
        let always =
            mean_share(&[record(50, 0, 50), record(50, 0, 50)], ShareOf::Score, Z).unwrap();
        assert!(always.ci_high == 1.0 && always.value == 1.0 && always.ci_low < 0.97);
        let apart = compare_shares(record(0, 50, 50), &[], ShareOf::Wins, Z).unwrap();
        assert!(!apart.told_apart() && apart.p_value == 1.0);
    }

    #[test]
    fn two_players_alone_differ_by_twice_the_lead() {
        // With nobody else, first less second is 2 p - 1: its standard error is twice that of p.
        let found = compare_shares(record(5_600, 0, 10_000), &[], ShareOf::Wins, Z).unwrap();
        let std_err = 2.0 * (0.56_f64 * 0.44 / 10_000.0).sqrt();
        assert!((found.difference - 0.12).abs() < 1e-15);
        assert!((found.std_err / std_err - 1.0).abs() < 1e-3);
        assert!(found.told_apart() && found.p_value < 1e-30);
    }

    #[test]
    fn shared_games_count_with_their_covariance() {
        // Variance of (net + a - b) / 2 by hand, ties included; ignoring the covariance would give less.
        let (n, direct) = (1_000_000, record(400_000, 100_000, 1_000_000));
        let others = [(record(300_000, 200_000, n), record(350_000, 0, n))];
        let wins = compare_shares(direct, &others, ShareOf::Wins, Z).unwrap();
        let variance = (0.9 - 0.01 + 0.3 * 0.7 + 0.35 * 0.65) / 4.0;
        assert!((wins.difference + 0.075).abs() < 1e-15);
        assert!((wins.variance_per_game / variance - 1.0).abs() < 1e-5);
        assert!((wins.std_err / (variance / 1e6).sqrt() - 1.0).abs() < 1e-5);
        assert!((wins.ci_high - wins.difference - Z * wins.std_err).abs() < 1e-6);
        let score = compare_shares(direct, &others, ShareOf::Score, Z).unwrap();
        let variance = (0.9 - 0.01 + (0.3 + 0.05 - 0.16) + 0.35 * 0.65) / 4.0;
        assert!((score.difference + 0.025).abs() < 1e-15);
        assert!((score.variance_per_game / variance - 1.0).abs() < 1e-5);
    }

    #[test]
    fn exchanging_the_players_turns_the_sign() {
        let (direct, back) = (record(40, 7, 100), record(53, 7, 100));
        let (a, b) = (record(90, 0, 100), record(61, 20, 100));
        for share_of in [ShareOf::Wins, ShareOf::Score] {
            let there = compare_shares(direct, &[(a, b)], share_of, Z).unwrap();
            let back = compare_shares(back, &[(b, a)], share_of, Z).unwrap();
            assert!((there.difference + back.difference).abs() < 1e-15);
            assert!(
                (there.ci_low + back.ci_high).abs() < 1e-15
                    && (there.p_value - back.p_value).abs() < 1e-15
            );
        }
    }

    #[test]
    fn opponents_without_games_give_no_share() {
        assert_eq!(mean_share(&[], ShareOf::Wins, Z), None);
        assert_eq!(mean_share(&[record(0, 0, 0)], ShareOf::Wins, Z), None);
        assert_eq!(compare_shares(record(0, 0, 0), &[], ShareOf::Score, Z), None);
    }

    #[test]
    fn an_interval_that_ends_at_zero_tells_nothing_apart() {
        let of = |ci_low, ci_high, difference| ShareDifference {
            difference,
            std_err: 0.1,
            ci_low,
            ci_high,
            p_value: 0.05,
            variance_per_game: 1.0,
        };
        assert!(!of(0.0, 0.2, 0.1).told_apart() && !of(-0.2, 0.0, -0.1).told_apart());
        assert!(of(1e-9, 0.2, 0.1).told_apart() && of(-0.2, -1e-9, -0.1).told_apart());
    }

    #[test]
    fn a_win_and_a_loss_are_added_to_every_record() {
        // 5 of 12 won; with 2 ties, 6 of 12 points.
        let record = record(4, 2, 10);
        let near = |(found, of_game): (f64, f64), variance: f64| {
            (of_game - variance).abs() < 1e-15 && (found - variance / 12.0).abs() < 1e-15
        };
        assert!(near(record.variance_of_share(ShareOf::Wins), 35.0 / 144.0));
        assert!(near(record.variance_of_share(ShareOf::Score), 5.0 / 12.0 + 1.0 / 24.0 - 0.25));
    }

    #[test]
    fn each_of_three_opponents_has_a_third() {
        let (n, half) = (1_000_000, record(500_000, 0, 1_000_000));
        let found = compare_shares(half, &[(half, half), (half, half)], ShareOf::Wins, Z).unwrap();
        // The direct games vary by 1, each of the four others by a quarter.
        assert!((found.variance_per_game - 2.0 / 9.0).abs() < 1e-5, "{found:?}");
        assert!((found.std_err / (2.0 / 9.0 / n as f64).sqrt() - 1.0).abs() < 1e-5, "{found:?}");
    }
}
