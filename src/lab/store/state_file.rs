//! A run that is one file: its state alone, which says itself how it was made.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::difference::difference;
use super::disk::{Disk, Found, WriteFile, beside};
use super::folder::{Claim, hold, occupied};
use super::manifest::Manifest;
use super::part::{MADE, made};
use super::sources::ENDING;
use super::state::{MOST_BYTES, encode, json_of};
use crate::lab::spec::Refused;
use crate::lab::spec::refused::OfPath as _;
use crate::lab::study::Finished;

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
        match (claim, found(disk, &file.path)) {
            (_, Ok(None)) | (Claim::Anything, Ok(_)) => Ok(file),
            (_, Err(error)) => Err(Refused::reading(&file.path, &error)),
            (_, Ok(Some(Ok(run)))) if run == *identity => Ok(file),
            (_, Ok(Some(there))) => Err(occupied(&file.path, &other(there, identity))),
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

    /// The counts of this run with where it is from.
    pub fn encode(&self, finished: &Finished, manifest: &Manifest) -> Vec<u8> {
        let study = &finished.study;
        let name = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let more = [(MADE, made(&name, &manifest.json()))];
        let games = study.done(finished.games);
        encode(study, &manifest.identity, &games, &finished.totals, &more)
    }

    /// Writes the file, all or nothing.
    ///
    /// Errors: [`Refused`].
    pub fn write(&self, bytes: &[u8]) -> Result<(), Refused> {
        self.disk.replace(&self.path, bytes, || Ok(())).writing(self.path.display())
    }
}

/// What the file of a run says of it, or what is wrong with that; `None` if nothing is there.
///
/// Errors: what the system says.
pub fn found(disk: &Disk, path: &Path) -> io::Result<Option<Result<Json, String>>> {
    let is_none = || Ok(Some(Err("something else than a file".to_owned())));
    match disk.look(path) {
        Ok(Some(Found::File(bytes))) if bytes <= MOST_BYTES => {}
        Ok(Some(_)) => return is_none(),
        Ok(None) => return Ok(None),
        Err(error) => return Err(error),
    }
    let json = json_of(&disk.read(path, MOST_BYTES)?);
    Ok(Some(json.map(|mut json| json["run"].take()).map_err(|what| format!("a file that {what}"))))
}

/// What is there instead of the run that `identity` describes.
pub fn other(there: Result<Json, String>, identity: &Json) -> String {
    match there {
        Ok(run) => format!("another run: {}", difference(&run, identity).unwrap_or_default()),
        Err(what) => what,
    }
}

impl Drop for StateFile {
    fn drop(&mut self) {
        // Whoever gets the lock next sees that its file is gone.
        let _ = self.disk.remove_file(&self.lock);
    }
}
