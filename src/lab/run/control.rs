//! How a running batch is watched and stopped.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Shared by the batch and whoever watches it.
#[derive(Debug, Default)]
pub struct Control {
    done: AtomicU64,
    stop: AtomicBool,
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

    pub(super) fn finished(&self, items: u64) {
        self.done.fetch_add(items, Ordering::Relaxed);
    }
}
