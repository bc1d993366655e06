//! The time that threads work.

use std::time::Duration;

/// CPU time of this thread, which other programs on the machine do not lengthen.
#[cfg(any(unix, windows))]
pub fn of_thread() -> Duration {
    cpu_time::ThreadTime::now().as_duration()
}

/// A browser says nothing of it.
#[cfg(not(any(unix, windows)))]
pub fn of_thread() -> Duration {
    Duration::ZERO
}
