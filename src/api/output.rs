//! What comes out of a study, for callers from Rust: its tables, and its folder.

use std::path::Path;

use super::run::RunOptions;
use crate::core::table::Table;
use crate::lab::refused::Refused;
use crate::lab::store::state::load;
use crate::lab::study::Finished;
use crate::lab::tables::{Run, Tables};

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
        Tables::of(Run::of(self)).tables()
    }

    /// Loads a stored run from its folder.
    ///
    /// Errors: [`Refused`].
    pub fn load(folder: &Path) -> Result<Self, Refused> {
        let finished = load(folder)?.finished.into_owned();
        Ok(Self { study: finished.study.verb("library"), ..finished })
    }

    /// Writes the tables, the state and the manifest into a folder, the manifest last.
    ///
    /// Errors: [`Refused`]; a folder that holds another run is not overwritten.
    pub fn save(&self, folder: &Path) -> Result<(), Refused> {
        let options = RunOptions { folder: Some(folder.to_owned()), ..RunOptions::default() };
        options.store(&Tables::of(Run::of(self)), None)
    }
}
