//! The tables of a tournament: a row per pair, and the ranking.

use std::collections::BTreeMap;

use super::die::Dice;
use super::rules::LudoRules;
use super::tournament::{PairTally, Ranking, Standing};
use crate::core::stats::share::{
    Record, Share, ShareDifference, ShareOf, compare_shares, mean_share,
};
use crate::core::stats::wilson;
use crate::core::table::{Column, Table};
use crate::core::wording::digits::counted;

/// One rule set's games: every pair with its tally.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The name of the rule set.
    pub name: String,
    /// The rules.
    pub rules: LudoRules,
    /// Rolls after which a game is a tie.
    pub roll_limit: u32,
    /// The pairs by position, counted from 1, with their counts.
    pub pairs: Vec<([u32; 2], PairTally)>,
    /// For each die its opponents, rising, and where in `pairs` their games stand.
    opponents: BTreeMap<u32, Vec<(u32, usize)>>,
}

/// What every row repeats.
#[derive(Clone, Copy, Debug)]
pub struct LudoFacts {
    /// The seed.
    pub seed: u64,
    /// The index of the first game.
    pub first_game: u64,
    /// Games of each pair.
    pub games: u64,
    /// Confidence of the intervals, in (0, 1).
    pub confidence: f64,
    /// Standard errors that the confidence of the intervals stands for.
    pub z: f64,
    /// What the ranking goes by.
    pub rank_by: ShareOf,
}

impl LudoFacts {
    /// The games of each pair, in words.
    pub fn games_in_words(&self) -> String {
        counted(self.games, "game", "games")
    }
}

impl Tournament {
    /// The games of these pairs, each pair once.
    pub fn new(
        name: String,
        rules: LudoRules,
        roll_limit: u32,
        pairs: Vec<([u32; 2], PairTally)>,
    ) -> Self {
        let mut opponents: BTreeMap<u32, Vec<(u32, usize)>> = BTreeMap::new();
        for (place, &([one, two], _)) in pairs.iter().enumerate() {
            opponents.entry(one).or_default().push((two, place));
            if one != two {
                opponents.entry(two).or_default().push((one, place));
            }
        }
        opponents.values_mut().for_each(|met| met.sort_unstable());
        Self { name, rules, roll_limit, pairs, opponents }
    }

    /// A die's games against another, seen from the first; `None` if they did not meet.
    pub fn tally(&self, die: u32, against: u32) -> Option<PairTally> {
        let met = self.opponents.get(&die)?;
        let at = met.binary_search_by_key(&against, |&(other, _)| other).ok()?;
        Some(self.seen(die, met[at].1))
    }

    /// The games at this place of `pairs`, seen from one of their dice.
    fn seen(&self, die: u32, place: usize) -> PairTally {
        let ([first, _], tally) = &self.pairs[place];
        if *first == die { tally.clone() } else { tally.turned() }
    }

    /// A die's record against another; `None` if they did not meet.
    pub fn record(&self, die: u32, against: u32) -> Option<Record> {
        self.tally(die, against).as_ref().map(record)
    }

    /// Every die that took part, rising.
    pub fn dice(&self) -> Vec<u32> {
        self.opponents.keys().copied().collect()
    }

    /// A die's records against all others.
    fn records(&self, die: u32) -> Vec<Record> {
        let met = self.opponents.get(&die).into_iter().flatten();
        let others = met.filter(|&&(other, _)| other != die);
        others.map(|&(_, place)| record(&self.seen(die, place))).collect()
    }

    /// The value of a die that the ranking goes by, with its interval.
    pub fn share(&self, die: u32, facts: &LudoFacts) -> Option<Share> {
        mean_share(&self.records(die), facts.rank_by, facts.z)
    }

    /// One die's value less another's; `None` if they cannot be compared.
    pub fn difference(
        &self,
        first: u32,
        second: u32,
        facts: &LudoFacts,
    ) -> Option<ShareDifference> {
        let direct = self.record(first, second)?;
        let others: Vec<(Record, Record)> = self
            .dice()
            .into_iter()
            .filter(|&die| die != first && die != second)
            .filter_map(|die| Some((self.record(first, die)?, self.record(second, die)?)))
            .collect();
        compare_shares(direct, &others, facts.rank_by, facts.z)
    }

