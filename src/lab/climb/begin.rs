//! Where a search begins: what of it is in its folder, by the table of all verbs.

use std::io;
use std::path::Path;

use serde_json::Value as Json;

use super::progress::{CLIMB, Foreign, MOST_BYTES};
use super::{Progress, Until};
use crate::core::game::GameInfo;
use crate::core::wording::text::grouped;
use crate::lab::spec::Refused;
use crate::lab::spec::rules::Library;
use crate::lab::store::begin::table::{Asked, Deed, Folder, Saved, claim, deed};
use crate::lab::store::disk::Disk;
use crate::lab::store::folder::{Claim, damaged, occupied};
use crate::lab::store::verify::verify;

/// A search that is to begin.
pub struct Beginning<'a> {
    /// What is asked for.
    pub asked: Asked,
    /// Its folder.
    pub folder: &'a Path,
    /// What distinguishes it from others.
    pub identity: &'a Json,
    /// The game.
    pub info: &'static GameInfo,
    /// How far it is to go.
    pub until: &'a Until,
    /// The rule sets that runs may name.
    pub library: &'a Library,
}

/// Where a search begins.
pub enum Start {
    /// All that is asked for is there.
    Complete,
    /// After so much; the folder may hold this.
    At(Progress, Claim),
    /// With the first climb; a search in the folder stays until this one has as many climbs.
    Fresh(u64, Claim),
}

/// What is there of a search.
struct There {
    folder: Folder,
    progress: Progress,
    why: Option<Refused>,
}

impl Beginning<'_> {
    /// Where the search begins.
    ///
    /// Errors: [`Refused`].
    pub fn start(&self) -> Result<Start, Refused> {
        let asked = self.asked;
        let There { folder, progress, why } = self.there()?;
        // A search is saved in its folder and nowhere else.
        let deed = deed(asked, folder, Saved::Nothing);
        let claim = claim(asked, folder, deed);
        match deed {
            Deed::Leave => Ok(Start::Complete),
            Deed::Mend | Deed::Extend | Deed::GoOn => Ok(Start::At(progress, claim)),
            Deed::BeginAnew => Ok(Start::Fresh(0, claim)),
            Deed::Begin => Ok(Start::Fresh(progress.climbs, claim)),
            Deed::RefuseFolder | Deed::RefuseSaved => {
                let search = || occupied(self.folder, "a search that --resume goes on with");
                Err(why.unwrap_or_else(search))
            }
        }
    }

    /// What the folder holds.
    fn there(&self) -> Result<There, Refused> {
        let (disk, folder) = (Disk::here(), self.folder);
        let there = |folder, progress, why| Ok(There { folder, progress, why });
        let occupied =
            |holds, what: &str| there(holds, Progress::default(), Some(occupied(folder, what)));
        let other = |what: &str| occupied(Folder::Other, &format!("another search: {what}"));
        // What is no folder is refused where it is opened.
        let names = disk.list(folder).unwrap_or_default().unwrap_or_default();
        if names.is_empty() {
            return there(Folder::Nothing, Progress::default(), None);
        }
        let path = folder.join(CLIMB);
        let progress = match disk.read(&path, MOST_BYTES) {
            Ok(bytes) => Progress::decode(&bytes, self.identity, self.info),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return occupied(Folder::Foreign, "something else than a search");
            }
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                Err(Foreign::Damaged("is too large to be one of ours".into()))
            }
            Err(error) => return Err(Refused::reading(&path, &error)),
        };
        let progress = match progress {
            Ok(progress) => progress,
            Err(Foreign::Other(what)) => return other(&what),
            Err(Foreign::Damaged(what)) => {
                let why = damaged(folder, &format!("its file {CLIMB} {what}"));
                return there(Folder::Broken, Progress::default(), Some(why));
            }
        };
        match self.until {
            until if until.is_exceeded(&progress) => {
                let (climbs, deals) = (grouped(progress.climbs), grouped(progress.endless_deals));
                other(&format!("it went further, to {climbs} climbs and {deals} endless deals"))
            }
            until if until.is_reached(&progress) => {
                let verified = verify(folder, self.library)?;
                let is_whole = verified.damaged.is_empty();
                there(if is_whole { Folder::Run } else { Folder::Torn }, progress, None)
            }
            _ => there(Folder::Shorter, progress, None),
        }
    }
}
