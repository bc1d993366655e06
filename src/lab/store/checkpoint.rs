//! What is kept of a run on its way: two generations of its state, beside its folder-to-be.
//!
//! A run `NAME` keeps them in the hidden folder `.NAME.resume`, in the file that its folder will have and
//! one with `.old` behind its name. A checkpoint is a state like every other, with more about the run that
//! goes on.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::disk::{Disk, Found, checkpoints_of};
use super::state::{STATES, read_file};
use crate::lab::spec::Refused;

/// The folder of what somebody put beside the checkpoints, in that of the run.
const REST: &str = "resume";

/// The checkpoints of a run.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    disk: Disk,
    folder: PathBuf,
    file: &'static str,
    /// Whether the last one was found damaged: it never takes the place of the one before.
    is_damaged: Arc<AtomicBool>,
}

/// The files of the last checkpoint and the one before, of a run whose state is in this file.
pub fn generations(file: &str) -> [String; 2] {
    [file.to_owned(), format!("{file}.old")]
}

impl Checkpoints {
    /// Those of the run whose folder this will be, and whose state is in this file.
    pub fn beside(run: &Path, file: &'static str) -> Self {
        let folder = checkpoints_of(run);
        Self { disk: Disk::here(), folder, file, is_damaged: Arc::default() }
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
    /// last one is damaged; `None` if there is none. `read` says what is wrong with its bytes.
    ///
    /// Errors: [`Refused`], if both are damaged or cannot be read.
    pub fn newest<T>(
        &self,
        read: impl Fn(&[u8]) -> Result<T, String>,
    ) -> Result<Option<(T, bool)>, Refused> {
        let mut failed = None;
        for (k, name) in generations(self.file).iter().enumerate() {
            match read_file(&self.disk, &self.folder.join(name), &read) {
                Ok(None) => {}
                Ok(Some(kept)) => {
                    let is_older = k > 0 && failed.is_some();
                    self.is_damaged.store(is_older, Ordering::Relaxed);
                    return Ok(Some((kept, is_older)));
                }
                // What cannot be read may be good: nothing is given up for that.
                Err(error) if error.place.is_none() => failed = Some(error),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        failed.map_or(Ok(None), Err)
    }

    /// Writes a checkpoint, and then makes the last one the generation before, if it is not known to be
    /// damaged.
    ///
    /// Errors: what the system says; an older one is still there then.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let [state, old] = generations(self.file).map(|name| self.folder.join(name));
        let disk = &self.disk;
        disk.create_dir_all(&self.folder)?;
        let is_first = disk.look(&state)?.is_none();
        if is_first {
            // The folder may be new.
            disk.sync_name(&self.folder)?;
        }
        let moves = !is_first && !self.is_damaged.load(Ordering::Relaxed);
        let aside = || if moves { disk.rename(&state, &old) } else { Ok(()) };
        disk.replace(&state, bytes, aside)?;
        self.is_damaged.store(false, Ordering::Relaxed);
        Ok(())
    }

    /// Removes everything of them, and leaves what somebody put beside them: the run begins anew.
    ///
    /// Errors: what the system says.
    pub fn remove(&self) -> io::Result<()> {
        let disk = &self.disk;
        if disk.look(&self.folder)? != Some(Found::Folder) {
            return disk.remove_all(&self.folder);
        }
        let own = STATES.map(generations).concat();
        for name in disk.list(&self.folder)?.unwrap_or_default() {
            let shown = name.to_string_lossy();
            // The temporary file of a checkpoint is hidden, and has the number of the process.
            let partial = shown.strip_prefix('.').and_then(|name| name.strip_suffix(".partial"));
            let partial = partial.and_then(|name| name.rsplit_once('.'));
            let partial = partial.filter(|(_, process)| process.parse::<u32>().is_ok());
            let name_of_own = partial.map_or(&*shown, |(name, _)| name);
            if own.iter().any(|own| own == name_of_own) {
                disk.remove_all(&self.folder.join(&name))?;
            }
        }
        match disk.remove_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
            removed => removed,
        }
    }

    /// Removes them, as the run is complete, in this folder, into which moves what somebody put beside them.
    ///
    /// Errors: what the system says.
    pub fn end(&self, target: &Path) -> io::Result<()> {
        self.remove()?;
        match self.disk.look(&self.folder)? {
            Some(_) => self.disk.rename_new(&self.folder, &target.join(REST)),
            None => Ok(()),
        }
    }
}
