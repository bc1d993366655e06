//! How far a run is, on stderr: a bar on a terminal, else a line now and then.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressState, ProgressStyle};

use super::failure::warn;
use super::number::seconds_of;
use super::terminal;
use crate::api::run::after as games_after;
use crate::core::wording::digits::duration;
use crate::core::wording::plain;
use crate::core::wording::text::grouped;
use crate::lab::run::Control;

/// Time between two looks at the count.
const TICK: Duration = Duration::from_millis(100);
/// Time between two lines where stderr is no terminal, unless the environment says otherwise.
const LINE: Duration = Duration::from_secs(60);
/// The variable that says otherwise, in seconds.
const LINE_VARIABLE: &str = "WAR_SIM_PROGRESS_S";
/// Before this nobody knows how long the rest takes.
const KNOWN_AFTER: Duration = Duration::from_millis(250);
/// What there is room for beside the two numbers of games, on a wide terminal.
const REST: usize = 56;

/// Until it is dropped, stderr shows how many of the games are done, how fast, how long the rest takes, and what
/// they say so far.
pub struct Progress {
    bar: ProgressBar,
    /// Who looks how far it is every so often, until the other end is dropped.
    looking: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((finished, looking)) = self.looking.take() {
            drop(finished);
            let _ = looking.join();
        }
        self.bar.finish_and_clear();
    }
}

/// Shows how far the games of this control are.
pub fn shown(control: &Arc<Control>) -> Progress {
    every(TICK, control)
}

/// Until it is dropped, a terminal shows these words and the time that has passed.
pub fn waiting(words: String) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
    let bar = ProgressBar::with_draw_target(None, target())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        .with_message(words)
        .with_finish(ProgressFinish::AndClear);
    bar.enable_steady_tick(TICK);
    bar
}

fn target() -> ProgressDrawTarget {
    match terminal::has_room_for_a_bar() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    }
}

fn every(tick: Duration, control: &Arc<Control>) -> Progress {
    let games = control.way().expected;
    let is_drawn = terminal::has_room_for_a_bar();
    let before = control.done();
    let bar = ProgressBar::with_draw_target(games, target())
        .with_style(style(games, before, terminal::width_of_stderr()))
        .with_position(before);
    let every = seconds_of(LINE_VARIABLE).unwrap_or(LINE);
    let (finished, until_finished) = mpsc::channel::<()>();
    let (shown, control) = (bar.clone(), Arc::clone(control));
    let looking = thread::spawn(move || {
        let mut told = Instant::now();
        while until_finished.recv_timeout(tick) == Err(RecvTimeoutError::Timeout) {
            shown.set_position(control.done());
            let estimate = control.way().estimate;
            if is_drawn {
                shown.set_message(plain::text(&estimate).into_owned());
            } else if told.elapsed() >= every {
                told = Instant::now();
                let estimate = if estimate.is_empty() { estimate } else { format!("; {estimate}") };
                warn(line(&shown, games, before) + &estimate);
            }
        }
    });
    Progress { bar, looking: Some((finished, looking)) }
}

/// The bar as a terminal of this width has room for it; `before` were done when it began.
fn style(games: Option<u64>, before: u64, width: usize) -> ProgressStyle {
    let template = match games {
        None => "{human_pos} games{speed}\n{msg}",
        Some(all) if 2 * grouped(all).len() + REST <= width => {
            "[{wide_bar}] {human_pos} of {human_len} games, {percent} %{speed}\n{msg}"
        }
        Some(_) => "[{wide_bar}] {percent} %{speed}\n{msg}",
    };
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ");
    style.with_key("speed", move |state: &ProgressState, text: &mut dyn Write| {
        let played = state.pos().saturating_sub(before);
        let left = state.len().map(|all| all.saturating_sub(state.pos()));
        let _ = text.write_str(&speed(played, left, state.elapsed()));
    })
}

/// The same in a line.
fn line(bar: &ProgressBar, games: Option<u64>, before: u64) -> String {
    let done = bar.position();
    let percent = |all: &u64| format!(", {} %", 100 * u128::from(done) / u128::from(*all));
    let percent = games.filter(|all| *all > 0).as_ref().map_or(String::new(), percent);
    let left = games.map(|all| all.saturating_sub(done));
    games_after(done, games) + &percent + &speed(done.saturating_sub(before), left, bar.elapsed())
}

/// How many a second were played in this session, and how long those that are left take, once it is known.
fn speed(played: u64, left: Option<u64>, elapsed: Duration) -> String {
    if played == 0 || elapsed < KNOWN_AFTER {
        return String::new();
    }
    let speed = played as f64 / elapsed.as_secs_f64();
    let left = left.map(|left| duration(left as f64 / speed).replace("about ", ""));
    let left = left.map_or(String::new(), |left| format!(", {left} left"));
    match speed {
        s if s < 100.0 => format!(", {s:.1}/s{left}"),
        s => format!(", {}/s{left}", grouped(s as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(100);
    const MANY: Option<u64> = Some(1_000_000_000);

    #[test]
    fn nobody_knows_at_the_start_how_long_it_takes() {
        for before in [0, 910_000_000] {
            let bar = ProgressBar::with_draw_target(MANY, ProgressDrawTarget::hidden());
            let said = line(&bar.with_position(before).with_elapsed(LONG), MANY, before);
            let percent = before / 10_000_000;
            assert_eq!(said, format!("{} of 1,000,000,000 games, {percent} %", grouped(before)));
        }
        assert_eq!(speed(500, Some(7), KNOWN_AFTER / 2), "");
    }

    #[test]
    fn only_the_games_of_this_session_tell_the_speed() {
        let bar = ProgressBar::with_draw_target(MANY, ProgressDrawTarget::hidden());
        let said = line(&bar.with_position(910_000_000).with_elapsed(LONG), MANY, 900_000_000);
        let (done, speed) = said.split_once(" %, ").unwrap();
        assert_eq!(done, "910,000,000 of 1,000,000,000 games, 91");
        assert!(speed.starts_with("99,") || speed.starts_with("100,0"), "{said}");
        assert!(speed.ends_with("/s, 15 min left"), "{said}");
        assert_eq!(super::speed(10, Some(999_999_990), LONG), ", 0.1/s, 316 years left");
        assert_eq!(super::speed(10, None, LONG), ", 0.1/s");
    }

    #[test]
    fn what_is_done_waits_for_no_look() {
        let (year, clock) = (Duration::from_secs(31_536_000), Instant::now());
        drop(every(year, &Arc::default()));
        assert!(clock.elapsed() < year);
    }

    #[test]
    fn nobody_promises_games_that_only_a_precision_ends() {
        assert_eq!(games_after(7, Some(3_000)), "7 of 3,000 games");
        assert_eq!(games_after(1, None), "1 game");
    }
}
