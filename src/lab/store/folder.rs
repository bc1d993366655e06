//! The place of a run: written whole or not at all, also where it replaces another.
//!
//! A run is prepared in `.NAME.partial` beside its folder. When all is written and safe on the disk,
//! that folder is called `.NAME.new` and exchanges its name with the old one in one step, so that
//! whatever happens, `NAME` is the old run or the new one. What was not the old run's comes along.
//! Where names cannot be exchanged, the old folder is called `.NAME.old` for a moment; the next run
//! puts it back if there is nothing in its place.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::difference::other;
use super::disk::{Disk, Found, WriteFile, beside, folder_of};
use super::manifest::{FileRecord, MANIFEST, Manifest, of_record};
use super::output::Complete;
use super::page::{self, PAGE};
use super::signed::hexadecimal;
use super::state::{Header, STATES, is_ours};
use crate::lab::refused::Shown as _;
use crate::lab::spec::refused::{Fault, OfPath as _, Refused};

/// What the folder of a run may hold before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Nothing, or the same run.
    Same,
    /// Anything.
    Anything,
}

/// A place that holds something else, which stays: `contains ...`.
pub fn occupied(path: &Path, what: &str) -> Refused {
    let what = format!("contains {what}");
    Refused { fault: Fault::Exists, ..Refused::inside(path, what) }.mended("overwrite")
}

/// A run that is damaged.
pub fn damaged(path: &Path, what: &str) -> Refused {
    Refused::inside(path, what).mended("anew")
}

/// The names beside a folder that hold what is not its content.
#[derive(Clone, Debug)]
struct Names {
    /// The folder itself, or the file.
    target: PathBuf,
    /// Where a run is prepared.
    partial: PathBuf,
    /// A complete new run before names are exchanged, the old one afterwards.
    new: PathBuf,
    /// The old run, where names cannot be exchanged.
    old: PathBuf,
    lock: PathBuf,
}

/// The folder of a run that is being prepared; without
/// [`Place::write`] nothing of it stays.
#[derive(Debug)]
pub struct Place {
    disk: Disk,
    names: Names,
    /// What the same run wrote there.
    own: Header,
    /// The files that the run which lies there wrote, whichever it is.
    there: Vec<FileRecord>,
    // Held until the folder is done; the system lets go of it if the process dies.
    _locked: Box<dyn WriteFile>,
}

/// Whether this file of a folder says what a run is, and is written anew with every other; what somebody
/// else called like a state is none.
fn is_book(disk: &Disk, folder: &Path, name: &str) -> io::Result<bool> {
    let path = folder.join(name);
    match name {
        MANIFEST => Ok(matches!(disk.look(&path)?, Some(Found::File(_)))),
        _ => Ok(STATES.contains(&name) && is_ours(disk, &path)?),
    }
}

/// How a folder came to its place.
enum Placed {
    /// Nothing was there.
    New,
    /// The old one is now at this path.
    Replaced(PathBuf),
}

