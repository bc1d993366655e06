//! How far a run is, on a terminal.

use std::fmt::Write;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressState, ProgressStyle};

use super::terminal;
use crate::core::wording::digits::duration;
use crate::core::wording::plain;
use crate::core::wording::text::grouped;
use crate::lab::run::Control;

/// Time between two looks at the count.
const TICK: Duration = Duration::from_millis(100);
/// Before this nobody knows how long the rest takes.
const KNOWN_AFTER: Duration = Duration::from_millis(250);

/// Until it is dropped, a terminal shows how many of the games are done, how fast, how long the rest takes, and what
/// they say so far.
pub struct Progress(ProgressBar);

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Shows how far the games of this control are.
pub fn shown(control: &Arc<Control>) -> Progress {
    let (games, before) = (control.way().expected, control.done());
    let template = match games {
        Some(_) => "[{wide_bar}] {percent} %\n{human_pos} of {human_len} games{speed}\n{msg}",
        None => "{human_pos} games{speed}\n{msg}",
    };
    let speed = move |state: &ProgressState, text: &mut dyn Write| {
        let played = state.pos().saturating_sub(before);
        let left = state.len().map(|all| all.saturating_sub(state.pos()));
        let _ = text.write_str(&speed(played, left, state.elapsed()));
    };
    let style = style(template).with_key("speed", speed).progress_chars("=> ");
    let bar = ProgressBar::with_draw_target(games, target()).with_style(style);
    let (shown, control) = (bar.downgrade(), Arc::clone(control));
    thread::spawn(move || {
        while let Some(bar) = shown.upgrade() {
            bar.set_position(control.done());
            bar.set_message(plain::text(&control.way().estimate).into_owned());
            thread::sleep(TICK);
        }
    });
    Progress(bar)
}

/// Until it is dropped, a terminal shows these words and the time that has passed.
pub fn waiting(words: String) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, target())
        .with_style(style("{spinner} {msg}, {elapsed}"))
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

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
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

    #[test]
    fn only_the_games_of_this_session_tell_the_speed() {
        assert_eq!(speed(500, Some(7), KNOWN_AFTER / 2), "");
        assert_eq!(speed(0, Some(7), LONG), "");
        assert_eq!(speed(10_000_000, Some(90_000_000), LONG), ", 100,000/s, 15 min left");
        assert_eq!(speed(10, Some(999_999_990), LONG), ", 0.1/s, 316 years left");
        assert_eq!(speed(10, None, LONG), ", 0.1/s");
    }
}
