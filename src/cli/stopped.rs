//! What is said of a run that was stopped: how far it is, and the command that goes on with it.

use std::path::Path;

use serde_json::Value as Json;

use crate::core::wording::digits::counted;
use crate::core::wording::text::{grouped, shell_quoted};
use crate::lab::store::checkpoint::Checkpoints;
use crate::lab::store::disk::names::run_of_checkpoints;
use crate::lab::store::state::{COMMAND, STATE, json_of};

/// Its state, of which nothing is known but that the program wrote it so.
///
/// Errors: a sentence on why it says nothing.
pub fn state(checkpoints: &Path) -> Result<Json, String> {
    let run = run_of_checkpoints(checkpoints).ok_or("is no run")?;
    let newest = Checkpoints::beside(&run, STATE).newest(|bytes| json_of(STATE, bytes));
    let (state, _) = newest.map_err(|refused| refused.what)?.ok_or("has no state yet")?;
    Ok(state)
}

/// How far a run is, and what goes on with it; of one whose state says nothing, what there is to say.
pub fn of(checkpoints: &Path) -> [String; 2] {
    let unknown = |_| ["stopped", "its command with --resume goes on with it"].map(String::from);
    state(checkpoints).map_or_else(unknown, |state| how_far(&state))
}

/// Games of each rule set that a run plays, by what its state says of it.
fn games_of(run: &Json) -> Option<u64> {
    run["games"].as_u64().map(|games| games.saturating_sub(lengths(&run["missing"])))
}

/// Whether a run stops at a precision, before its games are played.
fn is_until(run: &Json) -> bool {
    let asks = |(key, all): (&String, &Json)| {
        key.starts_with("until") && all.as_array().is_some_and(|all| !all.is_empty())
    };
    run.as_object().is_some_and(|run| run.iter().any(asks))
}

/// How far the run of this state is, and what goes on with it.
pub fn how_far(state: &Json) -> [String; 2] {
    let (run, done) = (&state["run"], lengths(&state["games"]));
    let after = match games_of(run) {
        Some(all) if all > 0 && !is_until(run) => format!(
            "at {:.1} % ({} of {} games)",
            (1_000.0 * done as f64 / all as f64).floor() / 10.0,
            grouped(done),
            grouped(all)
        ),
        _ => format!("after {}", counted(done, "game", "games")),
    };
    let words = state[COMMAND].as_array().into_iter().flatten();
    let words: Vec<String> = words.filter_map(Json::as_str).map(str::to_owned).collect();
    let way = match words.is_empty() {
        true => "its call with resume=True goes on with it".to_owned(),
        false => format!("go on with `{}`", goes_on(words)),
    };
    [format!("stopped {after}"), way]
}

/// The command of these words with `--resume`.
pub fn goes_on(mut words: Vec<String>) -> String {
    if !words.iter().any(|word| word == "--resume") {
        // What comes after is no option any more.
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words.insert(end, "--resume".into());
    }
    words.iter().map(|word| shell_quoted(word)).collect::<Vec<_>>().join(" ")
}

/// The lengths of these ranges.
pub fn lengths(ranges: &Json) -> u64 {
    let length = |range: &Json| range[1].as_u64()?.checked_sub(range[0].as_u64()?);
    ranges.as_array().into_iter().flatten().filter_map(length).sum()
}
