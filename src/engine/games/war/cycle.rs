//! Exact detection of positions that repeat, in constant memory.

/// A deterministic process that moves in steps until it may end.
pub trait Steps: Clone {
    /// Makes one step; returns whether the process goes on.
    fn step(&mut self) -> bool;

    /// Whether two processes are in the same position and so will go on alike for ever.
    fn same_position(&self, other: &Self) -> bool;
}

/// The number of steps from `start` after which a position occurs for the second time, the first
/// time that this happens at all; `None` if the process ends before, or if `enough` steps were seen.
///
/// `enough` looks at every position and says, once, that a repetition after it need not be found.
///
/// Source: R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20 (1980) 176-184,
/// section 2: the saved position moves to the steps 1, 2, 4, 8 ..., so that a cycle of length l
/// entered after m steps is noticed at the latest at step 2 * max(l, m) + l.
pub fn first_repeat<S: Steps>(start: &S, mut enough: impl FnMut(&S) -> bool) -> Option<u64> {
    let (mut now, mut saved) = (start.clone(), start.clone());
    let (mut since_saved, mut save_after) = (0, 1);
    let (mut steps, mut most) = (0_u64, u64::MAX);
    while steps < most && now.step() {
        steps += 1;
        since_saved += 1;
        if now.same_position(&saved) {
            return Some(steps_to_first_repeat(start, since_saved));
        }
        if since_saved == save_after {
            saved.clone_from(&now);
            (since_saved, save_after) = (0, 2 * save_after);
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

    /// A tail that leads into a cycle: where it is, and the lengths of both.
    #[derive(Clone)]
    struct Walk(usize, [usize; 2]);

    impl Steps for Walk {
        fn step(&mut self) -> bool {
            let [tail, length] = self.1;
            self.0 = if self.0 + 1 == tail + length { tail } else { self.0 + 1 };
            true
        }

        fn same_position(&self, other: &Self) -> bool {
            self.0 == other.0
        }
    }

    #[test]
    fn every_tail_and_cycle_length_is_found_exactly() {
        for lengths in (0..40).flat_map(|tail| (1..40).map(move |length| [tail, length])) {
            let (start, first) = (Walk(0, lengths), lengths[0] + lengths[1]);
            // Whether it is patient, or only so for exactly as many steps as it takes.
            for patience in [usize::MAX, first] {
                let mut steps = 0;
                let enough = |_: &Walk| {
                    steps += 1;
                    steps >= patience
                };
                assert_eq!(first_repeat(&start, enough), Some(first as u64), "{lengths:?}");
                assert!(steps <= 3 * first, "{lengths:?}");
            }
        }
    }
}
