//! Numbers on the command line and in the environment.

use std::num::NonZeroUsize;

use crate::core::wording::number::number;
pub use crate::core::wording::number::whole;
use crate::lab::run::Threads;

#[cfg(test)]
thread_local! {
    /// What every variable of seconds says on this thread.
    pub static IN_TEST: std::cell::Cell<Option<std::time::Duration>> =
        const { std::cell::Cell::new(None) };
}

/// A time in seconds from a variable of the environment; `None` if it is not set or not a time.
pub fn seconds_of(variable: &str) -> Option<std::time::Duration> {
    #[cfg(test)]
    if let Some(seconds) = IN_TEST.get() {
        return Some(seconds);
    }
    let seconds = std::env::var(variable).ok()?.trim().parse::<f64>().ok()?;
    std::time::Duration::try_from_secs_f64(seconds).ok()
}

/// A time above zero, of at most a day.
pub fn seconds(text: &str) -> Result<std::time::Duration, String> {
    const A_DAY: f64 = 86_400.0;
    let seconds = number(text).filter(|seconds| *seconds > 0.0 && *seconds <= A_DAY);
    let refused = || {
        format!(
            "`{text}` is not a time; write seconds, above 0 and at most {A_DAY} (a day), such as 0.5"
        )
    };
    seconds.map(std::time::Duration::from_secs_f64).ok_or_else(refused)
}

/// More threads than any machine has use for.
const MAX_THREADS: usize = 4_096;

/// A number of threads.
pub fn threads(text: &str) -> Result<Threads, String> {
    let count = usize::try_from(whole(text)?).ok().filter(|count| *count <= MAX_THREADS);
    let count = count.and_then(NonZeroUsize::new).map(Threads::Exactly);
    count.ok_or_else(|| format!("use a number from 1 to {MAX_THREADS}"))
}
