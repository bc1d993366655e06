//! The runner: items on many threads, tallies merged at the end.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::control::Control;
use super::ordered::Ordered;
use crate::core::rows::Columns;
use crate::lab::refused::Refused;

/// Items that may wait for a slower one before them, for each thread.
const ITEMS_AHEAD: u64 = 8;
/// Bytes of a thread's stack, as the standard library has it.
const STACK: usize = 2 << 20;
/// Threads whose stacks are asked for at once.
const AT_ONCE: usize = 64;

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
    fn play_item(
        &self,
        worker: &mut Self::Worker,
        item: u64,
        tally: &mut Self::Tally,
        rows: Option<&mut Columns>,
    ) -> u64;

    /// Adds the counts of `from` to `into`.
    fn merge(&self, into: &mut Self::Tally, from: Self::Tally);

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

/// How many threads to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// One for each core that the machine offers.
    #[default]
    All,
    /// This many.
    Exactly(NonZeroUsize),
}

impl Threads {
    /// The number of threads.
    pub fn count(self) -> usize {
        match self {
            Threads::All => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
            Threads::Exactly(count) => count.get(),
        }
    }
}

fn pool(count: usize) -> Result<ThreadPool, Refused> {
    // Where memory runs out between a thread and the stack of its signals, the standard library ends the
    // process: so all of it is asked for before, in parts, as systems refuse a part that is too large.
    let part = |first| {
        let mut room = Vec::<u8>::new();
        room.try_reserve_exact(STACK * AT_ONCE.min(count - first)).map(|()| room)
    };
    let room = (0..count).step_by(AT_ONCE).map(part).collect::<Result<Vec<_>, _>>();
    drop(room.map_err(|reason| Refused::threads(count, reason))?);
    let pool = ThreadPoolBuilder::new().num_threads(count).build();
    pool.map_err(|reason| Refused::threads(count, reason))
}

/// CPU time of this thread, which other programs on the machine do not lengthen.
fn time_of_thread() -> Duration {
    cpu_time::ThreadTime::now().as_duration()
}

/// Where the rows of a batch go.
///
/// `empty` makes a block of the workload's shape; `encode` turns a filled block into what is
/// written, on the thread that played it; `write` takes the encoded blocks in the order of the items.
pub struct Rows<'r, T> {
    /// Makes an empty block.
    pub empty: &'r (dyn Fn() -> Columns + Sync),
    /// Encodes a block.
    pub encode: &'r (dyn Fn(&Columns) -> T + Sync),
    /// Writes an encoded block.
    pub write: &'r mut (dyn FnMut(T) -> Result<(), Refused> + Send),
}

/// What a run that may be halted has played.
#[derive(Debug)]
pub struct Ran<T> {
    /// The counts.
    pub tally: T,
    /// Items played: these first ones, all of them.
    pub items: u64,
    /// CPU time that all threads together took for them, without the making of workers.
    pub busy: Duration,
}

