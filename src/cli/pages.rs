//! Pages of stored runs: drawn, and marked with the counts that they tell of.

use std::path::{Path, PathBuf};

use super::library::library;
use super::names::is_folder;
use super::output::write_over;
use crate::lab::refused::{OfPath as _, Refused};
use crate::lab::report::{self, BEGINNING};
use crate::lab::store::disk::Disk;
use crate::lab::store::files::{PAGE, STATE, mark};
use crate::lab::store::state;
use crate::lab::tables::Run;
use crate::lab::tables::runs::by_game;

/// Draws the page of a stored run into its folder, where another file has its name only with `force`.
pub fn draw_into(folder: &Path, force: bool) -> Result<(), Refused> {
    write_over(&folder.join(PAGE), page_of(folder)?.as_bytes(), BEGINNING.as_bytes(), force)
}

/// The page of a stored run.
pub fn page_of(folder: &Path) -> Result<String, Refused> {
    let folders = [folder.to_owned()];
    marked(load(&folders)?, &folders)
}

/// A page, at whose end stands which counts it tells of.
pub fn marked(runs: Vec<Run<'static>>, folders: &[PathBuf]) -> Result<String, Refused> {
    let disk = Disk::here();
    // A run that was killed may have nothing but the state before.
    let states = folders.iter().map(|folder| folder.join(STATE)).filter(|state| state.is_file());
    let digest = |state: PathBuf| disk.hash(&state).reading(&state);
    let digests = states.map(digest).collect::<Result<Vec<_>, _>>()?;
    Ok(report::page(&by_game(runs)) + &mark(&digests))
}

/// The runs in these folders.
///
/// Errors: a folder that holds no run, or one that is damaged.
pub fn load(folders: &[PathBuf]) -> Result<Vec<Run<'static>>, Refused> {
    let library = library();
    let one = |folder: &PathBuf| {
        is_folder(folder)?;
        state::load(folder, &library)
    };
    folders.iter().map(one).collect()
}
