//! What is said of a run that is not complete: how far it is, and the command that goes on with it.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::OnceLock;

use crate::api::run::{self, after};
use crate::core::wording::digits::counted;
use crate::core::wording::text::{grouped, shell_quoted};
use crate::lab::refused::{Fault, Refused};
use crate::lab::run::Control;
use crate::lab::store::begin::is_until;
use crate::lab::store::files::LOCK;
use crate::lab::store::state::{OF_STORED, Saved};

/// The arguments that the program was run with; under Python they are not those of the process.
pub static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// The command line as it was typed.
pub fn typed() -> Vec<String> {
    let typed = ARGUMENTS.get().into_iter().flatten();
    typed.map(|word| word.to_string_lossy().into_owned()).collect()
}

/// The same by the program's name, not by its path on a machine.
pub fn command_line() -> Vec<String> {
    let name = env!("CARGO_PKG_NAME").to_owned();
    std::iter::once(name).chain(typed().into_iter().skip(1)).collect()
}

/// What a run says that was stopped; without files nothing of it is kept.
pub fn stopped(control: &Control, no_files: bool) -> Refused {
    let (way, again) = (control.way(), ": run the same command again for all of them");
    if no_files {
        let done = after(control.done(), way.expected);
        let text = format!("stopped after {done}; with --no-files nothing is kept{again}");
        return Refused::new(Fault::Interrupted, text);
    }
    let how = match (way.saved, way.has_rows && way.saved > Some(0)) {
        (None, _) => again,
        (Some(_), false) => "; go on with",
        (Some(_), true) => {
            "; the run begins at its first game again (only complete runs and parts, --shard K/M, keep their rows)"
        }
    };
    let below = way.saved.map(|_| goes_on(typed())).into_iter().collect();
    Refused { below, ..Refused::new(Fault::Interrupted, run::stopped(control) + how) }
}

/// Whether a run is being played in this folder; nobody is kept away by the question for longer than it takes.
fn is_playing(folder: &Path) -> bool {
    let shared = File::open(folder.join(LOCK)).map(|file| file.try_lock_shared());
    matches!(shared, Ok(Err(TryLockError::WouldBlock)))
}

/// How far the run of this state in this folder is, and, unless it is being played, what goes on with it.
pub fn how_far(state: &Saved, folder: &Path) -> (String, Option<String>) {
    let (run, done) = (&state.body.run, state.body.played());
    let each = if state.body.cells.len() > 1 { " each" } else { "" };
    let after = match run["games"].as_u64() {
        Some(all) if all > 0 && !is_until(run) => format!(
            "at {:.1} % ({} of {} games{each})",
            (1_000.0 * done as f64 / all as f64).floor() / 10.0,
            grouped(done),
            grouped(all)
        ),
        _ => format!("after {}{each}", counted(done, "game", "games")),
    };
    if is_playing(folder) {
        return (format!("playing {after}"), None);
    }
    // Without a command to go on with its games are counted, and its files alone are missing.
    let way = match (&state.body.going, run["verb"].as_str()) {
        (Some(going), _) if going.command.is_empty() => "its call with resume=True goes on with it",
        (Some(going), _) => &format!("go on with `{}`", goes_on(going.command.clone())),
        (None, Some("library")) => "its call with resume=True writes its files",
        (None, Some(OF_STORED)) => "its command writes its files",
        (None, _) => "its command with --resume writes its files",
    };
    (format!("stopped {after}"), Some(way.to_owned()))
}

/// The command of these words with `--resume`, and without `--force`, which has done its work: what is there is
/// this run, and whoever pastes the line must not replace another. A file of rows elsewhere is replaced at the end.
pub fn goes_on(mut words: Vec<String>) -> String {
    if !words.iter().any(|word| word.starts_with("--per-game")) {
        words.retain(|word| word != "--force");
    }
    if !words.iter().any(|word| word == "--resume") {
        // What comes after is no option any more.
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words.insert(end, "--resume".into());
    }
    words.iter().map(|word| shell_quoted(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on_replaces_nothing_but_a_file_of_rows_and_what_was_not_saved_begins_again() {
        let refused = stopped(&Control::default(), false);
        assert_eq!((refused.code(), refused.below.len()), (75, 0));
        let words = "nothing was written: run the same command again";
        assert!(refused.what.contains(words), "{refused:?}");
        let of = |line: &str| goes_on(line.split(' ').map(str::to_owned).collect());
        assert_eq!(of("war-sim --force -n 5"), "war-sim -n 5 --resume");
        let rows = "war-sim --force --per-game x.csv --resume";
        assert_eq!(of(rows), rows);
    }
}
