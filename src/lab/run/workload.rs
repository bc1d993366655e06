//! What the runner needs to know: items by number go in, mergeable counts come out.

use crate::core::overflow::CountOverflow;
use crate::core::rows::Columns;

/// Something that is played item by item, each item a pure function of its number.
///
/// The runner hands out the numbers in rising order to any number of threads; the merged tally must
/// not depend on who played what, so tallies hold integers only.
pub trait Workload: Sync {
    /// What one thread keeps between items: engines, buffers.
    type Worker: Send;
    /// The counts.
    type Tally: Default + Send;

    /// Number of items.
    fn items(&self) -> u64;

    /// A worker for one thread, all made that it needs, so that its items alone take time.
    fn worker(&self) -> Self::Worker;

    /// Takes a worker back whose thread is done, for another run.
    fn give_back(&self, _: Self::Worker) {}

    /// Plays an item into `tally` and, if asked, writes a row for each of its games into `rows`, in
    /// the order of the games; returns the number of games.
    ///
    /// Errors: [`CountOverflow`].
    fn play_item(
        &self,
        worker: &mut Self::Worker,
        item: u64,
        tally: &mut Self::Tally,
        rows: Option<&mut Columns>,
    ) -> Result<u64, CountOverflow>;

    /// Adds the counts of `from` to `into`.
    ///
    /// Errors: [`CountOverflow`].
    fn merge(&self, into: &mut Self::Tally, from: Self::Tally) -> Result<(), CountOverflow>;

    /// Items that belong together: a run that is halted still ends after a multiple of these.
    fn together(&self) -> u64 {
        1
    }

    /// Whether each thread should keep counts of its own up to the end; otherwise they are merged
    /// after each item, which takes less memory.
    fn keeps_counts(&self) -> bool {
        true
    }
}
