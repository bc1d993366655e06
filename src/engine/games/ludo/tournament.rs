//! The games of every pair of dice under a rule set, and the ranking that follows from them.

use std::collections::BTreeMap;

use super::result::TIE;
use super::rules::LudoRules;
use crate::core::stats::share::{Record, Share, ShareOf, Stop, mean_share, share_difference};
use crate::core::tally::Tally;

/// One rule set's games: every pair with its counts.
#[derive(Clone, Debug)]
pub struct Tournament<'a> {
    /// The name of the rule set.
    pub name: &'a str,
    /// The rules.
    pub rules: &'a LudoRules,
    /// The pairs by position, counted from 1, with their counts, each pair once.
    pub pairs: Vec<([u32; 2], &'a Tally)>,
    /// What the ranking goes by.
    pub rank_by: ShareOf,
    /// When its games end, by which intervals are found.
    pub stop: Stop,
    /// Every die that took part, rising.
    pub dice: Vec<u32>,
    /// The record of each die against each that it met.
    records: BTreeMap<[u32; 2], Record>,
}

/// A die's place in the ranking.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its place, counted from 1; equal dice share the better place.
    pub rank: u32,
    /// Its position in the file, counted from 1.
    pub die: u32,
    /// Its games against others.
    pub sum: Record,
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

