//! The tables of a tournament: a row per pair, and the ranking.

use std::collections::BTreeMap;

use super::die::Dice;
use super::rules::LudoRules;
use super::tournament::{PairTally, RankBy, Ranking, Standing};
use crate::core::game::Rival;
use crate::core::stats::share::{
    Record, Share, ShareDifference, ShareOf, compare_shares, mean_share,
};
use crate::core::stats::wilson;
use crate::core::table::{Table, Value};
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
    pub rank_by: RankBy,
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
        mean_share(&self.records(die), share_of(facts.rank_by), facts.z)
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
        compare_shares(direct, &others, share_of(facts.rank_by), facts.z)
    }

    /// The neighbours in the ranking, but those that are the same die, and how many pairs there are.
    pub fn neighbours(&self, dice: &Dice, facts: &LudoFacts) -> (Vec<Rival>, usize) {
        let all = self.dice().len();
        let standings = self.ranking(dice, facts.rank_by).standings;
        let neighbours = standings.windows(2).filter_map(|pair| {
            let (better, worse) = (pair[0].die, pair[1].die);
            let found = self.difference(better, worse, facts)?;
            (dice.chances(better) != dice.chances(worse)).then(|| Rival {
                name: format!("die {better} less die {worse}"),
                mean: found.difference,
                std_dev: found.variance_per_game.sqrt(),
            })
        });
        (neighbours.collect(), all * all.saturating_sub(1) / 2)
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

fn share_of(rank_by: RankBy) -> ShareOf {
    match rank_by {
        RankBy::WinShare => ShareOf::Wins,
        RankBy::Score => ShareOf::Score,
    }
}

/// `pairs.csv`: a row per rule set and pair.
pub fn pairs(facts: &LudoFacts, tournaments: &[Tournament]) -> Table {
    let mut table = Table::new(
        "pairs.csv",
        [
            "rules",
            "start",
            "roll_limit",
            "seed",
            "die_1",
            "die_2",
            "games",
            "wins_1",
            "wins_2",
            "ties",
            "ties_stuck",
            "ties_limit",
            "win_share_1",
            "win_share_1_ci_low",
            "win_share_1_ci_high",
            "win_share_2",
            "win_share_2_ci_low",
            "win_share_2_ci_high",
            "score_1",
            "rolls_mean",
            "rolls_std_dev",
            "captures_mean",
            "beginner_wins",
            "beginner_share",
        ],
    );
    for tournament in tournaments {
        for ([die_1, die_2], tally) in &tournament.pairs {
            let games = tally.games();
            let (low_1, high_1) = wilson(tally.wins_1, games, facts.z);
            let (low_2, high_2) = wilson(tally.wins_2, games, facts.z);
            table.push(vec![
                tournament.name.as_str().into(),
                tournament.rules.start.name().into(),
                u64::from(tournament.roll_limit).into(),
                facts.seed.into(),
                u64::from(*die_1).into(),
                u64::from(*die_2).into(),
                games.into(),
                tally.wins_1.into(),
                tally.wins_2.into(),
                tally.ties().into(),
                tally.ties_stuck.into(),
                tally.ties_limit.into(),
                tally.win_share_1().into(),
                low_1.into(),
                high_1.into(),
                tally.win_share_2().into(),
                low_2.into(),
                high_2.into(),
                tally.score_1().into(),
                tally.rolls_mean().into(),
                tally.rolls_std_dev().into(),
                tally.captures_mean().into(),
                tally.beginner_wins.into(),
                tally.beginner_share().into(),
            ]);
        }
    }
    table
}

/// `ranking.csv`: a row per rule set and die, best first.
pub fn ranking(facts: &LudoFacts, dice: &Dice, tournaments: &[Tournament]) -> Table {
    let mut table = Table::new(
        "ranking.csv",
        [
            "rules",
            "start",
            "roll_limit",
            "rank",
            "die",
            "faces",
            "games",
            "wins",
            "losses",
            "ties",
            "win_share",
            "ci_low",
            "ci_high",
            "score",
            "face_mean",
            "six_share",
            "one_share",
        ],
    );
    for tournament in tournaments {
        for standing in tournament.ranking(dice, facts.rank_by).standings {
            table.push(ranking_row(facts, dice, tournament, &standing));
        }
    }
    table
}

impl Tournament {
    /// The ranking of all dice.
    pub fn ranking(&self, dice: &Dice, rank_by: RankBy) -> Ranking {
        Ranking::new(dice.dice().len() as u32, &self.pairs, rank_by)
    }
}

fn ranking_row(
    facts: &LudoFacts,
    dice: &Dice,
    tournament: &Tournament,
    standing: &Standing,
) -> Vec<Value> {
    // The columns are those of the win share, whatever the ranking goes by.
    let share = mean_share(&tournament.records(standing.die), ShareOf::Wins, facts.z);
    let die = dice.at(standing.die);
    vec![
        tournament.name.as_str().into(),
        tournament.rules.start.name().into(),
        u64::from(tournament.roll_limit).into(),
        u64::from(standing.rank).into(),
        u64::from(standing.die).into(),
        die.map(ToString::to_string).unwrap_or_default().as_str().into(),
        standing.games.into(),
        standing.wins.into(),
        standing.losses.into(),
        standing.ties.into(),
        standing.win_share.into(),
        share.map(|share| share.ci_low).into(),
        share.map(|share| share.ci_high).into(),
        standing.score.into(),
        die.map(|die| die.face_mean()).into(),
        die.map(|die| die.share_of(6)).into(),
        die.map(|die| die.share_of(1)).into(),
    ]
}
