//! Shares over several opponents: a player's ranking value, and whether two players can be told apart.

use super::ratio::{PairedRatio, wilson};
use super::sequential::ProportionSequence;
use crate::core::choice::choice;

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

/// When a run ends, by which intervals of shares are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stop {
    /// After a number of games chosen in advance: intervals of so many standard errors.
    Planned(f64),
    /// At any look: intervals that hold at all of them.
    Any(ProportionSequence),
}

/// A share, a mean of shares or a difference of two, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The estimate; of a mean every opponent weighs the same.
    pub value: f64,
    /// Lower end of its interval.
    pub ci_low: f64,
    /// Upper end.
    pub ci_high: f64,
}

/// A player's mean share over the opponents.
///
/// The interval adds up, in squares, how far the interval of each opponent's share reaches (Wilson's for wins), so one
/// opponent gives Wilson's interval and a player who never won is not called certain. What may stop at any look adds
/// up the ends of sequences instead, each erring a like part as often (Bonferroni): they hold together, whatever the
/// games stopped at.
/// Shapes: one record for each opponent; `None` without an opponent or where one of them has no game.
/// Units: shares in `[0, 1]`.
/// Errors: none; more wins and ties than games is a caller's bug and panics.
/// Source: G. Y. Zou, W. Huang and X. Zhang, Comput. Stat. Data Anal. 53 (2009) 1080-1085, linear functions of
/// independent proportions (MOVER, after R. G. Newcombe 1998).
pub fn mean_share(records: &[Record], share_of: ShareOf, stop: Stop) -> Option<Share> {
    let each = stop.each_of(records.len());
    let shares: Option<Vec<Share>> =
        records.iter().map(|record| record.share(share_of, each)).collect();
    let Share { value, ci_low, ci_high } = mean(&shares?, records.len(), stop)?;
    Some(Share { value, ci_low: ci_low.max(0.0), ci_high: ci_high.min(1.0) })
}

/// The first player's mean share less the second one's, of one tournament.
///
/// Both shares hold the games that the two played against each other: what one won there the other lost. These games
/// therefore enter once, as a difference (won less lost), and only the rest as independent; sequences, which need not
/// be independent, as any other games.
/// Shapes: `direct` is the first player's record against the second;
/// `others` has, for every other opponent, the first and the second player's record. `None` where a record has no game.
/// Units: shares.
/// Source: as [`mean_share`], with Tango's interval for the direct games.
pub fn share_difference(
    direct: Record,
    others: &[(Record, Record)],
    share_of: ShareOf,
    stop: Stop,
) -> Option<Share> {
    if direct.games == 0 {
        return None;
    }
    let (mut terms, mut both) = (Vec::new(), others.to_vec());
    match stop {
        Stop::Planned(z) => {
            let value = (direct.wins as f64 - direct.losses() as f64) / direct.games as f64;
            let (ci_low, ci_high) = direct.net_interval(z);
            terms.push(Share { value, ci_low, ci_high });
        }
        Stop::Any(_) => both.push((direct, Record { wins: direct.losses(), ..direct })),
    }
    let each = stop.each_of(2 * both.len());
    for (first, second) in both {
        let Share { value, ci_low, ci_high } = second.share(share_of, each)?;
        terms.push(first.share(share_of, each)?);
        terms.push(Share { value: -value, ci_low: -ci_high, ci_high: -ci_low });
    }
    mean(&terms, others.len() + 1, stop)
}

impl Stop {
    /// The interval of a share of games; `None` without a game.
    pub fn interval(self, wins: u64, games: u64) -> Option<(f64, f64)> {
        (games > 0).then(|| match self {
            Self::Planned(z) => wilson(wins, games, z),
            Self::Any(sequence) => sequence.interval(wins, games),
        })
    }

    /// That of each of so many shares, of which the ends are added up.
    fn each_of(self, many: usize) -> Self {
        match self {
            Self::Any(all) => {
                Self::Any(ProportionSequence { alpha: all.alpha / many as f64, ..all })
            }
            planned => planned,
        }
    }
}

impl Share {
    /// Whether a difference is one: its interval excludes 0.
    pub fn is_apart(&self) -> bool {
        self.ci_low > 0.0 || self.ci_high < 0.0
    }
}