impl Place {
    /// Prepares this folder for a run that `identity` distinguishes from others.
    ///
    /// What holds what `claim` says may be written again. Errors: [`Refused`].
    pub fn open(
        disk: &Disk,
        folder: &Path,
        identity: &Json,
        claim: Claim,
    ) -> Result<Self, Refused> {
        let (target, out) = (folder.to_owned(), folder_of(folder));
        let at = |ending| beside(folder, ending);
        let names = Names {
            partial: at("partial"),
            new: at("new"),
            old: at("old"),
            lock: at("lock"),
            target: target.clone(),
        };
        disk.create_dir_all(out).creating(out)?;
        let locked = disk.hold(&names.lock).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => {
                let what = format!("{}: another run is writing there", target.shown());
                Refused::new(Fault::CannotCreate, what).mended("wait")
            }
            _ => Refused::creating(&names.lock, &error),
        })?;
        let (own, there) = (Header::default(), Vec::new());
        let mut folder = Self { disk: disk.clone(), names, own, there, _locked: locked };
        folder.recover().creating(&target)?;
        match disk.look(&target).creating(&target)? {
            None => {}
            Some(Found::Folder) => {
                folder.claim(identity, claim)?;
                disk.may_write(&target).map_err(|error| match error.kind() {
                    io::ErrorKind::ResourceBusy => {
                        let what = format!(
                            "{}: a disk is mounted there, so no run can take its place; use a folder in it",
                            target.shown()
                        );
                        Refused::new(Fault::CannotCreate, what)
                    }
                    _ => Refused::creating(&target, &error),
                })?;
            }
            Some(_) => {
                let is =
                    if target.is_symlink() { "is a link and no folder" } else { "is not a folder" };
                let what = format!("{}: {is}", target.shown());
                return Err(Refused::new(Fault::Exists, what).mended("folder"));
            }
        }
        disk.create_dir(&folder.names.partial).creating(&folder.names.partial)?;
        Ok(folder)
    }

    /// Tidies up after a run that was killed: the lock says that nobody is at it any more.
    fn recover(&self) -> io::Result<()> {
        let Self { disk, names, .. } = self;
        disk.remove_all(&names.partial)?;
        for aside in [&names.old, &names.new] {
            let Some(found) = disk.look(aside)? else { continue };
            let is_run = found == Found::Folder && aside == &names.old;
            if is_run && disk.look(&names.target)?.is_none() {
                disk.rename_new(aside, &names.target)?;
                disk.sync_name(&names.target)?;
            } else {
                let is_folder = found == Found::Folder;
                let listed = |of| if is_folder { self.listed(of) } else { Ok(Vec::new()) };
                self.retire(aside, &listed(aside)?, &listed(&names.target)?)?;
            }
        }
        Ok(())
    }

    /// Notes what the run which lies there wrote; refuses to overwrite anything but an empty folder and the
    /// same run.
    fn claim(&mut self, identity: &Json, claim: Claim) -> Result<(), Refused> {
        let Self { disk, names: Names { target, .. }, .. } = self;
        let header = Header::of_folder(disk, target).reading(target)?;
        self.there = header.iter().flat_map(Header::all).collect();
        match header.map(|header| (other(&header.run, identity), header)) {
            // What the same run has is never lost, whatever may be replaced.
            Some((None, header)) => self.own = header,
            _ if claim == Claim::Anything => {}
            Some((Some(what), _)) => return Err(occupied(target, &what)),
            None if disk.list(target).reading(target)?.is_none_or(|names| names.is_empty()) => {}
            None => return Err(occupied(target, "files that are no run")),
        }
        Ok(())
    }

    /// The records of rows of the same run that stay, beside those that it writes this time.
    ///
    /// Errors: what the system says.
    pub fn kept_rows(&self, written: &[Json]) -> io::Result<Vec<Json>> {
        let mut kept = Vec::new();
        for rows in &self.own.rows {
            let is_new = |new: &Json| ["file", "elsewhere"].iter().all(|key| new[key] == rows[key]);
            if written.iter().any(is_new) {
                continue;
            }
            let Some(file) = of_record(rows) else {
                kept.push(rows.clone());
                continue;
            };
            let (folder, name) = (&self.names.target, file.name.clone());
            if self.wrote(&[file], folder, &name)? {
                kept.push(rows.clone());
            }
        }
        Ok(kept)
    }

    /// Where the run will be.
    pub fn target(&self) -> &Path {
        &self.names.target
    }

    /// Where its files are prepared; those that the manifest names are put in place with the rest.
    pub fn staging(&self) -> &Path {
        &self.names.partial
    }

    /// What must not outlive a run that is stopped.
    pub fn temporary(&self) -> Vec<PathBuf> {
        let Names { partial, lock, .. } = &self.names;
        vec![partial.clone(), lock.clone()]
    }

    /// Whether this file of the folder may be written: it is not there, or a file of the same run.
    pub fn may_replace(&self, name: &str) -> Result<bool, Refused> {
        let path = self.names.target.join(name);
        let found = self.disk.look(&path);
        let found = found.reading(&path)?;
        Ok(found.is_none() || self.own.all().any(|file| file.name == name))
    }

    /// Writes these files, then puts all that the manifest lists in place in one step, and with it
    /// `beside`, a file elsewhere.
    ///
    /// Files of the same run that it does not write this time stay, and so does what no run wrote.
    /// Returns what could not be tidied away afterwards. Errors: [`Refused`]; the
    /// folder and the file are then as they were, unless putting them back failed, too.
    pub fn commit(
        self,
        files: &[(impl AsRef<str>, Vec<u8>)],
        mut manifest: Manifest,
        beside: Option<Complete>,
    ) -> Result<Option<Refused>, Refused> {
        let Self { disk, names, .. } = &self;
        // Somebody may have tidied up in the meantime; the counts are still here.
        disk.create_dir_all(&names.partial).writing(names.partial.shown())?;
        for (name, bytes) in files {
            let name = name.as_ref();
            let path = names.partial.join(name);
            if name.contains('/') {
                disk.create_dir_all(folder_of(&path)).writing(path.shown())?;
            }
            disk.write_new(&path, bytes).writing(path.shown())?;
        }
        let page = names.target.join(PAGE);
        let kept = page::kept(disk, &page, &names.partial).writing(page.shown())?;
        manifest.files.extend(kept);
        self.bring_along(&manifest.files).writing(names.target.shown())?;
        let path = names.partial.join(MANIFEST);
        disk.write_new(&path, manifest.text().as_bytes()).writing(path.shown())?;
        disk.sync_dir(&names.partial).writing(names.partial.shown())?;

        let placed = self.place().writing(names.target.shown())?;
        if let Some(mut file) = beside {
            let path = PathBuf::from(&file.record().name);
            if let Err(error) = file.place() {
                file.take_back();
                self.put_back(placed);
                return Err(Refused::writing(path.shown(), &error));
            }
        }
        let safe = disk.sync_name(&names.target).writing(names.target.shown());
        let left = match placed {
            Placed::New => None,
            Placed::Replaced(old) => {
                self.retire(&old, &self.there, &manifest.files).writing(old.shown()).err()
            }
        };
        safe.map(|()| left)
    }

    /// Gives what the old folder holds and the new one does not a second name there, as far as that
    /// can be: all but what the old run wrote and this one does not keep.
    fn bring_along(&self, keep: &[FileRecord]) -> io::Result<()> {
        let Self { disk, names, .. } = self;
        let listed = &self.there;
        for name in disk.list(&names.target)?.unwrap_or_default() {
            let (from, to) = (names.target.join(&name), names.partial.join(&name));
            let shown = name.to_string_lossy();
            if shown == MANIFEST || is_book(disk, &names.target, &shown)? {
                continue;
            }
            if disk.look(&to)?.is_some() {
                for (from, to) in self.strangers(listed, &names.target, &shown, &to)? {
                    self.give_second_name(&from, &to)?;
                }
                continue;
            }
            let is_kept = keep.iter().any(|file| file.name == shown);
            let stays = match disk.look(&from)? {
                Some(Found::File(_)) if shown == PAGE => page::holds(disk, &from, &names.partial)?,
                Some(Found::File(_)) => is_kept || !self.wrote(listed, &names.target, &shown)?,
                found => found == Some(Found::Folder),
            };
            // What can have one name only is moved afterwards.
            if stays && !self.give_second_name(&from, &to)? {
                disk.remove_all(&to)?;
            }
        }
        Ok(())
    }

    /// Gives a file, or every file of a folder, a second name; returns whether that could be done.
    fn give_second_name(&self, from: &Path, to: &Path) -> io::Result<bool> {
        let disk = &self.disk;
        match disk.look(from)? {
            Some(Found::File(_)) => Ok(disk.link(from, to).is_ok()),
            Some(Found::Folder) => {
                disk.create_dir(to)?;
                for name in disk.list(from)?.unwrap_or_default() {
                    if !self.give_second_name(&from.join(&name), &to.join(&name))? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// The files that the state in a folder has the checksums of; none without one that can be read.
    fn listed(&self, folder: &Path) -> io::Result<Vec<FileRecord>> {
        let header = Header::of_folder(&self.disk, folder)?;
        Ok(header.iter().flat_map(Header::all).collect())
    }

    /// Whether the file of this name in a folder is just what a state lists. A state may come from
    /// elsewhere, so its word is not enough to remove anything.
    fn wrote(&self, listed: &[FileRecord], folder: &Path, name: &str) -> io::Result<bool> {
        let (path, is_listed) = (folder.join(name), listed.iter().find(|file| file.name == name));
        match is_listed {
            Some(file) if matches!(self.disk.look(&path)?, Some(Found::File(_))) => {
                Ok(hexadecimal(self.disk.hash(&path)?) == file.sha256)
            }
            _ => Ok(false),
        }
    }

    /// Gives the prepared folder its name.
    fn place(&self) -> io::Result<Placed> {
        let Self { disk, names, .. } = self;
        if disk.look(&names.target)?.is_none() {
            disk.rename_new(&names.partial, &names.target)?;
            return Ok(Placed::New);
        }
        // From here on that folder may be the old one, which is not simply removed.
        disk.rename_new(&names.partial, &names.new)?;
        match disk.exchange(&names.new, &names.target) {
            Ok(()) => return Ok(Placed::Replaced(names.new.clone())),
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(error) => {
                let _ = disk.rename_new(&names.new, &names.partial);
                return Err(error);
            }
        }
        let moved = disk.rename_new(&names.target, &names.old).and_then(|()| {
            disk.rename_new(&names.new, &names.target).inspect_err(|_| {
                let _ = disk.rename_new(&names.old, &names.target);
            })
        });
        if let Err(error) = moved {
            let _ = disk.rename_new(&names.new, &names.partial);
            return Err(error);
        }
        Ok(Placed::Replaced(names.old.clone()))
    }

    /// Puts the old folder back, or nothing where nothing was.
    fn put_back(&self, placed: Placed) {
        let Self { disk, names, .. } = self;
        // What cannot be undone now cannot be helped; the caller reports why it was tried.
        let _ = match placed {
            Placed::New => disk.rename_new(&names.target, &names.partial),
            Placed::Replaced(old) if old == names.new => disk
                .exchange(&names.new, &names.target)
                .and_then(|()| disk.rename_new(&names.new, &names.partial)),
            Placed::Replaced(old) => disk
                .rename_new(&names.target, &names.partial)
                .and_then(|()| disk.rename_new(&old, &names.target)),
        };
    }

    /// Removes a folder that another took the place of, of whose files its run wrote those that are
    /// `listed`, and the other run those that are `kept`. What no run wrote moves over.
    fn retire(&self, old: &Path, listed: &[FileRecord], kept: &[FileRecord]) -> io::Result<()> {
        let Self { disk, names, .. } = self;
        if disk.look(old)? != Some(Found::Folder) {
            // Not one of ours.
            return disk.rename_new(old, &self.free(old)?);
        }
        let has_target = disk.look(&names.target)?.is_some();
        // What the new run keeps of the old one, where it could not have a second name.
        let is_same =
            |one: &FileRecord, two: &FileRecord| one.name == two.name && one.sha256 == two.sha256;
        let kept = kept.iter().filter(|file| listed.iter().any(|old| is_same(file, old)));
        let kept: Vec<&str> = kept.map(|file| &*file.name).collect();
        let mut left = false;
        for name in disk.list(old)?.unwrap_or_default() {
            let (from, to) = (old.join(&name), names.target.join(&name));
            let shown = name.to_string_lossy();
            if is_book(disk, old, &shown)? {
                continue;
            }
            let there = if has_target { disk.look(&to)? } else { None };
            let is_kept = kept.contains(&&*shown);
            match disk.look(&from)? {
                None => {}
                Some(Found::File(_))
                    if shown == PAGE && !page::holds(disk, &from, &names.target)? =>
                {
                    disk.remove_file(&from)?;
                }
                Some(Found::File(_))
                    if there.is_some() || !is_kept && self.wrote(listed, old, &shown)? =>
                {
                    disk.remove_file(&from)?;
                }
                // What the run did not write has its second name there, or moves over.
                Some(Found::Folder) if there == Some(Found::Folder) => {
                    for (from, to) in self.strangers(listed, old, &shown, &to)? {
                        disk.rename_new(&from, &to)?;
                    }
                    disk.remove_all(&from)?;
                }
                _ if has_target => disk.rename_new(&from, &self.free(&to)?)?,
                _ => left = true,
            }
        }
        // The state goes last: until then it says what is its run's.
        for name in [MANIFEST].iter().chain(&STATES) {
            if is_book(disk, old, name)? {
                disk.remove_file(&old.join(name))?;
            }
        }
        if left { disk.rename_new(old, &names.target) } else { disk.remove_dir(old) }
    }

    /// What the old run did not write in a folder within its own, and is not in the one with the same name
    /// of the new run: where it is, and where it is to be.
    fn strangers(
        &self,
        listed: &[FileRecord],
        old: &Path,
        within: &str,
        new: &Path,
    ) -> io::Result<Vec<(PathBuf, PathBuf)>> {
        let (disk, folder) = (&self.disk, old.join(within));
        let is_folder = disk.look(&folder)? == Some(Found::Folder);
        let names = if is_folder { disk.list(&folder)? } else { None };
        let mut found = Vec::new();
        for name in names.unwrap_or_default() {
            let (from, to) = (folder.join(&name), new.join(&name));
            let name = format!("{within}/{}", name.to_string_lossy());
            if !self.wrote(listed, old, &name)? && disk.look(&to)?.is_none() {
                found.push((from, to));
            }
        }
        Ok(found)
    }

    /// This path, or one with a number behind it, that nothing has.
    fn free(&self, path: &Path) -> io::Result<PathBuf> {
        let mut free = path.to_owned();
        let mut number = 1;
        while self.disk.look(&free)?.is_some() {
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(format!(".{number}"));
            free = path.with_file_name(name);
            number += 1;
        }
        Ok(free)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // What cannot be tidied away is hidden and does no harm. The lock is still held, so that
        // whoever gets it next sees that its file is gone.
        let _ = self.disk.remove_all(&self.names.partial);
        let _ = self.disk.remove_file(&self.names.lock);
    }
}
