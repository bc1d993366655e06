//! Ludo as a workload: the games of many pairs of dice, one pair after the other.

use std::ops::Range;

use super::fast::Engine;
use super::pair::Pair;
use super::result::{GameResult, Outcome, Seat};
use super::tournament::PairTally;
use crate::core::stats::columns::{Column, Columns};
use crate::core::stats::workload::Workload;

/// Games handed out at once: a few milliseconds' worth.
const CHUNK: u64 = 4_096;

/// The outcomes by name, in the order of result rows.
pub const OUTCOMES: [&str; 4] = ["1", "2", "stuck", "limit"];

/// A batch of Ludo: every pair plays the same number of games.
///
/// Item `k` of the workload is game `first_game + k mod games` of pair `k / games`.
#[derive(Clone, Debug)]
pub struct LudoBatch {
    jobs: Vec<Pair>,
    /// The names of the rule sets.
    rules: Vec<String>,
    /// Which rule set each pair plays by.
    rules_of: Vec<u32>,
    first_game: u64,
    games: u64,
}

/// One thread's engine, and whose games it plays.
#[derive(Debug, Default)]
pub struct LudoWorker {
    engine: Option<(usize, Engine)>,
    results: Vec<(Seat, GameResult)>,
}

impl LudoBatch {
    /// Games `first_game..first_game + games` of each pair of each rule set, given by its name.
    ///
    /// Panics if an index lies beyond 64 bits.
    pub fn new(rule_sets: Vec<(String, Vec<Pair>)>, first_game: u64, games: u64) -> Self {
        let (mut rules, mut rules_of, mut jobs) = (Vec::new(), Vec::new(), Vec::new());
        for (at, (name, pairs)) in (0..).zip(rule_sets) {
            rules.push(name);
            rules_of.extend(pairs.iter().map(|_| at));
            jobs.extend(pairs);
        }
        let items = (jobs.len() as u64).checked_mul(games);
        assert!(items.is_some() && first_game.checked_add(games).is_some(), "too many games");
        Self { jobs, rules, rules_of, first_game, games }
    }

    /// The pairs.
    pub fn jobs(&self) -> &[Pair] {
        &self.jobs
    }

    /// How many items there are: the games of all pairs.
    pub fn items(&self) -> u64 {
        self.jobs.len() as u64 * self.games
    }

    /// A block of no rows, of the shape that [`Workload::play`] fills.
    pub fn empty_rows(&self) -> Columns {
        let names =
            vec!["rules", "die_1", "die_2", "game", "beginner", "outcome", "rolls", "captures"];
        let columns = vec![
            Column::words(self.rules.iter().cloned()),
            Column::Int(Vec::new()),
            Column::Int(Vec::new()),
            Column::Index(Vec::new()),
            Column::Int(Vec::new()),
            Column::words(OUTCOMES),
            Column::Int(Vec::new()),
            Column::Int(Vec::new()),
        ];
        Columns { names, columns }
    }

    /// Plays games of one pair, all of them in `games`.
    fn play_pair(
        &self,
        worker: &mut LudoWorker,
        pair: usize,
        games: Range<u64>,
        tally: &mut PairTally,
        rows: Option<&mut Columns>,
    ) {
        let job = &self.jobs[pair];
        let engine = match &mut worker.engine {
            Some((at, engine)) if *at == pair => engine,
            other => &mut other.insert((pair, Engine::auto(job))).1,
        };
        let Some(rows) = rows else {
            engine.play(games, &mut |_, beginner, result| tally.add(beginner, &result));
            return;
        };
        let unplayed = GameResult { outcome: Outcome::Limit, rolls: 0, captures: 0 };
        let results = &mut worker.results;
        results.clear();
        results.resize((games.end - games.start) as usize, (Seat::First, unplayed));
        engine.play(games.clone(), &mut |game, beginner, result| {
            tally.add(beginner, &result);
            results[(game - games.start) as usize] = (beginner, result);
        });
        for (game, (beginner, result)) in games.zip(results.iter()) {
            push_row(rows, self.rules_of[pair], job, game, *beginner, result);
        }
    }
}

/// Adds the row of a game.
fn push_row(
    rows: &mut Columns,
    rules: u32,
    job: &Pair,
    game: u64,
    beginner: Seat,
    result: &GameResult,
) {
    let outcome = match result.outcome {
        Outcome::Win(seat) => seat.index(),
        Outcome::Stuck => 2,
        Outcome::Limit => 3,
    };
    let [die_1, die_2] = job.positions().map(u64::from);
    let values = [
        u64::from(rules),
        die_1,
        die_2,
        game,
        beginner.index() as u64 + 1,
        outcome as u64,
        u64::from(result.rolls),
        u64::from(result.captures),
    ];
    for (column, value) in rows.columns.iter_mut().zip(values) {
        match column {
            Column::Int(rows) => rows.push(value as i64),
            Column::Index(rows) => rows.push(value),
            Column::Word { rows, .. } => rows.push(value as u32),
            Column::Text { .. } => unreachable!("no column of text was made"),
        }
    }
}

