//! A run, whoever leads it: begun by what is there of it, kept on its way, stopped, written.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::slice;
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Value as Json, json};

use crate::core::rows::Columns;
use crate::core::wording::digits::{counted, grouped};
use crate::core::wording::system;
use crate::lab::refused::{Fault, Refused, Shown as _};
use crate::lab::report;
use crate::lab::run::{Control, Threads};
use crate::lab::spec::Study;
use crate::lab::store::files::STATE;
use crate::lab::store::keeper::Keeper;
use crate::lab::store::manifest::{Manifest, Played};
use crate::lab::store::place::Place;
use crate::lab::store::rows::{Gathered, PerGame, PerGameFile};
use crate::lab::store::state::{Going, encode, load, name_of};
use crate::lab::study::Finished;
use crate::lab::study::estimate::so_far;
use crate::lab::study::play::{Pass, check_playable};
use crate::lab::study::rows::{RowDetail, RowSink};
use crate::lab::study::totals::Totals;
use crate::lab::tables::{Run, Tables};

/// Time between two states of a run on its way, where nobody says another.
const CHECKPOINT: Duration = Duration::from_secs(5);

/// So many games in words, of all that are expected, if that is known.
pub fn after(done: u64, expected: Option<u64>) -> String {
    match expected {
        Some(all) => format!("{} of {} games", grouped(done), grouped(all)),
        None => counted(done, "game", "games"),
    }
}

/// The sentence on a run that was stopped here, which whoever led it ends with what to do.
pub fn stopped(control: &Control) -> String {
    let (way, done) = (control.way(), control.done());
    let safe = match way.saved {
        None => "; nothing was written".into(),
        Some(_) if done == 0 => String::new(),
        Some(saved) if saved >= done => ", all of them saved".into(),
        Some(saved) => format!(", {} of them saved", grouped(saved)),
    };
    let is_less = way.saved > Some(0) && way.has_rows;
    let rows = if is_less { " as counts; rows are not" } else { "" };
    format!("stopped after {}{safe}{rows}", after(done, way.expected))
}

/// Who watches a run; nobody needs to.
pub trait Watch {
    /// Hears what is worth a warning; `is_loss` of something that cannot be done.
    fn warn(&self, _what: String, _is_loss: bool) {}

    /// Games are played until what comes back is dropped.
    fn plays(&self) -> Box<dyn Any> {
        Box::new(())
    }
}

/// How a run is led, which changes no number; by default on all cores, with nothing beside what comes out.
#[derive(Default)]
pub struct RunOptions<'w> {
    /// How many threads play.
    pub threads: Threads,
    /// The file with a row of each game.
    pub per_game: Option<PerGame>,
    /// The row of each game in memory, and what it holds beside the result; not where it goes on.
    pub rows: Option<RowDetail>,
    /// The folder of the run, where it is kept on its way; nothing is written if `None`.
    pub folder: Option<PathBuf>,
    /// Whether it goes on with what is there of it.
    pub resume: bool,
    /// Whether another run may be overwritten.
    pub force: bool,
    /// Whether its page is drawn beside its tables.
    pub report: bool,
    /// Time between two states of it on its way; as usual if `None`.
    pub every: Option<Duration>,
    /// The command that does the same, the program's name first; empty if there is none.
    pub command: Vec<String>,
    /// Who watches.
    pub watch: Option<&'w dyn Watch>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// All of it was there before.
    There,
    /// It is whole, and written.
    Whole,
    /// It was stopped before its end.
    Stopped,
}

/// What came of a run.
#[derive(Debug)]
pub struct RunOutcome {
    /// What it has to say; of a run that was stopped what was known then.
    pub tables: Tables,
    /// The row of each game, in blocks.
    pub rows: Option<Vec<Columns>>,
    /// How it ended.
    pub end: RunEnd,
}

