//! Items that are worked out each on its own, on many threads.

use super::workload::Workload;
use super::{Control, Threads, run_until};
use crate::core::overflow::CountOverflow;
use crate::core::rows::Columns;
use crate::lab::spec::refused::Refused;

/// So many items, what works on them, and what comes of one, with how much it adds to the progress.
struct Each<'a, W, R> {
    items: u64,
    worker: &'a (dyn Fn() -> W + Sync),
    work: &'a (dyn Fn(&mut W, u64) -> (R, u64) + Sync),
}

/// What comes of each of these items, in their order; of the first ones if `halt` says so.
///
/// Errors: [`Refused`] where threads do not start.
pub fn each<W: Send, R: Send>(
    items: u64,
    (threads, control): (Threads, &Control),
    halt: &(dyn Fn() -> bool + Sync),
    worker: &(dyn Fn() -> W + Sync),
    work: &(dyn Fn(&mut W, u64) -> (R, u64) + Sync),
) -> Result<Vec<R>, Refused> {
    let ran = run_until::<_, ()>(&Each { items, worker, work }, threads, control, halt, None)?;
    let mut all = ran.tally;
    all.sort_unstable_by_key(|(item, _)| *item);
    Ok(all.into_iter().map(|(_, made)| made).collect())
}

impl<W: Send, R: Send> Workload for Each<'_, W, R> {
    type Worker = W;
    type Tally = Vec<(u64, R)>;

    fn items(&self) -> u64 {
        self.items
    }

    fn worker(&self) -> W {
        (self.worker)()
    }

    fn tally(&self) -> Self::Tally {
        Vec::new()
    }

    fn play(
        &self,
        worker: &mut W,
        item: u64,
        made: &mut Self::Tally,
        _: Option<&mut Columns>,
    ) -> Result<u64, CountOverflow> {
        let (one, done) = (self.work)(worker, item);
        made.push((item, one));
        Ok(done)
    }

    fn merge(&self, into: &mut Self::Tally, from: Self::Tally) -> Result<(), CountOverflow> {
        into.extend(from);
        Ok(())
    }
}
