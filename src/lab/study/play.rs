//! Playing a study from where it is, look by look until precise enough, with or without rows, and
//! kept every few seconds.

use std::io;
use std::ops::Range;
use std::time::{Duration, Instant};

use crate::core::rows::Columns;
use crate::core::stats::looks;
use crate::core::wording::text::grouped;
use crate::lab::formats::Block;
use crate::lab::refused::Refused;
use crate::lab::run::{Control, Rows, Threads, play_items};

use super::finished::Finished;
use super::games::{GroupCounts, RowDetail, StudyGames};
use super::pace::Pace;
use super::totals::Totals;
use super::until::{Of, Reached, asked, precisions, range, spread};
use crate::lab::spec::Study;
use crate::lab::spec::measure::Target;

/// How long the threads play before they meet, so that somebody can look at the counts.
const SEGMENT: Duration = Duration::from_secs(2);
/// The same where rows are encoded in groups that take a while.
const SEGMENT_OF_GROUPS: Duration = Duration::from_secs(5);

/// Games of a pilot that are looked at before a run that only a precision ends.
const PILOT: u64 = 10_000;

/// Turns a block of rows into what is written; for many threads.
pub type Encode = dyn Fn(&Columns) -> io::Result<Block> + Sync;

/// Somewhere to put a row for each game.
pub trait RowSink: Send {
    /// What a row holds beside the result.
    fn detail(&self) -> &RowDetail;
    /// Whether rows are written in groups, so that it matters how many are handed over at once.
    fn has_groups(&self) -> bool;
    /// Begins the file of this study, once, in groups of so many rows; returns what encodes its blocks.
    ///
    /// Errors: those of the file.
    fn begin(&mut self, study: &Study, shape: &Columns, group: u64)
    -> Result<Box<Encode>, Refused>;
    /// Writes an encoded block.
    ///
    /// Errors: those of the file.
    fn write(&mut self, block: io::Result<Block>) -> Result<(), Refused>;
}

/// Whether every cell can be played here, before anything else is done.
///
/// Errors: [`Refused`].
pub fn check_playable(study: &Study) -> Result<(), Refused> {
    study.check_sound()?;
    StudyGames::new(study, None).check().map_err(|what| Refused::key("engine", what))
}

/// Plays the games of a range.
///
/// Errors: [`Refused`].
pub fn play_range(
    study: &Study,
    games: Range<u64>,
    threads: Threads,
    control: &Control,
) -> Result<Totals, Refused> {
    let mut batch = StudyGames::new(study, None);
    batch.turn_to(games, study.info().block);
    let ran = play_items::<_, ()>(&batch, threads, control, &|| false, None)?;
    if control.stopped() {
        return Err(Refused::stopped());
    }
    let mut totals = Totals::new(study);
    batch.add(&ran.tally, &mut totals);
    Ok(totals)
}

/// Refuses a precision that may never be reached: all games of a pilot are alike, and the lengths have no bound.
///
/// Errors: [`Refused`]; those of playing.
pub fn check_reachable(study: &Study, threads: Threads) -> Result<(), Refused> {
    let (first, games) = (study.first_game, PILOT.min(study.most_games()));
    let totals = play_range(study, first..first + games, threads, &Control::default())?;
    let is_endless = |&(of, target): &(Of, Target)| {
        let spread = spread(study, &totals, of, target.measure);
        let is_alike = spread.is_none_or(|spread| spread.std_dev <= 0.0);
        is_alike && range(study, of, target.measure).is_none()
    };
    let Some((of, target)) = asked(study).into_iter().find(is_endless) else { return Ok(()) };
    let what = format!(
        "all {} games of a pilot were alike ({}), so this may never be reached; name the most games to play \
         with {{games}}",
        grouped(games),
        of.name(study)
    );
    Err(Refused { at: Some(0), ..Refused::of("until", target.text(study.info()), what) })
}

/// A study on its way.
pub struct Pass<'s, 'r> {
    /// What is played.
    pub study: &'s Study,
    /// The counts of what is played, whatever of that was played before.
    pub totals: Totals,
    /// How precise the counts were at the last look.
    pub reached: Vec<Reached>,
    /// How many games the next look is at.
    next: Option<u64>,
    batch: StudyGames<'s>,
    rows: Option<&'r mut dyn RowSink>,
    /// What encodes the rows, once the sink has begun.
    encode: Option<Box<Encode>>,
    threads: Threads,
    pace: Pace,
}

impl<'s, 'r> Pass<'s, 'r> {
    /// This study, of which this was counted, with a row for each game if they are wanted: game by game, and
    /// for each game cell by cell, in the order of the command.
    pub fn new(
        study: &'s Study,
        totals: Totals,
        rows: Option<&'r mut dyn RowSink>,
        threads: Threads,
    ) -> Self {
        let batch = StudyGames::new(study, rows.as_ref().map(|sink| sink.detail()));
        let (reached, next, encode, pace) = (Vec::new(), None, None, Pace::default());
        let mut pass = Self { study, totals, reached, next, batch, rows, encode, threads, pace };
        pass.next = pass.look_from(pass.totals.games());
        pass
    }

