//! Whether everything in the folder of a run is what the program wrote.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::answer::{self, ANSWER, FILES};
use super::checkpoint::{Kept, generations, load};
use super::disk::{Disk, Found, is_of_checkpoints, is_special};
use super::manifest::{FileRecord, MANIFEST, Manifest};
use super::part::of_record;
use super::signed;
use super::state::{CLIMB, MOST_BYTES, STATE, State};
use crate::lab::spec::Refused;
use crate::lab::spec::refused::Fault;
use crate::lab::spec::rules::Library;
use crate::lab::store::state::unread;

/// A file that is not what the program wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub what: String,
}

/// What was found in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Files that are what the program wrote.
    pub whole: u64,
    /// Files that are not.
    pub damaged: Vec<Damage>,
    /// The names of what else lies in the folder, of which nobody has a checksum.
    pub unlisted: Vec<String>,
}

impl Verified {
    fn damage(&mut self, path: PathBuf, what: impl Into<String>) {
        // The first thing that is wrong with a file is said.
        if !self.damaged.iter().any(|damage| damage.path == path) {
            self.damaged.push(Damage { path, what: what.into() });
        }
    }

    /// Counts a file that was refused as damaged; what cannot be read is refused as it was.
    fn refused(&mut self, error: Refused) -> Result<(), Refused> {
        let (path, what) = error.damage()?;
        self.damage(path, what);
        Ok(())
    }

    fn count(&mut self, path: PathBuf, found: Result<(), String>) {
        match found {
            Ok(()) => self.whole += 1,
            Err(what) => self.damage(path, what),
        }
    }
}

/// Looks at every file that a run has written: its manifest, its state and all that these two list.
/// Files elsewhere count where the path, from here, leads to something. The folder of checkpoints is
/// one, too.
///
/// Errors: [`Refused`] for what the system does not let anyone read.
pub fn verify(folder: &Path, library: &Library) -> Result<Verified, Refused> {
    let (disk, mut verified) = (Disk::here(), Verified::default());
    if is_of_checkpoints(folder) {
        for (file, path) in [STATE, CLIMB, ANSWER]
            .into_iter()
            .flat_map(|file| generations(file).map(|name| (file, folder.join(name))))
        {
            let read = |bytes: &[u8]| match file {
                STATE => Kept::read(bytes, library).map(drop),
                _ => signed::check(bytes),
            };
            match load(&disk, &path, read) {
                Ok(None) => {}
                Ok(Some(())) => verified.count(path, Ok(())),
                Err(error) => verified.refused(error)?,
            }
        }
        return Ok(verified);
    }
    let state = match State::load_alone(folder, library) {
        Ok(found) => Some(found),
        Err(error) if error.fault == Fault::NoInput => None,
        Err(error) => {
            verified.refused(error)?;
            None
        }
    };
    let answer = disk.read(&folder.join(ANSWER), MOST_BYTES).ok();
    let answer = answer.and_then(|bytes| answer::json_of(&bytes).ok());
    let files = match (&state, answer) {
        (Some((state, _)), _) => files_of(state),
        (None, Some(answer)) => listed(&answer[FILES]).collect(),
        (None, None) => Vec::new(),
    };
    let record = state.as_ref().map(|(_, record)| record);
    let Verified { whole, damaged, unlisted } = of_run(folder, files, record, |_| true)?;
    (verified.whole, verified.unlisted) = (verified.whole + whole, unlisted);
    damaged.into_iter().for_each(|damage| verified.damage(damage.path, damage.what));
    Ok(verified)
}

/// As [`verify`], of a run whose state is this file, if it is good, and lists these; of the files that are
/// listed, those with names of which `wanted` holds.
///
/// Errors: [`Refused`].
pub fn of_run(
    folder: &Path,
    mut files: Vec<FileRecord>,
    state: Option<&FileRecord>,
    wanted: impl Fn(&str) -> bool,
) -> Result<Verified, Refused> {
    let (disk, mut verified) = (Disk::here(), Verified::default());
    let path = folder.join(MANIFEST);
    let manifest = Manifest::load(&disk, folder).map_err(at(&path))?;
    let manifest = match state {
        None => manifest,
        Some(file) => {
            manifest.and_then(|manifest| Manifest::check(&manifest, file).map(|()| manifest))
        }
    };
    // What the state says of a file is what counts; what it does not list may lie elsewhere.
    let inside = files.len();
    for file in manifest.as_ref().map(Manifest::records).unwrap_or_default() {
        if !files.iter().any(|known| known.name == file.name) {
            files.push(file);
        }
    }
    verified.count(path, manifest.map(drop));
    for (k, file) in files.iter().enumerate().filter(|(_, file)| wanted(&file.name)) {
        let is_elsewhere = k >= inside && file.name.contains(['/', '\\']);
        let path = if is_elsewhere { file.name.clone().into() } else { folder.join(&file.name) };
        let found = match disk.look(&path).map_err(at(&path))? {
            None if is_elsewhere => continue,
            // An earlier version listed what went to a device or pipe.
            Some(Found::Other) if is_elsewhere && is_special(&path) => continue,
            None => Err("is missing".to_owned()),
            Some(Found::Other) if is_special(&path) => Err("is a device or pipe".to_owned()),
            Some(Found::Folder) => Err("is a folder".to_owned()),
            Some(_) => {
                let hash = disk.hash(&path).map_err(at(&path))?;
                let is_it = signed::hexadecimal(hash) == file.sha256;
                is_it.then_some(()).ok_or_else(|| "was changed: its checksum is wrong".to_owned())
            }
        };
        verified.count(path, found);
    }
    for name in disk.list(folder).map_err(at(folder))?.unwrap_or_default() {
        let name = name.to_string_lossy();
        let is_within = |file: &FileRecord| Path::new(&file.name).starts_with(&*name);
        let mut others = vec![name.clone().into_owned()];
        if files.iter().any(is_within)
            && disk.look(&folder.join(&*name)).map_err(at(folder))? == Some(Found::Folder)
        {
            let within = disk.list(&folder.join(&*name)).map_err(at(folder))?.unwrap_or_default();
            others =
                within.iter().map(|file| format!("{name}/{}", file.to_string_lossy())).collect();
        }
        others.retain(|name| {
            ![MANIFEST, STATE].contains(&&**name) && !files.iter().any(|file| file.name == *name)
        });
        verified.unlisted.extend(others);
    }
    Ok(verified)
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> Refused {
    |error| unread(path, &error)
}

/// The files that a state lists: those beside it, and those of rows.
pub fn files_of(state: &State) -> Vec<FileRecord> {
    let rows = state.rows.as_array().into_iter().flatten();
    listed(&state.tables).chain(rows.filter_map(of_record)).collect()
}

/// The files of these names, each with its checksum.
pub fn listed(files: &Json) -> impl Iterator<Item = FileRecord> + '_ {
    files.as_object().into_iter().flatten().filter_map(|(name, sha256)| {
        let (name, sha256) = (name.clone(), sha256.as_str()?.to_owned());
        Some(FileRecord { name, bytes: 0, sha256 })
    })
}
