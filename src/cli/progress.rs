//! How far a run is, on stderr: a bar on a terminal, else a line now and then.

use std::io::{self, IsTerminal as _};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::failure::warn;
use super::number::YEAR;
use super::number::seconds_of;
use crate::core::wording::digits::counted;
use crate::core::wording::plain::Plain;
use crate::core::wording::text::grouped;
use crate::lab::run::Control;

/// Time between two looks at the count.
const TICK: Duration = Duration::from_millis(100);
/// Time between two lines where stderr is no terminal, unless the environment says otherwise.
const LINE: Duration = Duration::from_secs(60);
/// The variable that says otherwise, in seconds.
const LINE_VARIABLE: &str = "WAR_SIM_PROGRESS_S";
/// Before this nobody knows how long the rest takes.
const KNOWN_AFTER: Duration = Duration::from_secs(1);

/// Games that a run will play in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// So many, at most if it stops at a precision.
    Games(u64),
    /// So many, if a pilot is right.
    About(u64),
    /// Nobody knows.
    Unknown,
}

impl Expected {
    /// The number, as far as it is known.
    pub fn games(self) -> Option<u64> {
        match self {
            Expected::Games(games) | Expected::About(games) => Some(games),
            Expected::Unknown => None,
        }
    }

    /// So many of them, in words.
    pub fn after(self, done: u64) -> String {
        let shown = grouped(done);
        match self {
            Expected::Games(games) => format!("{shown} of {} games", grouped(games)),
            // More than was forecast is no wonder.
            Expected::About(games) if done > games => counted(done, "game", "games"),
            Expected::About(games) => format!("{shown} of about {} games", grouped(games)),
            Expected::Unknown => counted(done, "game", "games"),
        }
    }
}

/// Runs `work` while stderr shows how many of the games are done, how fast, how long the rest takes,
/// and what they say so far; nothing if `quiet` is set.
pub fn with_bar<R>(games: Expected, quiet: bool, control: &Control, work: impl FnOnce() -> R) -> R {
    if quiet {
        return work();
    }
    let bar = io::stderr().is_terminal().then(|| bar(games));
    let every = seconds_of(LINE_VARIABLE).unwrap_or(LINE);
    let progress = Progress { games, before: control.done(), begun: Instant::now() };
    let (finished, until_finished) = mpsc::channel::<()>();
    let shown = bar.as_ref();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut told = Instant::now();
            // The other end is dropped when the work is done, also when it panics.
            while until_finished.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                let (done, estimate) = (control.done(), control.estimate());
                match shown {
                    Some(bar) => {
                        bar.set_position(done);
                        let text = progress.text(done, "\n", &estimate);
                        bar.set_message(Plain::text(&text).into_string());
                    }
                    None if told.elapsed() >= every => {
                        told = Instant::now();
                        warn(progress.text(done, "; ", &estimate));
                    }
                    None => {}
                }
            }
        });
        let result = work();
        drop(finished);
        if let Some(bar) = &bar {
            bar.finish_and_clear();
        }
        result
    })
}

/// A bar of so many steps, each with a name; none if stderr is not a terminal.
pub fn steps(count: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:20} {pos} of {len}, {eta} left: {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
    bar
}

fn bar(games: Expected) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(games.games(), ProgressDrawTarget::stderr());
    let template = match std::env::var_os("NO_COLOR") {
        Some(_) => "{bar:14} {msg}",
        None => "{bar:14.green} {msg}",
    };
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
    bar
}

/// What is expected, and since when.
struct Progress {
    games: Expected,
    /// Games that were done when it began.
    before: u64,
    begun: Instant,
}

impl Progress {
    fn text(&self, done: u64, separator: &str, estimate: &str) -> String {
        let elapsed = self.begun.elapsed();
        let mut text = self.games.after(done);
        let played = done.saturating_sub(self.before);
        if played > 0 && elapsed >= KNOWN_AFTER {
            let speed = played as f64 / elapsed.as_secs_f64();
            text.push_str(&format!(", {}", per_second(speed)));
            if let Some(games) = self.games.games().filter(|&games| games >= done) {
                text.push_str(&format!(", {} left", duration((games - done) as f64 / speed)));
            }
        }
        if !estimate.is_empty() {
            text.push_str(separator);
            text.push_str(estimate);
        }
        text
    }
}

/// A speed; slow games have fractions.
fn per_second(speed: f64) -> String {
    match speed {
        s if s < 100.0 => format!("{s:.1}/s"),
        s => format!("{}/s", grouped(s as u64)),
    }
}

/// A time to wait, never zero.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{:.0} s", s.max(1.0)),
        s if s < 7_200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3_600.0),
        s if s < YEAR => format!("{:.1} days", s / 86_400.0),
        s => format!("{} years", grouped((s / YEAR) as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(elapsed: Duration, before: u64) -> Progress {
        let begun = Instant::now().checked_sub(elapsed).expect("a clock that runs");
        Progress { games: Expected::Games(1_000_000_000), before, begun }
    }

    #[test]
    fn nobody_knows_at_the_start_how_long_it_takes() {
        let text = after(Duration::ZERO, 0).text(0, "; ", "");
        assert_eq!(text, "0 of 1,000,000,000 games");
        let text = after(Duration::from_secs(1_000), 0).text(0, "; ", "");
        assert_eq!(text, "0 of 1,000,000,000 games");
    }

    #[test]
    fn only_the_games_of_this_session_tell_the_speed() {
        let text = after(Duration::from_secs(100), 900_000_000).text(910_000_000, "; ", "A wins");
        assert!(text.starts_with("910,000,000 of 1,000,000,000 games, "), "{text}");
        assert!(text.ends_with(" 15 min left; A wins"), "{text}");
        let slow = after(Duration::from_secs(100), 0).text(10, "\n", "");
        assert!(slow.contains(" 0.1/s, ") && slow.contains("316 years left"), "{slow}");
        assert_eq!([0.0, 1.4, 119.0, 120.0, 7_200.0].map(duration)[0], "1 s");
    }

    #[test]
    fn what_is_done_at_once_takes_no_time() {
        let begun = Instant::now();
        for _ in 0..20 {
            with_bar(Expected::Games(1), false, &Control::default(), || ());
        }
        // Less than one look each.
        assert!(begun.elapsed() < 10 * TICK, "{:?}", begun.elapsed());
    }

    #[test]
    fn nobody_promises_games_that_only_a_precision_ends() {
        assert_eq!(Expected::Games(3_000).after(7), "7 of 3,000 games");
        assert_eq!(Expected::About(3_000).after(7), "7 of about 3,000 games");
        assert_eq!(Expected::About(3_000).after(3_001), "3,001 games");
        assert_eq!(Expected::Unknown.after(1), "1 game");
    }
}