    /// Plays on for about this long, at most to the next look; returns whether anything is left: every
    /// precision asked for ends the study.
    ///
    /// Errors: [`Refused`]; what is played stays.
    pub fn step(&mut self, control: &Control, most: Duration) -> Result<bool, Refused> {
        let Some(next) = self.next else { return Ok(false) };
        // Even if there is no game.
        if let (Some(sink), None) = (&mut self.rows, &self.encode) {
            let (shape, group) = (self.batch.empty_rows(), self.batch.rows_at_once());
            self.encode = Some(sink.begin(self.study, &shape, group)?);
        }
        if self.totals.games() < next {
            let counts = self.segment(control, next, most)?;
            self.batch.add(&counts, &mut self.totals);
        }
        if self.totals.games() < next {
            return Ok(true);
        }
        self.reached = precisions(self.study, &self.totals);
        let is_precise = !self.reached.is_empty() && self.reached.iter().all(Reached::is_reached);
        self.next = next.checked_add(1).filter(|_| !is_precise).and_then(|n| self.look_from(n));
        Ok(self.next.is_some())
    }

    /// Plays some of the games up to `to`, counted from the first of the study, and returns their counts.
    fn segment(
        &mut self,
        control: &Control,
        to: u64,
        most: Duration,
    ) -> Result<GroupCounts, Refused> {
        let (threads, first, from) = (self.threads, self.study.first_game, self.totals.games());
        let batch = &mut self.batch;
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
        let most = most.min(if group.is_some() { SEGMENT_OF_GROUPS } else { SEGMENT });
        let wanted = self.pace.until_learnt(most);
        // However short the time is, something is played.
        let before = control.done();
        let halt = || control.done() > before && clock.elapsed() >= wanted;
        let batch = &*batch;
        let ran = match (&mut self.rows, &self.encode) {
            (Some(sink), Some(encode)) => {
                let empty = || batch.empty_rows();
                let write = &mut |block| sink.write(block);
                let rows = Rows { empty: &empty, encode, write };
                play_items(batch, threads, control, &halt, Some(rows))?
            }
            _ => play_items::<_, ()>(batch, threads, control, &halt, None)?,
        };
        self.pace.learn(ran.items.saturating_mul(step.chunk), ran.busy);
        Ok(ran.tally)
    }

    /// The first look at so many games or more: where precisions are asked for, at fixed numbers of games
    /// only, else at the end.
    fn look_from(&self, games: u64) -> Option<u64> {
        let study = self.study;
        match study.has_targets() && study.games > 0 {
            true => looks(study.most_games()).find(|look| *look >= games),
            false => Some(study.games).filter(|all| *all >= games),
        }
    }

    /// Games played of all cells together.
    pub fn done(&self) -> u64 {
        self.study.of_all_cells(self.totals.games())
    }

    /// What was played, which may be all of the study; of a part no precision is told.
    ///
    /// Panics for counts that contradict one another: a bug of an engine.
    pub fn finished(self, is_whole: bool, elapsed: Duration) -> Finished {
        let Self { study, totals, reached, threads, .. } = self;
        let first = study.first_game;
        let (study, reached) = match is_whole {
            true => (study.clone(), reached),
            false => {
                // Of some orders it is still said how many there are.
                let part_of = study.part_of.clone().or(study.is_exact().then(|| study.whole()));
                let done = study.clone().of_games(first..first + totals.games());
                (Study { part_of, ..done }, Vec::new())
            }
        };
        let finished = Finished { reached, threads, elapsed, ..Finished::new(study, totals) };
        finished.check().unwrap_or_else(|what| panic!("{what}"));
        finished
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::core::cards::DeckList;

    /// The mistake is one of the data: games behind the last deck of a list.
    #[test]
    fn a_game_that_panics_leaves_no_result() {
        let has_panicked = |games: Range<u64>| {
            let study = Study::war(["umass"]).unwrap().seed(9);
            let study = study.on_decks(DeckList::of(vec![vec![2, 3, 4, 5]; 3_000])).of_games(games);
            let control = Control::default();
            let threads = Threads::Exactly(3.try_into().unwrap());
            let play = || play_range(&study, study.range(), threads, &control);
            catch_unwind(AssertUnwindSafe(play)).is_err()
        };
        assert!([0..3_072, 2_999..3_001, 3_000..3_001].map(has_panicked).iter().all(|&is| is));
        assert!(!has_panicked(2_999..3_000), "its neighbour");
    }
}
