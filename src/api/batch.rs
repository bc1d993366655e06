//! A study as a question: its games are played.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use serde_json::Value as Json;

use super::run::{Expected, Question};
use crate::core::game::GameInfo;
use crate::lab::spec::rules::Library;
use crate::lab::spec::{Refused, Study};
use crate::lab::store::begin::Kind;
use crate::lab::store::begin::games::Games;
use crate::lab::store::disk::read_input;
use crate::lab::store::job::Job;
use crate::lab::store::manifest::Manifest;
use crate::lab::store::per_game::PerGame;
use crate::lab::store::state::State;
use crate::lab::store::stored;
use crate::lab::study::pilot::check_reachable;
use crate::lab::study::play::{Pass, RowSink, Running, check};
use crate::lab::study::size;
use crate::lab::tables::account::{Manner, OfStudy};

impl<'s> Games<'s> {
    /// The games of this study, played by nobody's verb.
    pub fn of(study: &'s Study) -> Self {
        let manner = Manner { verb: "library".into(), ..Manner::default() };
        let library = Library::new(read_input);
        Self { study, manner, rows: None, is_default_name: false, library }
    }
}

impl Question for Games<'_> {
    type Work<'q>
        = Pass<'q, 'q>
    where
        Self: 'q;

    const HAS_ROWS: bool = true;

    fn identity(&self) -> Json {
        self.study.run_identity(&self.manner.verb)
    }

    fn about(&self) -> Option<&'static GameInfo> {
        Some(self.study.info())
    }

    fn check(&self) -> Result<Vec<String>, Refused> {
        size::check(self.study)?;
        check(self.study)?;
        Ok(self.study.notes.clone())
    }

    fn rows(&self) -> Option<&PerGame> {
        self.rows.as_ref()
    }

    fn expected(&self, running: Running<'_>) -> Result<Expected, Refused> {
        let all = |games: u64| games.saturating_mul(self.study.cells.len() as u64);
        let is_known = !self.study.is_open_ended();
        if !is_known {
            check_reachable(self.study, running)?;
        }
        Ok(Expected::Exactly(is_known.then(|| all(self.study.games)), Self::UNITS))
    }

    fn work<'q>(
        &'q self,
        state: Option<State>,
        rows: Option<&'q mut dyn RowSink>,
    ) -> Self::Work<'q> {
        Pass::after(self.study, state, rows)
    }

    fn account<'q>(
        &'q self,
        job: Job<'_, Self::Work<'q>>,
        session: Duration,
        is_whole: bool,
        manifest: &mut Manifest,
    ) -> Result<OfStudy<'static>, Refused> {
        let (now, is_timed) = (job.done_now(), job.earlier.elapsed_s.is_some());
        let finished = job.end(session, is_whole);
        finished.check().map_err(Refused::counts)?;
        manifest.played(&finished);
        if !is_timed {
            (manifest.elapsed, manifest.games_played) = (session, now);
        }
        Ok(OfStudy::new(Cow::Owned(finished), self.manner.clone()))
    }

    fn stored(&self, folder: &Path) -> Result<Option<OfStudy<'static>>, Refused> {
        stored::account(folder, &self.library).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::run::{Life, Outcome, live};
    use super::*;
    use crate::lab::run::Control;
    use crate::lab::store::disk::Disk;
    use crate::lab::store::state::STATE;
    use crate::lab::study::batch::RowDetail;

    fn lived(games: u64, life: &Life<'_>, control: &Control) -> Outcome<OfStudy<'static>> {
        let study = Study::war(["umass"]).unwrap().games(games);
        live(&Games::of(&study), life, control).unwrap()
    }

    #[test]
    fn a_manifest_that_is_written_again_says_nothing_that_the_state_does_not() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("run");
        let life = Life { folder: Some(folder.clone()), resume: true, ..Life::default() };
        let live = || lived(50, &life, &Control::default());
        live();
        let manifest = || Manifest::load(&Disk::here(), &folder).unwrap().unwrap();
        assert!(manifest()["threads"].is_u64());
        let table = fs::read(folder.join("summary.csv")).unwrap();
        fs::write(folder.join("summary.csv"), "torn").unwrap();
        assert!(live().is_whole);
        assert_eq!(fs::read(folder.join("summary.csv")).unwrap(), table);
        assert!(manifest()["threads"].is_null() && manifest()["merged"].is_null());
    }

    #[test]
    fn a_run_that_is_stopped_before_its_first_game_has_counted_none() {
        let stopped = Control::default();
        stopped.stop();
        let outcome = lived(50, &Life::default(), &stopped);
        assert!(!outcome.is_whole);
        assert_eq!(outcome.account.into_parts().0.tally(0).games(), 0);
    }

    #[test]
    fn a_run_with_rows_leaves_what_is_saved_of_more_games() {
        let place = tempfile::tempdir().unwrap();
        let folder = Some(place.path().join("run"));
        let life = |rows| Life { folder: folder.clone(), rows, ..Life::default() };
        let control = Control::default();
        let is_whole = std::thread::scope(|scope| {
            let run = scope.spawn(|| lived(1_000_000_000, &life(None), &control).is_whole);
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
        let with_rows = life(Some(RowDetail::default()));
        assert!(!is_whole && !lived(1_000_000_000, &with_rows, &stopped).is_whole);
        assert!(saved() == before);
    }
}
