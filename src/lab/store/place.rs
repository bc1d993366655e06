//! The folder of a run: held against other runs, and written so that whatever happens it is the run that was
//! there, or what the new one goes on with.
//!
//! Every file takes its place in one step. The manifest goes before anything else changes, of another run also its
//! tables and rows, then comes the state of the new run, and its manifest when all others are in place.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::disk::{self, DiskFile, folder_of};
use super::files::{LOCK, MANIFEST, PACKAGE, PAGE, PARTIAL, PREVIOUS, ROWS, STATE};
use super::manifest::{FileRecord, Manifest};
use super::output::OutputFile;
use super::package;
use super::rows::{PerGame, PerGameFile, TABLE, of_rows};
use crate::core::info::GameInfo;
use crate::core::table::Table;
use crate::game::Game;
use crate::lab::refused::{Fault, OfPath as _, Refused, Shown as _};
use crate::lab::tables::columns::{BESIDE, USUAL};

/// A place that holds something else, which stays: `contains ...`.
pub fn occupied(path: &Path, what: &str) -> Refused {
    let what = format!("contains {what}");
    Refused { fault: Fault::Exists, ..Refused::inside(path, what) }.mended("overwrite")
}

/// The folder of a run, held until it is dropped; one that it made and left empty goes then.
#[derive(Debug)]
pub struct Place {
    path: PathBuf,
    /// Whether this run made it.
    is_made: bool,
    /// What goes before anything of this run is written, the manifest first, because it says that the others are there:
    /// of another run, or of a shorter one, also its tables and rows.
    pub(super) stale: Vec<String>,
    /// The files that have rows of this very run.
    pub(super) rows: Vec<String>,
    /// Whether files that are there, of whomever, may be replaced (`--force`).
    pub(super) replaces: bool,
    /// Games of each rule set in the state that is there, if that is of this run.
    pub saved: Option<u64>,
    /// Whether the state that is there is of this run, and becomes the one before.
    pub(super) keeps: bool,
    /// By this it is held, until the process dies.
    pub lock: DiskFile,
}

impl Place {
    /// Makes the folder, if need be, and holds it; with `force` whatever is there may be replaced.
    ///
    /// Errors: [`Refused`].
    pub fn open(folder: &Path, force: bool) -> Result<Self, Refused> {
        let name = folder.file_name().ok_or_else(|| {
            let what = format!("{folder:?}: does not end in the name of a folder; add one");
            Refused::usage(what)
        })?;
        let path = folder_of(folder).join(name);
        let is_missing = |path: &&Path| matches!(disk::look(path), Ok(None));
        let missing = path.ancestors().take_while(is_missing);
        let made: Vec<PathBuf> = missing.map(Path::to_owned).collect();
        let found = disk::look(&path).creating(&path)?;
        if found.is_some_and(|found| found.is_symlink()) {
            let what = format!("{}: is a link and no folder; choose another place", path.shown());
            return Err(Refused::new(Fault::Exists, what));
        }
        let out = folder_of(&path);
        disk::create_dir_all(out).creating(out)?;
        disk::create_dir_all(&path).creating(&path)?;
        let lock = disk::hold(&path.join(LOCK));
        if lock.is_err() && !made.is_empty() {
            _ = disk::remove_dir(&path);
        }
        let lock = lock.creating(&path)?;
        let place = Self {
            path,
            is_made: !made.is_empty(),
            stale: Vec::new(),
            rows: Vec::new(),
            replaces: force,
            saved: None,
            keeps: false,
            lock,
        };
        for made in &made {
            disk::sync_dir(folder_of(made)).creating(made)?;
        }
        Ok(place)
    }

    pub fn folder(&self) -> &Path {
        &self.path
    }

