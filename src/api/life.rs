//! A study as it is played by whoever calls the library: with its rows, with what was played when it is
//! stopped, and with a folder from which it goes on.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::core::rows::Columns;
use crate::games;
use crate::lab::run::{Control, Threads};
use crate::lab::spec::refused::Fault;
use crate::lab::spec::rules::Library;
use crate::lab::spec::{Refused, Study};
use crate::lab::store::again;
use crate::lab::store::begin::games::Games;
use crate::lab::store::begin::table::Asked;
use crate::lab::store::begin::{Beginning, Start};
use crate::lab::store::checkpoint::Checkpoints;
use crate::lab::store::disk::Disk;
use crate::lab::store::disk::read_input;
use crate::lab::store::job::Job;
use crate::lab::store::keeper::Keeper;
use crate::lab::store::manifest::Manifest;
use crate::lab::store::save::{Opened, parts_of};
use crate::lab::store::state::State;
use crate::lab::study::batch::RowDetail;
use crate::lab::study::play::{Encode, Pass, RowSink, Running, check};
use crate::lab::study::predict::forecast;
use crate::lab::study::{Finished, size};
use crate::lab::tables::account::{Account as _, Manner, OfStudy};

/// Time between two checkpoints.
const CHECKPOINT: Duration = Duration::from_secs(5);

/// How a study is to be played.
#[derive(Clone, Debug)]
pub struct Life {
    /// How many threads play.
    pub threads: Threads,
    /// The verb of the command line that would do the same, which its folder tells.
    pub manner: Manner,
    /// The row of each game, and what it holds beside the result.
    pub rows: Option<RowDetail>,
    /// The folder of the run, which is kept beside it while it is played.
    pub folder: Option<PathBuf>,
    /// Whether it goes on with what that folder, or what is kept beside it, has of the run.
    pub resume: bool,
}

impl Default for Life {
    /// On all cores, by nobody's verb, with nothing beside the counts.
    fn default() -> Self {
        let manner = Manner { verb: "library".into(), ..Manner::default() };
        Self { threads: Threads::All, manner, rows: None, folder: None, resume: false }
    }
}

/// What came out of a study.
#[derive(Debug)]
pub struct Outcome {
    /// The counts; those of its first games, if it was stopped.
    pub finished: Finished,
    /// The row of each game, in blocks.
    pub rows: Option<Vec<Columns>>,
    /// Whether every game was played.
    pub is_whole: bool,
}

impl Study {
    /// Plays the study to its end, or until `control` is asked to stop.
    ///
    /// With a folder it is kept every few seconds beside it, and written into it at the end; what it holds
    /// already of the same run is not played again, where `life` says so.
    /// Errors: [`Refused`]; a folder that holds another run is not overwritten.
    ///
    /// ```
    /// use war_sim::{Control, Life, Study};
    ///
    /// let place = tempfile::tempdir()?;
    /// let folder = place.path().join("run");
    /// let life = Life { folder: Some(folder.clone()), resume: true, ..Life::default() };
    /// let study = |games| Ok::<_, war_sim::Refused>(Study::war(["umass"])?.games(games));
    /// study(2_000)?.live(&life, &Control::default())?;
    /// // Plays 1,000 games.
    /// let longer = study(3_000)?.live(&life, &Control::default())?.finished;
    /// assert_eq!(longer.tables(), study(3_000)?.run()?.tables());
    /// // The folder of another study is left alone.
    /// assert!(study(3_000)?.seed(7).live(&life, &Control::default()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn live(self, life: &Life, control: &Control) -> Result<Outcome, Refused> {
        size::check(&self, life.threads.count())?;
        check(&self)?;
        let running = Running { threads: life.threads, control };
        let place = life.folder.as_deref().map(|folder| Place::find(&self, life, folder));
        let mut place = place.transpose()?;
        if let Some(Place { start: Start::Complete, checkpoints, .. }) = &place
            && let Some(folder) = &life.folder
        {
            let library = Library::new(games::all(), read_input);
            let finished = again::account(folder, &library)?.into_parts().0;
            let _ = checkpoints.end(folder);
            return Ok(Outcome { finished, rows: None, is_whole: true });
        }
        if self.is_open_ended() {
            forecast(&self, running)?;
        }
        let clock = Instant::now();
        let start = place.as_mut().map_or(Start::Fresh(0), Place::start);
        let keeper = place.as_ref().map(Place::keeper);
        let mut rows = life.rows.clone().map(|detail| Gathered { detail, blocks: Vec::new() });
        let sink = rows.as_mut().map(|rows| rows as _);
        let mut job = Job::begin(start, keeper, |state| Pass::after(&self, state, sink))?;
        match job.advance(running) {
            Ok(()) => {}
            Err(error) if error.fault == Fault::Interrupted => {
                let finished = job.so_far(clock.elapsed());
                let rows = rows.map(|rows| rows.blocks);
                return Ok(Outcome { finished, rows, is_whole: false });
            }
            Err(other) => return Err(other),
        }
        if let Some(place) = &mut place {
            job.earlier.carried_by(&mut place.manifest);
        }
        let finished = job.end(clock.elapsed());
        let rows = rows.map(|rows| rows.blocks);
        finished.check().map_err(Refused::counts)?;
        if let Some(place) = place {
            place.write(&finished, &life.manner)?;
        }
        Ok(Outcome { finished, rows, is_whole: true })
    }
}

