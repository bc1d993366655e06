//! Playing a study from where it is, look by look until precise enough, with or without rows, and
//! kept every few seconds.

use std::ops::Range;
use std::time::{Duration, Instant};

use super::current;
use crate::core::rows::Columns;
use crate::core::stats::LookSchedule;
use crate::core::tally::Detail;
use crate::lab::run::{Control, Rows, RunError, Threads, run, run_until};

use super::batch::{Batch, Counts, RowDetail};
use super::pace::Pace;
use super::progress::Progress;
use super::totals::{Totals, detail};
use super::until::{Reached, look};
use crate::lab::spec::refused::Fault;
use crate::lab::spec::{Refused, Study};

/// How long the threads play before they meet, so that somebody can look at the counts.
const SEGMENT: Duration = Duration::from_secs(2);
/// The same where rows are encoded in groups that take a while.
const SEGMENT_OF_GROUPS: Duration = Duration::from_secs(5);

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
pub trait RowSink<T> {
    /// What a row holds beside the result.
    fn detail(&self) -> RowDetail;
    /// Whether rows are written in groups, so that it matters how many are handed over at once.
    fn has_groups(&self) -> bool;
    /// Begins the file, once, in groups of so many rows; returns what encodes its blocks.
    ///
    /// Errors: those of the file.
    fn begin(&mut self, shape: &Columns, group: u64) -> Result<Box<Encode<T>>, Refused>;
    /// Writes an encoded block.
    ///
    /// Errors: those of the file.
    fn write(&mut self, block: T) -> Result<(), Refused>;
}

/// Somebody who keeps what was played.
pub trait Keep {
    /// Time between two times that it wants to.
    fn every(&self) -> Duration;
    /// Whether it is time to do so.
    fn is_due(&self) -> bool;
    /// Keeps it; `rows` is what the sink of rows needs to go on.
    fn keep(&mut self, at: &Progress);
}

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
/// Errors: [`Refused`].
pub fn check(study: &Study) -> Result<(), Refused> {
    study.check_sound()?;
    study.check_decided()?;
    if study.until.iter().any(|target| target.quantile.is_some())
        && detail(study) != Detail::Histograms
    {
        let what = "the lengths of so many rule sets are not kept one by one, so their quantiles have no \
                    intervals; use fewer rule sets";
        return Err(Refused::key("until", what));
    }
    let games = study.first_game..study.first_game.saturating_add(study.games);
    Batch::new(study, games).check().map_err(|what| Refused::key("engine", what))
}

/// Plays the games of a range.
///
/// Errors: [`Refused`].
pub fn play_range(
    study: &Study,
    games: Range<u64>,
    running: Running<'_>,
) -> Result<Totals, Refused> {
    let mut batch = Batch::new(study, games.clone());
    batch.turn_to(games, study.info().block);
    let counts = run::<_, (), Refused>(&batch, running.threads, running.control, None)?;
    let mut totals = Totals::new(study);
    batch.add(&counts, &mut totals).map_err(|_| Refused::beyond_counts())?;
    Ok(totals)
}

/// Plays everything.
///
/// Rows come game by game, and for each game cell by cell, in the order of the command.
/// Errors: [`Refused`].
pub fn play<T: Send>(
    study: &Study,
    running: Running<'_>,
    rows: Option<&mut (dyn RowSink<T> + Send)>,
) -> Result<Played, Refused> {
    let mut at = Progress::new(study);
    let reached = advance(study, running, &mut at, rows, None)?;
    Ok(Played { totals: at.totals, games: at.games, reached })
}

/// Plays what is left, whatever of it was played before: `at` is what is played, also after an error.
///
/// `keep` is asked every few seconds, and when the run is stopped. Errors: [`Refused`].
pub fn advance<T: Send>(
    study: &Study,
    running: Running<'_>,
    at: &mut Progress,
    rows: Option<&mut (dyn RowSink<T> + Send)>,
    keep: Option<&mut dyn Keep>,
) -> Result<Vec<Reached>, Refused> {
    running.control.begin_after(at.played(study));
    Pass { study, running, at, rows, keep, pace: Pace::default() }.until_the_end()
}

