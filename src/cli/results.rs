//! The folder and the threads of a run, for every verb that plays batches.

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use serde_json::Value as Json;

use super::failure::{Failure, Kind, warn};
use super::options::OutputArgs;
use super::{interrupt, progress};
use crate::core::game::GameInfo;
use crate::core::table::Table;
use crate::lab::report::csv;
use crate::lab::run::{Control, RunError, Threads};
use crate::lab::store::disk::Disk;
use crate::lab::store::folder::{FolderError, ResultFolder};
use crate::lab::store::manifest::{FileRecord, Manifest};
use crate::lab::store::output::Complete;
use crate::lab::store::package::{self, PACKAGE};
use crate::lab::store::rows::{PerGame, PerGameFile, RowsError};
use crate::lab::store::state::sha256;
use crate::lab::study::Story;

/// The longest name of a folder that common file systems allow, less room for a suffix.
const MAX_NAME: usize = 200;
/// More threads than any machine has use for.
const MAX_THREADS: u64 = 4_096;

/// A run that may begin: its folder is open, its threads are counted.
#[derive(Debug)]
pub struct Run {
    disk: Disk,
    /// `None` where nothing is to be written.
    folder: Option<ResultFolder>,
    identity: Json,
    /// The game, whose words describe the tables.
    info: Option<&'static GameInfo>,
    /// Title, reason and expectation, for the manifest.
    story: Json,
    quiet: bool,
    force: bool,
    /// How many threads play.
    pub threads: Threads,
    /// Progress, and the wish to stop.
    pub control: Arc<Control>,
    started: SystemTime,
    clock: Instant,
}

impl Run {
    /// Opens the folder `name` (unless the options give another) for a run that is told from others
    /// by `identity`.
    ///
    /// Errors: exit code 64 for bad options, 73 or 77 for a folder that cannot be created.
    pub fn open(args: &OutputArgs, name: &str, identity: Json) -> Result<Self, Failure> {
        let name = name_of(args, name);
        check_name(&name)?;
        let threads = threads(args.threads)?;
        let disk = Disk::here();
        let folder = match args.no_files {
            true => None,
            false => Some(
                ResultFolder::open(&disk, &args.out, &name, &identity, args.force)
                    .map_err(|e| folder_failure(&e))?,
            ),
        };
        let control = Arc::new(Control::default());
        let temporary = folder.as_ref().map(ResultFolder::temporary).unwrap_or_default();
        interrupt::stop_on_signal(&control, &disk, temporary);
        let (started, clock) = (SystemTime::now(), Instant::now());
        let (info, story, quiet, force) = (None, Json::Null, args.quiet, args.force);
        Ok(Self {
            disk,
            folder,
            identity,
            info,
            story,
            quiet,
            force,
            threads,
            control,
            started,
            clock,
        })
    }

    /// Notes what the run is about: what the data package and the manifest say of it.
    pub fn tell(&mut self, info: &'static GameInfo, story: &Story) {
        (self.info, self.story) = (Some(info), story.to_json());
    }

    /// The folder that will hold the results; `None` if nothing is written.
    pub fn target(&self) -> Option<&Path> {
        self.folder.as_ref().map(ResultFolder::target)
    }

    /// Opens the file for a row per game, beside these tables if it lies in the run's folder; `None`
    /// if nothing is written.
    ///
    /// Errors: [`RowsError`].
    pub fn open_rows(
        &self,
        file: &PerGame,
        own: &[&str],
    ) -> Result<Option<PerGameFile>, RowsError> {
        let Some(folder) = &self.folder else { return Ok(None) };
        let rows = file.open(&self.disk, folder, own, self.force)?;
        if let Some(path) = rows.temporary() {
            interrupt::remove_on_stop(path.to_owned());
        }
        Ok(Some(rows))
    }

    /// Does `work` under a progress bar that expects this many games.
    pub fn under_bar<R>(&self, games: u64, work: impl FnOnce() -> R) -> R {
        interrupt::expect_games(games);
        progress::with_bar(games, self.quiet, &self.control, work)
    }

    /// The failure of a batch of `games` games; `rows` tells that of a row that could not be written.
    pub fn failure<E>(
        &self,
        error: RunError<E>,
        games: u64,
        rows: impl FnOnce(&E) -> Failure,
    ) -> Failure {
        match error {
            RunError::Stopped { .. } => interrupt::stopped(self.control.done(), games),
            RunError::Write(error) => rows(&error),
            RunError::Overflow => Failure::usage(
                "--games: the counts of these games exceed 64 bits; play fewer".to_owned(),
            ),
            RunError::Threads { .. } => {
                Failure::new(Kind::Io, format!("--threads: {error}; use fewer"))
            }
        }
    }

