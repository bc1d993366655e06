//! Keeps checkpoints of a run, written beside the games.

use std::io;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::checkpoint::Checkpoints;
use super::state::encode_with;
use crate::lab::spec::Study;
use crate::lab::study::play::Keep;
use crate::lab::study::progress::Progress;

/// A checkpoint takes at most one part in so many of the time.
const PATIENCE: u32 = 20;

/// What happens to a checkpoint.
#[derive(Debug)]
pub enum News {
    /// So many games in all are safe.
    Saved(u64),
    /// It could not be written.
    Failed(io::Error),
}

/// Keeps checkpoints of a run.
pub struct Keeper<'s> {
    study: &'s Study,
    run: Json,
    checkpoints: Checkpoints,
    every: Duration,
    /// Games of a checkpoint that is there and of another session; a checkpoint is only replaced by
    /// one with more.
    beyond: u64,
    /// Sessions and seconds before this one.
    before: (u64, f64),
    begun: Instant,
    last: Instant,
    /// What a checkpoint cost.
    cost: Duration,
    writing: Option<JoinHandle<(u64, io::Result<()>)>>,
    tell: Box<dyn FnMut(News) + 's>,
}

impl<'s> Keeper<'s> {
    /// Keeps checkpoints of this run, described by `run`, every so often; `tell` hears of each.
    pub fn new(
        study: &'s Study,
        run: Json,
        checkpoints: Checkpoints,
        every: Duration,
        tell: Box<dyn FnMut(News) + 's>,
    ) -> Self {
        let now = Instant::now();
        Self {
            study,
            run,
            checkpoints,
            every,
            beyond: 0,
            before: (0, 0.0),
            begun: now,
            last: now,
            cost: Duration::ZERO,
            writing: None,
            tell,
        }
    }

    /// Goes on after so many sessions, which took so many seconds.
    pub fn after(mut self, sessions: u64, elapsed_s: f64) -> Self {
        self.before = (sessions, elapsed_s);
        self
    }

    /// Leaves a checkpoint of as many games in all alone until there are more.
    pub fn beyond(mut self, games: u64) -> Self {
        self.beyond = games;
        self
    }

    /// Its checkpoints.
    pub fn checkpoints(&self) -> &Checkpoints {
        &self.checkpoints
    }

    /// Waits for the checkpoint that is being written.
    pub fn settle(&mut self) {
        let Some(writing) = self.writing.take() else { return };
        // A panic there is one of the standard library.
        if let Ok((games, written)) = writing.join() {
            (self.tell)(match written {
                Ok(()) => News::Saved(games),
                Err(error) => News::Failed(error),
            });
        }
    }

    /// The bytes of a checkpoint.
    fn encode(&self, at: &Progress) -> Vec<u8> {
        let first = self.study.first_game;
        let games = first..first + at.games;
        let elapsed_s = self.before.1 + self.begun.elapsed().as_secs_f64();
        let more = [
            ("run", self.run.clone()),
            ("elapsed_s", json!(elapsed_s)),
            ("sessions", json!(self.before.0 + 1)),
        ];
        encode_with(self.study, &[games], &at.totals, &more)
    }
}

impl Keep for Keeper<'_> {
    fn every(&self) -> Duration {
        self.every
    }

    fn is_due(&self) -> bool {
        let written = self.writing.as_ref().is_none_or(JoinHandle::is_finished);
        // Every time that somebody asks, whatever it costs.
        let always = self.every.is_zero();
        always || written && self.last.elapsed() >= self.every.max(self.cost * PATIENCE)
    }

    fn keep(&mut self, at: &Progress) {
        self.settle();
        let played = at.played(self.study);
        if played <= self.beyond {
            return;
        }
        let clock = Instant::now();
        let bytes = self.encode(at);
        self.cost = clock.elapsed();
        self.last = Instant::now();
        let checkpoints = self.checkpoints.clone();
        self.writing = Some(thread::spawn(move || (played, checkpoints.write(&bytes))));
    }
}

impl std::fmt::Debug for Keeper<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keeper").field("checkpoints", &self.checkpoints).finish_non_exhaustive()
    }
}