/// Plays the items of a workload in their order until all are played, `halt` says so, or the run is
/// stopped: what was played then is a prefix of the items, rows included, and ends after items that
/// belong together. The tally is the same for any number of threads.
///
/// Errors: [`Refused`] where threads do not start, counts exceed their type or a row cannot be written; the tally
/// is lost then.
pub fn play_items<W: Workload, T: Send>(
    workload: &W,
    threads: Threads,
    control: &Control,
    halt: &(dyn Fn() -> bool + Sync),
    rows: Option<Rows<'_, T>>,
) -> Result<Ran<W::Tally>, Refused> {
    let (items, together) = (workload.items(), workload.together());
    // More threads than items would only make and drop their engines.
    let count = threads.count().min(items.try_into().unwrap_or(usize::MAX)).max(1);

    let (encoding, ordered) = match rows {
        Some(Rows { empty, encode, write }) => {
            let window = ITEMS_AHEAD * count as u64;
            (Some((empty, encode)), Some(Ordered::new(window, write)))
        }
        None => (None, None),
    };
    let next = AtomicU64::new(0);
    // An item is taken only by who has seen that the run goes on, or that its neighbours are played:
    // so what is taken is a prefix, whoever halts first.
    let take = || {
        loop {
            let item = next.load(Ordering::Relaxed);
            if item >= items || item.is_multiple_of(together) && (control.stopped() || halt()) {
                return None;
            }
            let taken = next.compare_exchange(item, item + 1, Ordering::Relaxed, Ordering::Relaxed);
            if taken.is_ok() {
                return Some(item);
            }
        }
    };
    let busy = AtomicU64::new(0);
    let merged = Mutex::new(W::Tally::default());
    let merge = |tally: W::Tally| {
        workload.merge(&mut merged.lock().unwrap_or_else(PoisonError::into_inner), tally);
    };
    let work = || {
        // Dropped when this thread is done for any reason, a panic included: the others must not
        // play on, or wait for an item that never comes.
        let guard = StopOnPanic { control, ordered: ordered.as_ref() };
        let mut worker = workload.worker();
        let mut tally = W::Tally::default();
        let mut block = encoding.map(|(empty, _)| empty());
        let before = time_of_thread();
        while let Some(item) = take() {
            control.finished(workload.play_item(&mut worker, item, &mut tally, block.as_mut()));
            if !workload.keeps_counts() {
                merge(std::mem::take(&mut tally));
            }
            if let (Some(block), Some((_, encode)), Some(ordered)) =
                (&mut block, encoding, &ordered)
            {
                let go_on = ordered.put(item, encode(block));
                block.resize(0);
                if !go_on {
                    break;
                }
            }
        }
        let took = time_of_thread().saturating_sub(before);
        busy.fetch_add(took.as_nanos() as u64, Ordering::Relaxed);
        merge(tally);
        workload.give_back(worker);
        std::mem::forget(guard);
    };
    match count {
        1 => work(),
        _ => drop(pool(count)?.broadcast(|_| work())),
    }

    if let Some(error) = ordered.and_then(Ordered::into_error) {
        return Err(error);
    }
    let tally = merged.into_inner().unwrap_or_else(PoisonError::into_inner);
    let busy = Duration::from_nanos(busy.into_inner());
    Ok(Ran { tally, items: next.into_inner().min(items), busy })
}

/// Stops the whole batch unless it is forgotten in time.
struct StopOnPanic<'a, 'w, T> {
    control: &'a Control,
    ordered: Option<&'a Ordered<'w, T>>,
}

