//! Exact detection of positions that repeat, in constant memory.

/// A deterministic process that moves in steps until it may end.
pub trait Steps: Clone {
    /// Makes one step; returns whether the process goes on.
    fn step(&mut self) -> bool;

    /// Whether two processes are in the same position and so will go on alike for ever.
    fn same_position(&self, other: &Self) -> bool;
}

/// Watches a process for a position that repeats, holding one saved position.
///
/// Source: R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20 (1980) 176-184,
/// section 2: the saved position moves to the steps 1, 2, 4, 8 ..., so that a cycle of length l
/// entered after m steps is noticed at the latest at step 2 * max(l, m) + l.
#[derive(Clone, Debug)]
struct Watch<S> {
    saved: S,
    since_saved: u64,
    save_after: u64,
}

impl<S: Steps> Watch<S> {
    /// Starts watching from the position of `start`.
    fn new(start: &S) -> Self {
        Self { saved: start.clone(), since_saved: 0, save_after: 1 }
    }

    /// Looks at the position after one more step; returns the cycle's length if it is the saved one.
    fn length_of_cycle(&mut self, now: &S) -> Option<u64> {
        self.since_saved += 1;
        if now.same_position(&self.saved) {
            return Some(self.since_saved);
        }
        if self.since_saved == self.save_after {
            self.saved.clone_from(now);
            self.save_after *= 2;
            self.since_saved = 0;
        }
        None
    }
}

/// The number of steps from `start` after which a position occurs for the second time, the first
/// time that this happens at all; `None` if the process ends before, or if `enough` steps were seen.
///
/// `enough` looks at every position and says, once, that a repetition after it need not be found.
pub fn first_repeat<S: Steps>(start: &S, mut enough: impl FnMut(&S) -> bool) -> Option<u64> {
    let mut now = start.clone();
    let mut watch = Watch::new(start);
    let (mut steps, mut most) = (0_u64, u64::MAX);
    while steps < most && now.step() {
        steps += 1;
        if let Some(length) = watch.length_of_cycle(&now) {
            return Some(steps_to_first_repeat(start, length));
        }
        if most == u64::MAX && enough(&now) {
            // A repeat within r steps is noticed within 3 r + 1.
            most = steps.saturating_mul(3).saturating_add(1);
        }
    }
    None
}

/// The process after it has gone round once, from a position that comes back.
pub fn once_round<S: Steps>(start: &S) -> S {
    let mut now = start.clone();
    now.step();
    while !now.same_position(start) {
        now.step();
    }
    now
}

/// The same, where the cycle's `length` is known.
fn steps_to_first_repeat<S: Steps>(start: &S, length: u64) -> u64 {
    let mut behind = start.clone();
    let mut ahead = start.clone();
    for _ in 0..length {
        ahead.step();
    }
    let mut steps = length;
    while !ahead.same_position(&behind) {
        ahead.step();
        behind.step();
        steps += 1;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x -> next[x], for ever.
    #[derive(Clone)]
    struct Map<'a>(&'a [usize], usize);

    impl Steps for Map<'_> {
        fn step(&mut self) -> bool {
            self.1 = self.0[self.1];
            true
        }

        fn same_position(&self, other: &Self) -> bool {
            self.1 == other.1
        }
    }

    #[test]
    fn every_tail_and_cycle_length_is_found_exactly() {
        for tail in 0..40_usize {
            for length in 1..40_usize {
                let next: Vec<usize> = (0..tail + length)
                    .map(|x| if x + 1 == tail + length { tail } else { x + 1 })
                    .collect();
                let start = Map(&next, 0);
                let mut watch = Watch::new(&start);
                let mut now = start.clone();
                let mut steps = 0;
                let found = loop {
                    now.step();
                    steps += 1;
                    if let Some(found) = watch.length_of_cycle(&now) {
                        break found;
                    }
                    assert!(steps <= 3 * (tail + length) + 1, "tail {tail}, length {length}");
                };
                assert_eq!(found, length as u64, "tail {tail}");
                let first = (tail + length) as u64;
                assert_eq!(first_repeat(&start, |_| false), Some(first));
                // With patience for exactly this many steps it is still found.
                let mut seen = 0;
                let enough = |_: &Map<'_>| {
                    seen += 1;
                    seen >= first
                };
                assert_eq!(first_repeat(&start, enough), Some(first));
            }
        }
    }
}