impl Workload for LudoBatch {
    type Worker = LudoWorker;
    type Tally = Vec<PairTally>;

    fn worker(&self) -> LudoWorker {
        LudoWorker::default()
    }

    fn tally(&self) -> Vec<PairTally> {
        vec![PairTally::default(); self.jobs.len()]
    }

    fn play(
        &self,
        worker: &mut LudoWorker,
        range: Range<u64>,
        tally: &mut Vec<PairTally>,
        mut rows: Option<&mut Columns>,
    ) {
        let mut item = range.start;
        while item < range.end {
            let (pair, begin) = (item / self.games, item % self.games);
            let end = self.games.min(begin + (range.end - item));
            let games = self.first_game + begin..self.first_game + end;
            let pair = pair as usize;
            self.play_pair(worker, pair, games, &mut tally[pair], rows.as_deref_mut());
            item += end - begin;
        }
    }

    fn merge(&self, into: &mut Vec<PairTally>, from: Vec<PairTally>) {
        for (into, from) in into.iter_mut().zip(&from) {
            into.merge(from);
        }
    }

    fn chunk(&self) -> u64 {
        CHUNK
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::core::cards::Seed;
    use crate::games::ludo::{Die, LudoRules};

    fn batch() -> LudoBatch {
        let dice = [vec![1, 2, 3, 4, 5, 6], vec![1, 1, 1, 6, 6, 6], vec![1, 2, 3, 4]];
        let dice = dice.map(|faces| Die::new(faces).unwrap());
        let rules = LudoRules::preset("bwinf").unwrap();
        let jobs = [(0, 1), (0, 2), (1, 2), (2, 2)]
            .map(|(i, j)| {
                let dice = [dice[i].clone(), dice[j].clone()];
                Pair::new(rules, 4096, Seed(42), [i as u32 + 1, j as u32 + 1], dice)
            })
            .to_vec();
        LudoBatch::new(vec![("bwinf".to_owned(), jobs)], 1_000, 101)
    }

    #[test]
    fn any_cut_of_the_items_gives_the_same_tallies_and_rows() {
        let batch = batch();
        let play = |step: u64| {
            let (mut worker, mut tally) = (batch.worker(), batch.tally());
            let mut rows = batch.empty_rows();
            for start in (0..batch.items()).step_by(step as usize) {
                let range = start..batch.items().min(start + step);
                batch.play(&mut worker, range, &mut tally, Some(&mut rows));
            }
            (tally, rows)
        };
        let (whole, rows) = play(batch.items());
        assert_eq!(rows.len() as u64, batch.items());
        for step in [1, 7, 100, 101, 102, 250] {
            assert_eq!(play(step), (whole.clone(), rows.clone()), "{step}");
        }
        for tally in &whole {
            assert_eq!((tally.games(), tally.begun_1), (101, 51));
        }
        let mut merged = whole.clone();
        batch.merge(&mut merged, whole.clone());
        assert_eq!(merged[0].rolls_sum, 2 * whole[0].rolls_sum);
        let mut bare = batch.tally();
        batch.play(&mut batch.worker(), 0..batch.items(), &mut bare, None);
        assert_eq!(bare, whole);
    }

    #[test]
    fn a_row_is_the_game_that_the_reference_plays() {
        let batch = batch();
        let mut rows = batch.empty_rows();
        batch.play(&mut batch.worker(), 99..105, &mut batch.tally(), Some(&mut rows));
        let (beginner, result) = batch.jobs()[1].play_reference(1_001, &mut ());
        let mut expected = batch.empty_rows();
        push_row(&mut expected, batch.rules_of[1], &batch.jobs()[1], 1_001, beginner, &result);
        for (columns, expected) in rows.columns.iter().zip(&expected.columns) {
            let row_3 = match columns {
                Column::Int(rows) => rows[3].to_string(),
                Column::Index(rows) => rows[3].to_string(),
                Column::Word { rows, .. } => rows[3].to_string(),
                Column::Text { .. } => String::new(),
            };
            let expected = match expected {
                Column::Int(rows) => rows[0].to_string(),
                Column::Index(rows) => rows[0].to_string(),
                Column::Word { rows, .. } => rows[0].to_string(),
                Column::Text { .. } => String::new(),
            };
            assert_eq!(row_3, expected);
        }
    }
}
