//! Climbs on many threads, round by round.

use super::progress::Progress;
use crate::core::game::{Climbed, GameInfo, KnownLoop, Search};
use crate::core::overflow::CountOverflow;
use crate::core::rows::Columns;
use crate::lab::run::{Control, Threads, Workload, run};
use crate::lab::spec::Refused;

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

/// The climbs of one round.
struct Round<'m> {
    first: u64,
    climbs: u64,
    bound: u64,
    loops: &'m [KnownLoop<'m>],
    make: &'m (dyn Fn() -> Box<dyn Search> + Sync),
}

impl Workload for Round<'_> {
    type Worker = Box<dyn Search>;
    type Tally = Vec<(u64, Climbed)>;

    fn items(&self) -> u64 {
        self.climbs
    }

    fn worker(&self) -> Box<dyn Search> {
        let mut search = (self.make)();
        search.know(self.loops);
        search
    }

    fn tally(&self) -> Self::Tally {
        Vec::new()
    }

    fn play(
        &self,
        search: &mut Box<dyn Search>,
        item: u64,
        tally: &mut Self::Tally,
        _: Option<&mut Columns>,
    ) -> Result<u64, CountOverflow> {
        let climbed = search.climb(self.first + item, self.bound);
        let deals = climbed.deals;
        tally.push((item, climbed));
        Ok(deals)
    }

    fn merge(&self, into: &mut Self::Tally, from: Self::Tally) -> Result<(), CountOverflow> {
        into.extend(from);
        Ok(())
    }
}

/// Makes the next [`ROUND`] climbs, or as many as are left of `most`, and adds what they found up to the
/// `count`-th endless deal; climbs after that one are not made. `make` makes a search for a thread.
///
/// Errors: [`Refused`]; the progress is then what it was before the round.
pub fn round(
    progress: &mut Progress,
    info: &GameInfo,
    make: &(dyn Fn() -> Box<dyn Search> + Sync),
    until: &Until,
    threads: Threads,
    control: &Control,
) -> Result<(), Refused> {
    let loops = progress.known();
    let mut search = make();
    search.know(&loops);
    let ends = [until.climbs, search.climbs()].into_iter().flatten();
    let climbs = ends.fold(ROUND, |climbs, end| climbs.min(end - progress.climbs));
    let round =
        Round { first: progress.climbs, climbs, bound: progress.bound(), loops: &loops, make };
    let mut climbed = run::<_, (), Refused>(&round, threads, control, None)?;
    climbed.sort_unstable_by_key(|&(item, _)| item);
    for (_, climbed) in climbed {
        if !until.is_reached(progress) {
            progress.add(climbed, info);
        }
    }
    search.know(&progress.known());
    progress.is_whole = search.climbs().is_some_and(|end| progress.climbs >= end);
    Ok(())
}