impl Record {
    /// Games the player lost.
    ///
    /// Errors: none; more wins and ties than games is a caller's bug and panics.
    pub fn losses(&self) -> u64 {
        assert!(self.wins + self.ties <= self.games, "{self:?}");
        self.games - self.ties - self.wins
    }

    /// Tango's interval of wins less losses, over games.
    fn net_interval(&self, z: f64) -> (f64, f64) {
        let (only_1, only_2) = (self.losses(), self.wins);
        PairedRatio { both: self.ties, only_1, only_2, neither: 0 }.score_interval(z)
    }

    /// The share; `None` without a game.
    fn share(&self, share_of: ShareOf, stop: Stop) -> Option<Share> {
        let Self { wins, ties, games } = *self;
        let (ci_low, ci_high) = match (share_of, stop) {
            (ShareOf::Wins, _) => stop.interval(wins, games)?,
            _ if games == 0 => return None,
            // 1/2 + (wins - losses) / 2n.
            (ShareOf::Score, Stop::Planned(z)) => {
                let (low, high) = self.net_interval(z);
                (0.5 + low / 2.0, 0.5 + high / 2.0)
            }
            // The mean of the share won and that not lost.
            (ShareOf::Score, Stop::Any(_)) => {
                let won = stop.each_of(2).interval(wins, games)?;
                let unlost = stop.each_of(2).interval(wins + ties, games)?;
                ((won.0 + unlost.0) / 2.0, (won.1 + unlost.1) / 2.0)
            }
        };
        let half = if share_of == ShareOf::Score { 0.5 } else { 0.0 };
        let value = (wins as f64 + half * ties as f64) / games as f64;
        Some(Share { value, ci_low, ci_high })
    }
}

