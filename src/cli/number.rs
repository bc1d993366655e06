//! Numbers on the command line and in the environment.

pub use crate::core::wording::number::whole;
use crate::core::wording::text::grouped;

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

/// Seconds of a year.
pub const YEAR: f64 = 365.25 * 86_400.0;

/// A duration as people say it.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "under 1 s".into(),
        s if s < 120.0 => format!("about {s:.0} s"),
        s if s < 7_200.0 => format!("about {:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("about {:.1} h", s / 3_600.0),
        s if s < YEAR => format!("about {:.1} days", s / 86_400.0),
        s => format!("about {} years", grouped((s / YEAR) as u64)),
    }
}
