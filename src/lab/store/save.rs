//! A finished study as the files of its folder.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::{Value as Json, json};

use super::again::{TOLD, told};
use super::disk::Disk;
use super::folder::{Claim, FolderError, ResultFolder};
use super::manifest::{FileRecord, Manifest};
use super::package::{self, PACKAGE};
use super::state::{self, STATE};
use crate::core::table::Table;
use crate::lab::formats::csv;
use crate::lab::run::Threads;
use crate::lab::spec::Study;
use crate::lab::study::Finished;

/// The folder of a run, held for it.
#[derive(Debug)]
pub struct Opened {
    folder: ResultFolder,
    path: PathBuf,
    identity: Json,
    started: SystemTime,
}

impl Opened {
    /// Prepares this folder for the run that `identity` distinguishes from others, begun at this time.
    ///
    /// Errors: [`FolderError`]; a folder that holds another run than `claim` says is left alone.
    pub fn new(
        path: &Path,
        identity: Json,
        claim: Claim,
        started: SystemTime,
    ) -> Result<Self, FolderError> {
        let invalid = || io::Error::from(io::ErrorKind::InvalidInput);
        let unnamed = || FolderError::Write { path: path.to_owned(), source: invalid() };
        let name = path.file_name().ok_or_else(unnamed)?.to_string_lossy();
        let folder = ResultFolder::open(&Disk::here(), out_of(path), &name, &identity, claim)?;
        Ok(Self { folder, path: path.to_owned(), identity, started })
    }

    /// The folder in which it lies.
    pub fn out(&self) -> &Path {
        out_of(&self.path)
    }

    /// What it is called there.
    pub fn name(&self) -> Cow<'_, str> {
        self.path.file_name().unwrap_or_default().to_string_lossy()
    }

    /// Writes these tables, the state and the manifest into it.
    ///
    /// Errors: [`FolderError`].
    pub fn write(self, finished: &Finished, tables: &[Table]) -> Result<(), FolderError> {
        let Self { folder, path, identity, started } = self;
        let study = &finished.study;
        let write = |source: io::Error| FolderError::Write { path: path.clone(), source };
        let mut files = Vec::new();
        for table in tables {
            files.push((table.file, csv::table(table).map_err(write)?));
        }
        let mut records: Vec<FileRecord> =
            files.iter().map(|(name, bytes)| FileRecord::of(name, bytes)).collect();
        let state = state_of(finished, &identity, &records);
        records.push(FileRecord::of(STATE, &state));
        files.push((STATE, state));
        let package = package::text(study.info(), tables, &records);
        records.push(FileRecord::of(PACKAGE, package.as_bytes()));
        files.push((PACKAGE, package.into_bytes()));
        let manifest = Manifest {
            command: Vec::new(),
            story: study.story.to_json(),
            identity,
            engines: engines(study),
            threads: Threads::All.count(),
            started,
            elapsed: finished.elapsed,
            games_played: finished.games.saturating_mul(study.cells.len() as u64),
            more: vec![(TOLD, told(study, &[]))],
            files: records,
        };
        folder.commit(&files, manifest, None).map(drop)
    }
}

/// The folder in which this path lies.
fn out_of(path: &Path) -> &Path {
    let out = path.parent().filter(|out| !out.as_os_str().is_empty());
    out.unwrap_or(Path::new("."))
}

/// The bytes of the state of this run, which has these tables.
pub fn state_of(finished: &Finished, run: &Json, tables: &[FileRecord]) -> Vec<u8> {
    let study = &finished.study;
    let games = study.first_game..study.first_game + finished.games;
    state::encode_run(study, &[games], &finished.totals, run, tables)
}

/// Which engine plays which rule set.
pub fn engines(study: &Study) -> Json {
    study
        .rule_sets
        .iter()
        .filter_map(|named| {
            let cell = study.cells.iter().find(|cell| cell.rule_set == named.name)?;
            Some((named.name.clone(), json!(study.game.engine_name(cell))))
        })
        .collect()
}
