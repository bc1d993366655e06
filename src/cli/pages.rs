//! Pages of stored runs.

use std::path::Path;

use crate::lab::refused::Refused;
use crate::lab::report;
use crate::lab::store::state::Saved;
use crate::lab::tables::Tables;

/// The page of a stored run.
pub fn page_of(folder: &Path) -> Result<String, Refused> {
    Ok(report::page(&[load(folder)?]))
}

/// The tables of the run in this folder.
///
/// Errors: a folder that holds no run, or one that is damaged.
pub fn load(folder: &Path) -> Result<Tables, Refused> {
    Saved::load(folder)?.into_tables(folder)
}
