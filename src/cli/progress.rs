//! How far a run is, on stderr: a bar on a terminal, as wide as it is, else a line now and then.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::failure::warn;
use super::number::seconds_of;
use super::terminal;
use crate::api::run::Expected;
use crate::core::wording::digits::duration;
use crate::core::wording::plain::Plain;
use crate::core::wording::text::grouped;
use crate::lab::run::Control;

/// Time between two looks at the count.
const TICK: Duration = Duration::from_millis(100);
/// Time between two lines where stderr is no terminal, unless the environment says otherwise.
const LINE: Duration = Duration::from_secs(60);
/// The variable that says otherwise, in seconds.
const LINE_VARIABLE: &str = "WAR_SIM_PROGRESS_S";
/// Columns of the bar.
const LEAST_BAR: usize = 8;
const MOST_BAR: usize = 40;
/// Before this nobody knows how long the rest takes.
const KNOWN_AFTER: Duration = Duration::from_millis(250);

/// Runs `work` while stderr shows how many of the games are done, how fast, how long the rest takes,
/// and what they say so far; nothing if `quiet` is set.
pub fn with_bar<R>(games: Expected, quiet: bool, control: &Control, work: impl FnOnce() -> R) -> R {
    if quiet {
        return work();
    }
    looked_after(TICK, games, control, work)
}

/// The work, while it is looked how far it is every so often.
fn looked_after<R>(
    tick: Duration,
    games: Expected,
    control: &Control,
    work: impl FnOnce() -> R,
) -> R {
    let bar = terminal::has_room_for_a_bar().then(|| bar(games.all(), "{msg}"));
    let every = seconds_of(LINE_VARIABLE).unwrap_or(LINE);
    let (progress, begun) = (Progress { games, before: control.done() }, Instant::now());
    let (finished, until_finished) = mpsc::channel::<()>();
    let shown = bar.as_ref();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut told = Instant::now();
            // The other end is dropped when the work is done, also when it panics.
            while until_finished.recv_timeout(tick) == Err(RecvTimeoutError::Timeout) {
                let (done, estimate) = (control.done(), control.estimate());
                match shown {
                    Some(bar) => {
                        let line =
                            progress.line(done, begun.elapsed(), terminal::width_of_stderr());
                        let text = format!("{line}\n{estimate}");
                        bar.set_message(Plain::text(text.trim_end()).into_string());
                    }
                    None if told.elapsed() >= every => {
                        told = Instant::now();
                        let parts = progress.parts(done, begun.elapsed()).join(", ");
                        let estimate =
                            if estimate.is_empty() { estimate } else { format!("; {estimate}") };
                        warn(format!("{parts}{estimate}"));
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

fn bar(count: Option<u64>, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ");
    ProgressBar::with_draw_target(count, ProgressDrawTarget::stderr()).with_style(style)
}

/// What is expected.
struct Progress {
    games: Expected,
    /// Games that were done when it began.
    before: u64,
}

impl Progress {
    /// Games, percent, games a second, time left: what is known of them after this long.
    fn parts(&self, done: u64, elapsed: Duration) -> Vec<String> {
        let mut parts = vec![self.games.after(done)];
        let all = self.games.all().filter(|&games| games >= done && games > 0);
        parts.extend(all.map(|games| format!("{} %", 100 * u128::from(done) / u128::from(games))));
        let played = done.saturating_sub(self.before);
        if played > 0 && elapsed >= KNOWN_AFTER {
            let speed = played as f64 / elapsed.as_secs_f64();
            parts.push(per_second(speed, self.games.units()[1]));
            let left = |games| duration((games - done) as f64 / speed).replace("about ", "");
            parts.extend(all.map(|games| format!("{} left", left(games))));
        }
        parts
    }

    /// A bar and the parts in one line; what has no room is left out.
    fn line(&self, done: u64, elapsed: Duration, width: usize) -> String {
        let mut parts = self.parts(done, elapsed);
        let letters =
            |parts: &[String]| parts.iter().map(|part| part.chars().count() + 2).sum::<usize>();
        if parts.len() > 1 && letters(&parts) + LEAST_BAR > width {
            parts.remove(0);
        }
        if letters(&parts) + LEAST_BAR > width {
            parts.iter_mut().for_each(|part| {
                *part = part.replace(&format!(" {}/s", self.games.units()[1]), "/s")
            });
        }
        let text = parts.join(", ");
        let Some(games) = self.games.all().filter(|&games| games > 0) else { return text };
        // Two brackets, and a space after them.
        let room = width.saturating_sub(text.chars().count() + 3).min(MOST_BAR);
        let full = (u128::from(done.min(games)) * room as u128 / u128::from(games)) as usize;
        format!("[{:<room$}] {text}", "=".repeat(full))
    }
}

/// A speed; a slow one has fractions.
fn per_second(speed: f64, units: &str) -> String {
    match speed {
        s if s < 100.0 => format!("{s:.1} {units}/s"),
        s => format!("{} {units}/s", grouped(s as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::run::GAMES;

    fn after(before: u64) -> Progress {
        Progress { games: Expected::Exactly(Some(1_000_000_000), GAMES), before }
    }

    const LONG: Duration = Duration::from_secs(100);

    #[test]
    fn nobody_knows_at_the_start_how_long_it_takes() {
        for elapsed in [Duration::ZERO, LONG] {
            assert_eq!(after(0).parts(0, elapsed), ["0 of 1,000,000,000 games", "0 %"]);
        }
    }

    #[test]
    fn only_the_games_of_this_session_tell_the_speed() {
        let parts = after(900_000_000).parts(910_000_000, LONG);
        assert_eq!(parts[..2], ["910,000,000 of 1,000,000,000 games", "91 %"]);
        assert_eq!(parts[2..], ["100,000 games/s", "15 min left"]);
        let slow = after(0).parts(10, LONG);
        assert_eq!(slow[2..], ["0.1 games/s", "316 years left"]);
    }

    #[test]
    fn the_bar_takes_the_room_that_is_left() {
        let at = after(0);
        for width in [40, 50, 80, 200] {
            let line = at.line(500_000_000, LONG, width);
            assert!(line.chars().count() <= width, "{width}: {line}");
            assert!(
                line.starts_with("[==") && line.contains("50 %") && line.ends_with(" left"),
                "{line}"
            );
            assert_eq!(line.contains("of 1,000,000,000 games"), width > 80, "{line}");
        }
        let unknown = Progress { games: Expected::Exactly(None, GAMES), ..at };
        assert_eq!(unknown.line(0, LONG, 80), "0 games");
    }

    #[test]
    fn what_is_done_waits_for_no_look() {
        let (year, games) = (Duration::from_secs(31_536_000), Expected::Exactly(Some(1), GAMES));
        assert_eq!(looked_after(year, games, &Control::default(), || 7), 7);
    }

    #[test]
    fn nobody_promises_games_that_only_a_precision_ends() {
        assert_eq!(Expected::Exactly(Some(3_000), GAMES).after(7), "7 of 3,000 games");
        assert_eq!(Expected::Exactly(None, GAMES).after(1), "1 game");
    }
}
