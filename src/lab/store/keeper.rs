//! Keeps a run on its way: its state, written between the games.

use std::time::{Duration, Instant};

use serde_json::Value as Json;

use super::place::Place;
use super::state::{Going, encode};
use crate::lab::study::play::Pass;

/// Writing takes at most one part in so many of the time.
const PATIENCE: u32 = 20;

/// Whether it is time to write after this long, where that is wanted every so often and the last time cost
/// so much.
fn is_time(passed: Duration, every: Duration, cost: Duration) -> bool {
    passed >= every.max(cost * PATIENCE)
}

/// Keeps a run every so often.
#[derive(Debug)]
pub struct Keeper<'p> {
    pub place: &'p mut Place,
    /// What tells the run from others.
    run: &'p Json,
    pub every: Duration,
    /// What is told of it, with the sessions and seconds before this one.
    going: Going,
    /// Games of each rule set in the state that is there, which is only replaced by one with more; there is
    /// none if `None`.
    pub saved: Option<u64>,
    begun: Instant,
    last: Instant,
    cost: Duration,
}

impl<'p> Keeper<'p> {
    /// Keeps this run here; `going` was told of it before, and so many games are safe if a state is there.
    pub fn new(
        place: &'p mut Place,
        run: &'p Json,
        every: Duration,
        going: Going,
        saved: Option<u64>,
    ) -> Self {
        let now = Instant::now();
        Self { place, run, every, going, saved, begun: now, last: now, cost: Duration::ZERO }
    }

    /// Whether it is time for a state.
    pub fn is_due(&self) -> bool {
        // Every time that somebody asks, whatever it costs.
        self.every.is_zero() || is_time(self.last.elapsed(), self.every, self.cost)
    }

    /// Writes a state, if it has more games than the one that is there.
    ///
    /// Errors: what the system says; the one that is there stays.
    pub fn keep(&mut self, pass: &Pass<'_, '_>) -> std::io::Result<()> {
        let (study, games) = (pass.study, pass.totals.games());
        if Some(games) <= self.saved {
            return Ok(());
        }
        let clock = Instant::now();
        let now = self.begun.elapsed().as_secs_f64();
        let going = Going {
            sessions: self.going.sessions.saturating_add(1),
            elapsed_s: self.going.elapsed_s.map(|before| before + now),
            ..self.going.clone()
        };
        let done = study.first_game..study.first_game + games;
        let done = if games > 0 { vec![done] } else { Vec::new() };
        let bytes = encode(study, self.run, &done, &pass.totals, Some(going), Vec::new());
        let written = self.place.save(&bytes);
        (self.cost, self.last) = (clock.elapsed(), Instant::now());
        if written.is_ok() {
            self.saved = Some(games);
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_due_after_its_time_and_the_later_the_more_it_costs() {
        let s = Duration::from_secs;
        for (passed, every, cost, due) in
            [(9, 10, 0, false), (10, 10, 0, true), (59, 10, 3, false), (60, 10, 3, true)]
        {
            assert_eq!(is_time(s(passed), s(every), s(cost)), due, "{passed} {every} {cost}");
        }
    }
}
