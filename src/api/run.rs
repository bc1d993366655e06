//! The one life of a run, whoever leads it: begun by what is there of it, kept on its way, stopped,
//! written.

use std::any::Any;
use std::cell::Cell;
use std::mem;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::core::game::GameInfo;
use crate::core::rows::Columns;
use crate::core::wording::digits::{counted, grouped};
use crate::core::wording::system;
use crate::lab::refused::Shown as _;
use crate::lab::report::html::PAGE;
use crate::lab::run::{Control, Threads};
use crate::lab::spec::Refused;
use crate::lab::spec::refused::Fault;
use crate::lab::spec::tables::TABLES;
use crate::lab::store::begin::table::Asked;
use crate::lab::store::begin::{Beginning, Kind, Start};
use crate::lab::store::checkpoint::Checkpoints;
use crate::lab::store::disk::Disk;
use crate::lab::store::folder::{Claim, Place};
use crate::lab::store::job::Job;
use crate::lab::store::keeper::{Keeper, Work};
use crate::lab::store::manifest::{MANIFEST, Manifest};
use crate::lab::store::package::PACKAGE;
use crate::lab::store::per_game::{Gathered, PerGame, unwritten};
use crate::lab::store::rows::PerGameFile;
use crate::lab::store::save::{Book, Files, named};
use crate::lab::store::state::STATE;
use crate::lab::study::batch::RowDetail;
use crate::lab::study::play::{RowSink, Running};

/// Time between two checkpoints.
pub const CHECKPOINT: Duration = Duration::from_secs(5);
/// One unit of most runs, and several.
pub const GAMES: [&str; 2] = ["game", "games"];

/// What a run will do in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// So many of these units, at most if it stops at a precision; nobody knows if `None`.
    Exactly(Option<u64>, [&'static str; 2]),
}

impl Default for Expected {
    /// Nobody knows how many games.
    fn default() -> Self {
        Self::Exactly(None, GAMES)
    }
}

impl Expected {
    /// The number, as far as it is known.
    pub fn all(self) -> Option<u64> {
        match self {
            Self::Exactly(all, _) => all,
        }
    }

    /// One of them, and several.
    pub fn units(self) -> [&'static str; 2] {
        let Self::Exactly(_, units) = self;
        units
    }

    /// So many of them, in words.
    pub fn after(self, done: u64) -> String {
        let (shown, [one, many]) = (grouped(done), self.units());
        match self {
            Self::Exactly(Some(all), _) => format!("{shown} of {} {many}", grouped(all)),
            _ => counted(done, one, many),
        }
    }
}

/// How far a run has got, as its watch hears it: what is said where it is stopped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Way {
    /// What it will do in all.
    pub expected: Expected,
    /// Units that are safe in a checkpoint.
    pub saved: Option<u64>,
    /// Whether it has rows of games, which are not.
    pub has_rows: bool,
}

impl Way {
    /// The sentence on a run that was stopped here, which its watch ends with what to do.
    pub fn stopped(&self, done: u64) -> String {
        let safe = match self.saved {
            None => "; nothing was written".into(),
            Some(saved) if saved >= done => ", all of them saved".into(),
            Some(saved) => format!(", {} of them saved", grouped(saved)),
        };
        let rows = match self.saved.is_some() && self.has_rows {
            true => " as counts; rows are not",
            false => "",
        };
        format!("stopped after {}{safe}{rows}", self.expected.after(done))
    }
}

/// Who watches a run; nobody needs to.
pub trait Watch {
    /// Hears what is worth a warning; `is_loss` of something that cannot be done.
    fn warn(&self, _what: String, _is_loss: bool) {}

    /// Something is left to do, so much; a pilot may have told it.
    fn expects(&self, _expected: Expected) {}

    /// The run may begin: what is in these paths must not outlive it.
    fn opened(&self, _disk: &Disk, _temporary: Vec<PathBuf>) {}

    /// This must not outlive it either, as long as nothing is kept there.
    fn holds(&self, _path: PathBuf) {}

    /// It is kept on its way, so often; `has_rows` if it begins anew where it is gone on with.
    fn keeps(&self, _has_rows: bool) -> Duration {
        CHECKPOINT
    }

