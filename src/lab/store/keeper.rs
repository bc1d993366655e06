//! Keeps checkpoints of a run, written beside the games.

use std::io;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::checkpoint::Checkpoints;
use super::state::COMMAND;
use crate::lab::spec::Refused;
use crate::lab::study::play::Running;

/// A checkpoint takes at most one part in so many of the time.
const PATIENCE: u32 = 20;

/// Whether it is time for a checkpoint after this long, where one is wanted every so often and the last
/// one cost so much.
fn is_time(passed: Duration, every: Duration, cost: Duration) -> bool {
    passed >= every.max(cost * PATIENCE)
}

/// What a run does, step by step, in units of its own: games, rows.
pub trait Work {
    /// How many units are done.
    fn done(&self) -> u64;

    /// The bytes of its state, in the file that a stored run of its kind has; `run` tells it from others,
    /// and `more` is for who goes on with it.
    fn encode(&self, run: &Json, more: &[(&str, Json)]) -> Vec<u8>;

    /// Goes on for about this long; returns whether anything is left.
    ///
    /// Errors: [`Refused`]; what is done stays.
    fn step(&mut self, running: Running<'_>, most: Duration) -> Result<bool, Refused>;

    /// What is known so far, in a few words.
    fn estimate(&self) -> String {
        String::new()
    }
}

/// Hears of a checkpoint: so many units in all are safe, or it could not be written.
pub type Tell<'s> = Box<dyn FnMut(io::Result<u64>) + 's>;

/// Keeps checkpoints of a run.
pub struct Keeper<'s> {
    run: Json,
    checkpoints: Checkpoints,
    every: Duration,
    /// Units of the checkpoint that is there, also of another session; it is only replaced by one with
    /// more.
    beyond: u64,
    /// Sessions and seconds before this one.
    before: (u64, Option<f64>),
    begun: Instant,
    last: Instant,
    /// What was typed.
    command: Vec<String>,
    /// What a checkpoint cost.
    cost: Duration,
    writing: Option<JoinHandle<(u64, io::Result<()>)>>,
    tell: Tell<'s>,
}

impl<'s> Keeper<'s> {
    /// Keeps checkpoints of this run, described by `run`, every so often; `tell` hears of each.
    pub fn new(run: Json, checkpoints: Checkpoints, every: Duration, tell: Tell<'s>) -> Self {
        let now = Instant::now();
        Self {
            run,
            checkpoints,
            every,
            beyond: 0,
            before: (0, Some(0.0)),
            begun: now,
            last: now,
            command: Vec::new(),
            cost: Duration::ZERO,
            writing: None,
            tell,
        }
    }

    /// Goes on after so many sessions, which took so many seconds, and leaves a checkpoint of as many units
    /// in all alone until there are more.
    pub fn after(self, sessions: u64, elapsed_s: Option<f64>, units: u64) -> Self {
        Self { before: (sessions, elapsed_s), beyond: units, ..self }
    }

    /// Keeps what was typed, too, for whoever is to go on with it.
    pub fn of_command(self, command: &[String]) -> Self {
        Self { command: command.to_vec(), ..self }
    }

    /// Its checkpoints.
    pub fn checkpoints(&self) -> &Checkpoints {
        &self.checkpoints
    }

    /// Waits for the checkpoint that is being written.
    pub fn settle(&mut self) {
        let Some(writing) = self.writing.take() else { return };
        // A panic there is one of the standard library.
        if let Ok((units, written)) = writing.join() {
            if written.is_ok() {
                self.beyond = units;
            }
            (self.tell)(written.map(|()| units));
        }
    }

    /// Time between two checkpoints.
    pub fn every(&self) -> Duration {
        self.every
    }

    /// Whether it is time for one.
    pub fn is_due(&self) -> bool {
        let written = self.writing.as_ref().is_none_or(JoinHandle::is_finished);
        // Every time that somebody asks, whatever it costs.
        self.every.is_zero() || written && is_time(self.last.elapsed(), self.every, self.cost)
    }

    /// Writes one, beside the games.
    pub fn keep(&mut self, work: &impl Work) {
        self.settle();
        let done = work.done();
        if done <= self.beyond {
            return;
        }
        let clock = Instant::now();
        let elapsed_s = self.before.1.map(|before| before + self.begun.elapsed().as_secs_f64());
        let more = [
            ("elapsed_s", json!(elapsed_s)),
            ("sessions", json!(self.before.0 + 1)),
            (COMMAND, json!(self.command)),
        ];
        let bytes = work.encode(&self.run, &more);
        self.cost = clock.elapsed();
        self.last = Instant::now();
        let checkpoints = self.checkpoints.clone();
        self.writing = Some(thread::spawn(move || (done, checkpoints.write(&bytes))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_due_after_its_time_and_the_later_the_more_it_costs() {
        let s = Duration::from_secs;
        for (passed, every, cost, due) in
            [(9, 10, 0, false), (10, 10, 0, true), (59, 10, 3, false), (60, 10, 3, true)]
        {
            assert_eq!(is_time(s(passed), s(every), s(cost)), due, "{passed} {every} {cost}");
        }
    }
}
