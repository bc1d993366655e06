//! What comes out of a study, for callers from Rust: its tables, and its folder.

use std::borrow::Cow;
use std::path::Path;

use crate::core::table::Table;
use crate::games;
use crate::lab::climb::account as climb;
use crate::lab::run::Threads;
use crate::lab::spec::Refused;
use crate::lab::spec::rules::Library;
use crate::lab::store::again;
use crate::lab::store::answer::Answer;
use crate::lab::store::disk::Disk;
use crate::lab::store::disk::read_input;
use crate::lab::store::folder::Claim;
use crate::lab::store::manifest::Manifest;
use crate::lab::store::save::{Opened, parts_of};
use crate::lab::study::Finished;
use crate::lab::tables::account::{Account, Manner, OfStudy};

/// What a run has to say.
pub enum Told {
    /// A study that was played.
    Study(Box<OfStudy<'static>>),
    /// Something else: a search, an answer.
    Other(Box<dyn Account + Send + Sync>),
}

impl Told {
    /// The same, whatever it is.
    pub fn account(&self) -> &dyn Account {
        match self {
            Self::Study(study) => &**study,
            Self::Other(other) => &**other,
        }
    }

    /// What the run in this folder has to say, whatever it did.
    ///
    /// Errors: [`Refused`].
    pub fn load(folder: &Path, library: &Library) -> Result<Self, Refused> {
        if let Some(search) = climb::load(folder, library)? {
            return Ok(Self::Other(Box::new(search)));
        }
        if let Some(answer) = Answer::load(folder)? {
            return Ok(Self::Other(Box::new(answer)));
        }
        Ok(Self::Study(Box::new(again::account(folder, library)?)))
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
    /// assert!(tables.iter().all(|table| table.file != "quantiles.csv"), "it is for who asks");
    /// # Ok::<(), war_sim::Refused>(())
    /// ```
    pub fn tables(&self) -> Vec<Table> {
        OfStudy::new(Cow::Borrowed(self), Manner::default()).tables()
    }

    /// Loads a stored run from its folder.
    ///
    /// Errors: [`Refused`].
    pub fn load(folder: &Path) -> Result<Self, Refused> {
        let library = Library::new(games::all(), read_input);
        again::account(folder, &library).map(|account| account.into_parts().0)
    }

    /// Writes the tables, the state and the manifest into a folder, whole or not at all.
    ///
    /// Errors: [`Refused`]; a folder that holds another run is not overwritten.
    pub fn save(&self, folder: &Path) -> Result<(), Refused> {
        let manner = Manner { verb: "library".into(), ..Manner::default() };
        self.save_as(&manner, folder)
    }

    /// As [`Finished::save`], as this verb of the command line would: with its tables, and so that it
    /// goes on with the run.
    ///
    /// Errors: [`Refused`].
    pub fn save_as(&self, manner: &Manner, folder: &Path) -> Result<(), Refused> {
        let identity = self.study.run_identity(&manner.verb);
        let tables = OfStudy::new(Cow::Borrowed(self), manner.clone()).tables();
        let (out, name) = parts_of(folder)?;
        let opened = Opened::new(&Disk::here(), out, &name, &identity, Claim::Same)?;
        opened.write_study(self, Manifest::new(identity, Threads::All), &tables)
    }
}
