//! How long a study would take, from a few timed games.

use std::time::Instant;

use super::play::{Running, play_range};
use crate::core::table::{Table, Value};
use crate::lab::spec::{Refused, Study};

/// Games of each rule set that are timed.
const TIMED: u64 = 2_000;
/// Parts of a rule set that are timed; the others are taken to be like these.
const TIMED_PARTS: usize = 15;

/// What a rule set would do.
#[derive(Clone, Debug)]
pub struct PlannedRules {
    /// Its name.
    pub name: String,
    /// The engine that would play it.
    pub engine: &'static str,
    /// Games of all its parts together.
    pub games: u64,
    /// Seconds that they would take.
    pub seconds: f64,
}

/// A row for each rule set; games and seconds are empty where nobody knows them.
pub fn table(planned: &[PlannedRules], is_known: bool) -> Table {
    let mut table = Table::new("plan.csv", ["rules", "engine", "games", "seconds"]);
    for rules in planned {
        let known = [Value::Int(rules.games), Value::Float(rules.seconds)];
        let [games, seconds] = if is_known { known } else { [Value::Empty, Value::Empty] };
        table.push(vec![rules.name.as_str().into(), rules.engine.into(), games, seconds]);
    }
    table
}

/// Times a few games of each rule set.
///
/// Errors: [`Refused`].
pub fn plan(study: &Study, running: Running<'_>) -> Result<Vec<PlannedRules>, Refused> {
    let (mut planned, of_cells) = (Vec::new(), study.of_cells());
    for named in &study.rule_sets {
        let mut cells: Vec<_> =
            study.cells.iter().filter(|cell| cell.rule_set == named.name).cloned().collect();
        let parts = cells.len() as u64;
        cells.truncate(TIMED_PARTS);
        let engine = cells.first().map_or(named.engine, |cell| study.game.engine_name(cell));
        let timed_parts = cells.len() as u64;
        let alone = of_cells(named, cells);
        let timed = TIMED.min(study.games);
        let clock = Instant::now();
        play_range(&alone, study.first_game..study.first_game + timed, running)?;
        let per_game = clock.elapsed().as_secs_f64() / (timed * timed_parts).max(1) as f64;
        let games = study.games.saturating_mul(parts);
        let name = named.name.clone();
        planned.push(PlannedRules { name, engine, games, seconds: per_game * games as f64 });
    }
    Ok(planned)
}