/// Plays these games, or as many as there was time for until `control` was asked to stop.
///
/// With a folder the run is kept there every few seconds, and written at the end; what is there of the same
/// run is not done again, where `options` says so.
/// Errors: [`Refused`]; a folder that holds another run is not overwritten, and rows that there cannot be
/// are refused before anything is done.
///
/// ```
/// use war_sim::{Control, RunOptions, Study, play_run};
///
/// let place = tempfile::tempdir()?;
/// let folder = place.path().join("run");
/// let options = RunOptions { folder: Some(folder.clone()), resume: true, ..RunOptions::default() };
/// let study = |games| Ok::<_, war_sim::Refused>(Study::war(["umass"])?.games(games));
/// play_run(&study(2_000)?, &options, &Control::default())?;
/// // Plays 1,000 games.
/// let longer = play_run(&study(3_000)?, &options, &Control::default())?.tables;
/// assert_eq!(longer.finished().tables(), study(3_000)?.run()?.tables());
/// // The folder of another study is left alone.
/// assert!(play_run(&study(3_000)?.seed(7), &options, &Control::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_run(
    study: &Study,
    options: &RunOptions<'_>,
    control: &Control,
) -> Result<RunOutcome, Refused> {
    let Some((mut place, totals, mut file)) = options.begin(study, control)? else {
        let folder = options.folder.as_deref().unwrap_or(Path::new(""));
        let tables = Tables::of(load(folder)?);
        return Ok(RunOutcome { tables, rows: None, end: RunEnd::There });
    };
    let mut gathered = options.rows.clone().map(|detail| Gathered { detail, blocks: Vec::new() });
    let rows = match (&mut file, &mut gathered) {
        (Some(file), _) => Some(file as &mut dyn RowSink),
        (None, gathered) => gathered.as_mut().map(|rows| rows as &mut dyn RowSink),
    };
    let (finished, manifest, mut end) =
        options.play(study, control, place.as_mut(), totals, rows)?;
    let name = place.as_ref().map(|place| name_of(place.folder())).unwrap_or_default();
    let tables = Tables::of(Run { name, finished });
    if end == RunEnd::Whole {
        end = options.write(place, manifest, &tables, file, control)?;
    }
    Ok(RunOutcome { tables, rows: gathered.map(|rows| rows.blocks), end })
}

/// The folder of a run, if it has one, what was counted before, and the file for a row of each game.
type Begun = (Option<Place>, Totals, Option<PerGameFile>);