    /// The dice of the first place, and all that these games cannot tell from them.
    pub fn front(&self, dice: &Dice, facts: &LudoFacts) -> Vec<u32> {
        let best = self.ranking(dice, facts.rank_by).best();
        let is_apart = |die: u32, from: u32| {
            self.difference(from, die, facts).is_some_and(|difference| difference.told_apart())
        };
        let open = |die: &u32| best.contains(die) || best.iter().any(|&from| !is_apart(*die, from));
        self.dice().into_iter().filter(open).collect()
    }
}

fn record(seen: &PairTally) -> Record {
    Record { wins: seen.wins_1, ties: seen.ties(), games: seen.games() }
}

/// What is said of the rule set of every row.
fn rules_columns<'a, R: 'a>(of: fn(&R) -> &Tournament) -> Vec<Column<'a, R>> {
    vec![
        Column::new("rules", "name of the rule set", move |row| of(row).name.as_str().into()),
        Column::new("start", "who begins", move |row| of(row).rules.start.name().into()),
        Column::new("roll_limit", "rolls after which a game is a tie", move |row| {
            u64::from(of(row).roll_limit).into()
        }),
    ]
}

/// `pairs.csv`: a row per rule set and pair.
pub fn pairs(facts: &LudoFacts, tournaments: &[Tournament]) -> Table {
    struct Row<'t>(&'t Tournament, [u32; 2], &'t PairTally);
    let z = facts.z;
    let interval = move |wins: u64, games: u64| (games > 0).then(|| wilson(wins, games, z)).unzip();
    let one = move |row: &Row<'_>| interval(row.2.wins_1, row.2.games());
    let two = move |row: &Row<'_>| interval(row.2.wins_2, row.2.games());
    let share = |die: &str, end: &str| format!("share of the games that the {die} die won{end}");
    let [low, high] = [": lower end of its interval", ": upper end of its interval"];
    let mut columns = rules_columns(|row: &Row<'_>| row.0);
    columns.extend([
        Column::new("seed", "the seed", |_| facts.seed.into()),
        Column::new("die_1", "number of the first die in its file, from 1", |row: &Row<'_>| {
            u64::from(row.1[0]).into()
        }),
        Column::new("die_2", "number of the second die in its file, from 1", |row: &Row<'_>| {
            u64::from(row.1[1]).into()
        }),
        Column::new("games", "number of games", |row: &Row<'_>| row.2.games().into()),
        Column::new("wins_1", "games with the outcome first die wins", |row: &Row<'_>| {
            row.2.wins_1.into()
        }),
        Column::new("wins_2", "games with the outcome second die wins", |row: &Row<'_>| {
            row.2.wins_2.into()
        }),
        Column::new("ties", "games with the outcome tie", |row: &Row<'_>| row.2.ties().into()),
        Column::new("ties_stuck", "ties because nobody could ever move again", |row: &Row<'_>| {
            row.2.ties_stuck.into()
        }),
        Column::new("ties_limit", "ties by the roll limit", |row: &Row<'_>| {
            row.2.ties_limit.into()
        }),
        Column::new("win_share_1", share("first", ""), |row: &Row<'_>| row.2.win_share_1().into()),
        Column::new("win_share_1_ci_low", share("first", low), move |row: &Row<'_>| {
            one(row).0.into()
        }),
        Column::new("win_share_1_ci_high", share("first", high), move |row: &Row<'_>| {
            one(row).1.into()
        }),
        Column::new("win_share_2", share("second", ""), |row: &Row<'_>| row.2.win_share_2().into()),
        Column::new("win_share_2_ci_low", share("second", low), move |row: &Row<'_>| {
            two(row).0.into()
        }),
        Column::new("win_share_2_ci_high", share("second", high), move |row: &Row<'_>| {
            two(row).1.into()
        }),
        Column::new(
            "score_1",
            "share of the first die, a tie counting as half a win",
            |row: &Row<'_>| row.2.score_1().into(),
        ),
        Column::new("rolls_mean", "rolls: mean, over all games", |row: &Row<'_>| {
            row.2.rolls_mean().into()
        }),
        Column::new(
            "rolls_std_dev",
            "rolls: standard deviation (divisor n - 1), over all games",
            |row: &Row<'_>| row.2.rolls_std_dev().into(),
        ),
        Column::new("captures_mean", "captures: mean, over all games", |row: &Row<'_>| {
            row.2.captures_mean().into()
        }),
        Column::new("beginner_wins", "games that the beginner won", |row: &Row<'_>| {
            row.2.beginner_wins.into()
        }),
        Column::new(
            "beginner_share",
            "share of the games that the beginner won",
            |row: &Row<'_>| row.2.beginner_share().into(),
        ),
    ]);
    let rows = tournaments.iter().flat_map(|tournament| {
        tournament.pairs.iter().map(move |(dice, tally)| Row(tournament, *dice, tally))
    });
    Table::of("pairs.csv", &[], columns, rows)
}

