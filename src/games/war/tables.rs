//! The tables of a batch of War: one row per rule set, per length, per depth.

use super::batch::Cell;
use super::result::{EndReason, Outcome};
use super::tally::WarTally;
use crate::core::stats::table::{Table, Value};
use crate::core::stats::{LengthSummary, Moments, wilson};

/// What every row of a summary repeats about the batch.
#[derive(Clone, Copy, Debug)]
pub struct BatchFacts {
    /// The seed.
    pub seed: u64,
    /// The index of the first game.
    pub first_game: u64,
    /// Number of games of each rule set.
    pub games: u64,
    /// Standard errors that the confidence of the intervals stands for.
    pub z: f64,
    /// The recipe of the decks.
    pub recipe: &'static str,
}

const OUTCOME_KEYS: [&str; 3] = ["a", "b", "draw"];

/// `summary.csv`: a row per rule set.
pub fn summary(facts: &BatchFacts, cells: &[Cell], tallies: &[WarTally]) -> Table {
    let mut table = Table::new("summary.csv", summary_header());
    for (cell, tally) in cells.iter().zip(tallies) {
        table.push(summary_row(facts, cell, tally));
    }
    table
}

fn summary_header() -> Vec<String> {
    let mut header: Vec<String> =
        ["rules", "cards", "seed", "first_game", "games", "a_wins", "b_wins", "draws"]
            .map(Into::into)
            .to_vec();
    header.extend(EndReason::ALL.map(|reason| reason.name().replace('-', "_")));
    for key in OUTCOME_KEYS {
        header.extend(["ratio", "ci_low", "ci_high"].map(|part| format!("{key}_{part}")));
    }
    let lengths = [
        "mean", "std_dev", "std_err", "min", "p05", "p25", "median", "p75", "p95", "p99", "max",
        "min_game", "max_game",
    ];
    header.extend(lengths.map(|part| format!("battles_{part}")));
    header.extend(
        [
            "rounds_mean",
            "wars_mean",
            "deepest_war",
            "decided_games",
            "decided_battles_mean",
            "decided_battles_std_dev",
            "decided_battles_median",
            "decided_battles_max",
            "decided_battles_max_game",
            "decided_rounds_mean",
            "decided_rounds_std_dev",
            "decided_wars_mean",
            "recipe",
        ]
        .map(Into::into),
    );
    header
}

fn summary_row(facts: &BatchFacts, cell: &Cell, tally: &WarTally) -> Vec<Value> {
    let games = facts.games;
    let mut row: Vec<Value> = vec![
        cell.name.as_str().into(),
        (cell.rules.deck.cards() as u64).into(),
        facts.seed.into(),
        facts.first_game.into(),
        games.into(),
    ];
    row.extend(Outcome::ALL.map(|outcome| tally.games_won(outcome).into()));
    row.extend(EndReason::ALL.map(|reason| tally.games_ended(reason).into()));
    for outcome in Outcome::ALL {
        let won = tally.games_won(outcome);
        let (low, high) = wilson(won, games, facts.z);
        row.extend([ratio(won.into(), games).into(), low.into(), high.into()]);
    }

    let all = lengths(tally, &Outcome::ALL);
    row.extend([
        all.mean.into(),
        all.std_dev.into(),
        all.std_err.into(),
        all.min.into(),
        all.p05.into(),
        all.p25.into(),
        all.median.into(),
        all.p75.into(),
        all.p95.into(),
        all.p99.into(),
        all.max.into(),
        tally.shortest().map(|extreme| extreme.game).into(),
        tally.longest().map(|extreme| extreme.game).into(),
        ratio(tally.sums().rounds, games).into(),
        ratio(tally.sums().wars, games).into(),
        tally.deepest_war().into(),
    ]);

    let decided = lengths(tally, &[Outcome::A, Outcome::B]);
    let sums = tally.decided_sums();
    let rounds = Moments { n: decided.n, sum: sums.rounds, sum_sq: sums.rounds_squared };
    row.extend([
        decided.n.into(),
        decided.mean.into(),
        decided.std_dev.into(),
        decided.median.into(),
        decided.max.into(),
        tally.decided_longest().map(|extreme| extreme.game).into(),
        rounds.mean().into(),
        rounds.std_dev().into(),
        ratio(sums.wars, decided.n).into(),
        facts.recipe.into(),
    ]);
    row
}

/// Battles of the games with these outcomes.
pub fn lengths(tally: &WarTally, outcomes: &[Outcome]) -> LengthSummary {
    LengthSummary::from_counts(tally.lengths_of(outcomes).counts())
}

/// A quotient of counts; `None` if there is nothing to divide by.
pub fn ratio(count: u128, of: u64) -> Option<f64> {
    (of > 0).then(|| count as f64 / of as f64)
}

/// `histogram.csv`: exact counts, a row per length that occurred.
pub fn histogram(cells: &[Cell], tallies: &[WarTally]) -> Table {
    let mut table =
        Table::new("histogram.csv", ["rules", "outcome", "end_reason", "battles", "games"]);
    for (cell, tally) in cells.iter().zip(tallies) {
        for outcome in Outcome::ALL {
            for reason in EndReason::ALL {
                let counts = tally.lengths(outcome, reason).map(|lengths| lengths.counts());
                for (battles, games) in counts.into_iter().flatten() {
                    table.push(vec![
                        cell.name.as_str().into(),
                        outcome.name().into(),
                        reason.name().into(),
                        battles.into(),
                        games.into(),
                    ]);
                }
            }
        }
    }
    table
}

/// `wars.csv`: in how many rounds the chain of ties was exactly so long.
pub fn wars(cells: &[Cell], tallies: &[WarTally]) -> Table {
    let mut table = Table::new("wars.csv", ["rules", "depth", "rounds"]);
    for (cell, tally) in cells.iter().zip(tallies) {
        for (depth, &rounds) in (1_u64..).zip(tally.chains_by_depth()) {
            if rounds > 0 {
                table.push(vec![cell.name.as_str().into(), depth.into(), rounds.into()]);
            }
        }
    }
    table
}
