//! What a batch runner needs to know of a game: items by index go in, mergeable counts come out.

use std::ops::Range;

use super::columns::Columns;

/// Something that is played item by item, each item a pure function of its index.
///
/// The runner hands out ranges of indices in any order to any number of threads; the merged tally
/// must not depend on that, so tallies hold integers only.
pub trait Workload: Sync {
    /// What one thread keeps between ranges: engines, buffers.
    type Worker: Send;
    /// The counts.
    type Tally: Send;

    /// A worker for one thread.
    fn worker(&self) -> Self::Worker;

    /// An empty tally.
    fn tally(&self) -> Self::Tally;

    /// Plays the items of `range` into `tally` and, if asked, writes a row for each into `rows`, in
    /// the order of the items.
    fn play(
        &self,
        worker: &mut Self::Worker,
        range: Range<u64>,
        tally: &mut Self::Tally,
        rows: Option<&mut Columns>,
    );

    /// Adds the counts of `from` to `into`.
    fn merge(&self, into: &mut Self::Tally, from: Self::Tally);

    /// Items that are worth handing out at once.
    fn chunk(&self) -> u64;
}
