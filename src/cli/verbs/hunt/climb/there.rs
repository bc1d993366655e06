//! Where a search begins: what of it is in its folder, by the table of all verbs.

use std::io;
use std::path::Path;

use serde_json::Value as Json;

use crate::cli::failure::{Failure, Kind};
use crate::cli::library::library;
use crate::cli::options::OutputArgs;
use crate::cli::results::state_failure;
use crate::cli::resume::table::{Asked, Deed, Folder, Saved, claim, deed};
use crate::core::game::GameInfo;
use crate::core::wording::text::grouped;
use crate::lab::climb::progress::{CLIMB, Foreign};
use crate::lab::climb::{Progress, Until};
use crate::lab::store::disk::Disk;
use crate::lab::store::folder::Claim;
use crate::lab::store::manifest::Manifest;
use crate::lab::store::verify::verify;

/// Larger files are not read: no search writes them.
pub const MOST_BYTES: u64 = 1 << 28;

/// A search that is to begin.
pub struct Beginning<'a> {
    /// The options.
    pub output: &'a OutputArgs,
    /// Its folder.
    pub folder: &'a Path,
    /// What distinguishes it from others.
    pub identity: &'a Json,
    /// The game.
    pub info: &'static GameInfo,
    /// How far it is to go.
    pub until: &'a Until,
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
    why: Option<Failure>,
}

impl Beginning<'_> {
    /// Where the search begins.
    ///
    /// Errors: exit code 73 for another one, 65 for a damaged one.
    pub fn start(&self) -> Result<Start, Failure> {
        let asked = Asked { resume: self.output.long.resume, force: self.output.force };
        let There { folder, progress, why } = self.there()?;
        // A search is saved in its folder and nowhere else.
        let deed = deed(asked, folder, Saved::Nothing);
        let claim = claim(asked, folder, deed);
        match deed {
            Deed::Leave => Ok(Start::Complete),
            Deed::Mend | Deed::Extend | Deed::GoOn => Ok(Start::At(progress, claim)),
            Deed::BeginAnew => Ok(Start::Fresh(0, claim)),
            Deed::Begin => Ok(Start::Fresh(progress.climbs, claim)),
            Deed::RefuseFolder | Deed::RefuseSaved => Err(why.unwrap_or_else(|| {
                let what = "contains a search; --resume goes on with it, --force begins again, or \
                            use another --name";
                self.refusal(Kind::CannotCreate, what)
            })),
        }
    }

    fn refusal(&self, kind: Kind, what: &str) -> Failure {
        let resume = if self.output.long.resume { "--resume: " } else { "" };
        Failure::new(kind, format!("{resume}{}: {what}", self.folder.display()))
    }

    /// What the folder holds.
    fn there(&self) -> Result<There, Failure> {
        let (disk, folder) = (Disk::here(), self.folder);
        let reading = |error| Failure::reading(folder, &error);
        let there = |folder, progress, why| Ok(There { folder, progress, why });
        let refused = |folder, kind, what: &str| {
            there(folder, Progress::default(), Some(self.refusal(kind, what)))
        };
        let other = |what: &str| {
            let what = format!(
                "contains another search: {what}; use another --name, or --force to overwrite it"
            );
            refused(Folder::Other, Kind::CannotCreate, &what)
        };
        // What is no folder is refused where it is opened.
        let names = disk.list(folder).unwrap_or_default().unwrap_or_default();
        if names.is_empty() {
            return there(Folder::Nothing, Progress::default(), None);
        }
        let manifest = Manifest::load(&disk, folder).map_err(reading)?;
        let read = match disk.read(&folder.join(CLIMB), MOST_BYTES) {
            Ok(bytes) => Progress::decode(&bytes, self.identity, self.info),
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::FileTooLarge
                ) =>
            {
                Err(Foreign::Damaged("is missing".into()))
            }
            Err(error) => return Err(Failure::reading(&folder.join(CLIMB), &error)),
        };
        let progress = match (read, manifest) {
            (Ok(progress), _) => progress,
            (Err(Foreign::Other(what)), _) => return other(&what),
            (Err(Foreign::Damaged(what)), Ok(manifest)) if manifest["run"] == *self.identity => {
                let what = format!(
                    "its file {CLIMB} {what}; leave --resume out, or add --force, to search again"
                );
                return refused(Folder::Broken, Kind::Data, &what);
            }
            (Err(_), Ok(_)) => return other("it is a run of another kind"),
            (Err(_), Err(_)) => {
                let what = "contains something else, or a search that is damaged; use another \
                            --name, or --force to overwrite it";
                return refused(Folder::Foreign, Kind::CannotCreate, what);
            }
        };
        match self.until {
            until if until.is_exceeded(&progress) => {
                let (climbs, deals) = (grouped(progress.climbs), grouped(progress.endless_deals));
                other(&format!("it went further, to {climbs} climbs and {deals} endless deals"))
            }
            until if until.is_reached(&progress) => {
                let verified = verify(folder, &library()).map_err(|error| state_failure(&error))?;
                let is_whole = verified.damaged.is_empty();
                there(if is_whole { Folder::Run } else { Folder::Torn }, progress, None)
            }
            _ => there(Folder::Shorter, progress, None),
        }
    }
}