    /// So many units in all are safe in a checkpoint in this folder.
    fn saved(&self, _units: u64, _folder: &Path) {}

    /// Does the work while it is watched.
    fn during(&self, work: &mut dyn FnMut()) {
        work();
    }

    /// Files are put in place until what comes back is dropped.
    ///
    /// Errors: it was asked to stop before.
    fn writes(&self) -> Result<Box<dyn Any>, Refused> {
        Ok(Box::new(()))
    }

    /// All is in place, there.
    fn written(&self, _target: &Path) {}
}

/// Nobody.
impl Watch for () {}

/// How a run is led, which changes no number.
pub struct Life<'w> {
    /// How many threads play.
    pub threads: Threads,
    /// The row of each game in memory, and what it holds beside the result; not where it goes on.
    pub rows: Option<RowDetail>,
    /// The folder of the run, beside which it is kept on its way; nothing is written if `None`.
    pub folder: Option<PathBuf>,
    /// Whether it goes on with what is there of it.
    pub resume: bool,
    /// Whether another run may be overwritten.
    pub force: bool,
    /// The command that does the same, the program's name first; empty if there is none.
    pub command: Vec<String>,
    /// Who watches.
    pub watch: &'w dyn Watch,
}

impl Default for Life<'_> {
    /// On all cores, with nothing beside what comes out.
    fn default() -> Self {
        Self {
            threads: Threads::All,
            rows: None,
            folder: None,
            resume: false,
            force: false,
            command: Vec::new(),
            watch: &(),
        }
    }
}

/// Where a run begins, what its folder may hold, and its checkpoints if it writes files.
pub type Started<S> = (Start<S>, Claim, Option<Checkpoints>);

impl Life<'_> {
    /// Looks where a run begins.
    ///
    /// Errors: [`Refused`] for what is there and is another run, or is damaged.
    pub fn start<K: Kind>(&self, kind: &K, identity: &Json) -> Result<Started<K::State>, Refused> {
        let Some(folder) = &self.folder else {
            return Ok((Start::Fresh(0), self.claim(), None));
        };
        let folder = named(folder)?;
        let checkpoints = Checkpoints::beside(&folder, <K::Account as Book>::FILE);
        let beginning = Beginning {
            kind,
            identity,
            folder: &folder,
            asked: Asked { resume: self.resume, force: self.force },
            checkpoints: &checkpoints,
            warn: &|what| self.watch.warn(what, false),
        };
        let (start, claim) = beginning.start()?;
        Ok((start, claim, Some(checkpoints)))
    }

    /// What the folder of a run that does not go on may hold.
    pub fn claim(&self) -> Claim {
        if self.force { Claim::Anything } else { Claim::Same }
    }
}

/// What is asked of a game, which a run answers.
pub trait Question: Kind {
    /// What it does.
    type Work<'q>: Work
    where
        Self: 'q;
    /// Whether it plays games, of which there can be rows.
    const HAS_ROWS: bool = false;

    /// What tells the run from others.
    fn identity(&self) -> Json;

    /// The game, whose words describe the tables in a data package.
    fn about(&self) -> Option<&'static GameInfo> {
        None
    }

    /// What is worth a warning before anything else is done.
    ///
    /// Errors: [`Refused`] where it cannot be answered.
    fn check(&self) -> Result<Vec<String>, Refused> {
        Ok(Vec::new())
    }

    /// The file with a row per game that is asked for.
    fn rows(&self) -> Option<&PerGame> {
        None
    }

    /// What it takes.
    ///
    /// Errors: [`Refused`] where it may have no end.
    fn expected(&self, running: Running<'_>) -> Result<Expected, Refused>;

    /// What is left to do after this state, with rows if they are wanted.
    fn work<'q>(
        &'q self,
        state: Option<Self::State>,
        rows: Option<&'q mut dyn RowSink>,
    ) -> Self::Work<'q>;

    /// What came out, all of it or what was done before it was stopped; the manifest hears of it.
    ///
    /// Errors: [`Refused`] for counts that contradict each other.
    fn account<'q>(
        &'q self,
        job: Job<'_, Self::Work<'q>>,
        session: Duration,
        is_whole: bool,
        manifest: &mut Manifest,
    ) -> Result<Self::Account, Refused>;

    /// What came out, from the folder of the run.
    ///
    /// Errors: [`Refused`].
    fn stored(&self, _folder: &Path) -> Result<Option<Self::Account>, Refused> {
        Ok(None)
    }
}

