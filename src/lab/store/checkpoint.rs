//! What is kept of a run on its way: two generations of its state, beside its folder-to-be.
//!
//! A run `NAME` keeps them in the hidden folder `.NAME.resume`: `state`, `state.old`, and the rows of
//! its games so far. A checkpoint is a state like every other, with more about the run that goes on.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::disk::{Disk, checkpoints_of};
use super::state::{STATE, State, json_of};
use super::whole;
use crate::lab::spec::Refused;
use crate::lab::spec::Study;
use crate::lab::spec::rules::Library;
use crate::lab::store::state::unread;
use crate::lab::study::progress::Progress;

/// The generation before.
pub const OLD: &str = "state.old";

/// The checkpoints of a run.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    disk: Disk,
    folder: PathBuf,
}

/// A checkpoint.
#[derive(Debug)]
pub struct Kept {
    /// The counts.
    pub state: State,
    /// What distinguishes the run from others; `Null` for a state that is no checkpoint.
    pub run: Json,
    /// Seconds that the games took.
    pub elapsed_s: f64,
    /// How often the run was begun or gone on with.
    pub sessions: u64,
}

impl Checkpoints {
    /// Those of the run whose folder will be `out/name`.
    pub fn beside(out: &Path, name: &str) -> Self {
        Self { disk: Disk::here(), folder: checkpoints_of(&out.join(name)) }
    }

    /// The folder they are in, which may not exist.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The disk that they are on.
    pub fn disk(&self) -> &Disk {
        &self.disk
    }

    /// The newest checkpoint that is whole, and whether it is of the generation before because the
    /// last one is damaged; `None` if there is none.
    ///
    /// Errors: [`Refused`], if both are damaged or cannot be read.
    pub fn newest(&self, library: &Library) -> Result<Option<(Kept, bool)>, Refused> {
        let mut failed = None;
        for (k, name) in [STATE, OLD].into_iter().enumerate() {
            match Kept::load(&self.disk, &self.folder.join(name), library) {
                Ok(None) => {}
                Ok(Some(kept)) => return Ok(Some((kept, k > 0 && failed.is_some()))),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        failed.map_or(Ok(None), Err)
    }

    /// Writes a checkpoint; the last one becomes the generation before.
    ///
    /// Errors: what the system says; an older one is still there then.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let (state, old) = (self.folder.join(STATE), self.folder.join(OLD));
        let disk = &self.disk;
        disk.create_dir_all(&self.folder)?;
        match disk.look(&state)? {
            Some(_) => disk.rename(&state, &old)?,
            // The folder may be new.
            None => disk.sync_name(&self.folder)?,
        }
        whole::write(disk, &state, bytes)
    }

    /// Removes everything of them: the run is complete, or begins anew.
    ///
    /// Errors: what the system says.
    pub fn remove(&self) -> io::Result<()> {
        self.disk.remove_all(&self.folder)
    }
}

impl Kept {
    /// The checkpoint in a file; `None` if there is none.
    ///
    /// Errors: [`Refused`].
    pub fn load(disk: &Disk, path: &Path, library: &Library) -> Result<Option<Self>, Refused> {
        let read = |source| unread(path, &source);
        let bytes = match whole::read(disk, path) {
            // Nothing was kept; or there is no place for it, which the run will find out.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                return Ok(None);
            }
            bytes => bytes.map_err(read)?,
        };
        let damaged = |what| Refused::damaged(path, what);
        let mut json = json_of(&bytes).map_err(damaged)?;
        let mut take = |key: &str| json.get_mut(key).map_or(Json::Null, Json::take);
        take("rows");
        let elapsed_s = take("elapsed_s").as_f64().unwrap_or(0.0);
        let sessions = take("sessions").as_u64().unwrap_or(1);
        let mut state = State::of_json(json, library).map_err(damaged)?;
        let run = state.run.take();
        Ok(Some(Self { state, run, elapsed_s, sessions }))
    }

    /// Games of each cell.
    pub fn games(&self) -> u64 {
        self.state.played()
    }

    /// How far the run was, as progress of this study, which has the same identity.
    ///
    /// Errors: a sentence on what does not fit.
    pub fn progress(&self, study: &Study) -> Result<Progress, String> {
        let games = self.games();
        let in_order = self.state.games.iter().all(|range| range.start == study.first_game);
        if !in_order || self.state.games.len() > 1 || games > study.most_games() {
            return Err("has other games than this run".into());
        }
        Ok(Progress { totals: self.state.totals.clone(), games })
    }
}
