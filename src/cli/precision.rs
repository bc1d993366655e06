//! Runs that stop at a precision: what they take, and whether they got there.

use std::path::Path;

use super::failure::{Failure, Kind};
use super::library::library;
use crate::core::tally::Tally;
use crate::core::wording::digits::{counted, decimals, duration};
use crate::core::wording::text::grouped;
use crate::lab::spec::Study;
use crate::lab::store::state::State;
use crate::lab::study::predict::{Forecast, PILOT, Takes};
use crate::lab::study::totals::Totals;
use crate::lab::study::until::{Reached, given_up, look};

/// What a pilot says of the number of games.
pub fn how_many(takes: Takes) -> String {
    let pilot = grouped(PILOT);
    match takes {
        Takes::Games(games) => {
            format!("about {} games, as a pilot of {pilot} suggests", grouped(games))
        }
        Takes::TooMany => format!("too many games to be played, as a pilot of {pilot} suggests"),
        Takes::CannotTell => format!("a pilot of {pilot} games cannot tell how many it takes"),
    }
}

/// What a pilot forecasts of a run that begins, in words.
pub fn told(forecast: &Forecast) -> String {
    let Takes::Games(games) = forecast.takes else {
        let unknown = how_many(forecast.takes);
        return format!("--until: {unknown}; Ctrl-C stops it, and --games N sets an upper limit");
    };
    format!(
        "--until: will take about {} games of each rule set, {}, as a pilot of {} games suggests; --games N \
         sets an upper limit",
        grouped(games),
        duration(forecast.per_game_s * games as f64),
        grouped(PILOT)
    )
}

/// Whether every precision that was asked for was reached.
///
/// Errors: exit code 2 with the first that was not.
pub fn check(study: &Study, totals: &Totals, reached: &[Reached]) -> Result<(), Failure> {
    let missed: Vec<&Reached> = reached.iter().filter(|reached| !reached.is_reached()).collect();
    let Some(first) = missed.first() else { return Ok(()) };
    let games = totals.cells.first().map_or(0, Tally::games);
    // As many of more games would be given up.
    let (down, up) = given_up(study, totals, first.of, first.target);
    let stays = match first.estimate.filter(|_| first.decision) {
        Some(difference) => difference - down < 0.0 && 0.0 < difference + up,
        None => down + up > 2.0 * first.target.half_width,
    };
    let remedy = |usual: &'static str| match stays {
        false => usual,
        true => "games that were given up leave it open; use rules that give up later",
    };
    let others = match missed.len() {
        1 => String::new(),
        n => format!(" and {} more", n - 1),
    };
    let games = grouped(games);
    let what = if first.decision {
        let pairs = counted(missed.len() as u64, "difference is", "differences are");
        let usual = remedy("use more --games, or a larger --min-effect");
        let open = format!("{pairs} open ({}{others})", first.name);
        format!("--until decided: not reached at {games} games: {open}; {usual}")
    } else {
        let half_width = first.half_width();
        let width = match half_width.is_finite() {
            true => format!("half-width {half_width:.*}", decimals(half_width, 5)),
            false => "no interval yet".to_owned(),
        };
        let (asked, usual) =
            (first.target.text(study.info()), "use more --games, or leave --games out");
        let (name, usual) = (&first.name, remedy(usual));
        format!("--until {asked} ({name}{others}): not reached at {games} games, {width}; {usual}")
    };
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