impl<'a> Tournament<'a> {
    /// The games of these pairs.
    pub fn new(
        name: &'a str,
        rules: &'a LudoRules,
        pairs: Vec<([u32; 2], &'a Tally)>,
        (rank_by, stop): (ShareOf, Stop),
    ) -> Self {
        let mut records = BTreeMap::new();
        for &([one, two], tally) in &pairs {
            // Of a die against itself the first seat's counts.
            records.insert([two, one], record_of(tally, 1));
            records.insert([one, two], record_of(tally, 0));
        }
        let mut dice: Vec<u32> = records.keys().map(|&[die, _]| die).collect();
        dice.dedup();
        Self { name, rules, pairs, rank_by, stop, dice, records }
    }

    /// A die's record against another; `None` if they did not meet.
    pub fn record(&self, die: u32, against: u32) -> Option<Record> {
        self.records.get(&[die, against]).copied()
    }

    /// A die's records against all others, in the order of the file.
    fn records(&self, die: u32) -> Vec<Record> {
        let met = self.records.range([die, 0]..=[die, u32::MAX]);
        met.filter(|&(&[_, other], _)| other != die).map(|(_, record)| *record).collect()
    }

    /// A die's mean share over its opponents, with its interval.
    pub fn share(&self, die: u32, of: ShareOf) -> Option<Share> {
        mean_share(&self.records(die), of, self.stop)
    }

    /// The dice that took part, best first; equal dice in the order of the file.
    pub fn ranking(&self) -> Vec<Standing> {
        let standing = |&die| standing(die, &self.records(die));
        let mut standings: Vec<Standing> = self.dice.iter().map(standing).collect();
        let key = |standing: &Standing| standing.share(self.rank_by).unwrap_or(0.0);
        standings.sort_by(|a, b| key(b).total_cmp(&key(a)).then(a.die.cmp(&b.die)));
        for k in 0..standings.len() {
            let equal = k > 0 && key(&standings[k]) == key(&standings[k - 1]);
            standings[k].rank = if equal { standings[k - 1].rank } else { k as u32 + 1 };
        }
        standings
    }

    /// One die's value less another's; `None` if they cannot be compared.
    fn difference(&self, first: u32, second: u32) -> Option<Share> {
        let direct = self.record(first, second)?;
        let others = self.dice.iter().filter(|&&die| die != first && die != second);
        let both = |&die| Some((self.record(first, die)?, self.record(second, die)?));
        let others: Vec<(Record, Record)> = others.filter_map(both).collect();
        share_difference(direct, &others, self.rank_by, self.stop)
    }

    /// The dice whose share is the highest.
    pub fn first(&self, of: ShareOf) -> Vec<u32> {
        let share = |&die: &u32| standing(die, &self.records(die)).share(of).unwrap_or(0.0);
        let most = self.dice.iter().map(share).fold(0.0, f64::max);
        self.dice.iter().copied().filter(|die| share(die) == most).collect()
    }

    /// The dice of the first place, and all that these games cannot tell from them.
    pub fn front(&self) -> Vec<u32> {
        let best = self.first(self.rank_by);
        let is_apart =
            |die: u32, from: u32| self.difference(from, die).is_some_and(|share| share.is_apart());
        let open = |die: &u32| best.contains(die) || best.iter().any(|&from| !is_apart(*die, from));
        self.dice.iter().copied().filter(open).collect()
    }
}

/// What a die did against the others; its rank is still open.
fn standing(die: u32, records: &[Record]) -> Standing {
    let met: Vec<Record> = records.iter().copied().filter(|record| record.games > 0).collect();
    let sum = met.iter().fold(Record::default(), |sum, record| Record {
        wins: sum.wins + record.wins,
        ties: sum.ties + record.ties,
        games: sum.games + record.games,
    });
    // Where every opponent was played equally often, the mean of the ratios is the ratio of the sums, which has no
    // rounding errors that could tell equal dice apart.
    let is_even = met.iter().all(|record| record.games == met[0].games);
    let mean = |of: fn(&Record) -> f64| match is_even {
        true => (sum.games > 0).then(|| of(&sum)),
        false => Some(met.iter().map(of).sum::<f64>() / met.len() as f64),
    };
    let win_share = mean(|record| record.wins as f64 / record.games as f64);
    Standing { rank: 0, die, sum, win_share, score: mean(score) }
}

/// The games of a pair as this seat's die has them.
pub fn record_of(tally: &Tally, seat: usize) -> Record {
    let (wins, ties) = (tally.games_won(seat), tally.games_won(TIE));
    Record { wins, ties, games: tally.games() }
}

/// The share of a record in which a tie is half a win.
pub fn score(record: &Record) -> f64 {
    (2 * record.wins + record.ties) as f64 / (2 * record.games) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ludo::rules::BWINF;
    use crate::games::ludo::tests::figures::tally;
    use crate::games::ludo::{Outcome, Seat};

    /// The tally of games by how each ended: `1` and `2` for who won, `=` for a tie.
    fn games(ends: &str) -> Tally {
        let [one, two] = [Seat::A, Seat::B].map(Outcome::Win);
        let end =
            |end| if end == '=' { Outcome::Stuck } else { [one, two][usize::from(end == '2')] };
        tally(&ends.chars().map(|c| (end(c), 1)).collect::<Vec<_>>())
    }

    fn tournament<'a>(pairs: &'a [([u32; 2], Tally)], rank_by: ShareOf) -> Tournament<'a> {
        let pairs = pairs.iter().map(|(dice, tally)| (*dice, tally)).collect();
        Tournament::new("x", &BWINF, pairs, (rank_by, Stop::Planned(1.96)))
    }

    #[test]
    fn equal_dice_share_a_place_and_win_share_and_score_can_name_different_best_dice() {
        for (last, rank_by, best) in [
            ("1222", ShareOf::Wins, &[3][..]),
            ("1222", ShareOf::Score, &[3]),
            ("12", ShareOf::Wins, &[2, 3]),
            ("12", ShareOf::Score, &[1, 2, 3]),
            ("", ShareOf::Score, &[1, 2, 3]),
        ] {
            let pairs = [([1, 2], games("====")), ([1, 3], games("====")), ([2, 3], games(last))];
            let ranking = tournament(&pairs, rank_by).ranking();
            // Of opponents met unequally often, in "12", each counts the same.
            let third = ranking.iter().find(|standing| standing.die == 3);
            let is_as_by_hand = third.unwrap().win_share == Some(0.25);
            assert!(last != "12" || is_as_by_hand, "{ranking:?}");
            let first = ranking.iter().filter(|standing| standing.rank == 1);
            assert_eq!(first.map(|standing| standing.die).collect::<Vec<_>>(), best, "{last}");
            // By another share than its own, too.
            assert_eq!(tournament(&pairs, ShareOf::Wins).first(rank_by), best, "{last}");
            let below = ranking.iter().find(|standing| standing.rank > 1);
            assert!(below.is_none_or(|standing| standing.rank as usize == best.len() + 1));
        }
    }
}
