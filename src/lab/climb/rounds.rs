//! Climbs on many threads, round by round.

use std::time::{Duration, Instant};

use serde_json::Value as Json;

use super::progress::{Progress, line};
use crate::core::game::{GameInfo, Goal, Search};
use crate::lab::run::each::each;
use crate::lab::spec::Refused;
use crate::lab::store::keeper::Work;
use crate::lab::study::play::Running;

/// Climbs of a round. All of them look for games longer than the longest one before the round, so
/// that what they find depends on no thread.
pub const ROUND: u64 = 64;

/// How far a search goes; where nothing is said, without end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Until {
    /// Climbs in all.
    pub climbs: Option<u64>,
    /// Endless deals in all.
    pub count: Option<u64>,
}

impl Until {
    /// Whether a search has come so far.
    pub fn is_reached(&self, progress: &Progress) -> bool {
        progress.is_whole
            || self.climbs.is_some_and(|most| progress.climbs >= most)
            || self.count.is_some_and(|most| progress.endless_deals >= most)
    }

    /// Whether a search has gone further.
    pub fn is_exceeded(&self, progress: &Progress) -> bool {
        self.climbs.is_some_and(|most| progress.climbs > most)
            || self.count.is_some_and(|most| progress.deals_before_last() >= most)
    }
}

/// A search on its way.
pub struct Climbing<'a> {
    /// Where it has got to.
    pub progress: Progress,
    /// What is searched for.
    pub goal: Goal,
    /// What the game calls things.
    pub info: &'static GameInfo,
    /// Makes a search for a thread.
    pub make: &'a (dyn Fn() -> Box<dyn Search> + Sync),
    /// How far it goes.
    pub until: &'a Until,
    /// When it ends, wherever it is.
    pub deadline: Option<Instant>,
}

impl Work for Climbing<'_> {
    fn done(&self) -> u64 {
        self.progress.climbs
    }

    fn encode(&self, run: &Json, more: &[(&str, Json)]) -> Vec<u8> {
        self.progress.encode(run, more)
    }

    fn step(&mut self, running: Running<'_>, most: Duration) -> Result<bool, Refused> {
        let clock = Instant::now();
        while !self.is_over() {
            self.round(running)?;
            if clock.elapsed() >= most {
                break;
            }
        }
        Ok(!self.is_over())
    }

    fn estimate(&self) -> String {
        let found = match self.goal {
            Goal::Long => self.progress.longest.last().map(|find| ("longest", find)),
            _ => self.progress.endless.last().map(|find| ("last endless deal", find)),
        };
        found.map_or(String::new(), |(what, find)| format!("{what}: {}", line(find, self.info)))
    }
}

impl Climbing<'_> {
    /// Whether it has come as far as it goes.
    fn is_over(&self) -> bool {
        self.until.is_reached(&self.progress)
            || self.deadline.is_some_and(|at| Instant::now() >= at)
    }

    /// Makes the next [`ROUND`] climbs, or as many as are left, and adds what they found up to the last
    /// endless deal that is asked for; climbs after that one are not made.
    ///
    /// Errors: [`Refused`]; the progress is then what it was before the round.
    fn round(&mut self, Running { threads, control }: Running<'_>) -> Result<(), Refused> {
        let Self { progress, info, make, until, .. } = self;
        let loops = progress.known();
        let mut search = make();
        search.know(&loops);
        let ends = [until.climbs, search.climbs()].into_iter().flatten();
        let climbs = ends.fold(ROUND, |climbs, end| climbs.min(end - progress.climbs));
        let (first, bound) = (progress.climbs, progress.bound());
        let worker = || {
            let mut search = make();
            search.know(&loops);
            search
        };
        let climb = |search: &mut Box<dyn Search>, item| (search.climb(first + item, bound), 1);
        let climbed = each(climbs, (threads, control), &|| false, &worker, &climb)?;
        if control.stopped() {
            return Err(Refused::stopped());
        }
        for climbed in climbed {
            if !until.is_reached(progress) {
                progress.add(climbed, info);
            }
        }
        search.know(&progress.known());
        progress.is_whole = search.climbs().is_some_and(|end| progress.climbs >= end);
        Ok(())
    }
}
