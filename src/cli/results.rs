//! The folder and the threads of a run, for every verb that plays batches.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use super::failure::{Failure, Kind, warn};
use super::interrupt;
use super::library::{option_of, refused_as};
use super::names;
use super::options::OutputArgs;
use super::output::{print_in, said};
use super::progress::{self, Expected};
use crate::core::game::GameInfo;
use crate::core::wording::plain::{Plain, no_file_name};
use crate::lab::report::html::PAGE;
use crate::lab::run::{Control, Threads};
use crate::lab::spec::Spec;
use crate::lab::spec::tables::TABLES;
use crate::lab::store::answer::{ANSWER, Answer};
use crate::lab::store::checkpoint::Checkpoints;
use crate::lab::store::disk::{Disk, checkpoints_of};
use crate::lab::store::folder::Claim;
use crate::lab::store::manifest::{MANIFEST, Manifest, story_of};
use crate::lab::store::package::PACKAGE;
use crate::lab::store::per_game::{PerGame, unwritten};
use crate::lab::store::rows::PerGameFile;
use crate::lab::store::save::{Counts, Opened, Written};
use crate::lab::store::signed::sha256;
use crate::lab::store::sources::ENDING;
use crate::lab::store::state::{STATE, inside};
use crate::lab::store::state_file::StateFile;

/// The longest name of a folder that common file systems allow, less room for a suffix.
const MAX_NAME: usize = 200;
/// More threads than any machine has use for.
const MAX_THREADS: u64 = 4_096;

/// A run that may begin: its folder is open, its threads are counted.
#[derive(Debug)]
pub struct Run {
    disk: Disk,
    /// `None` where nothing is to be written.
    opened: Option<Opened>,
    /// The game, whose words describe the tables.
    info: Option<&'static GameInfo>,
    /// What is said of it.
    pub manifest: Manifest,
    quiet: bool,
    force: bool,
    /// How many threads play.
    pub threads: Threads,
    /// Progress, and the wish to stop.
    pub control: Arc<Control>,
    clock: Instant,
    /// What was kept on the way, of no use once the results are there.
    checkpoints: Option<Checkpoints>,
}

impl Run {
    /// Opens the folder `name` (unless the options give another) for a run that is told from others
    /// by `identity`.
    ///
    /// Errors: exit code 64 for bad options, 73 or 77 for a folder that cannot be created.
    pub fn open(args: &OutputArgs, name: &str, identity: Json) -> Result<Self, Failure> {
        let claim = if args.force { Claim::Anything } else { Claim::Same };
        Self::open_as(args, name, identity, claim)
    }

    /// As [`Run::open`], where the folder may hold what `claim` says.
    pub fn open_as(
        args: &OutputArgs,
        name: &str,
        identity: Json,
        claim: Claim,
    ) -> Result<Self, Failure> {
        let name = named(args, name, "")?;
        let threads = threads("--threads", args.threads)?;
        let disk = Disk::here().unlocked(args.force);
        let open = || match args.long.state_only {
            true => StateFile::open(&disk, &args.out, &name, &identity, claim).map(Opened::File),
            false => Opened::new(&disk, &args.out, &name, &identity, claim),
        };
        let opened = (!args.no_files)
            .then(open)
            .transpose()
            .map_err(|refused| refused_as(&refused, &|key| option_of(key, args.named_by)))?;
        let control = Arc::new(Control::default());
        let temporary = opened.as_ref().map(Opened::temporary).unwrap_or_default();
        interrupt::stop_on_signal(&control, &disk, temporary);
        let clock = Instant::now();
        // What may be replaced with its folder may be so alone.
        let (quiet, force) = (args.quiet, claim == Claim::Anything);
        let mut manifest = Manifest::new(identity, threads);
        manifest.command = command();
        Ok(Self {
            disk,
            opened,
            info: None,
            manifest,
            quiet,
            force,
            threads,
            control,
            clock,
            checkpoints: None,
        })
    }

