//! Batches, comparisons and experiments: one checked experiment, played into one folder.

pub mod args;
pub mod comparison_text;
mod play;
mod precision;
mod rows;
mod tables;
mod text;

use std::io::{self, Write as _};

use serde_json::{Value as Json, json};

use crate::cli::failure::{Failure, Kind};
use crate::cli::results::Run;
use crate::core::cards::{RECIPE, Seed};
use crate::core::stats::z_for_confidence;
use crate::games::war::batch::{RowDetail, WarBatch};
use crate::games::war::tables::BatchFacts;
use crate::lab::study::{Experiment, Target};

use args::{OutputArgs, PerGameArgs};
pub use comparison_text::Asked;
pub use rows::PerGame;

/// An experiment and all that is to be done with it.
#[derive(Debug)]
pub struct Study<'a> {
    /// What plays and what is asked.
    pub experiment: Experiment,
    /// The verb, which tells runs apart.
    pub verb: &'static str,
    /// The name of the folder, unless the options give another.
    pub name: String,
    /// Where the results go.
    pub output: &'a OutputArgs,
    /// Where the row of each game goes.
    pub per_game: Option<PerGame>,
    /// The tables to write; all if `None`.
    pub tables: Option<Vec<String>>,
    /// What `--rules` was given for each cell, to be typed again; its name where there is none.
    pub given_rules: Vec<String>,
}

/// Checks that the last index of a sample fits 64 bits.
pub fn check_range(first_game: u64, games: u64) -> Result<(), Failure> {
    if first_game.checked_add(games).is_some() {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "--first-game {first_game} and --games {games}: the index of the last game must lie below \
         2^64 - 1; use smaller numbers"
    )))
}

/// Checks a confidence.
pub fn check_confidence(confidence: f64) -> Result<f64, Failure> {
    if confidence > 0.0 && confidence < 1.0 {
        return Ok(confidence);
    }
    Err(Failure::usage(format!(
        "--confidence {confidence}: must lie between 0 and 1, such as 0.95 or 0.99"
    )))
}

impl PerGame {
    /// What the options ask for.
    pub fn from_args(args: &PerGameArgs) -> Result<Option<Self>, Failure> {
        let detail = RowDetail { features: args.with_features, decks: args.with_decks };
        args.per_game.as_deref().map(|path| PerGame::new(path, detail)).transpose()
    }
}

impl Study<'_> {
    /// The workload of all cells together.
    fn batch(&self) -> Result<WarBatch, Failure> {
        let e = &self.experiment;
        let batch = WarBatch::new(Seed(e.seed), e.cells.clone())
            .map_err(|error| Failure::usage(format!("--engine: {error}")))?;
        let rows = self.per_game.as_ref().map_or(RowDetail::default(), |p| p.detail);
        let block = self.per_game.as_ref().and_then(PerGame::block);
        Ok(batch.with_pairs(e.pairs).by_feature(e.by).with_rows(rows).in_chunks(block))
    }

    /// Plays the experiment, writes its files and prints what came out.
    pub fn run(&self) -> Result<(), Failure> {
        let batch = self.batch()?;
        // Everything that can fail for want of a place to write fails before the first game.
        let run = Run::open(self.output, &self.name, self.identity())?;
        let per_game = self.per_game.as_ref().map(PerGame::open).transpose()?;
        let played = play::play(self, &batch, &run, per_game)?;
        let elapsed = run.elapsed();
        for (cell, tally) in batch.cells().iter().zip(&played.totals.cells) {
            tally.check(played.games).map_err(|what| {
                Failure::new(Kind::Internal, format!("{}: {what}; please report this", cell.name))
            })?;
        }

        let facts = self.facts(played.games);
        let comparisons = tables::comparisons(self, &batch, &played, &facts);
        let tables = tables::all(self, &batch, &played, &facts, &comparisons);
        let cells = batch.cells();
        let engines: Json = cells
            .iter()
            .zip(batch.engine_names())
            .map(|(cell, engine)| (cell.name.clone(), json!(engine)))
            .collect();
        let games_played = played.games.saturating_mul(cells.len() as u64);
        let mut out = String::new();
        if !self.output.quiet {
            out = text::render(self, &batch, &played, &facts, &run, elapsed);
            out.push_str(&comparison_text::render(&self.experiment, &comparisons));
            out.push_str(&format!("\nwritten to {}\n", run.target().display()));
        }
        run.commit(&tables, played.per_game.into_iter().collect(), engines, games_played, elapsed)?;
        io::stdout().write_all(out.as_bytes()).map_err(|e| Failure::writing("stdout", &e))?;
        self.report_refused()
    }

    /// Says from a pilot how many games these precisions need; writes nothing.
    pub fn predict(&self, targets: &[Target]) -> Result<(), Failure> {
        let text = precision::predict(self, &self.batch()?, targets)?;
        io::stdout().write_all(text.as_bytes()).map_err(|e| Failure::writing("stdout", &e))
    }

    /// Shows what would be done; writes nothing.
    pub fn plan(&self) -> Result<(), Failure> {
        let text = precision::plan(self, &self.batch()?)?;
        io::stdout().write_all(text.as_bytes()).map_err(|e| Failure::writing("stdout", &e))?;
        self.report_refused()
    }

    /// Cells of a sweep that could not be played, after everything else was.
    fn report_refused(&self) -> Result<(), Failure> {
        let refused = &self.experiment.refused;
        if refused.is_empty() {
            return Ok(());
        }
        let list: Vec<String> =
            refused.iter().map(|cell| format!("\n  {}: {}", cell.name, cell.reason)).collect();
        let (cells, others) = if refused.len() == 1 { ("cell", "it") } else { ("cells", "them") };
        Err(Failure::data(format!(
            "{} {cells} of the sweep cannot be played, which stops none of the others; change \
             {others} or leave {others} out:{}",
            refused.len(),
            list.concat()
        )))
    }

    fn facts(&self, games: u64) -> BatchFacts {
        let e = &self.experiment;
        BatchFacts {
            seed: e.seed,
            first_game: e.first_game,
            games,
            z: z_for_confidence(e.confidence),
            recipe: RECIPE,
        }
    }

    /// What tells one run from another: all that its files depend on, and nothing else.
    fn identity(&self) -> Json {
        let e = &self.experiment;
        let rules: Vec<Json> =
            e.cells.iter().map(|cell| json!({"name": cell.name, "fields": *cell.rules})).collect();
        let pairs: Vec<[usize; 2]> =
            e.pairs.list(e.cells.len()).into_iter().map(|(i, j)| [i, j]).collect();
        let until: Vec<Json> =
            e.until.iter().map(|t| json!([t.measure.name(), t.half_width])).collect();
        let measures: Vec<&str> = e.measures.iter().map(|m| m.name()).collect();
        json!({
            "verb": self.verb,
            "recipe": RECIPE,
            "seed": e.seed,
            "first_game": e.first_game,
            "games": e.games,
            "until": until,
            "confidence": e.confidence,
            "pairs": pairs,
            "measures": measures,
            "by": e.by.map(|feature| feature.name()),
            "tables": self.tables,
            "rules": rules,
        })
    }

    /// What to type to get the rules of this cell; `None` if they stand in an experiment only.
    fn rules_as_given(&self, cell: usize) -> Option<&str> {
        self.given_rules.get(cell).map(String::as_str)
    }
}
