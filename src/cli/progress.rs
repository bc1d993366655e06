//! How far a run is, on stderr: a bar on a terminal, else a line now and then.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::failure::warn;
use super::number::seconds_of;
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

/// Runs `work` while stderr shows how many of `games` are done, how fast, how long the rest takes,
/// and what they say so far; nothing if `quiet` is set.
pub fn with_bar<R>(games: u64, quiet: bool, control: &Control, work: impl FnOnce() -> R) -> R {
    if quiet {
        return work();
    }
    let bar = io::stderr().is_terminal().then(|| bar(games));
    let every = seconds_of(LINE_VARIABLE).unwrap_or(LINE);
    let progress = Progress { games, before: control.done(), begun: Instant::now() };
    let finished = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut told = Instant::now();
            while !finished.load(Ordering::Relaxed) {
                std::thread::sleep(TICK);
                let (done, estimate) = (control.done(), control.estimate());
                match &bar {
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
        // The flag is set also when the work panics, or the scope would wait for ever.
        let _guard = Finish(&finished);
        let result = work();
        finished.store(true, Ordering::Relaxed);
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

fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
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
    games: u64,
    /// Games that were done when it began.
    before: u64,
    begun: Instant,
}

impl Progress {
    fn text(&self, done: u64, separator: &str, estimate: &str) -> String {
        let elapsed = self.begun.elapsed();
        let mut text = format!("{} of {} games", grouped(done), grouped(self.games));
        let played = done.saturating_sub(self.before);
        if played > 0 && elapsed >= KNOWN_AFTER {
            let speed = played as f64 / elapsed.as_secs_f64();
            let left = self.games.saturating_sub(done) as f64 / speed;
            text.push_str(&format!(", {}, {} left", per_second(speed), duration(left)));
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
        s => format!("{:.1} days", s / 86_400.0),
    }
}

/// Sets a flag when dropped.
struct Finish<'a>(&'a AtomicBool);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(elapsed: Duration, before: u64) -> Progress {
        let begun = Instant::now().checked_sub(elapsed).expect("a clock that runs");
        Progress { games: 1_000_000_000, before, begun }
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
        assert!(slow.contains(" 0.1/s, ") && slow.contains("days left"), "{slow}");
        assert_eq!([0.0, 1.4, 119.0, 120.0, 7_200.0].map(duration)[0], "1 s");
    }
}
