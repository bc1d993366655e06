//! What comes out of a study, for callers from Rust: its tables, and its folder.

use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::core::table::Table;
use crate::games;
use crate::lab::run::{Control, Threads};
use crate::lab::spec::rules::Library;
use crate::lab::spec::{Study, StudyError};
use crate::lab::store::disk::read_input;
use crate::lab::store::folder::FolderError;
use crate::lab::store::save;
use crate::lab::store::state::{State, StateError};
use crate::lab::study::Finished;
use crate::lab::study::play::Played;
use crate::lab::tables::{columns, exact};

impl Study {
    /// Plays every distinct order of the deck once, so that every share is exact.
    ///
    /// Shapes: the counts, and the tables that `war-sim exact` writes: `exact.csv`, `extremes.csv` and
    /// the whole counts, such as `rounds.csv`.
    /// Errors: as [`Study::every_order`] and [`Study::run_on`].
    ///
    /// ```
    /// use war_sim::{Control, Study, Threads};
    ///
    /// let study = Study::war(["umass{deck.ranks=2, deck.suits=2}"])?;
    /// let (finished, tables) = study.run_exactly(Threads::All, &Control::default())?;
    /// assert_eq!((finished.games, tables[0].file), (6, "exact.csv"));
    /// # Ok::<(), war_sim::StudyError>(())
    /// ```
    pub fn run_exactly(
        self,
        threads: Threads,
        control: &Control,
    ) -> Result<(Finished, Vec<Table>), StudyError> {
        let finished = self.every_order_with_extremes()?.run_on(threads, control)?;
        let written = exact::tables(&finished);
        Ok((finished, written))
    }
}

impl Finished {
    /// Every table that [`Finished::save`] writes, in the same order.
    ///
    /// Shapes: [`Table::file`] is the name of the file, such as `summary.csv`, of which `docs/files.md`
    /// explains every column; each row is as long as the header.
    /// Units: counts are whole numbers, shares are in 0 to 1; what is undefined is
    /// [`Value::Empty`](crate::table::Value::Empty).
    ///
    /// ```
    /// let finished = war_sim::Study::war(["umass"])?.games(1_000).run()?;
    /// let tables = finished.tables();
    /// assert_eq!((tables[0].file, tables[0].rows.len()), ("summary.csv", 1));
    /// # Ok::<(), war_sim::StudyError>(())
    /// ```
    pub fn tables(&self) -> Vec<Table> {
        columns::all(self, &self.comparisons())
    }

    /// Loads a stored run from its folder, with intervals of 95 %.
    ///
    /// What is stored are the counts: precisions that the run was stopped at are not among them.
    /// Errors: [`StateError`], also for a run that holds parts of its games only.
    pub fn load(folder: &Path) -> Result<Self, StateError> {
        let state = State::load(folder, &Library::new(games::all(), read_input))?;
        let damaged = |what: String| StateError::Damaged { path: folder.to_owned(), what };
        let (study, games) = (state.study, state.games);
        let whole = match games.as_slice() {
            [] => 0..0,
            [whole] => whole.clone(),
            _ => return Err(damaged("holds parts of its games only".into())),
        };
        let study = study.of_games(whole);
        let games = study.games;
        let played = Played { totals: state.totals, games, reached: Vec::new() };
        let finished = Finished::new(study, played, Duration::ZERO);
        finished.check().map_err(damaged)?;
        Ok(finished)
    }

    /// Writes the tables, the state and the manifest into a folder, whole or not at all.
    ///
    /// Errors: [`FolderError`]; a folder that holds another run is not overwritten.
    pub fn save(&self, folder: &Path) -> Result<(), FolderError> {
        self.save_tables(&self.tables(), folder)
    }

    /// As [`Finished::save`], with these tables.
    ///
    /// Errors: [`FolderError`].
    pub fn save_tables(&self, tables: &[Table], folder: &Path) -> Result<(), FolderError> {
        save::save(self, tables, folder, SystemTime::now())
    }
}