    /// Notes what the run is about: what the data package and the manifest say of it.
    pub fn tell(&mut self, info: &'static GameInfo, story: &Spec) {
        (self.info, self.manifest.story) = (Some(info), story_of(story));
    }

    /// The folder or the file that will hold the results; `None` if nothing is written.
    pub fn target(&self) -> Option<&Path> {
        self.opened.as_ref().map(Opened::target)
    }

    /// Opens the file for a row per game, beside these tables if it lies in the run's folder; `None`
    /// if no files are written, and it is one.
    ///
    /// Errors: exit code 64, 73, 74 or 77.
    pub fn open_rows(
        &self,
        file: &PerGame,
        own: &[String],
    ) -> Result<Option<PerGameFile>, Failure> {
        let rows = match self.opened.as_ref().and_then(Opened::folder) {
            Some(folder) => file.open(&self.disk, folder, own, self.force)?,
            // A device or pipe is no file.
            None if file.is_special() => file.create(Path::new(""), self.force)?,
            None => return Ok(None),
        };
        rows.temporary().into_iter().for_each(interrupt::remove_on_stop);
        Ok(Some(rows))
    }

    /// Does `work` under a progress bar that expects these games.
    pub fn under_bar<R>(&self, games: Expected, work: impl FnOnce() -> R) -> R {
        interrupt::expect_games(games);
        progress::with_bar(games, self.quiet, &self.control, work)
    }

    /// The failure of a batch: of one that was stopped what the signal says.
    pub fn failure(&self, error: Failure) -> Failure {
        let signal = if error.fault == Kind::Interrupted { interrupt::stopped() } else { None };
        signal.unwrap_or(error)
    }

    /// These checkpoints are kept of the run on its way, and go when its results are there.
    pub fn keeps(&mut self, checkpoints: &Checkpoints) {
        self.checkpoints = Some(checkpoints.clone());
    }

    /// Its checkpoints stay.
    pub fn leaves_checkpoints(&mut self) {
        self.checkpoints = None;
    }

    /// Time that this session took.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Writes the tables, the state with its name, the rows and the manifest, all or nothing.
    ///
    /// Errors: exit code 74, or 77 without permission; 75 if a signal came before.
    pub fn commit(self, written: Written<'_>) -> Result<(), Failure> {
        let writing = interrupt::begin_results()?;
        self.write(writing, written)
    }

    /// Writes an answer that is its own state, and prints it.
    ///
    /// Errors: those of [`Run::commit`], and of standard output.
    pub fn answer(
        mut self,
        answer: &Answer,
        output: &OutputArgs,
        engines: Json,
        games_played: u64,
    ) -> Result<(), Failure> {
        let out = said(answer, output, self.target())?;
        self.manifest.games_played = games_played;
        (self.manifest.engines, self.manifest.elapsed) = (engines, self.elapsed());
        let counts = Counts::File(ANSWER, answer.encode(&self.manifest.identity, &[]));
        let tables = &answer.tables;
        self.commit(Written { tables, counts, files: Vec::new(), rows: None })?;
        print_in(output.format, &out)
    }

    /// Until all is done or undone, no signal ends the program: that is what `writing` stands for.
    fn write(self, writing: interrupt::Writing, written: Written<'_>) -> Result<(), Failure> {
        let Some(opened) = self.opened else {
            let Some(rows) = written.rows else { return Ok(()) };
            let path = rows.path().to_owned();
            return rows.finish().map(drop).map_err(|e| unwritten(&path, &e));
        };
        let target = opened.target().to_owned();
        let left = opened.write(self.manifest, self.info, written)?;
        if let Some(left) = left {
            warn(format!("the results are complete; {left}"));
        }
        // No signal ends the program in between, so that none is left behind; what cannot be tidied
        // away is hidden and does no harm.
        let _ = self.checkpoints.map(|checkpoints| checkpoints.end(&target));
        writing.done(&target);
        Ok(())
    }
}