/// `ranking.csv`: a row per rule set and die, best first.
pub fn ranking(facts: &LudoFacts, dice: &Dice, tournaments: &[Tournament]) -> Table {
    struct Row<'t>(&'t Tournament, Standing, Option<Share>);
    let of = |die: u32| dice.at(die);
    let mut columns = rules_columns(|row: &Row<'_>| row.0);
    columns.extend([
        Column::new(
            "rank",
            "place in the ranking; equal dice share the better one",
            |row: &Row<'_>| u64::from(row.1.rank).into(),
        ),
        Column::new("die", "number of the die in its file, from 1", |row: &Row<'_>| {
            u64::from(row.1.die).into()
        }),
        Column::new("faces", "the faces of the die", move |row: &Row<'_>| {
            of(row.1.die).map(ToString::to_string).unwrap_or_default().as_str().into()
        }),
        Column::new("games", "number of games", |row: &Row<'_>| row.1.games.into()),
        Column::new("wins", "games that the die won", |row: &Row<'_>| row.1.wins.into()),
        Column::new("losses", "games that the die lost", |row: &Row<'_>| row.1.losses.into()),
        Column::new("ties", "games with the outcome tie", |row: &Row<'_>| row.1.ties.into()),
        Column::new("win_share", "mean share of wins over the opponents", |row: &Row<'_>| {
            row.1.win_share.into()
        }),
        // The interval is that of the win share, whatever the ranking goes by.
        Column::new("ci_low", "lower end of the interval", |row: &Row<'_>| {
            row.2.as_ref().map(|share| share.ci_low).into()
        }),
        Column::new("ci_high", "upper end of the interval", |row: &Row<'_>| {
            row.2.as_ref().map(|share| share.ci_high).into()
        }),
        Column::new("score", "the same, a tie counting as half a win", |row: &Row<'_>| {
            row.1.score.into()
        }),
        Column::new("face_mean", "mean of the faces", move |row: &Row<'_>| {
            of(row.1.die).map(|die| die.face_mean()).into()
        }),
        Column::new("six_share", "share of sixes among the faces", move |row: &Row<'_>| {
            of(row.1.die).map(|die| die.share_of(6)).into()
        }),
        Column::new("one_share", "share of ones among the faces", move |row: &Row<'_>| {
            of(row.1.die).map(|die| die.share_of(1)).into()
        }),
    ]);
    let rows = tournaments.iter().flat_map(|tournament| {
        tournament.ranking(dice, facts.rank_by).standings.into_iter().map(move |standing| {
            let share = mean_share(&tournament.records(standing.die), ShareOf::Wins, facts.z);
            Row(tournament, standing, share)
        })
    });
    Table::of("ranking.csv", &[], columns, rows)
}

impl Tournament {
    /// The ranking of all dice.
    pub fn ranking(&self, dice: &Dice, rank_by: ShareOf) -> Ranking {
        Ranking::new(dice.dice().len() as u32, &self.pairs, rank_by)
    }
}
