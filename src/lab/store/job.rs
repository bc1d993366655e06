//! A run from its beginning to its end, whoever plays it: the command line, Rust or Python.

use std::time::Duration;

use super::begin::{Earlier, Start};
use super::keeper::Keeper;
use crate::lab::spec::{Refused, Study};
use crate::lab::study::Finished;
use crate::lab::study::play::{Keep, Played, RowSink, Running, advance};
use crate::lab::study::progress::Progress;
use crate::lab::study::until::Reached;

/// The one life of a run: begun by what is there of it, advanced and kept on the way, ended.
pub struct Job<'s> {
    study: &'s Study,
    at: Progress,
    keeper: Option<Keeper<'s>>,
    /// What it carries on.
    pub earlier: Earlier,
    /// Games, all rule sets together, that are safe in a checkpoint.
    pub saved: u64,
}

impl<'s> Job<'s> {
    /// Begins here, or goes on, kept by this keeper if there is one.
    ///
    /// Errors: [`Refused`].
    pub fn begin(
        study: &'s Study,
        start: Start,
        keeper: Option<Keeper<'s>>,
    ) -> Result<Self, Refused> {
        let (mut at, mut earlier, mut saved) = (Progress::new(study), Earlier::default(), 0);
        match start {
            Start::From(progress, kept) => {
                saved = progress.played(study);
                earlier = Earlier::of_sessions(kept.sessions, kept.games(), kept.elapsed_s);
                at = progress;
            }
            Start::Extends(progress, elapsed_s) => {
                earlier = Earlier::of_sessions(1, progress.games, elapsed_s);
                at = progress;
            }
            Start::Mends(progress, whole) => (at, earlier) = (progress, whole),
            Start::Fresh(beyond) => saved = beyond,
            Start::Anew | Start::Complete => {
                if let Some(checkpoints) = keeper.as_ref().map(Keeper::checkpoints) {
                    let failed = |error| Refused::creating(checkpoints.folder(), &error);
                    checkpoints.remove().map_err(failed)?;
                }
            }
        }
        // A checkpoint that this session goes on with is not the one of another.
        let beyond = if earlier.sessions == 0 { saved } else { 0 };
        let after =
            |keeper: Keeper<'s>| keeper.after(earlier.sessions, earlier.elapsed_s).beyond(beyond);
        Ok(Self { study, at, keeper: keeper.map(after), earlier, saved })
    }

    /// Games, all rule sets together, that are played.
    pub fn played(&self) -> u64 {
        self.at.played(self.study)
    }

    /// Plays what is left, with a row for each game if they are wanted; what is played stays, also after an
    /// error.
    ///
    /// Errors: [`Refused`].
    pub fn advance<T: Send>(
        &mut self,
        running: Running<'_>,
        rows: Option<&mut (dyn RowSink<T> + Send)>,
    ) -> Result<Vec<Reached>, Refused> {
        let keep = self.keeper.as_mut().map(|keeper| keeper as &mut dyn Keep);
        let reached = advance(self.study, running, &mut self.at, rows, keep);
        if let Some(keeper) = &mut self.keeper {
            keeper.settle();
        }
        reached
    }

    /// What came out of the study, in this session and those before.
    pub fn end(self, reached: Vec<Reached>, session: Duration) -> Finished {
        let study = self.study.clone();
        self.ended(study, reached, session)
    }

    /// What came out of the games before it was stopped, as if no more had been asked for.
    pub fn so_far(self, session: Duration) -> Finished {
        let first = self.study.first_game;
        let study = self.study.clone().of_games(first..first + self.at.games);
        self.ended(study, Vec::new(), session)
    }

    fn ended(self, study: Study, reached: Vec<Reached>, session: Duration) -> Finished {
        let Progress { totals, games } = self.at;
        Finished::new(study, Played { totals, games, reached }, self.earlier.elapsed(session))
    }
}