/// How a run ended.
pub enum End<A> {
    /// All of it was there before.
    There,
    /// It is whole, and written.
    Whole(A),
    /// It was stopped after this.
    Stopped(A),
}

/// Answers a question; `tell` hears what came out and where it will be, and says what else lies there.
///
/// Errors: [`Refused`]; a folder that holds another run is not overwritten.
pub fn perform<Q: Question>(
    question: &Q,
    life: &Life<'_>,
    control: &Control,
    gathered: Option<&mut Gathered>,
    tell: impl FnOnce(&Q::Account, Option<&Path>) -> Result<Files, Refused>,
) -> Result<End<Q::Account>, Refused> {
    let notes = question.check()?;
    notes.into_iter().for_each(|note| life.watch.warn(note, false));
    let identity = question.identity();
    let (start, claim, checkpoints) = life.start(question, &identity)?;
    if let Start::Complete = start {
        // Held, so that nobody else is at it. What cannot be tidied away is hidden and does no harm.
        if let Ok(run) = Run::open(life, control, identity, life.claim(), None) {
            let _ = checkpoints.zip(run.target()).map(|(kept, target)| kept.end(target));
            if let (Some(rows), Some(target)) = (question.rows(), run.target()) {
                // Files are tidied up after when they are opened.
                drop(rows.create(target, true));
            }
        }
        return Ok(End::There);
    }
    // What is left of a run that is mended is to write it, and its rows are whole.
    let is_whole = matches!(&start, Start::After(_, earlier, _) if earlier.is_whole);
    if !is_whole {
        let expected = question.expected(Running { threads: life.threads, control })?;
        life.watch.expects(expected);
    }
    let mut run = Run::open(life, control, identity, claim, question.about())?;
    let mut file = match question.rows().filter(|_| !is_whole) {
        Some(rows) => run.open_rows(rows)?,
        None => None,
    };
    let rows = match (&mut file, gathered) {
        (Some(file), _) => Some(file as &mut dyn RowSink),
        (None, gathered) => gathered.map(|rows| rows as &mut dyn RowSink),
    };
    let has_rows = rows.is_some();
    let make = |state| question.work(state, rows);
    let (job, went) = run.advance(start, checkpoints, has_rows, make)?;
    if went.as_ref().is_err_and(|error| error.fault != Fault::Interrupted) {
        return Err(went.err().unwrap_or_default());
    }
    let elapsed = run.elapsed();
    let account = question.account(job, elapsed, went.is_ok(), &mut run.manifest)?;
    if went.is_err() {
        return Ok(End::Stopped(account));
    }
    run.end(&account, file, tell)?;
    Ok(End::Whole(account))
}

/// What came of a run.
#[derive(Debug)]
pub struct Outcome<A> {
    /// What it has to say; of a run that was stopped what was known then.
    pub account: A,
    /// The row of each game, in blocks.
    pub rows: Option<Vec<Columns>>,
    /// Whether all of it was done.
    pub is_whole: bool,
}

impl<A> Outcome<A> {
    /// The same with what this makes of the account.
    pub fn map<B>(self, into: impl FnOnce(A) -> B) -> Outcome<B> {
        let Self { account, rows, is_whole } = self;
        Outcome { account: into(account), rows, is_whole }
    }
}

