//! Keeps a run on its way: its state, written between the games.

use std::time::{Duration, Instant};

use super::place::Place;
use super::state::{Going, encode};
use crate::lab::study::play::Pass;

/// Writing takes at most one part in so many of the time.
const PATIENCE: u32 = 20;

/// Games of a shorter time are not saved before results are made of them.
const SHORT: Duration = Duration::from_secs(1);

/// Whether it is time to write after this long, where that is wanted every so often and the last time cost
/// so much; when the games are over, who would lose them waits for the making of tables and a page.
fn is_time(passed: Duration, every: Duration, cost: Duration, is_over: bool) -> bool {
    // Every time that somebody asks, whatever it costs.
    every.is_zero()
        || passed >= if is_over { every.min(SHORT).max(cost) } else { every.max(cost * PATIENCE) }
}

/// Keeps a run every so often.
#[derive(Debug)]
pub struct Keeper<'p> {
    pub place: &'p mut Place,
    pub every: Duration,
    /// What is told of it.
    going: Going,
    last: Instant,
    cost: Duration,
}

impl<'p> Keeper<'p> {
    /// Keeps a run here, of which this is told.
    pub fn new(place: &'p mut Place, every: Duration, going: Going) -> Self {
        Self { place, every, going, last: Instant::now(), cost: Duration::ZERO }
    }

    /// Whether it is time for a state, of the last game if they are over.
    pub fn is_due(&self, is_over: bool) -> bool {
        is_time(self.last.elapsed(), self.every, self.cost, is_over)
    }

    /// Writes a state, if it has more games than the one that is there.
    ///
    /// Errors: what the system says; the one that is there stays.
    pub fn keep(&mut self, pass: &Pass<'_, '_>) -> std::io::Result<()> {
        let (study, games) = (pass.study, pass.totals.games());
        if Some(games) <= self.place.saved {
            return Ok(());
        }
        let (clock, going) = (Instant::now(), Some(self.going.clone()));
        let bytes = encode(study, &pass.totals, going, Vec::new());
        let written = self.place.save(&bytes);
        (self.cost, self.last) = (clock.elapsed(), Instant::now());
        if written.is_ok() {
            self.place.saved = Some(games);
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_due_after_its_time_and_the_later_the_more_it_costs() {
        let ms = Duration::from_millis;
        for (passed, every, cost, due, due_at_the_end) in [
            (999, 10_000, 0, false, false),
            (1_000, 10_000, 0, false, true),
            (1_000, 10_000, 2_000, false, false),
            (2_000, 10_000, 2_000, false, true),
            (500, 500, 0, true, true),
            (9_999, 10_000, 0, false, true),
            (10_000, 10_000, 0, true, true),
            (59_999, 10_000, 3_000, false, true),
            (60_000, 10_000, 3_000, true, true),
            (0, 0, 3_000, true, true),
        ] {
            let found = [false, true].map(|over| is_time(ms(passed), ms(every), ms(cost), over));
            assert_eq!(found, [due, due_at_the_end], "{passed} {every} {cost}");
        }
    }
}
