//! The folder of a run: written whole or not at all.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::manifest::{MANIFEST, Manifest};

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It cannot be made.
    #[error("{path}: cannot be created: {source}")]
    Create {
        /// The folder or file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another process is writing it.
    #[error("{path}: another run is writing there; wait for it, or use another --name")]
    Locked {
        /// The folder.
        path: PathBuf,
    },
    /// It holds something else.
    #[error("{path}: contains another run; use another --name, or --force to overwrite it")]
    Occupied {
        /// The folder.
        path: PathBuf,
    },
    /// A file in it cannot be written.
    #[error("{path}: cannot be written: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// A folder that is being prepared; without [`ResultFolder::commit`] nothing of it stays.
#[derive(Debug)]
pub struct ResultFolder {
    target: PathBuf,
    staging: PathBuf,
    lock: PathBuf,
    // Held until the folder is done; the system lets go of it if the process dies.
    _locked: File,
}

impl ResultFolder {
    /// Prepares `out/name` for a run that `identity` distinguishes from others.
    ///
    /// A folder that holds the same run may be written again; one that holds anything else only if
    /// `force` is set. Errors: [`FolderError`].
    pub fn open(out: &Path, name: &str, identity: &Json, force: bool) -> Result<Self, FolderError> {
        let create = |path: &Path| {
            let path = path.to_owned();
            |source| FolderError::Create { path, source }
        };
        let target = out.join(name);
        fs::create_dir_all(out).map_err(create(out))?;
        let lock = out.join(format!(".{name}.lock"));
        let locked = File::create(&lock).map_err(create(&lock))?;
        match locked.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::Locked { path: target }),
            Err(TryLockError::Error(source)) => {
                return Err(FolderError::Create { path: lock, source });
            }
        }
        let staging = out.join(format!(".{name}.partial"));
        let folder = Self { target, staging, lock, _locked: locked };
        if !force && !folder.is_free(identity) {
            return Err(FolderError::Occupied { path: folder.target.clone() });
        }
        // Left by a run that was killed: the lock says that nobody is at it any more.
        match fs::remove_dir_all(&folder.staging) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                return Err(FolderError::Create { path: folder.staging.clone(), source });
            }
            _ => {}
        }
        fs::create_dir(&folder.staging).map_err(create(&folder.staging))?;
        Ok(folder)
    }

    /// Whether nothing would be lost: no folder, an empty one, or one with the same run.
    fn is_free(&self, identity: &Json) -> bool {
        let Ok(mut entries) = fs::read_dir(&self.target) else {
            return !self.target.exists();
        };
        if let Ok(text) = fs::read_to_string(self.target.join(MANIFEST)) {
            return Manifest::identity_in(&text).as_ref() == Some(identity);
        }
        entries.next().is_none()
    }

    /// The folder that will hold the run.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Where its files are prepared; those that the manifest names are put in place with the rest.
    pub fn staging(&self) -> &Path {
        &self.staging
    }

    /// What must not outlive a run that is stopped.
    pub fn temporary(&self) -> Vec<PathBuf> {
        vec![self.staging.clone(), self.lock.clone()]
    }

    /// Writes these files, then puts all that the manifest lists in place, the manifest last.
    ///
    /// Files of the run that was there before and that this one does not have are removed; files
    /// that no manifest names are left alone. Errors: [`FolderError::Write`].
    pub fn commit(self, files: &[(&str, Vec<u8>)], manifest: &Manifest) -> Result<(), FolderError> {
        let manifest_text = manifest.to_json();
        let written = files
            .iter()
            .map(|(name, bytes)| (*name, bytes.as_slice()))
            .chain([(MANIFEST, manifest_text.as_bytes())]);
        // Somebody may have tidied up in the meantime; the counts are still here.
        let made = fs::create_dir_all(&self.staging);
        made.map_err(|source| FolderError::Write { path: self.staging.clone(), source })?;
        for (name, bytes) in written {
            let path = self.staging.join(name);
            write_file(&path, bytes).map_err(|source| FolderError::Write { path, source })?;
        }
        let placed = |source| FolderError::Write { path: self.target.clone(), source };
        if !self.target.exists() {
            return fs::rename(&self.staging, &self.target).map_err(placed);
        }
        let mut all = Manifest::files_in(&manifest_text);
        all.push(MANIFEST.into());
        let old = fs::read_to_string(self.target.join(MANIFEST)).unwrap_or_default();
        for name in Manifest::files_in(&old) {
            if !all.contains(&name) {
                remove_if_there(&self.target.join(name)).map_err(placed)?;
            }
        }
        // Without a manifest the folder is no run: what is interrupted here is not taken for one.
        remove_if_there(&self.target.join(MANIFEST)).map_err(placed)?;
        for name in all {
            fs::rename(self.staging.join(&name), self.target.join(&name)).map_err(placed)?;
        }
        Ok(())
    }
}

impl Drop for ResultFolder {
    fn drop(&mut self) {
        // What cannot be tidied away is hidden and does no harm.
        let _ = fs::remove_dir_all(&self.staging);
        let _ = fs::remove_file(&self.lock);
    }
}

fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
