//! Whether everything in the folder of a run is what the program wrote.

use std::io;
use std::path::{Path, PathBuf};

use super::checkpoint::generations;
use super::disk::{Disk, Found, is_of_checkpoints, is_special};
use super::manifest::{FileRecord, MANIFEST, Manifest};
use super::signed;
use super::state::{Header, STATE, STATES, State, json_of, read_file, unread};
use crate::lab::spec::Refused;
use crate::lab::spec::rules::Library;

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

/// Looks at every file that a run has written: its state and what that has the checksums of, then its
/// manifest and what that lists beside them, such as a page. Files elsewhere count where the path, from
/// here, leads to something. The folder of checkpoints is one, too.
///
/// Errors: [`Refused`] for what the system does not let anyone read.
pub fn verify(folder: &Path, library: &Library) -> Result<Verified, Refused> {
    let (disk, mut verified) = (Disk::here(), Verified::default());
    let is_on_its_way = is_of_checkpoints(folder);
    let (mut found, mut others) = (None, Vec::new());
    let of_file = |file: &'static str| generations(file).map(|generation| (file, generation));
    for (file, generation) in STATES.into_iter().flat_map(of_file) {
        if !is_on_its_way && (found.is_some() || generation != file) {
            continue;
        }
        let path = folder.join(generation);
        if disk.look(&path).map_err(at(&path))? == Some(Found::Folder) {
            others.push(Refused::damaged(&path, "is a folder"));
            continue;
        }
        let read = |bytes: &[u8]| {
            let json = json_of(file, bytes)?;
            let header = Header::of(file, &json);
            let counts =
                if file == STATE { State::of_json(json, library).map(drop) } else { Ok(()) };
            Ok((header, signed::sha256(bytes), counts))
        };
        match read_file(&disk, &path, read) {
            Ok(None) => {}
            Ok(Some((header, digest, counts))) => {
                verified.count(path, counts);
                found = Some((header, digest));
            }
            Err(error) => others.push(error),
        }
    }
    // Beside a state others may call a file of theirs so.
    if is_on_its_way || found.is_none() {
        others.into_iter().try_for_each(|error| verified.refused(error))?;
    }
    if !is_on_its_way {
        let (header, digest) = found.unzip();
        verified.beside(&disk, folder, header.unwrap_or_default(), digest.as_deref())?;
    }
    Ok(verified)
}

impl Verified {
    /// Looks at the manifest, these files of a state, and what else the manifest lists.
    fn beside(
        &mut self,
        disk: &Disk,
        folder: &Path,
        header: Header,
        state: Option<&str>,
    ) -> Result<(), Refused> {
        let mut files: Vec<FileRecord> = header.all().collect();
        let path = folder.join(MANIFEST);
        let manifest = Manifest::load(disk, folder).map_err(at(&path))?;
        let is_read = state.is_some() || !self.damaged.is_empty();
        let state = state.filter(|_| self.damaged.is_empty());
        let manifest = manifest.and_then(|manifest| Manifest::check(&manifest, state));
        let inside = files.len();
        for file in manifest.as_deref().unwrap_or_default() {
            let is_counted = is_read && STATES.contains(&&*file.name);
            if !is_counted && !files.iter().any(|known| known.name == file.name) {
                files.push(file.clone());
            }
        }
        self.count(path, manifest.map(drop));
        for (k, file) in files.iter().enumerate() {
            let is_elsewhere = k >= inside && file.name.contains(['/', '\\']);
            let path =
                if is_elsewhere { file.name.clone().into() } else { folder.join(&file.name) };
            // What cannot be found from here may be whole.
            if !is_elsewhere || path.exists() {
                let found = is_whole(disk, &path, file)?;
                self.count(path, found);
            }
        }
        self.unlisted = unlisted(disk, folder, header.file, &files)?;
        Ok(())
    }
}

/// Whether this is the file with this checksum, or what else.
pub fn is_whole(
    disk: &Disk,
    path: &Path,
    file: &FileRecord,
) -> Result<Result<(), String>, Refused> {
    Ok(match disk.look(path).map_err(at(path))? {
        None => Err("is missing".to_owned()),
        Some(Found::Other) if is_special(path) => Err("is a device or pipe".to_owned()),
        Some(Found::Folder) => Err("is a folder".to_owned()),
        Some(_) => {
            let hash = disk.hash(path).map_err(at(path))?;
            let is_it = signed::hexadecimal(hash) == file.sha256;
            is_it.then_some(()).ok_or_else(|| "was changed: its checksum is wrong".to_owned())
        }
    })
}

/// The names of what lies in a folder of which nobody has a checksum.
fn unlisted(
    disk: &Disk,
    folder: &Path,
    state_file: &str,
    files: &[FileRecord],
) -> Result<Vec<String>, Refused> {
    let mut unlisted = Vec::new();
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
            ![MANIFEST, state_file].contains(&&**name)
                && !files.iter().any(|file| file.name == *name)
        });
        unlisted.extend(others);
    }
    Ok(unlisted)
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> Refused {
    |error| unread(path, &error)
}
