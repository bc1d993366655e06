//! Who keeps a run on its way, and what is said of it.

use std::time::Duration;

use serde_json::Value as Json;

use super::failure::warn;
use super::interrupt;
use super::number::seconds_of;
use crate::core::wording::system::said;
use crate::lab::store::checkpoint::Checkpoints;
use crate::lab::store::keeper::{Keeper, News};

/// Time between two checkpoints, unless the environment says otherwise.
const CHECKPOINT: Duration = Duration::from_secs(5);
/// The variable that says otherwise, in seconds.
const CHECKPOINT_VARIABLE: &str = "WAR_SIM_CHECKPOINT_S";

/// The time between two checkpoints.
pub fn every() -> Duration {
    seconds_of(CHECKPOINT_VARIABLE).unwrap_or(CHECKPOINT)
}

/// Keeps a run, and tells who waits for signals what is safe.
pub fn keeper(identity: Json, checkpoints: &Checkpoints) -> Keeper<'static> {
    let (folder, mut warned) = (checkpoints.folder().to_owned(), false);
    let tell = Box::new(move |news| match news {
        News::Saved(units) => interrupt::saved(units, &folder),
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
    Keeper::new(identity, checkpoints.clone(), every(), tell)
}