/// Answers a question, or as much of it as there was time for until `control` was asked to stop.
///
/// With a folder it is kept every few seconds beside it, and written into it at the end; what is there of
/// the same run is not done again, where `life` says so.
/// Errors: [`Refused`]; a folder that holds another run is not overwritten, and rows that there cannot be
/// are refused before anything is done.
///
/// ```
/// use war_sim::{Control, Games, Life, Study, live};
///
/// let place = tempfile::tempdir()?;
/// let folder = place.path().join("run");
/// let life = Life { folder: Some(folder.clone()), resume: true, ..Life::default() };
/// let study = |games| Ok::<_, war_sim::Refused>(Study::war(["umass"])?.games(games));
/// live(&Games::of(&study(2_000)?), &life, &Control::default())?;
/// // Plays 1,000 games.
/// let longer = live(&Games::of(&study(3_000)?), &life, &Control::default())?.account;
/// assert_eq!(longer.finished().tables(), study(3_000)?.run()?.tables());
/// // The folder of another study is left alone.
/// assert!(live(&Games::of(&study(3_000)?.seed(7)), &life, &Control::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn live<Q: Question>(
    question: &Q,
    life: &Life<'_>,
    control: &Control,
) -> Result<Outcome<Q::Account>, Refused> {
    if life.rows.is_some() {
        let what = match Q::HAS_ROWS {
            false => "rows: are of games, and none are played here; leave them out",
            true => {
                "rows: are kept in memory only, so resume has none to go on from; leave one out"
            }
        };
        if life.resume || !Q::HAS_ROWS {
            return Err(Refused::new(Fault::Usage, what));
        }
    }
    let mut rows = life.rows.clone().map(Gathered::new);
    let end = perform(question, life, control, rows.as_mut(), |_, _| Ok(Vec::new()))?;
    let (account, is_whole) = match end {
        End::There => {
            let folder = life.folder.as_deref().unwrap_or(Path::new(""));
            let none = || Refused::damaged(folder, "holds nothing of this run");
            (question.stored(folder)?.ok_or_else(none)?, true)
        }
        End::Whole(account) => (account, true),
        End::Stopped(account) => (account, false),
    };
    Ok(Outcome { account, rows: rows.map(|rows| rows.blocks), is_whole })
}

/// A run that may begin: its folder is open.
pub struct Run<'l> {
    life: &'l Life<'l>,
    control: &'l Control,
    disk: Disk,
    /// `None` where nothing is to be written.
    place: Option<Place>,
    /// The game, whose words describe the tables.
    info: Option<&'static GameInfo>,
    /// What is said of it.
    pub manifest: Manifest,
    /// Whether what is in the way may be replaced.
    force: bool,
    clock: Instant,
    /// What was kept on the way, of no use once the results are there.
    checkpoints: Option<Checkpoints>,
}

impl<'l> Run<'l> {
    /// Opens the folder of a run that is told from others by `identity`; it may hold what `claim` says.
    ///
    /// Errors: [`Refused`] for a folder that cannot be made, or holds something else.
    pub fn open(
        life: &'l Life<'l>,
        control: &'l Control,
        identity: Json,
        claim: Claim,
        info: Option<&'static GameInfo>,
    ) -> Result<Self, Refused> {
        let disk = Disk::here().unlocked(life.force);
        let open = |folder: &PathBuf| Place::open(&disk, &named(folder)?, &identity, claim);
        let place = life.folder.as_ref().map(open).transpose()?;
        life.watch.opened(&disk, place.as_ref().map(Place::temporary).unwrap_or_default());
        let clock = Instant::now();
        // What may be replaced with its folder may be so alone.
        let force = claim == Claim::Anything;
        let mut manifest = Manifest::new(identity, life.threads);
        manifest.command.clone_from(&life.command);
        Ok(Self { life, control, disk, place, info, manifest, force, clock, checkpoints: None })
    }

    /// The folder that will hold the results; `None` if nothing is written.
    pub fn target(&self) -> Option<&Path> {
        self.place.as_ref().map(Place::target)
    }

    /// Opens the file for a row per game, beside the tables if it lies in the run's folder; `None` if no
    /// files are written, and it is one.
    ///
    /// Errors: [`Refused`].
    pub fn open_rows(&self, file: &PerGame) -> Result<Option<PerGameFile>, Refused> {
        let rows = match &self.place {
            Some(folder) => {
                let own = self.info.map(table_files).unwrap_or_default();
                file.open(&self.disk, folder, &own, self.force)?
            }
            // A device or pipe is no file.
            None if file.is_special() => file.create(Path::new(""), self.force)?,
            None => return Ok(None),
        };
        rows.temporary().into_iter().for_each(|path| self.life.watch.holds(path));
        Ok(Some(rows))
    }

