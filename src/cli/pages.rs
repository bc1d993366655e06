//! Pages of stored runs: drawn, and marked with the counts that they tell of.

use std::path::Path;

use super::names::is_folder;
use super::output::write_over;
use crate::lab::refused::Refused;
use crate::lab::report::{self, BEGINNING};
use crate::lab::store::files::{PAGE, mark};
use crate::lab::store::state::Saved;
use crate::lab::tables::Tables;

/// Draws the page of a stored run into its folder, where another file has its name only with `force`.
pub fn draw_into(folder: &Path, force: bool) -> Result<(), Refused> {
    write_over(&folder.join(PAGE), page_of(folder)?.as_bytes(), BEGINNING.as_bytes(), force)
}

/// The page of a stored run.
pub fn page_of(folder: &Path) -> Result<String, Refused> {
    let (tables, state) = load(folder)?;
    Ok(marked(vec![tables], &[state]))
}

/// A page, at whose end stands which counts it tells of.
pub fn marked(all: Vec<Tables>, states: &[String]) -> String {
    report::page(&all) + &mark(states)
}

/// The tables of the run in this folder, and the SHA-256 of its state.
///
/// Errors: a folder that holds no run, or one that is damaged.
pub fn load(folder: &Path) -> Result<(Tables, String), Refused> {
    is_folder(folder)?;
    let saved = Saved::load(folder)?;
    let state = saved.sha256.clone();
    Ok((saved.into_tables(folder)?, state))
}
