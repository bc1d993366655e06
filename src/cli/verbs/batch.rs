//! A batch: games of one or more rule sets on the decks of a seed, into a folder of tables.

mod plan;
mod table_text;

use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use serde_json::json;

use crate::batch::{Control, Rows, RunError, run as play_all};
use crate::cli::args::BatchArgs;
use crate::cli::failure::{Failure, Kind};
use crate::cli::{interrupt, progress};
use crate::report::csv;
use crate::report::folder::{FolderError, ResultFolder};
use crate::report::manifest::{FileRecord, Manifest};
use crate::report::output::OutputFile;
use crate::report::text::grouped;
use crate::stats::columns::Columns;
use crate::stats::table::Table;
use crate::war::batch::WarBatch;
use crate::war::tables;
use crate::war::tally::WarTally;

use plan::Plan;

/// Runs a batch.
pub fn run(args: &BatchArgs) -> Result<(), Failure> {
    let plan = Plan::try_from(args)?;
    // Everything that can fail for want of a place to write fails before the first game.
    let folder = ResultFolder::open(&plan.out, &plan.name, &plan.identity, plan.force)
        .map_err(|e| folder_failure(&e))?;
    let mut per_game = match &plan.per_game {
        Some(path) => Some(OutputFile::create(path).map_err(|e| Failure::creating(path, &e))?),
        None => None,
    };

    let control = Arc::new(Control::default());
    interrupt::stop_on_signal(&control)?;
    let (started, clock) = (SystemTime::now(), Instant::now());
    let total = plan.games.saturating_mul(plan.passes().len() as u64);
    let tallies = progress::with_bar(total, plan.quiet, &control, || {
        play(&plan, &control, per_game.as_mut())
    })?;
    let elapsed = clock.elapsed();
    for (cell, tally) in plan.batch.cells().iter().zip(&tallies) {
        tally.check(plan.games).map_err(|what| {
            Failure::new(Kind::Internal, format!("{}: {what}; please report this", cell.name))
        })?;
    }

    let cells = plan.batch.cells();
    let written = [
        tables::summary(&plan.facts, cells, &tallies),
        tables::histogram(cells, &tallies),
        tables::wars(cells, &tallies),
    ];
    let files: Vec<(&str, Vec<u8>)> = written
        .iter()
        .map(|table: &Table| Ok((table.file, csv::table(table)?)))
        .collect::<io::Result<_>>()
        .map_err(|e| Failure::writing("tables", &e))?;
    let mut records: Vec<FileRecord> =
        files.iter().map(|(name, bytes)| FileRecord::of(name, bytes)).collect();
    if let Some(file) = per_game {
        records.push(file.finish().map_err(|e| per_game_failure(&plan, &e))?);
    }
    let engines = cells.iter().zip(plan.batch.engine_names());
    let manifest = Manifest {
        command: plan.command.clone(),
        identity: plan.identity.clone(),
        engines: engines.map(|(cell, engine)| (cell.name.clone(), json!(engine))).collect(),
        threads: plan.threads.count(),
        started,
        elapsed,
        games_played: plan.games.saturating_mul(cells.len() as u64),
        files: records,
    };
    let target = folder.target().to_owned();
    folder.commit(&files, &manifest).map_err(|e| folder_failure(&e))?;

    if !plan.quiet {
        let text = table_text::render(&plan, &tallies, elapsed, &target);
        io::stdout().write_all(text.as_bytes()).map_err(|e| Failure::writing("stdout", &e))?;
    }
    Ok(())
}

/// Plays all passes of the plan; the tallies come in the order of its rule sets.
fn play(
    plan: &Plan,
    control: &Control,
    mut per_game: Option<&mut OutputFile>,
) -> Result<Vec<WarTally>, Failure> {
    let range = plan.facts.first_game..plan.facts.first_game + plan.games;
    let mut tallies = Vec::new();
    for (number, pass) in plan.passes().iter().enumerate() {
        let empty = || pass.empty_rows();
        let rows = match per_game.as_deref_mut() {
            Some(file) => {
                if number == 0 {
                    let header = csv::header(&pass.empty_rows());
                    file.write_all(&header).map_err(|e| per_game_failure(plan, &e))?;
                }
                Some(file)
            }
            None => None,
        };
        let result = match rows {
            Some(file) => {
                let rows = Rows {
                    empty: &empty,
                    encode: &|block: &Columns| csv::rows(block),
                    write: &mut |bytes: Vec<u8>| file.write_all(&bytes),
                };
                play_all(pass, range.clone(), plan.threads, control, Some(rows))
            }
            None => play_all::<WarBatch, Vec<u8>, io::Error>(
                pass,
                range.clone(),
                plan.threads,
                control,
                None,
            ),
        };
        tallies.extend(result.map_err(|e| run_failure(plan, e))?);
    }
    Ok(tallies)
}

fn run_failure(plan: &Plan, error: RunError<io::Error>) -> Failure {
    match error {
        RunError::Stopped { done } => Failure::new(
            Kind::Interrupted,
            format!(
                "stopped after {} of {} games; nothing was written, and the games played are lost: \
                 run the same command again for all of them",
                grouped(done),
                grouped(plan.games.saturating_mul(plan.passes().len() as u64)),
            ),
        ),
        RunError::Write(error) => per_game_failure(plan, &error),
        RunError::Threads { .. } => {
            Failure::new(Kind::Io, format!("--threads: {error}; use fewer"))
        }
    }
}

fn per_game_failure(plan: &Plan, error: &io::Error) -> Failure {
    let path = plan.per_game.as_deref().unwrap_or_else(|| "--per-game".as_ref());
    Failure::writing(format!("{}: --per-game", path.display()), error)
}

/// The failure of a result folder, with its exit code.
fn folder_failure(error: &FolderError) -> Failure {
    match error {
        FolderError::Create { path, source } => Failure::creating(path, source),
        FolderError::Write { path, source } => Failure::writing(path.display(), source),
        FolderError::Locked { .. } | FolderError::Occupied { .. } => {
            Failure::new(Kind::CannotCreate, error.to_string())
        }
    }
}
