//! Climbs on many threads, round by round.

use super::progress::Progress;
use crate::core::game::{Climbed, GameInfo, Search};
use crate::core::overflow::CountOverflow;
use crate::core::rows::Columns;
use crate::lab::run::{Control, RunError, Threads, Workload, run};
use crate::lab::study::play::NoRows;

/// Climbs of a round. All of them look for games longer than the longest one before the round, so
/// that what they find depends on no thread.
pub const ROUND: u64 = 64;

/// The climbs of one round.
struct Round<'m> {
    first: u64,
    bound: u64,
    make: &'m (dyn Fn() -> Box<dyn Search> + Sync),
}

impl Workload for Round<'_> {
    type Worker = Box<dyn Search>;
    type Tally = Vec<(u64, Climbed)>;

    fn items(&self) -> u64 {
        ROUND
    }

    fn worker(&self) -> Box<dyn Search> {
        (self.make)()
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

/// Makes the next [`ROUND`] climbs. `make` makes a search for a thread.
///
/// Errors: [`RunError`]; the progress is then what it was before the round.
pub fn round(
    progress: &mut Progress,
    info: &GameInfo,
    make: &(dyn Fn() -> Box<dyn Search> + Sync),
    threads: Threads,
    control: &Control,
) -> Result<(), RunError<NoRows>> {
    let round = Round { first: progress.climbs, bound: progress.bound(), make };
    let mut climbed = run::<_, (), NoRows>(&round, threads, control, None)?;
    climbed.sort_unstable_by_key(|&(item, _)| item);
    climbed.into_iter().for_each(|(_, climbed)| progress.add(climbed, info));
    Ok(())
}