    /// Time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Writes the tables, the state and what else there is with their names, and the manifest, all or
    /// nothing; `rows` has a row per game.
    ///
    /// Errors: exit code 74, or 77 without permission; 75 if a signal came before.
    pub fn commit(
        self,
        tables: &[Table],
        more: impl IntoIterator<Item = (&'static str, Vec<u8>)>,
        rows: Option<PerGameFile>,
        engines: Json,
        games_played: u64,
        elapsed: Duration,
    ) -> Result<(), Failure> {
        let writing = interrupt::begin_results()?;
        let more = more.into_iter().collect();
        self.write(writing, tables, more, rows, engines, games_played, elapsed)
    }

    /// As [`Run::commit`] without rows, also after a signal: for what a later run goes on with.
    ///
    /// Errors: exit code 74, or 77 without permission.
    pub fn save(
        self,
        tables: &[Table],
        state: (&'static str, Vec<u8>),
        engines: Json,
        games_played: u64,
        elapsed: Duration,
    ) -> Result<(), Failure> {
        let writing = interrupt::begin_writing();
        self.write(writing, tables, vec![state], None, engines, games_played, elapsed)
    }

    /// Until all is done or undone, no signal ends the program: that is what `writing` stands for.
    #[allow(clippy::too_many_arguments)]
    fn write(
        self,
        writing: interrupt::Writing,
        tables: &[Table],
        more: Vec<(&'static str, Vec<u8>)>,
        rows: Option<PerGameFile>,
        engines: Json,
        games_played: u64,
        elapsed: Duration,
    ) -> Result<(), Failure> {
        let Some(folder) = self.folder else { return Ok(()) };
        let mut files: Vec<(&str, Vec<u8>)> = tables
            .iter()
            .map(|table| Ok((table.file, csv::table(table)?)))
            .collect::<io::Result<_>>()
            .map_err(|e| Failure::writing("tables", &e))?;
        files.extend(more);
        let mut records: Vec<FileRecord> =
            files.iter().map(|(name, bytes)| FileRecord::of(name, bytes)).collect();
        if let Some(info) = self.info {
            let name = folder.target().file_name().unwrap_or_default().to_string_lossy();
            let package = package::text(&name, info, tables, &records);
            records.push(FileRecord::of(PACKAGE, package.as_bytes()));
            files.push((PACKAGE, package.into_bytes()));
        }
        let mut elsewhere: Option<Complete> = None;
        if let Some(rows) = rows {
            let (path, is_in_folder) = (rows.path().display().to_string(), rows.is_in_folder());
            let failed = |e: io::Error| Failure::writing(format!("{path}: --per-game"), &e);
            let mut rows = rows.complete().map_err(failed)?;
            records.push(rows.record().clone());
            match is_in_folder {
                true => rows.place().map_err(failed)?,
                false => elsewhere = Some(rows),
            }
        }
        let manifest = Manifest {
            command: command(),
            story: self.story,
            identity: self.identity,
            engines,
            threads: self.threads.count(),
            started: self.started,
            elapsed,
            games_played,
            files: records,
        };
        let target = folder.target().to_owned();
        let left = folder.commit(&files, manifest, elsewhere);
        if let Some(left) = left.map_err(|e| folder_failure(&e))? {
            warn(format!("the results are complete; {left}"));
        }
        writing.done(&target);
        Ok(())
    }
}

/// The command line, the program's name first.
pub fn command() -> Vec<String> {
    // The program's name, not the path of a machine.
    let name = env!("CARGO_PKG_NAME").to_owned();
    std::iter::once(name).chain(super::given()).collect()
}

/// The number of threads that the options ask for.
pub fn threads(wanted: Option<u64>) -> Result<Threads, Failure> {
    let Some(wanted) = wanted else { return Ok(Threads::All) };
    let count = usize::try_from(wanted).ok().filter(|_| wanted <= MAX_THREADS);
    count.and_then(NonZeroUsize::new).map(Threads::Exactly).ok_or_else(|| {
        Failure::usage(format!("--threads {wanted}: use a number from 1 to {MAX_THREADS}"))
    })
}

/// The name of the folder: as given, or this one made from the command.
pub fn name_of(args: &OutputArgs, name: &str) -> String {
    args.name.clone().unwrap_or_else(|| shortened(name))
}

/// A name made from a command, its end replaced by a digest of all of it where it is too long.
fn shortened(name: &str) -> String {
    if name.len() <= MAX_NAME {
        return name.to_owned();
    }
    let digest = sha256(name.as_bytes());
    let kept = (0..MAX_NAME - 8).rev().find(|&k| name.is_char_boundary(k)).unwrap_or(0);
    format!("{}-{}", &name[..kept], &digest[..8])
}

/// Checks that a folder's name is a plain one.
fn check_name(name: &str) -> Result<(), Failure> {
    if name.len() > MAX_NAME {
        return Err(Failure::usage(format!(
            "the folder's name is longer than {MAX_NAME} bytes; give a shorter one with --name"
        )));
    }
    if name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', '\0']) {
        return Err(Failure::usage(format!(
            "--name {name}: must be a plain folder name, without slashes and not starting with a dot"
        )));
    }
    Ok(())
}

/// The failure of a result folder, with its exit code.
pub fn folder_failure(error: &FolderError) -> Failure {
    match error {
        FolderError::Create { path, source } => Failure::creating(path, source),
        FolderError::Write { path, source } => Failure::writing(path.display(), source),
        FolderError::Read { path, source } => Failure::reading(path, source),
        FolderError::Locked { .. }
        | FolderError::Occupied { .. }
        | FolderError::NoFolder { .. } => Failure::new(Kind::CannotCreate, error.to_string()),
    }
}