/// The sum of estimates over so many opponents: how far the intervals of independent ones reach adds up in squares,
/// the ends of sequences as they are. `None` of none.
fn mean(terms: &[Share], opponents: usize, stop: Stop) -> Option<Share> {
    let squares = |reach: fn(&Share) -> f64| {
        terms.iter().map(|term| reach(term) * reach(term)).sum::<f64>().sqrt()
    };
    let value: f64 = terms.iter().map(|term| term.value).sum();
    let (low, high) = match stop {
        Stop::Planned(_) => (
            value - squares(|term| term.value - term.ci_low),
            value + squares(|term| term.ci_high - term.value),
        ),
        Stop::Any(_) => (
            terms.iter().map(|term| term.ci_low).sum(),
            terms.iter().map(|term| term.ci_high).sum(),
        ),
    };
    let n = opponents as f64;
    (n > 0.0).then(|| Share { value: value / n, ci_low: low / n, ci_high: high / n })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stats::tests::{close, near};

    const Z: f64 = 1.959963984540054;
    const PLANNED: Stop = Stop::Planned(Z);

    fn record(wins: u64, ties: u64, games: u64) -> Record {
        Record { wins, ties, games }
    }

    fn ends(share: Option<Share>) -> (f64, f64) {
        share.map(|share| (share.ci_low, share.ci_high)).unwrap()
    }

    #[test]
    fn one_opponent_gives_wilson_and_none_no_share() {
        let share = mean_share(&[record(649, 0, 1000)], ShareOf::Wins, PLANNED);
        near(ends(share), wilson(649, 1000, Z), 1e-15, "Wilson");
        assert_eq!(share.unwrap().value, 0.649);
        let sequence = Stop::Any(ProportionSequence::new(0.95, 1_000));
        for (records, share_of, stop) in [
            (&[][..], ShareOf::Wins, PLANNED),
            (&[record(0, 0, 0)], ShareOf::Wins, PLANNED),
            (&[record(0, 0, 0)], ShareOf::Score, sequence),
        ] {
            assert_eq!(mean_share(records, share_of, stop), None);
        }
        assert_eq!(share_difference(record(0, 0, 0), &[], ShareOf::Score, PLANNED), None);
    }

    #[test]
    fn many_games_give_the_plain_interval() {
        const M: u64 = 1_000_000;
        let records = [record(640_000, 0, M), record(210_000, 90_000, M), record(500_000, 0, M)];
        let half = record(500_000, 0, M);
        let (direct, halves) = (record(400_000, 100_000, M), [(half, half), (half, half)]);
        let others = [(record(300_000, 200_000, M), record(350_000, 0, M))];
        let mean = |share_of| mean_share(&records, share_of, PLANNED);
        let lead =
            |direct, others: &[_], share_of| share_difference(direct, others, share_of, PLANNED);
        let wins = 0.64 * 0.36 + 0.21 * 0.79 + 0.25;
        let score = 0.64 * 0.36 + (0.21 + 0.0225 - 0.255 * 0.255) + 0.25;
        // Games against one another count with their covariance, which ignored would give less: the variance of
        // (net + a - b) / 2 by hand, ties included.
        let [wins_of_two, score_of_two] =
            [0.3 * 0.7, 0.3 + 0.05 - 0.16].map(|of_first| 0.9 - 0.01 + of_first + 0.35 * 0.65);
        for (found, value, variance) in [
            (mean(ShareOf::Wins), 0.45, wins / 9.0),
            (mean(ShareOf::Score), 0.465, score / 9.0),
            (lead(direct, &others, ShareOf::Wins), -0.075, wins_of_two / 4.0),
            (lead(direct, &others, ShareOf::Score), -0.025, score_of_two / 4.0),
            // Alone first less second is 2 p - 1: its standard error is twice that of p.
            (lead(record(560_000, 0, M), &[], ShareOf::Wins), 0.12, 4.0 * 0.56 * 0.44),
            // Each of three opponents has a third: the direct games vary by 1, the four others by a quarter.
            (lead(half, &halves, ShareOf::Wins), 0.0, 2.0 / 9.0),
        ] {
            let reach = Z * (variance / M as f64).sqrt();
            near(ends(found), (value - reach, value + reach), 2e-6, (value, reach));
            let Share { ci_low, ci_high, .. } = found.unwrap();
            close(ci_high - ci_low, 2.0 * reach, 1e-5, value);
            assert!((found.unwrap().value - value).abs() < 1e-15, "{found:?}");
        }
    }

    #[test]
    fn never_and_always_winning_are_not_certain() {
        let never = mean_share(&[record(0, 0, 50); 2], ShareOf::Wins, PLANNED).unwrap();
        assert!(never.ci_low == 0.0 && never.value == 0.0 && never.ci_high > 0.03);
        let always = mean_share(&[record(50, 0, 50); 2], ShareOf::Score, PLANNED).unwrap();
        assert!(always.ci_high == 1.0 && always.value == 1.0 && always.ci_low < 0.97);
        let ties = share_difference(record(0, 50, 50), &[], ShareOf::Wins, PLANNED).unwrap();
        assert!(!ties.is_apart() && ties.value == 0.0);
        // An interval that ends at zero tells nothing apart.
        for (ci_low, ci_high, apart) in
            [(0.0, 0.2, false), (-0.2, 0.0, false), (1e-9, 0.2, true), (-0.2, -1e-9, true)]
        {
            assert_eq!(Share { value: 0.0, ci_low, ci_high }.is_apart(), apart, "{ci_low}");
        }
    }

    #[test]
    fn at_any_look_the_ends_of_sequences_add_up_and_err_together_as_often() {
        let all = ProportionSequence::new(0.95, 1_000);
        let half = |wins| ProportionSequence { alpha: all.alpha / 2.0, ..all }.interval(wins, 1000);
        let (one, two) = (record(649, 0, 1000), record(210, 90, 1000));
        let share = |records: &[Record], of| ends(mean_share(records, of, Stop::Any(all)));
        let mean = |(a, b): (f64, f64), (c, d): (f64, f64)| ((a + c) / 2.0, (b + d) / 2.0);
        // Of the lead over one opponent either player's share.
        let (lead, won, lost) =
            (share_difference(two, &[], ShareOf::Wins, Stop::Any(all)), half(210), half(700));
        for (found, expected) in [
            (share(&[one], ShareOf::Wins), all.interval(649, 1000)),
            (share(&[one, two], ShareOf::Wins), mean(half(649), half(210))),
            (share(&[two], ShareOf::Score), mean(half(210), half(300))),
            (ends(lead), (won.0 - lost.1, won.1 - lost.0)),
        ] {
            near(found, expected, 1e-15, "at any look");
        }
        assert_eq!(lead.map(|share| share.value), Some(0.21 - 0.7));
    }
}
