//! Blocks that many threads finish in any order, handed on in their proper order.

use crate::lab::refused::Refused;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Hands on blocks 0, 1, 2 ... as they come in, holding back at most `window` of them.
pub(crate) struct Ordered<'w, T> {
    state: Mutex<Queue<'w, T>>,
    moved: Condvar,
    window: u64,
}

struct Queue<'w, T> {
    next: u64,
    waiting: BTreeMap<u64, T>,
    write: &'w mut (dyn FnMut(T) -> Result<(), Refused> + Send),
    error: Option<Refused>,
    closed: bool,
}

impl<'w, T> Ordered<'w, T> {
    pub(crate) fn new(
        window: u64,
        write: &'w mut (dyn FnMut(T) -> Result<(), Refused> + Send),
    ) -> Self {
        let state = Queue { next: 0, waiting: BTreeMap::new(), write, error: None, closed: false };
        Self { state: Mutex::new(state), moved: Condvar::new(), window }
    }

    fn lock(&self) -> MutexGuard<'_, Queue<'w, T>> {
        // A poisoned lock means that another thread panics; the batch is lost anyway, and its
        // result is never used.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands in block `number`; waits while it is too far ahead of the one that is missing. Returns
    /// whether to go on: not after an error or [`Ordered::close`].
    pub(crate) fn put(&self, number: u64, block: T) -> bool {
        let mut state = self.lock();
        // The thread with the missing block never waits, so this ends.
        while !state.closed && number >= state.next + self.window {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed {
            return false;
        }
        state.waiting.insert(number, block);
        let Queue { next, waiting, write, error, closed } = &mut *state;
        while let Some(block) = waiting.remove(next) {
            *next += 1;
            if let Err(failure) = write(block) {
                *error = Some(failure);
                *closed = true;
                break;
            }
        }
        self.moved.notify_all();
        !state.closed
    }

    /// Releases everybody who waits; blocks not handed on yet are dropped.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.moved.notify_all();
    }

    /// The error of the first write that failed.
    pub(crate) fn into_error(self) -> Option<Refused> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).error
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_block_too_far_ahead_waits_for_the_missing_one_or_the_end() {
        for closes in [false, true] {
            let mut written = Vec::new();
            let mut write = |block: u64| -> Result<(), Refused> {
                written.push(block);
                Ok(())
            };
            let ordered = Ordered::new(2, &mut write);
            thread::scope(|scope| {
                let waiting = scope.spawn(|| ordered.put(2, 12));
                assert!(ordered.put(1, 11));
                // Block 0 is missing, so nobody may have handed in block 2 however long that takes.
                thread::yield_now();
                assert!(!waiting.is_finished());
                assert_eq!(ordered.lock().waiting.len(), 1);
                if closes {
                    ordered.close();
                }
                assert_eq!(ordered.put(0, 10), !closes);
                assert_eq!(waiting.join().unwrap(), !closes);
            });
            assert_eq!(ordered.into_error(), None);
            assert_eq!(written, if closes { vec![] } else { vec![10, 11, 12] });
        }
    }

    #[test]
    fn the_first_error_ends_it() {
        let mut write = |block: u64| if block == 1 { Err(Refused::usage("full")) } else { Ok(()) };
        let ordered = Ordered::new(9, &mut write);
        assert!(ordered.put(0, 0) && ordered.put(2, 2));
        assert!(!ordered.put(1, 1) && !ordered.put(3, 3));
        assert_eq!(ordered.into_error(), Some(Refused::usage("full")));
    }
}