impl RunOptions<'_> {
    /// Where a run begins: at its first game, unless there is something of it; `None` if it is all there.
    ///
    /// Errors: [`Refused`].
    fn begin(&self, study: &Study, control: &Control) -> Result<Option<Begun>, Refused> {
        if self.rows.is_some() && (self.resume || self.per_game.is_some()) {
            let what = "rows: are kept in memory only, not in a file, too, and resume has none to go on from; ask \
                        for one of these";
            return Err(Refused::usage(what));
        }
        check_playable(study)?;
        let rows = self.per_game.as_ref();
        let (mut place, mut totals) = (self.open()?, Totals::new(study));
        if let Some(place) = &mut place {
            let found = place.begin(study, rows, self.resume, &|what| self.warn(what, false))?;
            let Some(found) = found else { return Ok(None) };
            totals = found;
        }
        let all = (!study.is_open_ended()).then(|| study.of_all_cells(study.games));
        control.note(|way| way.expected = all);
        // A run that goes on has those that are asked for.
        let rows = rows.filter(|_| totals.games() == 0);
        let file = match (rows, &place) {
            (Some(rows), Some(place)) => Some(place.rows_for(rows)?),
            (Some(rows), None) => Some(rows.create(self.force)?),
            (None, _) => None,
        };
        Ok(Some((place, totals, file)))
    }

    /// Plays what is left of a run, kept on its way, until its end or until it is stopped; and what a manifest says
    /// of that.
    ///
    /// Errors: [`Refused`].
    fn play(
        &self,
        study: &Study,
        control: &Control,
        place: Option<&mut Place>,
        totals: Totals,
        rows: Option<&mut dyn RowSink>,
    ) -> Result<(Finished, Manifest, RunEnd), Refused> {
        let before = totals.games();
        control.note(|way| way.has_rows = rows.is_some());
        let going = Going { command: self.command.clone() };
        let keeper = place.map(|place| Keeper::new(place, self.every.unwrap_or(CHECKPOINT), going));
        let mut pass = Pass::new(study, totals, rows, self.threads)?;
        let (started, clock) = (SystemTime::now(), Instant::now());
        let playing = self.watch.map(Watch::plays);
        let end = self.advance(&mut pass, keeper, control)?;
        drop(playing);
        let elapsed = clock.elapsed();
        // Nobody knows how long a resumed run took in all.
        let of_all = if before > 0 { Duration::ZERO } else { elapsed };
        let finished = pass.finished(end == RunEnd::Whole, of_all);
        let games = study.of_all_cells(finished.games - before);
        let how = Played { threads: self.threads, started, elapsed, games };
        let (run, command) = (study.run_identity(), self.command.clone());
        let mut manifest = Manifest::new(&run, command, Some(study), how);
        if before > 0 {
            manifest.told.insert("resumed_after".into(), json!({"games": before}));
        }
        Ok((finished, manifest, end))
    }

    /// Plays what is left, kept on the way; what is played stays, also after an error.
    fn advance(
        &self,
        pass: &mut Pass<'_, '_>,
        mut keeper: Option<Keeper<'_>>,
        control: &Control,
    ) -> Result<RunEnd, Refused> {
        let study = pass.study;
        let mut has_failed = false;
        control.begin_after(pass.done());
        let mut keep = |keeper: &mut Keeper<'_>, pass: &Pass<'_, '_>| match keeper.keep(pass) {
            Ok(()) => control.note(|way| {
                way.saved = keeper.place.saved.map(|games| study.of_all_cells(games));
            }),
            Err(_) if has_failed => {}
            Err(error) => {
                has_failed = true;
                let (shown, why) =
                    (keeper.place.folder().join(STATE).shown(), system::said(&error));
                let what = format!("{shown}: cannot be written: {why}; the run goes on without it");
                self.warn(what, true);
            }
        };
        // From here on the folder is this run's, whatever ends it.
        keeper.iter_mut().for_each(|keeper| keep(keeper, pass));
        let most = keeper.as_ref().map_or(Duration::MAX, |keeper| keeper.every);
        loop {
            let stepped = pass.step(control, most);
            let refuses = matches!(&stepped, Err(refused) if refused.fault == Fault::Usage);
            if let Some(keeper) = keeper.as_ref().filter(|_| refuses) {
                keeper.place.forget();
            }
            let goes_on = stepped?;
            // What was begun and given up is not done.
            control.begin_after(pass.done());
            control.note(|way| way.estimate = so_far(study, &pass.totals, &pass.reached));
            let stopped = control.stopped();
            if let Some(keeper) =
                keeper.as_mut().filter(|keeper| stopped || keeper.is_due(!goes_on))
            {
                keep(keeper, pass);
            }
            match goes_on {
                _ if stopped => return Ok(RunEnd::Stopped),
                true => {}
                false => return Ok(RunEnd::Whole),
            }
        }
    }

    /// Writes everything of a complete study, unless it was asked to stop before.
    ///
    /// Errors: [`Refused`] of the disk.
    pub fn write(
        &self,
        place: Option<Place>,
        manifest: Manifest,
        tables: &Tables,
        rows: Option<PerGameFile>,
        control: &Control,
    ) -> Result<RunEnd, Refused> {
        let Some(mut place) = place else {
            rows.map_or(Ok(()), PerGameFile::finish)?;
            return Ok(RunEnd::Whole);
        };
        let Finished { study, totals, games, .. } = tables.finished();
        let with_rows = place.rows_with(rows.as_ref());
        let state = encode(study, totals, None, with_rows);
        let draw = || report::page(slice::from_ref(tables)).into_bytes();
        let page = (self.report || place.has_page()).then(draw);
        let all = tables.tables();
        // What takes its time is done.
        if control.stopped() {
            // It has counted all games, and lacks its files.
            let going = Some(Going { command: self.command.clone() });
            let is_new = place.saved < Some(*games);
            if is_new && place.save(&encode(study, totals, going, Vec::new())).is_ok() {
                control.note(|way| way.saved = Some(study.of_all_cells(*games)));
            }
            return Ok(RunEnd::Stopped);
        }
        place.write(manifest, study.info(), &state, &all, page, rows)?;
        Ok(RunEnd::Whole)
    }

    /// Writes a run that was counted before, or one that was `merged` of these parts.
    ///
    /// Errors: [`Refused`]; a folder that holds another run is not overwritten.
    pub fn store(&self, tables: &Tables, merged: Option<Json>) -> Result<(), Refused> {
        let Finished { study, games, elapsed, .. } = tables.finished();
        let identity = study.run_identity();
        let place = self.claim(&identity)?;
        let played = merged.is_none().then_some(study);
        let games = played.map_or(0, |study| study.of_all_cells(*games));
        let now = SystemTime::now();
        let started = now.checked_sub(*elapsed).unwrap_or(now);
        let (threads, elapsed) = (self.threads, *elapsed);
        let how = Played { threads, started, elapsed, games };
        let mut manifest = Manifest::new(&identity, self.command.clone(), played, how);
        manifest.told.extend(merged.map(|parts| ("merged".to_owned(), parts)));
        self.write(place, manifest, tables, None, &Control::default()).map(drop)
    }

    fn warn(&self, what: String, is_loss: bool) {
        if let Some(watch) = self.watch {
            watch.warn(what, is_loss);
        }
    }

    /// Opens the folder of the run, if it has one, and holds it against others.
    ///
    /// Errors: [`Refused`].
    pub fn open(&self) -> Result<Option<Place>, Refused> {
        let open = |folder: &PathBuf| Place::open(folder, self.force);
        let place = self.folder.as_ref().map(open).transpose()?;
        if let Some(place) = place.as_ref().filter(|place| !place.lock.is_locked) {
            let shown = place.folder().shown();
            let what = "this file system has no locks; let no other run write there meanwhile";
            self.warn(format!("{shown}: {what}"), false);
        }
        Ok(place)
    }

    /// As [`RunOptions::open`], where the folder may be taken by the run of this identity.
    ///
    /// Errors: [`Refused`].
    pub fn claim(&self, identity: &Json) -> Result<Option<Place>, Refused> {
        let mut place = self.open()?;
        if let Some(place) = &mut place {
            place.claim(identity, None, false)?;
        }
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use tempfile::TempDir;

    use super::*;
    use crate::lab::store::files::MANIFEST;
    use crate::lab::store::state::Saved;
    use crate::lab::study::rows::RowDetail;

    fn lived(games: u64, options: &RunOptions<'_>, control: &Control) -> RunOutcome {
        let study = Study::war(["umass"]).unwrap().games(games);
        play_run(&study, options, control).unwrap()
    }

    /// A place for a folder, with options for a run in it.
    fn options<'o>() -> (TempDir, PathBuf, RunOptions<'o>) {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("run");
        let own = RunOptions { folder: Some(folder.clone()), ..RunOptions::default() };
        (place, folder, own)
    }

    #[test]
    fn a_manifest_that_is_written_again_says_that_no_game_was_played() {
        let threads = Threads::Exactly(std::num::NonZeroUsize::new(3).unwrap());
        let (_place, folder, options) = options();
        let options = RunOptions { resume: true, threads, ..options };
        let all = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        assert_eq!(Threads::All.count(), all);
        // What is in the files: `tests/cli/resume.rs`.
        for (games, resumed_after) in [(50, json!(null)), (0, json!({"games": 50}))] {
            let outcome = lived(50, &options, &Control::default());
            assert_eq!(outcome.end, RunEnd::Whole);
            assert!(games == 0 || outcome.tables.text().contains(", 3 threads)"));
            let manifest = fs::read(folder.join(MANIFEST)).unwrap();
            let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
            let told = (&manifest["games_played"], &manifest["resumed_after"]);
            assert_eq!(told, (&json!(games), &resumed_after));
            fs::write(folder.join("summary.csv"), "torn").unwrap();
        }
    }

    #[test]
    fn rows_go_to_one_place_and_nobody_promises_games_that_only_a_precision_ends() {
        let file = PerGame::new(Path::new("rows.csv"), RowDetail::default()).unwrap();
        let rows = Some(RowDetail::default());
        let options = RunOptions { per_game: Some(file), rows, ..RunOptions::default() };
        let study = Study::war(["umass"]).unwrap();
        let refused = play_run(&study, &options, &Control::default()).unwrap_err();
        assert!(refused.what.contains("not in a file, too"), "{refused}");
        let told = [(7, Some(3_000)), (1, None)].map(|(done, of)| after(done, of));
        assert_eq!(told, ["7 of 3,000 games", "1 game"]);
    }

    /// Whoever stops a run between its last game and its files.
    #[derive(Default)]
    struct Late {
        control: Arc<Control>,
        /// How long the games take.
        takes: Duration,
    }

    impl Watch for Late {
        fn plays(&self) -> Box<dyn Any> {
            struct AtLast(Arc<Control>, Duration);
            impl Drop for AtLast {
                fn drop(&mut self) {
                    assert!(self.1.is_zero() || self.0.way().saved == Some(50));
                    self.0.stop();
                }
            }
            std::thread::sleep(self.takes);
            Box::new(AtLast(Arc::clone(&self.control), self.takes))
        }
    }

    /// Ctrl-C before the first game, and while the page of a run is drawn: if it took its time the last games are
    /// saved before anything is made of them.
    #[test]
    fn who_stops_a_run_before_its_first_or_after_its_last_game_loses_none() {
        for takes in [Duration::from_secs(1), Duration::ZERO] {
            let (_place, folder, options) = options();
            let options = RunOptions { resume: true, ..options };
            let stopped = Control::default();
            stopped.stop();
            let outcome = lived(50, &options, &stopped);
            assert_eq!(outcome.end, RunEnd::Stopped);
            assert_eq!(outcome.tables.into_finished().tally(0).games(), 0);
            let late = Late { takes, ..Late::default() };
            let watched = RunOptions { watch: Some(&late), ..options };
            assert_eq!(lived(50, &watched, &late.control).end, RunEnd::Stopped);
            assert_eq!(late.control.way().saved, Some(50));
            // It goes on, so that the files that it lacks are no damage.
            let body = Saved::load(&folder).unwrap().body;
            assert_eq!((body.played(), body.going.is_some()), (50, true));
            let mut left = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
            assert!(left.all(|name| name.to_string_lossy().starts_with("state")));
        }
    }

    #[test]
    fn a_run_with_rows_leaves_what_is_saved_of_more_games() {
        let (_place, folder, _) = options();
        let options =
            |rows| RunOptions { folder: Some(folder.clone()), rows, ..RunOptions::default() };
        let control = Control::default();
        let end = std::thread::scope(|scope| {
            let run = scope.spawn(|| lived(1_000_000_000, &options(None), &control).end);
            while control.done() == 0 {
                std::thread::yield_now();
            }
            control.stop();
            run.join().unwrap()
        });
        let saved = || fs::read(folder.join(STATE)).unwrap();
        let before = saved();
        let with_rows = options(Some(RowDetail::default()));
        let ends = [end, lived(1_000_000_000, &with_rows, &control).end];
        assert_eq!(ends, [RunEnd::Stopped; 2]);
        assert!(saved() == before);
    }
}
