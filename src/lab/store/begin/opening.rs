//! A run that begins: where its games do, and what it carries on from before.

use std::time::Duration;

use serde_json::{Value as Json, json};

use super::Start;
use crate::lab::spec::Study;
use crate::lab::store::checkpoint::Checkpoints;
use crate::lab::store::folder::FolderError;
use crate::lab::store::keeper::Keeper;
use crate::lab::store::manifest::Manifest;
use crate::lab::study::progress::Progress;

/// What a run carries on from before this session.
#[derive(Debug, Default)]
pub struct Earlier {
    /// Sessions before.
    sessions: u64,
    /// What they have taken, in seconds.
    elapsed_s: f64,
    /// Whether nothing is left to play.
    is_whole: bool,
    /// What the manifest says beside the usual.
    pub more: Vec<(&'static str, Json)>,
}

impl Earlier {
    /// So many sessions, with so many games of each rule set.
    fn sessions(sessions: u64, games: u64, elapsed_s: f64) -> Self {
        let shown_s = (elapsed_s * 1e6).round() / 1e6;
        let said = json!({"sessions": sessions, "games": games, "elapsed_s": shown_s});
        Self { sessions, elapsed_s, more: vec![("resumed_after", said)], ..Self::default() }
    }

    /// A run whose games are all played, in so many seconds.
    pub fn whole(elapsed_s: f64, more: Vec<(&'static str, Json)>) -> Self {
        Self { sessions: 1, elapsed_s, is_whole: true, more }
    }

    /// Says it in the manifest of the run that carries it on.
    pub fn carried_by(&self, manifest: &mut Manifest) {
        manifest.more.extend(self.more.iter().cloned());
    }

    /// Time that the run took, with this session.
    pub fn elapsed(&self, session: Duration) -> Duration {
        let before = Duration::try_from_secs_f64(self.elapsed_s).unwrap_or_default();
        let elapsed = if self.is_whole { before } else { before + session };
        // As exact as the manifest, from which the run is shown again.
        Duration::from_micros(u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX))
    }
}

/// A run that begins.
pub struct Opening<'s> {
    /// Where its games begin.
    pub progress: Progress,
    /// Who keeps it on its way.
    pub keeper: Keeper<'s>,
    /// What it carries on.
    pub earlier: Earlier,
    /// Games, all rule sets together, that are safe in a checkpoint.
    pub saved: u64,
}

impl Start {
    /// Begins the run here.
    ///
    /// Errors: [`FolderError`].
    pub fn open<'s>(
        self,
        study: &'s Study,
        keeper: Keeper<'s>,
        checkpoints: &Checkpoints,
    ) -> Result<Opening<'s>, FolderError> {
        let folder = checkpoints.folder();
        let making = |source| FolderError::Create { path: folder.to_owned(), source };
        let new = || (Progress::new(study), Earlier::default());
        let ((progress, earlier), saved) = match self {
            Self::From(progress, kept) => {
                let saved = progress.played(study);
                let earlier = Earlier::sessions(kept.sessions, kept.games(), kept.elapsed_s);
                ((progress, earlier), saved)
            }
            Self::Extends(progress, elapsed_s) => {
                let earlier = Earlier::sessions(1, progress.games, elapsed_s);
                ((progress, earlier), 0)
            }
            Self::Mends(progress, earlier) => ((progress, earlier), 0),
            Self::Fresh(beyond) => (new(), beyond),
            Self::Anew | Self::Complete => {
                checkpoints.remove().map_err(making)?;
                (new(), 0)
            }
        };
        // A checkpoint that this session goes on with is not the one of another.
        let beyond = if earlier.sessions == 0 { saved } else { 0 };
        let keeper = keeper.after(earlier.sessions, earlier.elapsed_s).beyond(beyond);
        Ok(Opening { progress, keeper, earlier, saved })
    }
}
