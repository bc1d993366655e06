//! Threads: how many, and work on all of them.

use std::num::NonZeroUsize;
use std::time::Duration;

use rayon::ThreadPoolBuilder;

use crate::lab::refused::Refused;

/// Bytes of a thread's stack, as the standard library has it.
const STACK: usize = 2 << 20;
/// Threads whose stacks are asked for at once.
const AT_ONCE: usize = 64;

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

/// Does this on so many threads at once, on this one where that is enough.
///
/// Errors: [`Refused`] where they do not start.
pub fn on_threads(count: usize, work: impl Fn() + Sync) -> Result<(), Refused> {
    if count == 1 {
        work();
        return Ok(());
    }
    // Where memory runs out between a thread and the stack of its signals, the standard library ends the
    // process: so all of it is asked for before, in parts, as systems refuse a part that is too large.
    let part = |first| {
        let mut room = Vec::<u8>::new();
        room.try_reserve_exact(STACK * AT_ONCE.min(count - first)).map(|()| room)
    };
    let room = (0..count).step_by(AT_ONCE).map(part).collect::<Result<Vec<_>, _>>();
    drop(room.map_err(|reason| Refused::threads(count, reason))?);
    let pool = ThreadPoolBuilder::new().num_threads(count).build();
    pool.map_err(|reason| Refused::threads(count, reason))?.broadcast(|_| work());
    Ok(())
}

/// CPU time of this thread, which other programs on the machine do not lengthen.
pub fn time_of_thread() -> Duration {
    cpu_time::ThreadTime::now().as_duration()
}
