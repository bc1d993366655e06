//! Every order of a deck as a question, if that is not too much.

use std::time::Instant;

use crate::core::wording::digits::{counted, duration};
use crate::core::wording::text::grouped;
use crate::lab::refused::Refused;
use crate::lab::run::{Control, Threads};
use crate::lab::spec::Study;
use crate::lab::study::play::{Running, play_range};

/// Games of all rule sets together that are played without being asked for.
const WITHOUT_ASKING: u64 = 100_000_000;
/// Places in the order at which games are timed, and how many at each.
const PLACES: u64 = 16;
const TIMED: u64 = 2_048;

/// Refuses more games of every order than are played without being asked for, with the time that they would
/// take.
///
/// Errors: [`Refused`].
pub fn ask_first(study: &Study, threads: Threads) -> Result<(), Refused> {
    let games = study.games.saturating_mul(study.cells.len() as u64);
    if games <= WITHOUT_ASKING {
        return Ok(());
    }
    let control = Control::default();
    let clock = Instant::now();
    let mut timed = 0;
    for place in 0..PLACES {
        // Orders near one another are alike, so they are taken from everywhere.
        let first = study.first_game + study.games / PLACES * place;
        let range = first..first + TIMED.min(study.games / PLACES);
        timed += range.end - range.start;
        play_range(study, range, Running { threads, control: &control })?;
    }
    let seconds = clock.elapsed().as_secs_f64() / timed.max(1) as f64 * study.games as f64;
    let these =
        if study.part_of.is_some() { "this part of the orders has" } else { "this deck has" };
    Err(Refused::usage(format!(
        "exact: {these} {} orders; to play them takes {} on {}; add --yes to do it, or use fewer suits \
             or ranks",
        grouped(study.games),
        duration(seconds),
        counted(threads.count() as u64, "thread", "threads")
    )))
}
