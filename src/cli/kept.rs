//! A run that keeps checkpoints, and goes on after one.

use std::io;
use std::time::Duration;

use serde_json::Value as Json;

use super::failure::{Failure, warn};
use super::interrupt;
use super::number::seconds_of;
use super::progress::Expected;
use super::results::{Run, folder_failure};
use super::resume::command;
use crate::core::wording::system::said;
use crate::lab::spec::{Shard, Study};
use crate::lab::store::begin::{Opening, Start};
use crate::lab::store::checkpoint::Checkpoints;
use crate::lab::store::keeper::{Keeper, News};
use crate::lab::store::rows::PerGameFile;
use crate::lab::study::play::{self, Played, Running};

/// Time between two checkpoints, unless the environment says otherwise.
const CHECKPOINT: Duration = Duration::from_secs(5);
/// The variable that says otherwise, in seconds.
const CHECKPOINT_VARIABLE: &str = "WAR_SIM_CHECKPOINT_S";

/// A run with checkpoints.
pub struct Keeping<'a> {
    /// The study.
    pub study: &'a Study,
    /// What distinguishes the run from others.
    pub identity: Json,
    /// Its checkpoints.
    pub checkpoints: &'a Checkpoints,
    /// Where it begins.
    pub start: Start,
    /// Which part of a larger run it is.
    pub shard: Option<Shard>,
    /// Games that will be played in all.
    pub expected: Expected,
}

/// The time between two checkpoints.
pub fn every() -> Duration {
    seconds_of(CHECKPOINT_VARIABLE).unwrap_or(CHECKPOINT)
}

/// Plays what is left of a run, and puts its rows into `rows`; `writing` is the failure of a row that
/// cannot be written.
///
/// Errors: exit code 75 for a run that was stopped, and those of a run without checkpoints.
pub fn play(
    keeping: Keeping<'_>,
    run: &mut Run,
    rows: Option<&mut PerGameFile>,
    writing: impl Fn(&io::Error) -> Failure,
) -> Result<Played, Failure> {
    let Keeping { study, identity, checkpoints, start, shard, expected } = keeping;
    run.keeps(checkpoints);
    let every = every();
    let folder = checkpoints.folder().to_owned();
    interrupt::go_on_with(command(shard), folder.clone(), rows.is_some());
    let mut warned = false;
    let tell = Box::new(move |news| match news {
        News::Saved(games) => interrupt::saved(games, &folder),
        News::Failed(error) => {
            if !std::mem::replace(&mut warned, true) {
                let shown = folder.display();
                warn(format!(
                    "{shown}: cannot be written: {}; the run goes on without it",
                    said(&error)
                ));
            }
        }
    });
    let keeper = Keeper::new(study, identity, checkpoints.clone(), every, tell);
    let opening = start.open(study, keeper, checkpoints);
    let Opening { progress, mut keeper, earlier, saved } =
        opening.map_err(|error| folder_failure(&error))?;
    run.carries(earlier);
    if saved > 0 {
        interrupt::saved(saved, checkpoints.folder());
    }
    run.control.begin_after(progress.played(study));
    let running = Running { threads: run.threads, control: &run.control };
    let played = run.under_bar(expected, || match rows {
        None => play::play_from::<(), io::Error>(study, running, progress, None, Some(&mut keeper)),
        Some(rows) => {
            play::play_from(study, running, progress, Some(rows.writer()), Some(&mut keeper))
        }
    });
    keeper.settle();
    let played = played.map_err(|error| {
        if !interrupt::is_saved() {
            // Nothing speaks of what is there; what cannot be tidied away does no harm.
            let _ = checkpoints.remove();
        }
        run.failure(error, &writing)
    })?;
    Ok(played)
}
