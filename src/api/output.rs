//! What comes out of a study, for callers from Rust: its tables, and its folder.

use std::ops::Deref;
use std::path::Path;

use super::run::RunOptions;
use crate::core::table::Table;
use crate::lab::refused::Refused;
use crate::lab::spec::rules::Library;
use crate::lab::store::answer::Answer;
use crate::lab::store::disk::read_input;
use crate::lab::store::state::{Saved, load};
use crate::lab::study::Finished;
use crate::lab::tables::{Account, Run, Tables};

/// What a run has to say.
pub enum RunReport {
    /// A study that was played.
    Study(Box<Tables<'static>>),
    /// Stored runs set side by side.
    Answer(Box<Answer>),
}

impl Deref for RunReport {
    type Target = dyn Account;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Study(study) => &**study,
            Self::Answer(answer) => &**answer,
        }
    }
}

impl RunReport {
    /// What the run in this folder has to say, whatever it did.
    ///
    /// Errors: [`Refused`].
    pub fn load(folder: &Path, library: &Library) -> Result<Self, Refused> {
        Self::of(Saved::load(folder)?, folder, library)
    }

    /// The same of its state.
    ///
    /// Errors: [`Refused`].
    pub(crate) fn of(mut saved: Saved, folder: &Path, library: &Library) -> Result<Self, Refused> {
        match saved.answer.take() {
            Some(answer) => Ok(Self::Answer(Box::new(answer))),
            None => Ok(Self::Study(Box::new(Tables::of(saved.into_run(folder, library)?)))),
        }
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
    /// # Ok::<(), war_sim::Refused>(())
    /// ```
    pub fn tables(&self) -> Vec<Table> {
        Tables::of(Run::of(self, "")).tables()
    }

    /// Loads a stored run from its folder.
    ///
    /// Errors: [`Refused`].
    pub fn load(folder: &Path) -> Result<Self, Refused> {
        Ok(load(folder, &Library::new(read_input))?.finished.into_owned())
    }

    /// Writes the tables, the state and the manifest into a folder, the manifest last.
    ///
    /// Errors: [`Refused`]; a folder that holds another run is not overwritten.
    pub fn save(&self, folder: &Path) -> Result<(), Refused> {
        self.save_as("library", folder)
    }

    /// As [`Finished::save`], as this verb of the command line would: with its tables, and so that it
    /// goes on with the run.
    ///
    /// Errors: [`Refused`].
    pub fn save_as(&self, verb: &str, folder: &Path) -> Result<(), Refused> {
        let options = RunOptions { folder: Some(folder.to_owned()), ..RunOptions::default() };
        options.store(&Tables::of(Run::of(self, verb)), None)
    }
}
