//! A stored run as it was when it ended: what its state and its manifest say, for those who show it.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use super::state::{STATE, State};
use crate::lab::spec::Refused;
use crate::lab::spec::rules::Library;
use crate::lab::study::Finished;
use crate::lab::study::play::Played;
use crate::lab::study::until::look;
use crate::lab::tables::account::{Manner, OfStudy};

/// The account of the run in this folder.
///
/// Errors: [`Refused`].
pub fn account(folder: &Path, library: &Library) -> Result<OfStudy<'static>, Refused> {
    let (state, manifest) = State::load_with_manifest(folder, library)?;
    let damaged = |what| Refused::damaged(&folder.join(STATE), what);
    let games = state.played();
    let (verb, study) = (state.verb, state.study);
    let totals = state.totals;
    let reached = if study.has_targets() { look(&study, &totals, games) } else { Vec::new() };
    let elapsed = manifest["elapsed_s"].as_f64().unwrap_or_default();
    let elapsed = match manifest["games_played"].as_u64() {
        // Parts put together: nothing was played then.
        Some(0) => Duration::ZERO,
        _ => Duration::try_from_secs_f64(elapsed).unwrap_or_default(),
    };
    let finished = Finished::new(study, Played { games, totals, reached }, elapsed);
    finished.check().map_err(damaged)?;
    let threads = manifest["threads"].as_u64().and_then(|threads| usize::try_from(threads).ok());
    let threads = threads.unwrap_or(1);
    let manner = Manner { verb, threads, ..Manner::default() };
    Ok(OfStudy::new(Cow::Owned(finished), manner))
}
