//! A run from its beginning to its end, whatever it does and whoever asks for it.

use std::time::Duration;

use serde_json::Value as Json;

use super::begin::{Earlier, Start};
use super::keeper::{Keeper, Work};
use super::state::{State, encode};
use crate::lab::spec::refused::{Fault, OfPath as _};
use crate::lab::spec::{Refused, Study};
use crate::lab::study::Finished;
use crate::lab::study::current::estimate;
use crate::lab::study::play::{Pass, RowSink, Running};
use crate::lab::study::progress::Progress;

/// The one life of a run: begun by what is there of it, advanced and kept on the way, ended.
pub struct Job<'k, W> {
    /// What it does.
    pub work: W,
    keeper: Option<Keeper<'k>>,
    /// What it carries on.
    pub earlier: Earlier,
    /// Units that are safe in a checkpoint.
    pub saved: u64,
    /// Units that were done before this session.
    begun: u64,
}

impl<'k, W: Work> Job<'k, W> {
    /// Begins here, or goes on with the state from which `make` makes the work, kept by this keeper if
    /// there is one.
    ///
    /// Errors: [`Refused`].
    pub fn begin<S>(
        start: Start<S>,
        keeper: Option<Keeper<'k>>,
        make: impl FnOnce(Option<S>) -> W,
    ) -> Result<Self, Refused> {
        let (state, earlier, saved) = match start {
            Start::After(state, earlier, saved) => (Some(state), earlier, saved),
            Start::Fresh(beyond) => (None, Earlier::NONE, beyond),
            Start::Anew | Start::Complete => {
                if let Some(checkpoints) = keeper.as_ref().map(Keeper::checkpoints) {
                    checkpoints.remove().creating(checkpoints.folder())?;
                }
                (None, Earlier::NONE, 0)
            }
        };
        // A checkpoint that this session goes on with is not the one of another.
        let beyond = if state.is_none() { saved } else { 0 };
        let after = |keeper: Keeper<'k>| keeper.after(earlier.sessions, earlier.elapsed_s, beyond);
        let (keeper, work) = (keeper.map(after), make(state));
        let begun = work.done();
        Ok(Self { work, keeper, earlier, saved, begun })
    }

    /// Units that were done in this session.
    pub fn done_now(&self) -> u64 {
        self.work.done() - self.begun
    }

    /// Does what is left; what is done stays, also after an error. Between two steps it is kept when it is
    /// time for that, and when it is stopped.
    ///
    /// Errors: [`Refused`].
    pub fn advance(&mut self, running: Running<'_>) -> Result<(), Refused> {
        let Self { work, keeper, .. } = self;
        running.control.begin_after(work.done());
        let most = keeper.as_ref().map_or(Duration::MAX, Keeper::every);
        let ended = loop {
            let went = work.step(running, most);
            if went.as_ref().is_err_and(|error| error.fault != Fault::Interrupted) {
                break went.map(drop);
            }
            // What was begun and given up is not done.
            running.control.begin_after(work.done());
            running.control.tell(work.estimate());
            let stopped = running.control.stopped();
            if let Some(keeper) = keeper.as_mut().filter(|keeper| stopped || keeper.is_due()) {
                keeper.keep(work);
            }
            match went {
                _ if stopped => break Err(Refused::stopped()),
                Ok(true) => {}
                ended => break ended.map(drop),
            }
        };
        if let Some(keeper) = keeper {
            keeper.settle();
        }
        ended
    }
}

impl Work for Pass<'_, '_> {
    fn done(&self) -> u64 {
        self.at.played(self.study)
    }

    fn encode(&self, run: &Json, more: &[(&str, Json)]) -> Vec<u8> {
        let first = self.study.first_game;
        let games = first..first + self.at.games;
        encode(self.study, run, &[games], &self.at.totals, more)
    }

    fn step(&mut self, running: Running<'_>, most: Duration) -> Result<bool, Refused> {
        Pass::step(self, running, most)
    }

    fn estimate(&self) -> String {
        estimate(self.study, &self.at, &self.reached)
    }
}

impl<'s, 'r> Pass<'s, 'r> {
    /// This study, of which this state is played, with a row for each game if they are wanted.
    pub fn after(
        study: &'s Study,
        state: Option<State>,
        rows: Option<&'r mut dyn RowSink>,
    ) -> Self {
        let played = |state: State| Progress { games: state.played(), totals: state.totals };
        Self::new(study, state.map_or_else(|| Progress::new(study), played), rows)
    }
}

impl Job<'_, Pass<'_, '_>> {
    /// What came out of the study, in this session and those before; where it is not whole as if no more
    /// games had been asked for.
    pub fn end(self, session: Duration, is_whole: bool) -> Finished {
        let Pass { study, at, reached, .. } = self.work;
        let (first, study) = (study.first_game, study.clone());
        // Without the speed of games of which nobody knows how long they took.
        let elapsed = self.earlier.elapsed(session).unwrap_or_default();
        match is_whole {
            true => Finished { reached, ..Finished::new(study, at, elapsed) },
            false => Finished::new(study.of_games(first..first + at.games), at, elapsed),
        }
    }
}