    /// Does what is left, kept on the way; says whether it was stopped, or failed.
    ///
    /// Errors: [`Refused`] where it cannot begin.
    pub fn advance<S, W: Work>(
        &mut self,
        start: Start<S>,
        checkpoints: Option<Checkpoints>,
        has_rows: bool,
        make: impl FnOnce(Option<S>) -> W,
    ) -> Result<(Job<'l, W>, Result<(), Refused>), Refused> {
        let (watch, is_saved) = (self.life.watch, Rc::new(Cell::new(false)));
        self.checkpoints.clone_from(&checkpoints);
        let keeper = checkpoints.as_ref().map(|checkpoints| {
            let (folder, is_saved) = (checkpoints.folder().to_owned(), Rc::clone(&is_saved));
            let mut has_failed = false;
            let tell = Box::new(move |news| match news {
                Ok(units) => {
                    is_saved.set(true);
                    watch.saved(units, &folder);
                }
                Err(error) if !mem::replace(&mut has_failed, true) => {
                    let (shown, why) = (folder.shown(), system::said(&error));
                    let what =
                        format!("{shown}: cannot be written: {why}; the run goes on without it");
                    watch.warn(what, true);
                }
                Err(_) => {}
            });
            let (run, every) = (self.manifest.identity.clone(), watch.keeps(has_rows));
            Keeper::new(run, checkpoints.clone(), every, tell).of_command(&self.manifest.command)
        });
        let mut job = Job::begin(start, keeper, make)?;
        job.earlier.carried_by(&mut self.manifest);
        if let Some(checkpoints) = checkpoints.as_ref().filter(|_| job.saved > 0) {
            is_saved.set(true);
            watch.saved(job.saved, checkpoints.folder());
        }
        // What was there before is not this run's to tidy away.
        let new = checkpoints.filter(|checkpoints| {
            let there = checkpoints.disk().look(checkpoints.folder());
            there.is_ok_and(|there| there.is_none())
        });
        new.iter().for_each(|checkpoints| watch.holds(checkpoints.folder().to_owned()));
        self.control.begin_after(job.work.done());
        let running = Running { threads: self.life.threads, control: self.control };
        let mut went = Ok(());
        watch.during(&mut || went = job.advance(running));
        if went.is_err()
            && let Some(checkpoints) = new.filter(|_| !is_saved.get())
        {
            // Nothing speaks of what is there; what cannot be tidied away does no harm.
            let _ = checkpoints.remove();
        }
        if went.is_ok() && job.work.done() < job.saved {
            // A search by time that began again may end before it is as far as the one before it.
            self.checkpoints = None;
        }
        Ok((job, went))
    }

    /// Time that this session took.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Writes the tables, the state, the rows, the manifest, and the files that `tell` says, as for
    /// [`perform`]; all or nothing.
    ///
    /// Errors: [`Refused`] of the disk, or where it was asked to stop before.
    pub fn end<B: Book>(
        self,
        book: &B,
        rows: Option<PerGameFile>,
        tell: impl FnOnce(&B, Option<&Path>) -> Result<Files, Refused>,
    ) -> Result<(), Refused> {
        let files = tell(book, self.target())?;
        let watch = self.life.watch;
        // Until all is done or undone, no signal ends the program.
        let _writing = watch.writes()?;
        let Some(place) = self.place else {
            let Some(rows) = rows else { return Ok(()) };
            let path = rows.request.path.clone();
            return rows.finish().map(drop).map_err(|error| unwritten(&path, &error));
        };
        let target = place.target().to_owned();
        if let Some(left) = place.write(self.manifest, self.info, book, files, rows)? {
            watch.warn(format!("the results are complete; {left}"), true);
        }
        // What cannot be tidied away is hidden and does no harm.
        let _ = self.checkpoints.map(|checkpoints| checkpoints.end(&target));
        watch.written(&target);
        Ok(())
    }
}

/// Every file that a run of a game may have beside its rows.
fn table_files(info: &GameInfo) -> Vec<String> {
    let common = TABLES.iter().map(|kind| kind.name).chain(info.tables.iter().copied());
    let counted = info.counters.iter().map(|counter| counter.file);
    let series = info.series.iter().map(|series| series.file);
    let more = [MANIFEST, STATE, PACKAGE, PAGE].into_iter().chain(counted).chain(series);
    common.map(|name| format!("{name}.csv")).chain(more.map(String::from)).collect()
}
