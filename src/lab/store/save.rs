//! A finished study as the files of its folder.

use std::io;
use std::path::Path;
use std::time::SystemTime;

use serde_json::{Value as Json, json};

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

/// Writes these tables, the state and the manifest into `folder`.
///
/// Errors: [`FolderError`]; a folder that holds another run is not overwritten.
pub fn save(
    finished: &Finished,
    tables: &[Table],
    folder: &Path,
    started: SystemTime,
) -> Result<(), FolderError> {
    let study = &finished.study;
    let write = |source: io::Error| FolderError::Write { path: folder.to_owned(), source };
    let name = folder.file_name().ok_or_else(|| write(io::ErrorKind::InvalidInput.into()))?;
    let identity = study.run_identity("library", None);
    let out = folder.parent().filter(|out| !out.as_os_str().is_empty());
    let out = out.unwrap_or(Path::new("."));
    let name = name.to_string_lossy();
    let opened = ResultFolder::open(&Disk::here(), out, &name, &identity, Claim::Same)?;
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
        more: Vec::new(),
        files: records,
    };
    opened.commit(&files, manifest, None).map(drop)
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
