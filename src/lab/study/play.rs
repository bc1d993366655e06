//! Playing a study from where it is, look by look until precise enough, with or without rows, and
//! kept every few seconds.

use std::ops::Range;
use std::time::{Duration, Instant};

use crate::core::stats::looks;
use crate::core::wording::text::grouped;
use crate::lab::refused::Refused;
use crate::lab::run::{Control, Threads};

use super::finished::Finished;
use super::games::{Portion, StudyGames};
use super::pace::Pace;
use super::rows::{Encode, RowSink};
use super::totals::Totals;
use super::until::{Reached, precisions, spread};
use crate::lab::spec::Study;

/// How long the threads play before they meet, so that somebody can look at the counts.
const SEGMENT: Duration = Duration::from_secs(2);
/// The same where rows are encoded in groups that take a while.
const SEGMENT_OF_GROUPS: Duration = Duration::from_secs(5);

/// So many games that are all alike say that a precision may never be reached.
const ALIKE: u64 = 10_000;

/// Whether every cell can be played here, before anything else is done.
///
/// Errors: [`Refused`].
pub fn check_playable(study: &Study) -> Result<(), Refused> {
    study.check_sound()?;
    StudyGames::new(study, None).check().map_err(|what| Refused::key("engine", what))
}

/// Plays the games of a range to see how long it takes; their counts are dropped.
///
/// Errors: [`Refused`].
pub fn play_range(study: &Study, games: Range<u64>, threads: Threads) -> Result<(), Refused> {
    let (chunk, control, halt) = (study.info().block, &Control::default(), &|| false);
    let all = Portion { games, chunk, threads, control, halt };
    StudyGames::new(study, None).play(&all, &mut Totals::new(study), None).map(drop)
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
    /// Where rows go, and what encodes them.
    rows: Option<(Box<Encode>, &'r mut dyn RowSink)>,
    threads: Threads,
    pace: Pace,
}

impl<'s, 'r> Pass<'s, 'r> {
    /// This study, of which this was counted, with a row for each game if they are wanted: game by game, and
    /// for each game cell by cell, in the order of the command.
    ///
    /// Errors: those of the file of rows.
    pub fn new(
        study: &'s Study,
        totals: Totals,
        rows: Option<&'r mut dyn RowSink>,
        threads: Threads,
    ) -> Result<Self, Refused> {
        let batch = StudyGames::new(study, rows.as_ref().map(|sink| sink.detail()));
        let begun = |sink: &'r mut dyn RowSink| {
            let at_once = batch.games_at_once() * batch.cells();
            Ok((sink.begin(study, &batch.empty_rows(), at_once)?, sink))
        };
        let rows = rows.map(begun).transpose()?;
        let (reached, pace) = (Vec::new(), Pace::default());
        let mut pass = Self { study, totals, reached, next: None, batch, rows, threads, pace };
        pass.next = pass.look_from(pass.totals.games());
        Ok(pass)
    }

    /// Plays on for about this long, at most to the next look; returns whether anything is left: every
    /// precision asked for ends the study.
    ///
    /// Errors: [`Refused`]; what is played stays.
    pub fn step(&mut self, control: &Control, most: Duration) -> Result<bool, Refused> {
        let Some(next) = self.next else { return Ok(false) };
        if self.totals.games() < next {
            self.segment(control, next, most)?;
        }
        if self.totals.games() < next {
            return Ok(true);
        }
        self.reached = precisions(self.study, &self.totals);
        self.check_reachable()?;
        let is_precise = !self.reached.is_empty() && self.reached.iter().all(Reached::is_reached);
        self.next = next.checked_add(1).filter(|_| !is_precise).and_then(|n| self.look_from(n));
        Ok(self.next.is_some())
    }

    /// Refuses to play for a precision alone that may never be reached: all games are alike, and the lengths have no
    /// bound.
    fn check_reachable(&self) -> Result<(), Refused> {
        let Self { study, totals, .. } = self;
        let is_endless = |one: &&Reached| {
            let spread = spread(study, totals, one.of, one.target.measure);
            one.half_width.is_infinite() && spread.is_none_or(|spread| spread.std_dev <= 0.0)
        };
        let is_asked = study.is_open_ended() && totals.games() >= ALIKE;
        let Some(one) = self.reached.iter().filter(|_| is_asked).find(is_endless) else {
            return Ok(());
        };
        let what = format!(
            "all {} games were alike ({}), so this may never be reached; name the most games to play with {{games}}",
            grouped(totals.games()),
            one.name
        );
        let target = one.target.text(study.info());
        Err(Refused { at: Some(0), ..Refused::of("until", target, what) })
    }

    /// Plays some of the games up to `to`, counted from the first of the study.
    fn segment(&mut self, control: &Control, to: u64, most: Duration) -> Result<(), Refused> {
        let Self { study, totals, batch, rows, threads, pace, .. } = self;
        let (threads, first, from) = (*threads, study.first_game, totals.games());
        let (at_once, block) = (batch.games_at_once(), study.info().block);
        let block = if rows.is_some() { block.min(at_once) } else { block };
        let has_groups = rows.as_ref().is_some_and(|(_, sink)| sink.has_groups());
        let group = has_groups.then_some((at_once, from));
        let step = pace.step(block, group, threads.count() as u64, batch.groups());
        let to = to.min(from.saturating_add(step.games));
        let clock = Instant::now();
        let most = most.min(if group.is_some() { SEGMENT_OF_GROUPS } else { SEGMENT });
        let wanted = pace.until_learnt(most);
        // However short the time is, something is played.
        let before = control.done();
        let halt = &|| control.done() > before && clock.elapsed() >= wanted;
        let games = first + from..first + to;
        let portion = Portion { games, chunk: step.chunk, threads, control, halt };
        let rows = rows.as_mut();
        let rows = rows.map(|(encode, sink)| (&**encode, &mut **sink as &mut dyn RowSink));
        let played = batch.play(&portion, totals, rows)?;
        pace.learn(played.games, played.busy);
        Ok(())
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