    pub(super) fn at(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Opens the file that is asked for, in the folder or elsewhere, under no name of a table, which could be that of
    /// another run. One that is there is replaced only if the run replaces what is there, or wrote it.
    ///
    /// Errors: [`Refused`].
    pub fn rows_for(&self, asked: &PerGame) -> Result<PerGameFile, Refused> {
        // Where the case of letters does not matter, these are the same file.
        if table_files().iter().any(|table| table.eq_ignore_ascii_case(&asked.name())) {
            return Err(of_rows(Fault::CannotCreate, &asked.path, TABLE));
        }
        let Some(name) = asked.name_in(&self.path) else { return asked.create(self.replaces) };
        let is_own = self.rows.iter().chain(&self.stale).any(|own| *own == name);
        let replace = self.replaces || is_own;
        let file = OutputFile::create_as(&self.at(&name), &self.at(ROWS), replace)?;
        Ok(PerGameFile::new(asked.clone(), Some(name), file))
    }

    /// Removes a state without a game: the run was refused after all.
    pub fn forget(&self) {
        if self.saved == Some(0) {
            _ = disk::remove_file(&self.at(STATE));
        }
    }

    /// Whether there is a page, which is drawn again with the run.
    pub fn has_page(&self) -> bool {
        matches!(disk::look(&self.at(PAGE)), Ok(Some(_)))
    }

    /// The files of the folder that have rows of this run when these are written, too.
    pub fn rows_with(&self, written: Option<&PerGameFile>) -> Vec<String> {
        let written = written.and_then(|rows| rows.name.as_ref());
        let names: BTreeSet<&String> = self.rows.iter().chain(written).collect();
        names.into_iter().cloned().collect()
    }

    /// Writes the state, the tables, which the words of the game describe, the page, the rows and the manifest.
    /// Rows of the same run that are there already stay as they are.
    ///
    /// Errors: [`Refused`]; once its state is there the run goes on from that.
    pub fn write(
        mut self,
        mut manifest: Manifest,
        info: &GameInfo,
        state: &[u8],
        tables: &[Table],
        page: Option<Vec<u8>>,
        rows: Option<PerGameFile>,
    ) -> Result<(), Refused> {
        let is_listed = rows.as_ref().is_some_and(|rows| !rows.request.is_stdout());
        let (rows, record) = rows.map(PerGameFile::complete).transpose()?.unzip();
        self.save(state).writing(self.at(STATE).shown())?;
        let sync = || disk::sync_dir(&self.path).writing(self.path.shown());
        let files = &mut manifest.files;
        for table in tables {
            files.push(self.put(table.file, &table.csv())?);
        }
        files.push(self.put(PACKAGE, package::text(info, tables, files).as_bytes())?);
        if let Some(page) = page {
            files.push(self.put(PAGE, &page)?);
        }
        files.push(FileRecord::of(STATE, state));
        files.extend(record.filter(|_| is_listed));
        if let Some(mut rows) = rows {
            rows.place().writing(rows.path.shown())?;
        }
        disk::remove_file(&self.at(PREVIOUS)).writing(self.at(PREVIOUS).shown())?;
        sync()?;
        self.put(MANIFEST, manifest.text().as_bytes())?;
        sync()
    }

    /// Puts these bytes in the place of a file; returns what a manifest says of it.
    fn put(&self, name: &str, bytes: &[u8]) -> Result<FileRecord, Refused> {
        let put =
            self.nameless(bytes).and_then(|()| disk::rename(&self.at(PARTIAL), &self.at(name)));
        put.writing(self.at(name).shown()).map(|()| FileRecord::of(name, bytes))
    }

    /// These bytes on the disk, as a file that lacks its name.
    fn nameless(&self, bytes: &[u8]) -> io::Result<()> {
        let mut file = disk::hold(&self.at(PARTIAL))?;
        file.write_all(bytes)?;
        file.sync()
    }

    /// Writes the state; that of the same run before it becomes [`PREVIOUS`]. What may not be there beside it goes first,
    /// but for a page: that one is there shows, also to a later session, that it is to be drawn again.
    ///
    /// Errors: what the system says; a state is still there then.
    pub fn save(&mut self, state: &[u8]) -> io::Result<()> {
        self.nameless(state)?;
        for name in &self.stale {
            disk::remove_file(&self.at(name))?;
        }
        self.stale.clear();
        if self.keeps {
            disk::rename(&self.at(STATE), &self.at(PREVIOUS))?;
            self.keeps = false;
        }
        disk::rename(&self.at(PARTIAL), &self.at(STATE))?;
        self.keeps = true;
        disk::sync_dir(&self.path)
    }
}

/// The files of the tables that a run of any game may have, and the one that describes them.
pub fn table_files() -> Vec<String> {
    let own = |info: &GameInfo| {
        let tables = info.tables.iter().map(|name| format!("{name}.csv"));
        let counted = info.counters.iter().map(|counter| counter.file.to_owned());
        let series = info.series.iter().map(|series| series.file.to_owned());
        tables.chain(counted).chain(series).collect::<Vec<_>>()
    };
    let common = USUAL.into_iter().chain(BESIDE).map(|name| format!("{name}.csv"));
    let own = Game::all().into_iter().flat_map(|game| own(game.info()));
    let all = common.chain(own).chain([PACKAGE.to_owned()]);
    all.filter(|name| !name.is_empty()).collect()
}

impl Drop for Place {
    fn drop(&mut self) {
        // What cannot be tidied away is hidden and does no harm; the lock is still held, so that whoever gets it next
        // sees that its file is gone.
        for name in [PARTIAL, ROWS, LOCK] {
            let _ = disk::remove_file(&self.at(name));
        }
        if self.is_made {
            // Unless there is something.
            let _ = disk::remove_dir(&self.path);
        }
    }
}