/// A study on its way.
struct Pass<'a, 'p, 'r, 'k, T> {
    study: &'a Study,
    running: Running<'a>,
    at: &'p mut Progress,
    rows: Option<&'r mut (dyn RowSink<T> + Send)>,
    keep: Option<&'k mut dyn Keep>,
    pace: Pace,
}

impl<T: Send> Pass<'_, '_, '_, '_, T> {
    /// Plays until every precision asked for is reached, looking at fixed numbers of games only, or to
    /// the end.
    fn until_the_end(&mut self) -> Result<Vec<Reached>, Refused> {
        let study = self.study;
        let looks: Vec<u64> = if !study.has_targets() || study.games == 0 {
            vec![study.games]
        } else {
            LookSchedule::new(study.most_games()).looks().collect()
        };
        let mut batch = Batch::new(study, 0..0);
        if let Some(sink) = &mut self.rows {
            batch = batch.with_rows(sink.detail());
            // The header, even if there is no game.
            drop(sink.begin(&batch.empty_rows(), batch.rows_at_once())?);
        }
        let (before, mut reached) = (self.at.games, Vec::new());
        for next in looks.into_iter().filter(|look| *look >= before) {
            while self.at.games < next {
                let (counts, games) = self.segment(&mut batch, next)?;
                batch.add(&counts, &mut self.at.totals).map_err(|_| Refused::beyond_counts())?;
                self.at.games += games;
                self.pause()?;
            }
            reached = look(study, &self.at.totals, self.at.games);
            if !reached.is_empty() && reached.iter().all(Reached::is_reached) {
                break;
            }
        }
        Ok(reached)
    }

    /// Plays some of the games up to `to`, counted from the first of the study, and returns their
    /// counts and number.
    fn segment(&mut self, batch: &mut Batch<'_>, to: u64) -> Result<(Counts, u64), Refused> {
        let Running { threads, control } = self.running;
        let (first, from) = (self.study.first_game, self.at.games);
        let at_once = batch.games_at_once();
        let block = match &self.rows {
            Some(_) => self.study.info().block.min(at_once),
            None => self.study.info().block,
        };
        let group = self.rows.as_ref().filter(|sink| sink.has_groups()).map(|_| (at_once, from));
        let step = self.pace.step(block, group, threads.count() as u64, batch.groups());
        let to = to.min(from.saturating_add(step.games));
        batch.turn_to(first + from..first + to, step.chunk);
        let clock = Instant::now();
        let most = if group.is_some() { SEGMENT_OF_GROUPS } else { SEGMENT };
        let most = self.keep.as_ref().map_or(most, |keep| keep.every().min(most));
        let wanted = self.pace.until_learnt(most);
        // However short the time is, something is played.
        let before = control.done();
        let halt = || control.done() > before && clock.elapsed() >= wanted;
        let ran = match &mut self.rows {
            None => run_until::<_, (), Refused>(batch, threads, control, &halt, None)?,
            Some(sink) => {
                let empty = || batch.empty_rows();
                let encode = sink.begin(&empty(), batch.rows_at_once())?;
                let write = &mut |block: T| sink.write(block);
                let rows = Rows { empty: &empty, encode: &*encode, write };
                run_until(batch, threads, control, &halt, Some(rows))?
            }
        };
        let games = batch.games_in(ran.items);
        self.pace.learn(ran.items.saturating_mul(step.chunk), ran.busy);
        Ok((ran.tally, games))
    }

    /// Between two segments: tells what is known, keeps it if it is time, and ends if asked to.
    fn pause(&mut self) -> Result<(), Refused> {
        let (study, at) = (self.study, &*self.at);
        self.running.control.tell(current::estimate(study, at));
        let stopped = self.running.control.stopped();
        if let Some(keep) = &mut self.keep
            && (stopped || keep.is_due())
        {
            keep.keep(at);
        }
        match stopped {
            true => Err(Refused::stopped()),
            false => Ok(()),
        }
    }
}

/// Why a study was not played to its end.
impl From<RunError<Refused>> for Refused {
    fn from(error: RunError<Self>) -> Self {
        match error {
            RunError::Stopped { .. } => Self::stopped(),
            RunError::Overflow => Self::beyond_counts(),
            RunError::Write(refused) => refused,
            RunError::Threads { .. } => {
                Self::new(Fault::Io, format!("{{threads}}: {error}; use fewer"))
            }
        }
    }
}
