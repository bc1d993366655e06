//! A run that is one file: its state alone.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::difference::difference;
use super::disk::{Disk, WriteFile, beside};
use super::folder::{Claim, hold, occupied};
use super::sources::ENDING;
use super::state::{Account, read_file};
use crate::lab::spec::Refused;
use crate::lab::spec::refused::OfPath as _;

/// The file of a run without a folder, held for it.
#[derive(Debug)]
pub struct StateFile {
    disk: Disk,
    path: PathBuf,
    lock: PathBuf,
    // Held until the file is written; the system lets go of it if the process dies.
    _locked: Box<dyn WriteFile>,
}

/// The file of the run that `out/name` would be.
pub fn path(out: &Path, name: &str) -> PathBuf {
    out.join(format!("{name}.{ENDING}"))
}

impl StateFile {
    /// Prepares the file of the run that `out/name` would be, and `identity` distinguishes from
    /// others.
    ///
    /// Errors: [`Refused`]; a file that is another run is left alone, unless `claim` is anything.
    pub fn open(
        disk: &Disk,
        out: &Path,
        name: &str,
        identity: &Json,
        claim: Claim,
    ) -> Result<Self, Refused> {
        let (path, lock) = (path(out, name), beside(&out.join(name), "lock"));
        disk.create_dir_all(out).creating(out)?;
        let locked = hold(disk, &path, &lock)?;
        let file = Self { disk: disk.clone(), path, lock, _locked: locked };
        let read = |bytes: &[u8]| Account::of_bytes(bytes).map(|account| account.run);
        match read_file(disk, &file.path, read) {
            _ if claim == Claim::Anything => Ok(file),
            Ok(None) => Ok(file),
            Ok(Some(run)) => match difference(&run, identity) {
                None => Ok(file),
                Some(what) => Err(occupied(&file.path, &format!("another run: {what}"))),
            },
            Err(error) => Err(error),
        }
    }

    /// Where it will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What must not outlive a run that is stopped.
    pub fn temporary(&self) -> Vec<PathBuf> {
        vec![self.lock.clone()]
    }

    /// Writes the file, all or nothing.
    ///
    /// Errors: [`Refused`].
    pub fn write(&self, bytes: &[u8]) -> Result<(), Refused> {
        self.disk.replace(&self.path, bytes, || Ok(())).writing(self.path.display())
    }
}

impl Drop for StateFile {
    fn drop(&mut self) {
        // Whoever gets the lock next sees that its file is gone.
        let _ = self.disk.remove_file(&self.lock);
    }
}