impl<T> Drop for StopOnPanic<'_, '_, T> {
    fn drop(&mut self) {
        self.control.stop();
        if let Some(ordered) = self.ordered {
            ordered.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::core::rows::ColumnData;

    const CHUNK: u64 = 7;

    /// Adds up its indices and lists them, seven an item.
    struct Indices {
        range: Range<u64>,
        /// Items that belong together.
        together: u64,
    }

    /// Indices whose items stand alone.
    fn indices(range: Range<u64>) -> Indices {
        Indices { range, together: 1 }
    }

    impl Workload for Indices {
        type Worker = ();
        type Tally = u128;

        fn items(&self) -> u64 {
            (self.range.end - self.range.start).div_ceil(CHUNK)
        }

        fn worker(&self) {}

        fn play_item(
            &self,
            (): &mut (),
            item: u64,
            tally: &mut u128,
            rows: Option<&mut Columns>,
        ) -> u64 {
            let start = self.range.start + item * CHUNK;
            let range = start..self.range.end.min(start.saturating_add(CHUNK));
            *tally += range.clone().map(u128::from).sum::<u128>();
            let games = range.end - range.start;
            if let Some(rows) = rows
                && let ColumnData::Index(column) = &mut rows.columns[0]
            {
                column.extend(range);
            }
            games
        }

        fn merge(&self, into: &mut u128, from: u128) {
            *into += from;
        }

        fn together(&self) -> u64 {
            self.together
        }
    }

    /// The tally of all items; stopped runs are refused.
    fn whole<W: Workload, T: Send>(
        workload: &W,
        threads: Threads,
        control: &Control,
        rows: Option<Rows<'_, T>>,
    ) -> Result<W::Tally, Refused> {
        let ran = play_items(workload, threads, control, &|| false, rows)?;
        if control.stopped() { Err(Refused::stopped()) } else { Ok(ran.tally) }
    }

    fn listing() -> Columns {
        Columns { names: vec!["index".into()], columns: vec![ColumnData::Index(Vec::new())] }
    }

    fn list_of(block: &Columns) -> Vec<u64> {
        let ColumnData::Index(list) = &block.columns[0] else { panic!("not indices") };
        list.clone()
    }

    fn exactly(threads: usize) -> Threads {
        Threads::Exactly(NonZeroUsize::new(threads).expect("positive"))
    }

    #[test]
    fn every_item_is_played_once_and_listed_in_order_on_any_number_of_threads() {
        for threads in [1, 2, 7, 16] {
            for range in [0..0, 5..6, 3..1000, u64::MAX - 20..u64::MAX] {
                let mut listed = Vec::new();
                let rows = Rows {
                    empty: &listing,
                    encode: &list_of,
                    write: &mut |list: Vec<u64>| -> Result<(), Refused> {
                        listed.extend(list);
                        Ok(())
                    },
                };
                let control = Control::default();
                let workload = indices(range.clone());
                let sum = whole(&workload, exactly(threads), &control, Some(rows))
                    .expect("nothing stops it");
                assert_eq!(sum, range.clone().map(u128::from).sum::<u128>());
                assert_eq!(listed, range.clone().collect::<Vec<_>>(), "{threads} threads");
                assert_eq!(control.done(), range.end - range.start);
            }
        }
    }

    #[test]
    fn a_failed_write_stops_the_batch() {
        let mut blocks = 0;
        let rows = Rows {
            empty: &listing,
            encode: &|block: &Columns| block.len(),
            write: &mut |_: usize| {
                blocks += 1;
                if blocks == 3 { Err(Refused::usage("disk full")) } else { Ok(()) }
            },
        };
        let control = Control::default();
        let result = whole(&indices(0..1_000_000_000_000), exactly(4), &control, Some(rows));
        assert_eq!(result, Err(Refused::usage("disk full")));
    }

    #[test]
    fn a_stopped_batch_plays_no_more() {
        let control = Control::default();
        control.stop();
        let result = whole::<_, ()>(&indices(0..1_000_000), exactly(2), &control, None);
        assert_eq!((result, control.done()), (Err(Refused::stopped()), 0));
    }

    #[test]
    fn a_halted_run_is_a_prefix_that_ends_after_items_that_belong_together() {
        for threads in [1, 2, 7] {
            for allowed in [0, 1, 3, 40] {
                let asked = AtomicU64::new(0);
                let halt = || asked.fetch_add(1, Ordering::Relaxed) >= allowed;
                let mut listed = Vec::new();
                let rows = Rows {
                    empty: &listing,
                    encode: &list_of,
                    write: &mut |list: Vec<u64>| -> Result<(), Refused> {
                        listed.extend(list);
                        Ok(())
                    },
                };
                let workload = Indices { range: 0..100_000, together: 5 };
                let control = Control::default();
                let ran = play_items(&workload, exactly(threads), &control, &halt, Some(rows));
                let ran = ran.expect("nothing fails");
                let games = (ran.items * CHUNK).min(100_000);
                assert!(ran.items % 5 == 0 && ran.items < workload.items(), "{}", ran.items);
                assert_eq!(ran.tally, (0..games).map(u128::from).sum::<u128>());
                assert_eq!(listed, (0..games).collect::<Vec<_>>());
                assert_eq!(control.done(), games);
            }
        }
    }

    #[test]
    fn threads_are_as_many_as_asked_for() {
        assert_eq!(exactly(7).count(), 7);
        let all = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        assert_eq!(Threads::All.count(), all);
    }

    #[test]
    fn a_run_may_halt_after_any_item_that_stands_alone() {
        let asked = AtomicU64::new(0);
        let halt = || asked.fetch_add(1, Ordering::Relaxed) >= 3;
        let workload = indices(0..100_000);
        let ran = play_items::<_, ()>(&workload, exactly(1), &Control::default(), &halt, None);
        assert_eq!(ran.expect("nothing fails").items, 3);
    }

    /// Breaks at its sixth item, which every later one waits for.
    struct Broken;

    impl Workload for Broken {
        type Worker = ();
        type Tally = u64;

        fn items(&self) -> u64 {
            1_000
        }

        fn worker(&self) {}

        fn play_item(&self, (): &mut (), item: u64, _: &mut u64, _: Option<&mut Columns>) -> u64 {
            assert!(item != 5, "an engine with a mistake");
            1
        }

        fn merge(&self, _: &mut u64, _: u64) {}
    }

    #[test]
    fn a_panic_on_one_thread_stops_those_that_wait_for_its_rows() {
        let control = Control::default();
        let rows = Rows {
            empty: &listing,
            encode: &|_: &Columns| (),
            write: &mut |()| -> Result<(), Refused> { Ok(()) },
        };
        let mut rows = Some(rows);
        let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            whole(&Broken, exactly(3), &control, rows.take()).map_err(|_| ())
        }));
        assert!(broken.is_err() && control.stopped() && control.done() < 1_000);
    }
}