/// The command line, the program's name first.
pub fn command() -> Vec<String> {
    // The program's name, not the path of a machine.
    let name = super::terminal::called().to_owned();
    std::iter::once(name).chain(super::given()).collect()
}

/// The number of threads that an option asks for.
pub fn threads(option: &str, wanted: Option<u64>) -> Result<Threads, Failure> {
    let Some(wanted) = wanted else { return Ok(Threads::All) };
    let count = usize::try_from(wanted).ok().filter(|_| wanted <= MAX_THREADS);
    count.and_then(NonZeroUsize::new).map(Threads::Exactly).ok_or_else(|| {
        Failure::usage(format!("{option} {wanted}: use a number from 1 to {MAX_THREADS}"))
    })
}

/// So many threads, for what is no batch.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|reason| Failure::threads(threads, reason))
}

/// The name of a run's folder: the one of the options, or the one made from the command, and a suffix.
///
/// Errors: [`check_name`]'s.
pub fn named(args: &OutputArgs, name: &str, suffix: &str) -> Result<String, Failure> {
    let Some(given) = &args.name else { return Ok(shortened(&format!("{name}{suffix}"))) };
    check_name(given, args.named_by)?;
    Ok(format!("{given}{suffix}"))
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

/// Checks that a folder's name, given with this option, is a plain one.
pub fn check_name(name: &str, option: &str) -> Result<(), Failure> {
    if name.len() > MAX_NAME {
        return Err(Failure::usage(format!(
            "the folder's name is longer than {MAX_NAME} bytes; give a shorter one with {option}"
        )));
    }
    if name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', '\0']) {
        return Err(Failure::usage(format!(
            "{option} {name}: must be a plain folder name, without slashes and not starting with a dot"
        )));
    }
    if let Some(why) = no_file_name(name) {
        let name = Plain::line(name);
        return Err(Failure::usage(format!("{option} {name}: {why}; leave them out")));
    }
    Ok(())
}

/// Checks that there is a folder to be read.
///
/// Errors: exit code 66 with what may have been meant.
pub fn is_folder(folder: &Path) -> Result<(), Failure> {
    if folder.is_dir() {
        return Ok(());
    }
    if folder.exists() {
        let what = match folder.extension().is_some_and(|ending| ending == ENDING) {
            true => "is a state alone; `war-sim merge FILE --out DIR` makes a folder of it",
            false => "is a file; name the folder of a run",
        };
        return Err(Failure::new(Kind::NoInput, format!("{}: {what}", folder.display())));
    }
    let checkpoints = checkpoints_of(folder);
    if checkpoints.is_dir() {
        let what = format!(
            "{}: the run was stopped; its command with --resume goes on with it, and {} has its games \
             so far",
            names::shown(folder),
            names::shown(&checkpoints)
        );
        return Err(Failure::new(Kind::NoInput, what));
    }
    // Runs are in results/, and are called by their name.
    Err(Failure::missing("folder", folder, &inside(Path::new("results"))))
}

/// Every file that a run of a game may have beside its rows.
pub fn table_files(info: &GameInfo) -> Vec<String> {
    let common = TABLES.iter().map(|kind| kind.name).chain(info.tables.iter().copied());
    let counted = info.counters.iter().map(|counter| counter.file);
    let series = info.series.iter().map(|series| series.file);
    let more = [MANIFEST, STATE, PACKAGE, PAGE].into_iter().chain(counted).chain(series);
    common.map(|name| format!("{name}.csv")).chain(more.map(String::from)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::store::folder::occupied;

    #[test]
    fn a_folder_in_the_way_is_mended_by_the_option_that_names_it() {
        let error = occupied(Path::new("my--name"), "a run");
        for option in ["--name", "--out"] {
            let expected = format!(
                "my--name: contains a run; use another {option}, or --force to overwrite it"
            );
            assert_eq!(error.as_option(&|key| option_of(key, option)), expected);
        }
    }
}
