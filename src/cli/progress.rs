//! How far a run is, on a terminal.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

use super::terminal;
use crate::core::wording::plain;
use crate::lab::run::Control;

/// Time between two looks at the count.
const TICK: Duration = Duration::from_millis(100);

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
    let games = control.way().expected;
    let template = match games {
        Some(_) => {
            "[{wide_bar}] {percent} %\n{human_pos} of {human_len} games, {per_sec:0}, {eta} left\n{msg}"
        }
        None => "{human_pos} games, {per_sec:0}\n{msg}",
    };
    let style = style(template).progress_chars("=> ");
    let bar = ProgressBar::with_draw_target(games, target()).with_style(style);
    // Only the games of this session tell the speed.
    bar.set_position(control.done());
    bar.tick();
    bar.reset_eta();
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
