//! Playing a study: all at once, look by look until precise enough, with or without rows.

use std::ops::Range;

use crate::core::rows::Columns;
use crate::core::stats::LookSchedule;
use crate::lab::run::{Control, Rows, RunError, Threads, run};

use super::batch::{Batch, RowDetail};
use super::totals::Totals;
use super::until::{Reached, look};
use super::{Pairs, Study, StudyError};

/// What came out.
#[derive(Clone, Debug)]
pub struct Played {
    /// The counts.
    pub totals: Totals,
    /// Games of each cell.
    pub games: u64,
    /// How precise they are, where a precision was asked for.
    pub reached: Vec<Reached>,
}

/// Turns a block of rows into what is written; for many threads.
pub type Encode<T> = dyn Fn(&Columns) -> T + Sync;

/// Somewhere to put a row for each game.
///
/// `T` is what a block of rows becomes before it is written.
pub trait RowSink<T, E> {
    /// What a row holds beside the result.
    fn detail(&self) -> RowDetail;
    /// Games whose rows should be handed over at once, if it matters.
    fn block(&self) -> Option<u64>;
    /// Begins the file, once; returns what encodes its blocks.
    ///
    /// Errors: those of the file.
    fn begin(&mut self, shape: &Columns) -> Result<Box<Encode<T>>, E>;
    /// Writes an encoded block.
    ///
    /// Errors: those of the file.
    fn write(&mut self, block: T) -> Result<(), E>;
}

/// No rows are wanted.
pub type NoRows = std::convert::Infallible;

/// Threads and control of a run.
#[derive(Clone, Copy, Debug)]
pub struct Running<'a> {
    /// How many threads play.
    pub threads: Threads,
    /// Progress, and the wish to stop.
    pub control: &'a Control,
}

/// Whether every cell can be played here, before anything else is done.
///
/// Errors: [`StudyError`].
pub fn check(study: &Study) -> Result<(), StudyError> {
    let games = study.first_game..study.first_game.saturating_add(study.games);
    Ok(Batch::new(study, games).check()?)
}

/// Games that will be played in all, at most, for a progress bar.
pub fn expected_games(study: &Study, with_rows: bool) -> u64 {
    let rounds = if with_rows && study.cells.len() > 1 && needs_all_at_once(study) { 2 } else { 1 };
    study.games.saturating_mul(study.cells.len() as u64).saturating_mul(rounds)
}

fn has_targets(study: &Study) -> bool {
    !study.until.is_empty() || !study.until_difference.is_empty()
}

fn needs_all_at_once(study: &Study) -> bool {
    has_targets(study) || study.pairs != Pairs::None
}

/// Plays the games of a range.
///
/// Errors: [`RunError`].
pub fn play_range(
    study: &Study,
    games: Range<u64>,
    running: Running<'_>,
) -> Result<Totals, RunError<NoRows>> {
    let batch = Batch::new(study, games);
    let counts = run::<_, (), NoRows>(&batch, running.threads, running.control, None)?;
    batch.totals(&counts).map_err(|_| RunError::Overflow)
}

/// Plays everything.
///
/// Rows come in the order of the command, cell by cell, so with several cells each plays on its own
/// for them; pairs and precisions need all of them side by side before.
/// Errors: [`RunError`].
pub fn play<T: Send, E: Send>(
    study: &Study,
    running: Running<'_>,
    rows: Option<&mut (dyn RowSink<T, E> + Send)>,
) -> Result<Played, RunError<E>> {
    let Some(rows) = rows else {
        return until_precise(study, running, None::<&mut (dyn RowSink<T, E> + Send)>);
    };
    if study.cells.len() == 1 {
        return until_precise(study, running, Some(rows));
    }
    let side_by_side = match needs_all_at_once(study) {
        true => Some(until_precise(study, running, None::<&mut (dyn RowSink<T, E> + Send)>)?),
        false => None,
    };
    let games = side_by_side.as_ref().map_or(study.games, |played| played.games);
    let range = study.first_game..study.first_game + games;
    let mut totals = Totals::new(study);
    for cell in 0..study.cells.len() {
        let batch = Batch::of_cell(study, cell, range.clone());
        let counts = play_with_rows(batch, running, rows)?;
        totals.merge(&counts).map_err(|_| RunError::Overflow)?;
    }
    Ok(side_by_side.unwrap_or(Played { totals, games, reached: Vec::new() }))
}

fn play_with_rows<T: Send, E: Send>(
    batch: Batch<'_>,
    running: Running<'_>,
    rows: &mut (dyn RowSink<T, E> + Send),
) -> Result<Totals, RunError<E>> {
    let batch = batch.with_rows(rows.detail()).in_chunks(rows.block());
    let empty = || batch.empty_rows();
    let encode = rows.begin(&empty()).map_err(RunError::Write)?;
    let write = &mut |block: T| rows.write(block);
    let rows = Rows { empty: &empty, encode: &*encode, write };
    let counts = run(&batch, running.threads, running.control, Some(rows))?;
    batch.totals(&counts).map_err(|_| RunError::Overflow)
}

/// Plays until every precision asked for is reached, looking at fixed numbers of games only.
fn until_precise<T: Send, E: Send>(
    study: &Study,
    running: Running<'_>,
    mut rows: Option<&mut (dyn RowSink<T, E> + Send)>,
) -> Result<Played, RunError<E>> {
    let looks: Vec<u64> = if !has_targets(study) || study.games == 0 {
        vec![study.games]
    } else {
        LookSchedule::new(study.games).looks().collect()
    };
    let mut totals = Totals::new(study);
    let (mut games, mut reached) = (0, Vec::new());
    for next in looks {
        let range = study.first_game + games..study.first_game + next;
        let batch = Batch::new(study, range);
        let more = match &mut rows {
            Some(rows) => play_with_rows(batch, running, *rows)?,
            None => {
                let counts = run::<_, (), E>(&batch, running.threads, running.control, None)?;
                batch.totals(&counts).map_err(|_| RunError::Overflow)?
            }
        };
        totals.merge(&more).map_err(|_| RunError::Overflow)?;
        games = next;
        reached = look(study, &totals, games);
        if !reached.is_empty() && reached.iter().all(Reached::is_reached) {
            break;
        }
    }
    Ok(Played { totals, games, reached })
}
