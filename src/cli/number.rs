//! Numbers on the command line and in the environment.

pub use crate::core::wording::number::whole;

/// A time in seconds from a variable of the environment; `None` if it is not set or not a time.
pub fn seconds_of(variable: &str) -> Option<std::time::Duration> {
    let seconds = std::env::var(variable).ok()?.trim().parse::<f64>().ok()?;
    std::time::Duration::try_from_secs_f64(seconds).ok()
}
