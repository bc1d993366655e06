//! What is there of a run in its folder.

use std::io;
use std::path::Path;

use super::{Beginning, Folder, Is, Kept, Kind};
use crate::lab::spec::Refused;
use crate::lab::spec::refused::{Fault, OfPath as _};
use crate::lab::store::difference::other as is_other;
use crate::lab::store::disk::{Disk, Found, beside};
use crate::lab::store::folder::{damaged, occupied};
use crate::lab::store::manifest::{MANIFEST, Manifest};
use crate::lab::store::save::Book;
use crate::lab::store::signed::hexadecimal;
use crate::lab::store::state::{Header, read_file};
use crate::lab::store::verify::is_whole;

/// What is there of a run.
pub struct There<S> {
    /// What its folder holds.
    pub folder: Folder,
    /// What is wrong with the folder.
    pub why: Option<Refused>,
    /// The state, where it is good.
    pub state: Option<S>,
    /// Files that are missing or damaged.
    pub damaged: Vec<String>,
}

impl<S> There<S> {
    /// A place without a state that is of use, and why.
    fn without(folder: Folder, why: Option<Refused>) -> Self {
        Self { folder, why, state: None, damaged: Vec::new() }
    }
}

impl<K: Kind> Beginning<'_, K> {
    /// What the place holds.
    pub fn there(&self, target: &Path) -> Result<There<K::State>, Refused> {
        let disk = Disk::here();
        // Where names cannot be exchanged, the old run may have another one for a moment.
        let old = beside(target, "old");
        let found = match disk.look(target) {
            // What cannot be a place for results is refused where it is opened.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => Ok(None),
            found => found,
        };
        let is_aside = found.reading(target)?.is_none();
        let target = if is_aside { &old } else { target };
        let nothing = || Ok(There::without(Folder::Nothing, None));
        let other = |why| Ok(There::without(Folder::Other, Some(why)));
        let path = match disk.look(target) {
            Ok(Some(Found::Folder)) => {
                if disk.list(target).reading(target)?.is_none_or(|names| names.is_empty()) {
                    return nothing();
                }
                target.join(<K::Account as Book>::FILE)
            }
            Err(error) if error.kind() != io::ErrorKind::NotADirectory => {
                return Err(Refused::reading(target, &error));
            }
            _ => return nothing(),
        };
        let read = |bytes: &[u8]| Kept::read(self.kind, bytes);
        let kept = match read_file(&disk, &path, read) {
            Ok(Some(found)) => found,
            // Damage is not a complete run.
            Err(Refused { what, fault: Fault::Data, .. }) => {
                return other(damaged(&path, &what).mended("replace"));
            }
            Err(error) => return Err(error),
            Ok(None) => {
                let account = Header::of_folder(&disk, target).reading(target)?;
                let what = account.and_then(|there| is_other(&there.run, self.identity));
                let unknown = match disk.look(&target.join(MANIFEST)).reading(target)? {
                    Some(_) => "a run whose state is missing",
                    None => "something else, or a run that is damaged",
                };
                return other(occupied(target, what.as_deref().unwrap_or(unknown)));
            }
        };
        match self.kind.is(&kept, self.identity) {
            Is::Whole => self.same_run(&disk, target, kept),
            Is::Shorter if self.asked.resume => {
                Ok(There { state: Some(kept.state), ..There::without(Folder::Shorter, None) })
            }
            Is::Shorter => Ok(There::without(Folder::Shorter, Some(occupied(target, K::PART)))),
            Is::Other(what) => other(occupied(target, &what)),
        }
    }

    /// What is there of this very run, whose state is good.
    fn same_run(
        &self,
        disk: &Disk,
        target: &Path,
        Kept { state, header }: Kept<K::State>,
    ) -> Result<There<K::State>, Refused> {
        let mut there = There::without(Folder::Run, None);
        // It is done again, whatever lies beside its state, unless it goes on.
        if self.asked.resume {
            if let Some(what) = self.kind.lacks(target, &state)? {
                (there.folder, there.why) = (Folder::Lacking, Some(occupied(target, &what)));
                return Ok(There { state: Some(state), ..there });
            }
            // Rows were looked at if they are asked for, and are no part of what is if not.
            for file in &header.files {
                if is_whole(disk, &target.join(&file.name), file)?.is_err() {
                    there.damaged.push(file.name.clone());
                }
            }
            let manifest = Manifest::load(disk, target).reading(target)?;
            let now = hexadecimal(disk.hash(&target.join(header.file)).reading(target)?);
            if manifest.and_then(|m| Manifest::check(&m, Some(&now))).is_err() {
                there.damaged.push(MANIFEST.to_owned());
            }
            if !there.damaged.is_empty() {
                there.folder = Folder::Torn;
            }
        }
        Ok(There { state: Some(state), ..there })
    }
}
