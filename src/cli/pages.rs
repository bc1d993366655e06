//! Pages of stored runs: drawn, marked with the counts that they tell of, drawn again.

use std::path::{Path, PathBuf};

use super::failure::warn;
use super::library::library;
use super::names::is_folder;
use super::output::write_over;
use crate::lab::refused::{OfPath as _, Refused, Shown as _};
use crate::lab::report::{self, BEGINNING};
use crate::lab::store::disk::Disk;
use crate::lab::store::files::{PAGE, STATE};
use crate::lab::store::page::{MARK, MOST_PAGE, mark};
use crate::lab::store::runs::by_game;
use crate::lab::store::signed::hexadecimal;
use crate::lab::store::state;
use crate::lab::tables::Run;

/// Draws the page of a stored run into its folder.
pub fn draw_into(folder: &Path) -> Result<(), Refused> {
    write_over(&folder.join(PAGE), page_of(folder)?.as_bytes(), BEGINNING.as_bytes(), false)
}

/// Of how many runs the page of this program in this folder tells; `None` if there is none.
pub fn drawn_of(folder: &Path) -> Option<usize> {
    let page = Disk::here().read(&folder.join(PAGE), MOST_PAGE).ok()?;
    let end = String::from_utf8_lossy(&page[page.len().saturating_sub(1 << 16)..]);
    let marked = end.rsplit_once(MARK).and_then(|(_, rest)| rest.split_once(" -->"));
    let runs = marked.map_or(0, |(states, _)| states.split_whitespace().count());
    page.starts_with(BEGINNING.as_bytes()).then_some(runs)
}

/// Draws the page of a stored run again that was there before the run was written, unless it still is:
/// its numbers are those of other games.
pub fn draw_again(folder: &Path, was_of: Option<usize>, is_quiet: bool) -> Result<(), Refused> {
    let Some(runs) = was_of.filter(|_| !folder.join(PAGE).exists()) else { return Ok(()) };
    draw_into(folder)?;
    // What is lost is said, however quiet it is to be.
    if runs > 1 || !is_quiet {
        let alone = match runs {
            0 | 1 => String::new(),
            n => {
                format!(", of this run alone; before it showed {n} runs: `war-sim report DIR...`")
            }
        };
        let page = folder.join(PAGE);
        warn(format!("{}: drawn again, with the new numbers{alone}", page.shown()));
    }
    Ok(())
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
    let digest =
        |state: PathBuf| disk.hash(&state).map(|(_, hash)| hexadecimal(hash)).reading(&state);
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