/// The folder of a run that is to be played.
struct Place {
    opened: Opened,
    manifest: Manifest,
    checkpoints: Checkpoints,
    start: Start<State>,
}

impl Place {
    /// The place of a run in this folder.
    ///
    /// Errors: [`Refused`].
    fn find(study: &Study, life: &Life, folder: &Path) -> Result<Self, Refused> {
        let library = Library::new(games::all(), read_input);
        let identity = study.run_identity(&life.manner.verb);
        let (out, name) = parts_of(folder)?;
        let checkpoints = Checkpoints::beside(out, &name);
        let beginning = Beginning {
            kind: Games { study, rows: None, is_default_name: false, library: &library },
            identity: &identity,
            out,
            name: &name,
            is_alone: false,
            asked: Asked { resume: life.resume, force: false },
            checkpoints: &checkpoints,
            warn: &|_| {},
        };
        let (mut start, claim) = beginning.start()?;
        // Rows are of all games, which are played again for them.
        if life.rows.is_some() {
            start = Start::Fresh(match start {
                Start::After(_, _, saved) | Start::Fresh(saved) => saved,
                Start::Complete | Start::Anew => 0,
            });
        }
        let opened = Opened::new(&Disk::here(), out, &name, &identity, claim)?;
        let manifest = Manifest::new(identity, Threads::All);
        Ok(Self { opened, manifest, checkpoints, start })
    }

    /// Where the run begins, once.
    fn start(&mut self) -> Start<State> {
        std::mem::replace(&mut self.start, Start::Complete)
    }

    /// Keeps the run; nobody hears of each time.
    fn keeper(&self) -> Keeper<'static> {
        let (identity, checkpoints) = (self.manifest.identity.clone(), self.checkpoints.clone());
        Keeper::new(identity, checkpoints, CHECKPOINT, Box::new(|_| {}))
    }

    /// Writes the run into its folder, so that nothing of it needs to be kept beside it.
    fn write(self, finished: &Finished, manner: &Manner) -> Result<(), Refused> {
        let tables = OfStudy::new(Cow::Borrowed(finished), manner.clone()).tables();
        let target = self.opened.target().to_owned();
        self.opened.write_study(finished, self.manifest, &tables)?;
        // What cannot be tidied away is hidden, and does no harm.
        let _ = self.checkpoints.end(&target);
        Ok(())
    }
}

/// Rows that stay in memory.
struct Gathered {
    detail: RowDetail,
    blocks: Vec<Columns>,
}

impl RowSink<Columns> for Gathered {
    fn detail(&self) -> RowDetail {
        self.detail.clone()
    }

    fn has_groups(&self) -> bool {
        false
    }

    fn begin(&mut self, shape: &Columns, _: u64) -> Result<Box<Encode<Columns>>, Refused> {
        if self.blocks.is_empty() {
            // The header, even if there is no game.
            self.blocks.push(shape.clone());
        }
        Ok(Box::new(Columns::clone))
    }

    fn write(&mut self, block: Columns) -> Result<(), Refused> {
        self.blocks.push(block);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;
    use crate::lab::store::disk::Disk;
    use crate::lab::store::manifest::sign;
    use crate::lab::store::state::STATE;

    #[test]
    fn a_run_whose_files_are_written_again_says_what_it_was_merged_of() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("run");
        let life = Life { folder: Some(folder.clone()), resume: true, ..Life::default() };
        let live = || Study::war(["umass"]).unwrap().games(50).live(&life, &Control::default());
        live().unwrap();
        let manifest = || Manifest::load(&Disk::here(), &folder).unwrap().unwrap();
        let mut of_parts = manifest();
        of_parts["merged"] = json!([{"folder": "a"}]);
        of_parts["elapsed_s"] = json!(12.5);
        of_parts.as_object_mut().unwrap().remove("checksum");
        fs::write(folder.join("manifest.json"), sign(&of_parts)).unwrap();
        let table = fs::read(folder.join("summary.csv")).unwrap();
        fs::write(folder.join("summary.csv"), "torn").unwrap();
        assert!(live().unwrap().is_whole);
        assert_eq!(fs::read(folder.join("summary.csv")).unwrap(), table);
        assert_eq!(manifest()["merged"], of_parts["merged"]);
        assert_eq!(manifest()["elapsed_s"], 12.5);
    }

    #[test]
    fn a_run_with_rows_leaves_what_is_saved_of_more_games() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("run");
        let life = Life { folder: Some(folder), resume: true, ..Life::default() };
        let study = || Study::war(["umass"]).unwrap().games(1_000_000_000);
        let control = Control::default();
        let is_whole = std::thread::scope(|scope| {
            let run = scope.spawn(|| study().live(&life, &control).unwrap().is_whole);
            while control.done() == 0 {
                std::thread::yield_now();
            }
            control.stop();
            run.join().unwrap()
        });
        let saved = || fs::read(place.path().join(".run.resume").join(STATE)).unwrap();
        let before = saved();
        let stopped = Control::default();
        stopped.stop();
        let with_rows = Life { rows: Some(RowDetail::default()), ..life.clone() };
        assert!(!is_whole && !study().live(&with_rows, &stopped).unwrap().is_whole);
        assert!(saved() == before);
    }
}
