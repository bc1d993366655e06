//! The progress bar on stderr.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::core::wording::text::grouped;
use crate::lab::run::Control;

/// Time between two looks at the count.
const TICK: Duration = Duration::from_millis(100);

/// Runs `work` while a bar shows how many of `games` are done; no bar if stderr is not a terminal
/// or `quiet` is set.
pub fn with_bar<R>(games: u64, quiet: bool, control: &Control, work: impl FnOnce() -> R) -> R {
    if quiet || !io::stderr().is_terminal() {
        return work();
    }
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    let template = if std::env::var_os("NO_COLOR").is_some() {
        "{bar:30} {count} of {total} games, {speed}/s, {eta} left"
    } else {
        "{bar:30.green} {count} of {total} games, {speed}/s, {eta} left"
    };
    let style = ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("count", |s: &ProgressState, w: &mut dyn std::fmt::Write| {
            let _ = w.write_str(&grouped(s.pos()));
        })
        .with_key("total", |s: &ProgressState, w: &mut dyn std::fmt::Write| {
            let _ = w.write_str(&grouped(s.len().unwrap_or(0)));
        })
        .with_key("speed", |s: &ProgressState, w: &mut dyn std::fmt::Write| {
            let _ = w.write_str(&grouped(s.per_sec() as u64));
        });
    bar.set_style(style.progress_chars("=> "));
    let finished = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                bar.set_position(control.done());
                std::thread::sleep(TICK);
            }
        });
        // The flag is set also when the work panics, or the scope would wait for ever.
        let _guard = Finish(&finished);
        let result = work();
        finished.store(true, Ordering::Relaxed);
        bar.finish_and_clear();
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

/// Sets a flag when dropped.
struct Finish<'a>(&'a AtomicBool);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
