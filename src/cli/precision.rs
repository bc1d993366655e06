//! Runs that stop at a precision: whether they got there.

use std::path::Path;

use super::failure::{Failure, Kind};
use super::library::library;
use crate::core::tally::Tally;
use crate::core::wording::digits::decimals;
use crate::core::wording::text::grouped;
use crate::lab::spec::Study;
use crate::lab::store::state::State;
use crate::lab::study::totals::Totals;
use crate::lab::study::until::{Reached, given_up, look};

/// Whether every precision that was asked for was reached.
///
/// Errors: exit code 2 with the first that was not.
pub fn check(study: &Study, totals: &Totals, reached: &[Reached]) -> Result<(), Failure> {
    let missed: Vec<&Reached> = reached.iter().filter(|reached| !reached.is_reached()).collect();
    let Some(first) = missed.first() else { return Ok(()) };
    let games = totals.cells.first().map_or(0, Tally::games);
    // As many of more games would be given up.
    let (down, up) = given_up(study, totals, first.of, first.target.measure);
    let remedy = match down + up > 2.0 * first.target.half_width {
        true => "games that were given up leave it open; use rules that give up later",
        false => "use more --games, or leave --games out",
    };
    let others = match missed.len() {
        1 => String::new(),
        n => format!(" and {} more", n - 1),
    };
    let games = grouped(games);
    let half_width = first.half_width();
    let width = match half_width.is_finite() {
        true => format!("half-width {half_width:.*}", decimals(half_width, 5)),
        false => "no interval yet".to_owned(),
    };
    let (asked, name) = (first.target.text(study.info()), &first.name);
    let what = format!(
        "--until {asked} ({name}{others}): not reached at {games} games, {width}; {remedy}"
    );
    Err(Failure::new(Kind::NotReached, what))
}

/// As [`check`], of a run that lies complete in this folder.
///
/// Errors: as [`check`], and those of its state.
pub fn check_stored(study: &Study, folder: &Path) -> Result<(), Failure> {
    if !study.has_targets() {
        return Ok(());
    }
    let state = State::load(folder, &library())?;
    check(study, &state.totals, &look(study, &state.totals, state.played()))
}
