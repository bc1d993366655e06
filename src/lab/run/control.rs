//! How a running batch is watched and stopped.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How far a run has got: what is said on its way, and where it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// How many games there are in all, at most if it stops at a precision; nobody knows if `None`.
    pub expected: Option<u64>,
    /// Games that are safe in its state.
    pub saved: Option<u64>,
    /// Whether it has rows of games, which are not.
    pub has_rows: bool,
    /// What the games so far say, in a few words; empty before anything is known.
    pub estimate: String,
}

/// Shared by the batch and whoever watches it.
#[derive(Debug, Default)]
pub struct Control {
    done: AtomicU64,
    stop: AtomicBool,
    way: Mutex<Way>,
}

impl Control {
    /// Items finished so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Asks the batch to stop after the chunks in progress.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the batch was asked to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How far the run has got.
    pub fn way(&self) -> Way {
        self.way.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes how far it has got.
    pub(crate) fn note(&self, what: impl FnOnce(&mut Way)) {
        what(&mut self.way.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Items that were finished before this batch.
    pub(crate) fn begin_after(&self, items: u64) {
        self.done.store(items, Ordering::Relaxed);
    }

    /// Items that were finished now.
    pub(crate) fn finished(&self, items: u64) {
        self.done.fetch_add(items, Ordering::Relaxed);
    }
}
